"""The command line: opens the window, checks and runs scenarios, simulates fights, reads stat blocks, draws pictures.

Nothing heavy is imported before it is needed, since the time until the window stands counts.
"""

from __future__ import annotations

import gc
import os
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line and gives its exit code: 0 well, 1 a scenario failed, 2 input that cannot be used."""
    words = list(sys.argv[1:] if argv is None else argv)
    # No plugin of pydantic is ours, and looking through everything installed for some takes 15 ms.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    if getattr(sys, "frozen", False):  # in a packed app the workers start by the same command
        from multiprocessing import freeze_support

        freeze_support()
    try:
        return _run(words)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone; nothing more may be written, not even on the way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run(words: list[str]) -> int:
    if words and words[0] in _COMMANDS and not _is_a_file(words):
        return _COMMANDS[words[0]](words[1:])
    if words and words[0] == "--":
        words = words[1:]
    elif words and words[0].startswith("-") and words[0] != "--new-window":
        _parser().parse_args(words)  # --help and --version end here, and so does what is unknown
        return 2
    elif len(words) == 1 and words[0] != "--new-window" and _looks_like_a_command(words[0]):
        return _complain(f"exgui: no file or command {words[0]!r}; see exgui --help")
    files = [word for word in words if word != "--new-window"]
    if len(files) > 1:
        return _complain(f"exgui opens one file, not {len(files)}; see exgui --help")
    gc.disable()  # What is made on the way to the window stays; collecting takes 30 ms (see gui.start.app).
    from exgui.gui.start.app import main as window

    return int(window(words))


def _is_a_file(words: list[str]) -> bool:
    """A file of the name of a command is meant where it stands alone, as no command does."""
    return len(words) == 1 and Path(words[0]).is_file()


def _looks_like_a_command(word: str) -> bool:
    """A bare word that is no file. Of a file that is gone (by a link on the desktop, say, which gives its whole path)
    the window tells, since nobody would see what stands in a terminal."""
    path = Path(word)
    return not path.suffix and path.name == word and not os.path.lexists(path)


class _Parser(ArgumentParser):
    """Says what is missing or wrong in a sentence, with what to type instead."""

    def error(self, message: str) -> NoReturn:
        for pattern, sentence in _SENTENCES:
            message = re.sub(pattern, sentence, message)
        self.exit(2, f"{self.prog}: {message}\n{self.format_usage()}")


_SENTENCES = (
    (r"^the following arguments are required: (.+)$", r"missing: \1"),
    (r"^argument (\S+): invalid choice: (.+?) \(choose from (.+)\)$", r"\1 must be one of \3, not \2"),
    (r"^argument (\S+): invalid int value: (.+)$", r"\1 must be a whole number, not \2"),
    (r"^argument (\S+): expected one argument$", r"\1 needs a value"),
    (r"^unrecognized arguments: (.+)$", r"not understood: \1"),
)
"""What the parser says, and how a person would."""


def _parser() -> ArgumentParser:
    from exgui import __version__

    parser = _Parser(
        prog="exgui",
        usage="exgui [--new-window] [FILE]\n"
        "       exgui scenario check FILE...\n"
        "       exgui scenario run FILE [--view public] [--json]\n"
        "       exgui odds FILE --step N [--json]\n"
        "       exgui simulate FILE [--encounter NAME] [--fights 1000] [--seed 1] [--policy NAME|SIDE=NAME]\n"
        "                      [--sweep ID=1..8] [--workers N] [--cluster ADDRESS] [--json]\n"
        "       exgui ruleset check DIR\n"
        "       exgui sheet paste FILE [--ruleset ex3] [--json]\n"
        "       exgui sheet print FILE NAME... OUT.pdf [--paper a4|letter]\n"
        "       exgui import FILE... [--ruleset ex3] [--into CAMPAIGN] [--json]\n"
        "       exgui map export FILE ENCOUNTER OUT.svg|png|pdf|dd2vtt [--for players|me] [--theme light|dark]\n"
        "       exgui encounter print FILE ENCOUNTER OUT.pdf [--for players|me] [--paper a4|letter]\n"
        "       exgui demo OUT.png\n"
        "       exgui screenshot [FILE] [--battle NAME]\n"
        "                        [--page battle|encounter|hardness|sheet|table|house_rules|summary]\n"
        "                        [--name NAME] [--size 1366x768] [--theme dark|light] OUT.png",
        description="Run Exalted battles at the storyteller’s table, offline. Without a command, open the window, "
        "with the campaign FILE if given, or switch to the window that has it open; --new-window opens another one. "
        "For a file named like a command: exgui -- FILE.",
    )
    parser.add_argument("--version", action="version", version=f"exgui {__version__}")
    return parser


def _scenario(words: list[str]) -> int:
    parser = _Parser(prog="exgui scenario", description="Check or run scenario files.")
    kinds = parser.add_subparsers(dest="kind", metavar="check|run", required=True)
    check = kinds.add_parser("check", help="play files and report whether all their expectations hold")
    check.add_argument("files", nargs="+", metavar="FILE", help="a scenario, or a folder of them")
    run = kinds.add_parser("run", help="play a file and print what happened")
    run.add_argument("file", metavar="FILE")
    run.add_argument("--json", action="store_true", help="print the final view as JSON instead")
    run.add_argument(
        "--view",
        choices=("public",),
        help="only what the players know: nothing hidden, no secret names or numbers, and separate ids",
    )
    args = parser.parse_args(words)
    from exgui.scenario import command

    if args.kind == "check":
        return command.check_files(args.files, command.write_line)
    return command.run_file(args.file, args.json, command.write_line, command.write_error, args.view == "public")


def _odds(words: list[str]) -> int:
    parser = _Parser(prog="exgui odds", description="Work out the exact odds of a step.")
    parser.add_argument("file", metavar="FILE", help="a scenario")
    parser.add_argument(
        "--step", type=int, required=True, metavar="N", help="the step, from 1; its modifiers and choices count"
    )
    parser.add_argument("--json", action="store_true", help="print the odds as JSON, chances as fractions")
    args = parser.parse_args(words)
    from exgui.forecast.step_odds import tell_odds
    from exgui.scenario.command import write_error, write_line

    return tell_odds(args.file, args.step, args.json, write_line, write_error)


def _simulate(words: list[str]) -> int:
    parser = _Parser(prog="exgui simulate", description="Fight a battle many times and report how it ends.")
    parser.add_argument("file", metavar="FILE", help="a scenario (before its first step) or a campaign")
    parser.add_argument(
        "--encounter", default="", metavar="NAME", help="the encounter of the campaign (default: the first)"
    )
    parser.add_argument("--fights", type=int, default=1000, metavar="N", help="how many fights (default: 1000)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the dice (default: 1)")
    parser.add_argument(
        "--policy",
        action="append",
        default=[],
        metavar="NAME|SIDE=NAME",
        help="how all, or a side, fight: usual, aggressive, careful, flees, 'protect ID', simple, random (default: as "
        "the encounter says, else usual)",
    )
    parser.add_argument("--sweep", default="", metavar="ID=1..8", help="simulate once for each number of that foe")
    parser.add_argument(
        "--workers", type=int, default=0, metavar="N", help="processes (default: one on each processor)"
    )
    parser.add_argument(
        "--cluster", default="", metavar="ADDRESS", help="a scheduler of dask.distributed that has workers"
    )
    parser.add_argument("--json", action="store_true", help="print the numbers as JSON")
    args = parser.parse_args(words)
    from exgui.scenario.command import write_error, write_line
    from exgui.simulate.command import simulate

    return simulate(
        args.file,
        encounter=args.encounter,
        fights=args.fights,
        seed=args.seed,
        policies=args.policy,
        sweep=args.sweep,
        workers=args.workers,
        cluster=args.cluster,
        as_json=args.json,
        say=write_line,
        complain=write_error,
    )


def _ruleset(words: list[str]) -> int:
    parser = _Parser(prog="exgui ruleset", description="Check the folder of a ruleset or of house rules.")
    kinds = parser.add_subparsers(dest="kind", metavar="check", required=True)
    check = kinds.add_parser("check", help="list everything that is wrong with a folder")
    check.add_argument("folder", metavar="DIR", help="the folder that contains ruleset.toml")
    args = parser.parse_args(words)
    from exgui.scenario.command import check_ruleset, write_line

    return check_ruleset(args.folder, write_line)


def _sheet(words: list[str]) -> int:
    parser = _Parser(prog="exgui sheet", description="Read and print character sheets.")
    kinds = parser.add_subparsers(dest="kind", metavar="paste|print", required=True)
    paste = kinds.add_parser("paste", help="read stat blocks from a text and report what was understood")
    paste.add_argument(
        "file", metavar="FILE", help="a text, an exported sheet or a Foundry actor; - for standard input"
    )
    paste.add_argument("--ruleset", default="ex3", help="id or folder of the ruleset (default: ex3)")
    paste.add_argument("--json", action="store_true", help="print it as JSON")
    printed = kinds.add_parser("print", help="save sheets as a PDF for printing")
    printed.add_argument("file", metavar="FILE", help="a campaign, or a text file with sheets or stat blocks")
    printed.add_argument(
        "names", nargs="+", metavar="NAME", help="the name of a sheet; give several to print them together"
    )
    printed.add_argument("out", metavar="OUT.pdf")
    printed.add_argument("--paper", choices=("a4", "letter"), default="a4", help="the paper (default: a4)")
    args = parser.parse_args(words)
    if args.kind == "print":
        from exgui.gui.printing.command_line import print_sheets

        return print_sheets(args.file, args.names, args.out, args.paper)
    from exgui.scenario.command import write_error, write_line
    from exgui.sheets import command

    return command.paste(args.file, args.ruleset, args.json, write_line, write_error)


def _import(words: list[str]) -> int:
    parser = _Parser(
        prog="exgui import",
        description="Read characters, maps and encounters from other programs, in any kind of file, and report "
        "what was understood. Nothing is written without --into.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--ruleset", default="", metavar="ID", help="id or folder of the ruleset (default: what fits)")
    parser.add_argument(
        "--into", default="", metavar="CAMPAIGN", help="add everything to this campaign, or nothing if something fails"
    )
    parser.add_argument(
        "--same",
        choices=("both", "replace", "skip"),
        default="both",
        help="what to do if a name is already in the campaign: keep both (default), replace it, skip it",
    )
    parser.add_argument("--json", action="store_true", help="print what was read and each line’s verdict as JSON")
    args = parser.parse_args(words)
    from exgui.gui.paste.command_line import import_files

    return import_files(args.files, args.ruleset, args.into, args.json, args.same)


def _map(words: list[str]) -> int:
    parser = _Parser(prog="exgui map", description="Write the map of an encounter to a file.")
    kinds = parser.add_subparsers(dest="kind", metavar="export", required=True)
    export = kinds.add_parser("export", help="write a map as SVG, PNG, PDF or Universal VTT, by the file’s extension")
    export.add_argument("file", metavar="FILE", help="a campaign, or a text file with an encounter")
    export.add_argument("encounter", metavar="ENCOUNTER", help="the name or id of an encounter")
    export.add_argument("out", metavar="OUT.svg|png|pdf|dd2vtt")
    export.add_argument(
        "--for",
        dest="whom",
        choices=("players", "me"),
        default="players",
        help="without secrets (default), or with everything",
    )
    export.add_argument("--theme", choices=("light", "dark"), default="light", help="colors (default: light)")
    args = parser.parse_args(words)
    from exgui.gui.printing.command_line import export_map

    return export_map(args.file, args.encounter, args.out, args.whom == "players", args.theme)


def _encounter(words: list[str]) -> int:
    parser = _Parser(prog="exgui encounter", description="Print encounters.")
    kinds = parser.add_subparsers(dest="kind", metavar="print", required=True)
    printed = kinds.add_parser("print", help="save an encounter as a PDF: its map, notes and combatants")
    printed.add_argument("file", metavar="FILE", help="a campaign, or a text file with an encounter")
    printed.add_argument("encounter", metavar="ENCOUNTER", help="the name or id of an encounter")
    printed.add_argument("out", metavar="OUT.pdf")
    printed.add_argument(
        "--for",
        dest="whom",
        choices=("players", "me"),
        default="me",
        help="only the map as they see it and their own characters, or everything (default)",
    )
    printed.add_argument("--paper", choices=("a4", "letter"), default="a4", help="the paper (default: a4)")
    args = parser.parse_args(words)
    from exgui.gui.printing.command_line import print_encounter

    return print_encounter(args.file, args.encounter, args.out, args.paper, args.whom == "players")


def _demo(words: list[str]) -> int:
    parser = _Parser(prog="exgui demo", description="Draw the window with a battle under way.")
    parser.add_argument("out", metavar="OUT.png", type=Path)
    args = parser.parse_args(words)
    from exgui.gui.start.demo import main as demo

    return demo(args.out)


def _screenshot(words: list[str]) -> int:
    parser = _Parser(prog="exgui screenshot", description="Draw the window with a campaign open.")
    parser.add_argument("file", nargs="?", metavar="FILE", type=Path, help="by default the last campaign open")
    parser.add_argument("out", metavar="OUT.png", type=Path)
    parser.add_argument("--battle", metavar="NAME", help="title or number of a battle, or an encounter")
    pages = ("battle", "encounter", "hardness", "sheet", "table", "house_rules", "summary")
    parser.add_argument("--page", choices=pages, default="battle", help="which page; table is the players’ screen")
    parser.add_argument("--name", metavar="NAME", help="name of what the page shows; by default the first of its kind")
    parser.add_argument("--size", type=_size, default=(1366, 768), metavar="1366x768", help="size of the window")
    parser.add_argument("--theme", choices=("dark", "light"), default="dark")
    args = parser.parse_intermixed_args(words)
    from exgui.gui.start.screenshot import main as screenshot

    return screenshot(args)


def _size(text: str) -> tuple[int, int]:
    from exgui.gui.offscreen import LARGEST, SMALLEST

    found = re.fullmatch(r"(\d{1,5})[xX×](\d{1,5})", text.strip())
    if found is None:
        raise ArgumentTypeError(f"{text!r} is not a size; write it as 1366x768")
    width, height = int(found[1]), int(found[2])
    if not (SMALLEST[0] <= width <= LARGEST[0] and SMALLEST[1] <= height <= LARGEST[1]):
        low, high = "x".join(map(str, SMALLEST)), "x".join(map(str, LARGEST))
        raise ArgumentTypeError(f"{text} is out of range; it must be {low} to {high}")
    return width, height


_COMMANDS = {
    "scenario": _scenario,
    "sheet": _sheet,
    "import": _import,
    "map": _map,
    "encounter": _encounter,
    "odds": _odds,
    "simulate": _simulate,
    "ruleset": _ruleset,
    "demo": _demo,
    "screenshot": _screenshot,
}


def _complain(text: str) -> int:
    print(text, file=sys.stderr)
    return 2
