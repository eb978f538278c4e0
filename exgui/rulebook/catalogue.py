"""The catalogue of rules (`rules.toml`): the rules a text cites, the rule a wrong id probably means, and finding
rules by words. The rules themselves are `Ruleset.catalogue`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from exgui.rulebook.finding import ranked
from exgui.rulebook.rules import OptionRule, Rule
from exgui.rulebook.unknown_words import nearest, quoted

RULE_ID = re.compile(r"[a-z][a-z0-9_]*-[0-9]{1,4}[a-z]?")
"""The form of a rule's id: the game's word, a number, and a letter for rules inserted later ("core-05b")."""

_IN_TEXT = re.compile(rf"(?<![\w-]){RULE_ID.pattern}(?![\w-])")


def cited(text: str) -> tuple[str, ...]:
    """Return the rule ids in a text, in order: `cited("in Crash (core-06)") == ("core-06",)`. Only their form
    counts.
    """
    return tuple(_IN_TEXT.findall(text))


def unknown_rule(id: str, known: Iterable[str]) -> str:
    """Return the message about an unknown rule id: "the catalogue has no rule “core-99”. Did you mean core-09?"."""
    near = nearest(id, known)
    hint = f". Did you mean {near}?" if near else ""
    return f"the catalogue has no rule {quoted(id)}{hint}"


def rule_of_option(option: OptionRule, catalogue: Mapping[str, Rule]) -> str:
    """Return the rule that a switch changes, in a few sentences: its text, and the rulings on that switch, or all if
    none names it. "" if the catalogue does not have it.
    """
    rule = catalogue.get(option.rule)
    if rule is None:
        return ""
    on_it = [ruling for ruling in rule.rulings if quoted(option.label) in ruling]
    return f"{rule.id} {rule.title}: {' '.join((rule.text, *(on_it or rule.rulings)))}"


def find(catalogue: Mapping[str, Rule], words: str) -> tuple[Rule, ...]:
    """Return the rules that have all of the words, in any order; every rule for no words. Matches in id and title
    come first.
    """

    def words_of(rule: Rule) -> tuple[str, str]:
        return f"{rule.id} {rule.title}", " ".join((rule.text, *rule.rulings, rule.source))

    return tuple(ranked(words, catalogue.values(), words_of))
