"""What is done to the user's own house rules, with its undo; every change is in their folder before it is shown."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QObject, Signal

from exgui.campaign import house_rules
from exgui.campaign.errors import CampaignError
from exgui.campaign.house_rules import Deleted, HouseRulesError
from exgui.campaign.rulesets import parent_of
from exgui.gui.campaign_session import CampaignSession
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.shelf import installed

Done = tuple[str, Callable[[], object], Callable[[], object]]
"""A sentence, what takes it back, and what does it again."""
MOST_UNDONE = 200


class HouseRulesDocument(QObject):
    """All house rules of the user.

    Signals:
        changed(): something in them is another.
        refused(str): something cannot be done; the sentence says why.
        said(str): something was done.
    """

    changed = Signal()
    refused = Signal(str)
    said = Signal(str)

    def __init__(self, session: CampaignSession) -> None:
        super().__init__()
        self._session = session
        house_rules.clear_deleted()
        self._done: list[Done] = []
        self._undone: list[Done] = []

    def create(self, name: str, extends: str) -> str:
        """Makes house rules in which nothing differs yet. Gives their id, "" where that cannot be."""
        return self._made(f"Made the house rules {name}", lambda: house_rules.make(name, extends))

    def create_from_copy(self, rules: Ruleset) -> str:
        """Makes a folder of what the campaign has a copy of. Gives its id, "" where that cannot be."""
        parent = parent_of(rules)
        if parent is None:
            self.refused.emit(f"{rules.name} builds on rules that are not on this computer, so no folder can be made.")
            return ""
        return self._made(f"Saved {rules.name} as a folder", lambda: house_rules.make_from_copy(rules, parent))

    def rename(self, id: str, name: str) -> bool:
        """Gives house rules another name; their folder keeps its own."""
        return self._edit(id, f"The house rules are called {name}", lambda text: house_rules.with_name(text, name))

    def set_option(self, id: str, option: str, value: Any, label: str) -> bool:
        """Turns a switch of house rules; None leaves it as what they extend has it."""
        return self._edit(id, f"Changed: {label}", lambda text: house_rules.with_option(text, option, value))

    def delete(self, id: str) -> bool:
        """Deletes house rules; they can be put back."""
        gone: list[Deleted] = []

        def redo() -> None:
            gone[:] = [house_rules.delete(id)]

        name = next((one.name for one in installed() if one.id == id and one.own), id)
        return self._do((f"Deleted {name}", lambda: house_rules.put_back(gone[0]), redo))

    def other_in_campaign(self, where: str) -> tuple[Ruleset, Ruleset] | None:
        """The campaign's copy of a ruleset, from another computer, and the one of this computer that says something
        else; None where there are no such two."""
        campaign = self._session.campaign
        return campaign.house_rules.other_here(where) if campaign is not None else None

    def use_in_campaign(self, where: str) -> bool:
        """Lets this computer's ruleset count in the campaign, in place of its copy from another computer."""
        campaign, two = self._session.campaign, self.other_in_campaign(where)
        if campaign is None or two is None:
            return False
        theirs, ours = two
        kept = campaign.house_rules
        sentence = f"This campaign goes by your {ours.name} from now on"
        return self._do((sentence, lambda: kept.take_from_elsewhere(where, theirs), lambda: kept.take_from_here(where)))

    # What Ctrl+Z takes back

    def can_undo(self) -> bool:
        """Something was done."""
        return bool(self._done)

    def can_redo(self) -> bool:
        """Something was taken back."""
        return bool(self._undone)

    def undo(self) -> str:
        """Takes back what was done last. Gives what that was."""
        return self._step(self._done, self._undone, 1, "Taken back")

    def redo(self) -> str:
        """Does again what was taken back last. Gives what that was."""
        return self._step(self._undone, self._done, 2, "Done again")

    # What the registry of documents asks for

    def save(self) -> None:
        """All is in the folders already."""

    def reload(self) -> None:
        """Shows what is in the folders now."""
        self.changed.emit()

    def close(self) -> None:
        """Holds nothing that would have to be let go."""

    # Inside

    def _made(self, sentence: str, make: Callable[[], str]) -> str:
        id = ""
        gone: list[Deleted] = []

        def redo() -> None:
            nonlocal id
            if gone:
                house_rules.put_back(gone.pop())
            else:
                id = make()

        self._do((sentence, lambda: gone.append(house_rules.delete(id)), redo))
        return id

    def _edit(self, id: str, sentence: str, edit: Callable[[str], str]) -> bool:
        try:
            before = house_rules.text_of(id)
            after = edit(before)
        except HouseRulesError as error:
            self.refused.emit(str(error))
            return False
        if after == before:
            return True
        return self._do(
            (sentence, lambda: house_rules.put_text(id, before), lambda: house_rules.put_text(id, after)), quiet=True
        )

    def _do(self, one: Done, *, quiet: bool = False) -> bool:
        if not self._tried(one[2]):
            return False
        self._done = [*self._done[-MOST_UNDONE + 1 :], one]
        self._undone = []
        self._tell()
        if not quiet:
            self.said.emit(f"{one[0]}.")
        return True

    def _step(self, source: list[Done], goal: list[Done], which: int, word: str) -> str:
        if not source or not self._tried(source[-1][which]):  # type: ignore[arg-type]
            return ""
        one = source.pop()
        goal.append(one)
        self._tell()
        return f"{word}: {one[0]}"

    def _tried(self, do: Callable[[], object]) -> bool:
        try:
            do()
        except (HouseRulesError, CampaignError) as error:
            self.refused.emit(str(error))
            return False
        return True

    def _tell(self) -> None:
        """The campaign has a copy of what is there now, and whatever shows something made by these rules shows it."""
        campaign = self._session.campaign
        if campaign is not None and not campaign.read_only:
            with suppress(CampaignError):
                campaign.house_rules.bring_up_to_date()
        self._session.listed.emit()
        for kind in ("encounter", "sheet"):
            self._session.documents.reload_all(kind)
        self.changed.emit()
