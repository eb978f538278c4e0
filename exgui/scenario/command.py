"""`exgui scenario check` and `exgui scenario run`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from exgui.engine.asks import Command
from exgui.engine.events import Noted, Rolled
from exgui.engine.explained import sentence
from exgui.play.play import Line, Play
from exgui.play.public import PublicView
from exgui.scenario.player import Played, as_json, play_scenario, public_view_of, view_of
from exgui.scenario.reader import read
from exgui.scenario.source import Malformed, as_written
from exgui.scenario.steps import StepGiven
from exgui.systems.check_ruleset import problems_of

PASSED, FAILED, MALFORMED = 0, 1, 2

Say = Callable[[str], None]


def check_files(paths: Sequence[str], say: Say) -> int:
    """Play every file (every one in a folder), print a line for each, then the total. Return the exit code."""
    passed = failed = 0
    worst = PASSED
    for file in files_of(paths):
        try:
            failures = [str(failure) for failure in _play(file).failures]
        except Malformed as error:
            say(f"FAILED {error}")
            failed += 1
            worst = MALFORMED
            continue
        if not failures:
            say(f"ok {file}")
            passed += 1
            continue
        count = "1 failure" if len(failures) == 1 else f"{len(failures)} failures"
        say(f"FAILED {file}: {count}")
        for text in failures:
            say(f"    {text}")
        failed += 1
        worst = max(worst, FAILED)
    say(f"{passed} passed, {failed} failed")
    return worst


def check_ruleset(folder: str, say: Say) -> int:
    """Report every problem of a ruleset's folder on its own line, then their number. Return the exit code. Its
    examples are played only if nothing else is wrong, since they would only fail.
    """
    where = Path(folder) if _is_folder(Path(folder)) else folder
    found = [one.with_line(Path(folder).parent) for one in problems_of(where)]
    examples = sorted(where.glob("examples/*.toml")) if isinstance(where, Path) and not found else []
    for file in examples:
        try:
            found += [f"{file}: {failure}" for failure in _play(file).failures]
        except Malformed as error:
            found.append(str(error))
    for problem in found:
        say(problem)
    if not found:
        say(f"ok {folder}")
        return PASSED
    say("1 problem" if len(found) == 1 else f"{len(found)} problems")
    return MALFORMED


def run_file(path: str, json: bool, say: Say, complain: Say, public: bool = False) -> int:
    """Play one file and print its final view as JSON, or the events step by step. Return the exit code.

    Args:
        public: only what the players may know.
    """
    lines: list[str] = []

    def watch(given: StepGiven, play: Play) -> None:
        lines.extend(_step_lines(given, play))

    try:
        played = _play(Path(path), None if json or public else watch)
    except Malformed as error:
        complain(str(error))
        return MALFORMED
    if json:
        if not played.stopped:
            say(as_json(public_view_of(played.play) if public else view_of(played.play)))
    elif public:
        for line in PublicView(played.play).battle().log:
            if line.text:
                say(line.text)
    else:
        say("\n".join([played.scenario.title or path, *lines]))
    for failure in played.failures:
        complain(f"{path}: {failure}")
    return FAILED if played.failures else PASSED


def files_of(paths: Sequence[str]) -> tuple[Path, ...]:
    """Return the files that a command line names: each file as given, and all `.toml` files of a folder, sorted."""
    files: list[Path] = []
    for text in paths:
        path = Path(text)
        found = sorted(path.glob("*.toml")) if _is_folder(path) else []
        files.extend(found or [path])
    return tuple(files)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _play(file: Path, watch: Callable[[StepGiven, Play], None] | None = None) -> Played:
    with in_one_sentence(str(file)):
        return play_scenario(read(file), watch)


@contextmanager
def in_one_sentence(file: str, *expected: type[Exception]) -> Iterator[None]:
    """Guard a command that plays a file: any error but the expected ones becomes a `Malformed`."""
    known: tuple[type[Exception], ...] = (Malformed, *expected)
    try:
        yield
    except known:
        raise
    except RecursionError:
        raise Malformed(file, "it is nested too deeply") from None
    except Exception as error:  # noqa: BLE001 - becomes a sentence with its place in the code
        raise Malformed(file, _internal_error(error)) from None


def _internal_error(error: BaseException) -> str:
    """Return the sentence for an unforeseen error, with its place in the code, for a report."""
    place = "?"
    trace = error.__traceback__
    while trace is not None:
        place = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
        trace = trace.tb_next
    text = " ".join(str(error).split())[:200]
    return (
        f"can’t be played because of an error in exgui; please report it ({type(error).__name__}: {text}, at {place})"
    )


def _step_lines(given: StepGiven, play: Play) -> list[str]:
    out = [f"{given.number}. {_command_text(given.command)}"]
    if given.refused is not None:
        return [f"{out[0]}: must be refused"]
    log = play.log()
    if log and given.command.do not in ("undo", "redo"):
        out.extend(f"   {text}" for text in _event_lines(log[-1]))
    return out


def _command_text(command: Command) -> str:
    text = f"{command.do} by {command.by}" if command.by else command.do
    rest = ", ".join(f"{key} = {as_written(value)}" for key, value in command.args.items())
    return f"{text} ({rest})" if rest else text


def _event_lines(line: Line) -> list[str]:
    """Return the events of a step that have words: rolls and sentences."""
    out = []
    for event in line.events:
        if isinstance(event, Noted):
            out.append(f"{event.text} ({event.rule})" if event.rule else event.text)
        elif isinstance(event, Rolled):
            dice = " ".join(str(face) for face in event.faces) if event.faces is not None else "dice not written down"
            extra = f", {sentence(event.extra)}" if event.extra else ""
            against = f" against {event.difficulty}" if event.difficulty is not None else ""
            out.append(
                f"{event.who}.{event.roll}: {event.pool} dice: {dice}{extra}: {event.total} {event.unit}{against}"
            )
    return out


def write_line(text: str) -> None:
    _write(text, sys.stdout)


def write_error(text: str) -> None:
    _write(text, sys.stderr)


def _write(text: str, stream: TextIO) -> None:
    encoding = stream.encoding or "utf-8"
    safe = text.encode(encoding, "backslashreplace").decode(encoding, "replace")
    print(safe, file=stream)
