"""The rules index (Shift+F1), laid over the window: every rule of the game, searchable, with its text, rulings and
source. It opens at a rule from any rule's id in the window."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QWidget

from exgui.gui.look import fonts
from exgui.gui.look.appearance import current_theme
from exgui.gui.look.theme import Theme
from exgui.gui.widgets.finder import Pick
from exgui.gui.widgets.reader import Reader
from exgui.rulebook.catalogue import cited, find

if TYPE_CHECKING:
    from collections.abc import Mapping

    from exgui.rulebook.rules import Rule, Ruleset

NO_CATALOGUE = "This battle keeps the rules it began with, from before rules could be looked up."
LINK = "rule:"
"""Before an id in a link of the text."""
NOTHING_FOUND = "No rule has all of these words."


class RulesIndex(Reader):
    """The rules of a game. Escape closes it."""

    def __init__(self, window: QWidget) -> None:
        self._rules: Ruleset | None = None
        super().__init__(window, "Rules", "Search the rules", "Type words, or a rule’s number", "Rule")

    @property
    def rule(self) -> Rule | None:
        """The rule that is shown, None for none."""
        return cast("Rule | None", self.chosen)

    def open(self, rules: Ruleset, id: str = "") -> None:
        """Show the rules of a game, at one of them if its id is given; afterwards the keys go back to where they
        were."""
        self._rules = rules
        self.heading.setText(f"Rules of {rules.name}")
        self.begin()
        self.show_rule(id)
        self._write()
        self.show_whole()

    def show_rule(self, id: str) -> None:
        """Go to a rule; stay where it is if there is none of that id."""
        rule = self._rules.catalogue.get(id) if self._rules is not None else None
        if rule is not None:
            self.go_to(rule)

    def _find(self, words: str) -> list[Pick]:
        found = find(self._rules.catalogue, words) if self._rules is not None else ()
        return [Pick(rule, rule.title, rule.id) for rule in found]

    def _follow(self, link: QUrl) -> None:
        self.show_rule(link.toString().removeprefix(LINK))

    def _write(self) -> None:
        theme = current_theme()
        if self._rules is None:
            return
        rule = self.rule
        if rule is not None:
            self.text.setHtml(rule_html(theme, rule, self._rules))
        else:
            text = NOTHING_FOUND if self._rules.catalogue else NO_CATALOGUE
            self.text.setHtml(f"<p style='color:{theme.muted}'>{escape(text)}</p>")


def rule_html(theme: Theme, rule: Rule, rules: Ruleset) -> str:
    """Return a rule as rich text: id and source, title, text, rulings, and house rules that change it. Ids of other
    rules are links."""
    muted = theme.muted
    where = " \N{MIDDLE DOT} ".join(part for part in (rule.id, rule.source) if part)
    small, title = fonts.size("small"), fonts.size("title")
    out = [
        f"<p style='color:{muted};font-size:{small}px'>{escape(where)}</p>",
        f"<p style='font-size:{title}px;font-weight:600'>{escape(rule.title)}</p>",
        f"<p style='line-height:120%'>{_linked(rule.text, rules.catalogue)}</p>",
    ]
    if rule.storyteller:
        out.append(f"<p style='color:{muted}'>The storyteller applies this rule; the program does not.</p>")
    if rule.rulings:
        out.append(_heading(theme, "Rulings"))
        items = "".join(
            f"<li style='margin-bottom:4px;line-height:120%'>{_linked(one, rules.catalogue)}</li>"
            for one in rule.rulings
        )
        out.append(f"<ul style='margin-left:-22px'>{items}</ul>")
    options = [option for option in rules.options.values() if option.rule == rule.id]
    if options:
        out.append(_heading(theme, "House rules"))
        out.extend(
            f"<p>{escape(one.label)}<br><span style='color:{muted}'>{escape(one.help)}</span></p>" for one in options
        )
    return "".join(out)


def _heading(theme: Theme, text: str) -> str:
    small = fonts.size("small")
    return f"<p style='color:{theme.muted};font-size:{small}px;font-weight:600'>{text}</p>"


def _linked(text: str, catalogue: Mapping[str, Rule]) -> str:
    out = escape(text)
    for id in dict.fromkeys(cited(text)):
        if id in catalogue:
            out = out.replace(id, f"<a href='{LINK}{id}'>{id}</a>")
    return out
