"""What is being edited: one document for each sheet and encounter that was opened, with its undo, for as long as the
campaign is open. A page shows a document and comes and goes; the document stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar, cast


class Document(Protocol):
    """One sheet or encounter with what was done to it."""

    def save(self) -> None:
        """Writes what is not in the file yet, as a field that is still being written in."""
        ...

    def reload(self) -> None:
        """It was changed in the file by somebody else, as by a new name in the campaign column: shows what is there
        now. What was done to it here can still be taken back where that makes sense."""
        ...

    def close(self) -> None:
        """Saves, and lets go what it holds; the campaign closes, or what it edits is deleted."""
        ...


D = TypeVar("D", bound=Document)


class Documents:
    """The documents of one campaign, by their kind ("sheet", "encounter") and id."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, str], Document] = {}

    def get(self, kind: str, id: str, make: Callable[[], D]) -> D:
        """The document of that kind and id as it was left; it is made where there is none yet."""
        found = self._open.get((kind, id))
        if found is None:
            found = self._open[kind, id] = make()
        return cast("D", found)

    def opened(self, kind: str, id: str) -> Document | None:
        """The document of that kind and id, None where it was not opened."""
        return self._open.get((kind, id))

    def save(self) -> None:
        """Saves what is not in the file yet, of all of them."""
        for document in tuple(self._open.values()):
            document.save()

    def reload(self, kind: str, id: str) -> None:
        """What a document edits was changed in the file; where it is open, it shows what is there now."""
        if (document := self._open.get((kind, id))) is not None:
            document.reload()

    def reload_all(self, kind: str) -> None:
        """Something that all documents of a kind are made by was changed."""
        for (other, _id), document in tuple(self._open.items()):
            if other == kind:
                document.reload()

    def drop(self, kind: str, id: str) -> None:
        """Closes a document, where it is open: what it edits is about to be deleted."""
        if (document := self._open.pop((kind, id), None)) is not None:
            document.close()

    def close(self) -> None:
        """Closes all of them."""
        while self._open:
            _key, document = self._open.popitem()
            document.close()
