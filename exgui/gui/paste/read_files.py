"""Reads files for import in a separate process: the window goes on whatever they contain, and the process is ended when
the user cancels or it needs too much time or memory."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from time import process_time, sleep

from exgui.campaign.encounter_edits.zones import LARGEST_LENGTH, Box
from exgui.campaign.imports.found import Found
from exgui.campaign.imports.known_forms import KnownForms, known_forms
from exgui.campaign.imports.maps import USUAL_UNIT, Lines, MapProposal
from exgui.campaign.imports.reading import read_file
from exgui.campaign.imports.universal_vtt import USUAL_PIXELS
from exgui.campaign.rulesets import RulesetCopy, lend_copies, lent_copies
from exgui.gui.tokens.picture_reader import PictureRefused, bounded

MOST_SECONDS = 30.0
"""Processor time for one file."""
MOST_MEMORY = 2 << 30
"""Bytes of address space, where the system can bound it."""
MOST_FILES = 200
_TOO_SLOW = 75
"""How the process ends when a file takes too long."""
_LOOK = 0.05
"""Seconds between two checks for cancellation."""


def read_whole(path: Path, rulesets: Sequence[str], forms: KnownForms) -> Found:
    """Read a file, and its picture by the guarded reader."""
    found = read_file(path, rulesets, forms)
    return with_picture(found) if found.map is not None and found.map.picture is not None else found


def with_picture(found: Found) -> Found:
    """Return a file with its picture as a campaign may keep it; an unreadable picture is left out of a map."""
    map = found.map
    if map is None or map.picture is None:
        return found
    try:
        picture = bounded(map.picture.content)
    except PictureRefused as error:
        if found.kind == "picture":
            return Found(found.name, "unreadable", found.source, trouble=str(error))
        lines = Lines()
        for line in map.lines:
            lines.add(line.text, line.verdict, *line.fields)
        lines.add(f"The picture was left out. {error}", "kept")
        return found.but(map=map.but(picture=None, lines=lines.all))
    box = map.picture.box or box_of_picture(picture.width, picture.height)
    kept = map.picture.but(content=picture.content, kind=picture.kind, box=box)
    return found.but(map=map.but(picture=kept))


def box_of_picture(width: int, height: int) -> Box:
    """Return the place of a picture whose grid is unknown."""
    unit = min(USUAL_UNIT / USUAL_PIXELS, LARGEST_LENGTH / max(width, height, 1))
    return Box(0.0, 0.0, max(20.0, width * unit), max(20.0, height * unit))


def scaled(map: MapProposal, squares: float) -> MapProposal:
    """Return a map of only a picture, given its width in squares."""
    picture = map.picture
    if picture is None or picture.box is None or map.zones:
        return map
    width = min(max(20.0, squares * USUAL_UNIT), LARGEST_LENGTH)
    height = min(max(20.0, picture.box.height * width / picture.box.width), LARGEST_LENGTH)
    return map.but(picture=picture.but(box=Box(0.0, 0.0, width, height)))


def read_in_process(
    paths: Sequence[Path],
    rulesets: Sequence[str],
    cancelled: Callable[[], bool] = lambda: False,
    seconds: float = MOST_SECONDS,
) -> Iterator[Found]:
    """Read files one after the other. To be called in a thread that may wait; ends early when cancelled.

    Args:
        seconds: processor time for one file.
    """
    waiting = list(paths)
    while waiting and not cancelled():
        for found in _read_some(tuple(waiting), rulesets, cancelled, seconds):
            waiting.pop(0)
            yield found
        if waiting and not cancelled():  # the process ended over the first of them
            yield _given_up(waiting.pop(0), seconds)


def _given_up(path: Path, seconds: float) -> Found:
    why = f"Reading it took longer than {seconds:.0f} seconds or too much memory for its size."
    return Found(path.name, "unreadable", "Unknown", trouble=why)


def _read_some(
    paths: Sequence[Path], rulesets: Sequence[str], cancelled: Callable[[], bool], seconds: float
) -> Iterator[Found]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    given = [str(path) for path in paths]
    process = context.Process(
        target=_serve,
        args=(theirs, given, list(rulesets), lent_copies(), known_forms(), seconds),
        name="exgui import",
        daemon=True,
    )
    process.start()
    theirs.close()
    try:
        for _ in paths:
            while not ours.poll(_LOOK):
                if cancelled():
                    return
            yield ours.recv()
    except (EOFError, OSError):
        return
    finally:
        ours.close()
        process.terminate()
        process.join(1)
        if process.is_alive():
            process.kill()
            process.join(1)
        process.close()


def _serve(
    pipe: Connection,
    paths: Sequence[str],
    rulesets: Sequence[str],
    copies: Mapping[str, RulesetCopy],
    forms: KnownForms,
    seconds: float,
) -> None:
    """Run the reading process. It ends with the last file, so nothing that it leaves behind is collected."""
    gc.disable()
    lend_copies(_serve, copies)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in the terminal is for the app
    clock = _Clock(seconds)
    _bound_memory()
    with suppress(BrokenPipeError):
        for path in paths:
            clock.start()
            try:
                found = read_whole(Path(path), rulesets, forms)
            except MemoryError:
                return
            pipe.send(found)


class _Clock:
    """Ends the process when the processor time for one file is over."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until = process_time() + seconds
        threading.Thread(target=self._watch, name="exgui clock", daemon=True).start()

    def start(self) -> None:
        self._until = process_time() + self._seconds

    def _watch(self) -> None:
        while process_time() < self._until:
            sleep(_LOOK)
        os._exit(_TOO_SLOW)


def _bound_memory() -> None:
    if sys.platform == "win32":
        return
    import resource

    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
