"""The pages of the manual: Markdown in `resources/manual`, with marks in double brackets for whatever the window names
itself, so that the manual shows the user's own keys and the titles of today.

| mark | what is read in its place |
|---|---|
| `[[key:undo]]` | the key of a command of the window |
| `[[command:undo]]` | its title and its key |
| `[[menu:undo]]` | where it is in the menu |
| `[[action:<game>/attack]]` | an action of a game and its letter |
| `[[press:battle/S]]` | a key of a page that has one meaning there: `battle`, `sheet`, `encounter` or `everywhere` |
| `[[says:Begin]]` | a text of the window: a button, a field |
| `[[6 = onslaught/3/ilsa.evasion]]` | the number; step 3 of that example proves it |

What proves a number is a path of the view after the step, or a roll of the step with as many dice.
`tests/gui/test_manual.py` fails where a mark names what is not there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

from exgui import shipped
from exgui.engine.record import Record
from exgui.gui.window_command import SHOWN_AS, OwnCommand
from exgui.rulebook.finding import plain

PAGES = (
    "first_evening",
    "preparing",
    "fighting",
    "fight_ex3",
    "fight_ex2",
    "fight_reincarnated",
    "fight_skirmish",
    "players_screen",
    "sheets",
    "house_rules",
    "keyboard",
    "trouble",
)
"""All pages, in the order in which they are read."""
PAGE_FOR = {
    "welcome": "first_evening",
    "encounter": "preparing",
    "sheet": "sheets",
    "paste": "sheets#pasting-a-stat-block",
    "import": "sheets#bringing-files-from-other-programs",
    "house_rules": "house_rules",
    "summary": "fighting#after-the-fight",
}
"""The place in the manual for each kind of page of the window; that of a battle depends on its game."""
MARK = re.compile(r"\[\[(?:(?P<number>[^\]=:]+?) = (?P<proof>[^\]]+)|(?P<kind>\w+):(?P<what>[^\]]+))\]\]")
_HEADING = re.compile(r"^(#{1,3}) (.+)$")
_TERMS = re.compile(r"What (?:is|are) (?:an? |the )?(.+)\?")
TARGET = re.compile(r"(?<!!)\[[^\]]+\]\((\w+)\.md(?:#([\w-]+))?\)")
"""A link to another page, with its heading."""


class Section(Record):
    """A heading and what is below it, down to the next one.

    Attributes:
        page: the page that it is on.
        slug: names it on its page, "" for the page itself.
        level: 1 for the heading of the page.
        text: what is below it, with its marks.
    """

    page: str
    slug: str
    title: str
    level: int
    text: str

    @property
    def at(self) -> str:
        """Where it is, as `open_manual` and links have it: "preparing#zones"."""
        return f"{self.page}#{self.slug}" if self.slug else self.page


class Names(Record):
    """What the marks expand to.

    Attributes:
        commands: all that the window can be told to do.
        keys: the key of each, by its id.
        action: the label and the letter of an action, by the id of the game and its own.
    """

    commands: Sequence[OwnCommand]
    keys: Mapping[str, str]
    action: Callable[[str, str], tuple[str, str]]


def folder() -> Path:
    return shipped.resources() / "manual"


@cache
def source(page: str) -> str:
    """Return the text of a page, with its marks."""
    return (folder() / f"{page}.md").read_text("utf-8")


@cache
def sections(page: str) -> tuple[Section, ...]:
    """Return the sections of a page, the page itself first."""
    found: list[tuple[int, str, list[str]]] = []
    fenced = False
    for line in source(page).splitlines():
        fenced ^= line.startswith("```")
        heading = None if fenced else _HEADING.match(line)
        if heading is not None:
            found.append((len(heading[1]), heading[2], []))
        elif found:
            found[-1][2].append(line)
    return tuple(
        Section(page, _slug(title) if number else "", title, level, "\n".join(text))
        for number, (level, title, text) in enumerate(found)
    )


def all_sections() -> list[Section]:
    return [one for page in PAGES for one in sections(page)]


def section_at(at: str) -> Section:
    """Return the section of that name, else the first of its page, else the first of all."""
    page, _, slug = at.partition("#")
    known = sections(page if page in PAGES else PAGES[0])
    return next((one for one in known if one.slug == slug), known[0])


def term_at(page: str, label: str) -> str:
    """Return where a page explains a word ("What is onslaught?"), "" where it does not."""
    wanted = plain(label)
    for one in sections(page) if page in PAGES else ():
        found = _TERMS.fullmatch(one.title)
        if found is not None and wanted in plain(found[1]).split(" and "):
            return one.at
    return ""


def shown(text: str, names: Names) -> str:
    """Return the text as it is read.

    Raises:
        KeyError: a mark names a command or an action that does not exist.
    """
    return MARK.sub(lambda found: _shown(found, names), text)


def _shown(mark: re.Match[str], names: Names) -> str:
    if mark["number"] is not None:
        return mark["number"]
    kind, what = mark["kind"], mark["what"]
    if kind == "press":
        return f"`{_pressed(what.partition('/')[2])}`"
    if kind == "says":
        return f"*{what}*"
    if kind == "action":
        label, letter = names.action(*what.split("/"))
        return f"*{label}* (`{letter}`)" if letter else f"*{label}*"
    command = next((one for one in names.commands if one.id == what), None)
    if command is None:
        raise KeyError(f"no command is called {what}")
    key, title = names.keys[what], command.title.rstrip("\N{HORIZONTAL ELLIPSIS}")
    if kind == "key" and key:
        return f"`{key}`"
    if kind == "menu":
        return f"*{command.group} \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} {title}*"
    if kind not in ("key", "command"):
        raise KeyError(f"no mark is called {kind}")
    return f"*{title}* (`{key}`)" if key else f"*{title}*"


def _pressed(name: str) -> str:
    *held, key = re.split(r"\+(?=.)", name)
    return "+".join((*held, SHOWN_AS.get(key, key).replace(" ", "+")))


def _slug(title: str) -> str:
    """Return the anchor of a heading, as wikis and repositories form it."""
    return re.sub(r"[^\w-]", "", plain(title).replace(" ", "-"))
