"""The pictures of a campaign: their bytes, saved once, under their digest."""

from __future__ import annotations

from hashlib import sha256

from exgui.campaign.errors import CampaignError, damaged
from exgui.campaign.rows import LONGEST_NAME, delete_row, save_row, shown, valid_name, whole_row
from exgui.campaign.storage import CampaignFile
from exgui.campaign.summaries import ListedPicture

LARGEST_PICTURE = 8 << 20
"""The most bytes of a picture."""
KINDS = ((b"\x89PNG", b"png"), (b"\xff\xd8\xff", b"jpeg"), (b"RIFF", b"webp"), (b"GIF8", b"gif"), (b"BM", b"bmp"))
"""The first bytes of each supported kind of picture."""
_NAMED_IN = (("sheets", "data"), ("encounters", "data"), ("battles", "prepared"), ("journal", "entry"))
"""Tables and columns in which pictures are named."""


def picture_kind(content: bytes) -> str:
    """Return the kind of a picture from its first bytes; "" if it is not supported."""
    return next((kind.decode() for begins, kind in KINDS if content.startswith(begins)), "")


class Pictures:
    """The pictures of an open campaign."""

    def __init__(self, file: CampaignFile) -> None:
        self._file = file

    def all(self) -> tuple[ListedPicture, ...]:
        columns = ("id", "name", "kind")
        texts = ", ".join(f"substr(CAST({name} AS TEXT), 1, {LONGEST_NAME})" for name in columns)
        rows = self._file.rows(f"SELECT {texts}, length(bytes) FROM pictures ORDER BY name, id")
        return tuple(ListedPicture(str(id), shown(name), shown(kind), int(size)) for id, name, kind, size in rows)

    def put(self, content: bytes, name: str, kind: str) -> str:
        """Save a picture; the same bytes are saved once. Return its id.

        Raises:
            CampaignError: it is too large, or cannot be saved.
        """
        if not 0 < len(content) <= LARGEST_PICTURE:
            text = f"the picture {name!r} has {len(content):,} bytes; {LARGEST_PICTURE:,} is the most. Make it smaller."
            raise CampaignError(self._file.path, text, "too_large")
        id = sha256(content).hexdigest()
        path = self._file.path
        save_row(self._file, "pictures", id, valid_name(path, name), valid_name(path, kind), bytes(content))
        return id

    def content(self, id: str) -> bytes:
        """Return the bytes of a picture; to be decoded with care."""
        row = whole_row(self._file, "pictures", id)
        if not isinstance(row[3], bytes) or sha256(row[3]).hexdigest() != id:
            raise damaged(self._file.path, f"the picture {row[1]!r} was altered")
        return row[3]

    def delete_unused(self, id: str) -> bool:
        """Delete a picture unless a sheet, encounter or battle of the campaign names it. Return whether it was
        deleted.
        """
        used = " UNION ALL ".join(f"SELECT 1 FROM {table} WHERE instr({column}, ?)" for table, column in _NAMED_IN)
        if self._file.rows(f"SELECT EXISTS ({used})", *[id] * len(_NAMED_IN))[0][0]:
            return False
        self.delete(id)
        return True

    def delete(self, id: str) -> None:
        delete_row(self._file, "pictures", id)
