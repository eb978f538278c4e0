"""Rulesets as they were built, kept on disk from one start of the window to the next.

Building one, with pydantic to be imported for it, takes a fifth of the time until a battle is painted. What is kept
belongs to one version of the code and to one text; anything else is built again.
"""

from __future__ import annotations

import os
import pickle
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

import exgui.engine
from exgui import __version__

if TYPE_CHECKING:
    from exgui.rulebook.rules import Ruleset

MOST = 32
"""Rulesets that are kept, about 100 kB each; of more, those go that were not used for longest."""
ENDING = ".ruleset"
_SEAL = sha256().digest_size
_folders: list[Path] = []


def keep_in(folder: Path | None) -> None:
    """Keep rulesets in that folder from now on; None keeps none."""
    _folders[:] = [folder] if folder is not None and folder.is_absolute() else []


def find(text: str) -> Ruleset | None:
    """Return the ruleset that was built from `Ruleset.text`, None if it is not kept."""
    for folder in _folders:
        path = folder / _name(text)
        try:
            content = path.read_bytes()
            if sha256(content[_SEAL:]).digest() == content[:_SEAL]:  # else it was cut off when the disk was full
                ruleset: Ruleset = pickle.loads(content[_SEAL:])
                with suppress(OSError):
                    os.utime(path)
                return ruleset.but(text=text)
        except Exception:  # noqa: BLE001 - pickles of other classes can raise anything; the ruleset is built again
            continue
    return None


def keep(ruleset: Ruleset) -> None:
    for folder in _folders:
        packed = pickle.dumps(ruleset.but(text=""), pickle.HIGHEST_PROTOCOL)
        path = folder / _name(ruleset.text)
        fresh = path.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            fresh.write_bytes(sha256(packed).digest() + packed)
            fresh.replace(path)
            kept = sorted(folder.glob(f"*{ENDING}"), key=lambda one: one.stat().st_mtime_ns, reverse=True)
            for old in kept[MOST:]:
                old.unlink(missing_ok=True)


def _name(text: str) -> str:
    """Return the name of a text's file under the code that runs now."""
    rooms = (Path(__file__).parent, *map(Path, exgui.engine.__path__))
    modules = [module for room in rooms for module in sorted(room.glob("*.py"))]
    changed = [one.stat().st_mtime_ns for one in (Path(sys.executable), *modules)]  # a frozen app has no modules
    code = (__version__, sys.version, msgspec.__version__, changed)
    return sha256(f"{code}\n{text}".encode("utf-8", "surrogatepass")).hexdigest() + ENDING
