"""The folder of campaigns on this computer, and the campaigns opened recently."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

from exgui import user_places
from exgui.campaign.errors import CampaignError, explained


def data_folder() -> Path:
    """Return the user's folder for campaigns; created if missing.

    Raises:
        CampaignError: it cannot be made or written to.
    """
    folder = user_places.data()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.urandom(4).hex()}"
        probe.touch()
        probe.unlink()
    except FileExistsError as error:
        text = "a file is in the place of exgui’s folder for campaigns. Move it, or save campaigns elsewhere."
        raise CampaignError(folder, text, "denied") from error
    except OSError as error:
        text = (
            f"exgui’s folder for campaigns can’t be written to ({error.strerror or error}). "
            "Allow writing to it, or save campaigns in another folder."
        )
        raise CampaignError(folder, text, "denied") from error
    return folder


MOST_RECENT = 10


def recent() -> tuple[Path, ...]:
    """Return the recently opened campaigns that still exist, the newest first."""
    try:
        memory = json.loads(_memory().read_text(encoding="utf-8"))
        paths = [memory["campaign"], *memory.get("recent", ())]
        found = dict.fromkeys(Path(path) for path in paths[: MOST_RECENT + 1] if isinstance(path, str))
        return tuple(path for path in found if path.is_file())
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return ()


def last_opened() -> Path | None:
    """Return the campaign that was opened last, if it still exists."""
    try:
        memory = json.loads(_memory().read_text(encoding="utf-8"))
        path = Path(memory["campaign"])
        return path if path.is_file() else None
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None


def remember(path: Path | str) -> None:
    """Record which campaign is open, for the next start.

    Raises:
        CampaignError: it cannot be recorded. Nothing else is wrong.
    """
    memory = _memory()
    fresh = memory.with_name(f".{memory.name}.new-{os.urandom(4).hex()}")
    try:
        memory.parent.mkdir(parents=True, exist_ok=True)
        now = Path(path).absolute()
        before = [str(one) for one in recent() if one != now][: MOST_RECENT - 1]
        fresh.write_text(json.dumps({"campaign": str(now), "recent": before}), encoding="utf-8")
        os.replace(fresh, memory)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise explained(memory, error) from error


def _memory() -> Path:
    return user_places.state() / "last.json"
