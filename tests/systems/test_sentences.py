"""Every sentence of every game, for one and for many; and that the games have no other sentences."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import exgui
from exgui.engine.battle import Combatant
from exgui.engine.record import Table
from exgui.engine.sentences import END, ISOLATE, Noun, Sentence

SYSTEMS = Path(exgui.__file__).parent / "systems"
GAMES = ("common", "skirmish", "ex2", "ex3", "reincarnated")
PLACES = {"Noted": 0, "Violation": 1, "Reminder": 1, "_wrong": 0, "Option": 1, "BadAnswer": 0, "choose": 2}
"""Where each of these is given its text: what is noted, refused, recalled, offered or asked."""
NAMES = {
    "one": Combatant("a", "Volfer", "x", pronoun="she"),
    "a group of one": Combatant("a", "Spear company", "x", fields=Table(group=Table(size=1))),
    "many": Combatant("a", "Salt raiders", "x", fields=Table(group=Table(size=2))),
    "one that ends in s": Combatant("a", "Thanis", "x"),
    "quotes": Combatant("a", "Mad “Dog” O'Neil", "x"),
    "right to left": Combatant("a", "\u062f\u0644\u064a\u0631", "x"),
    "long": Combatant("a", "L" * 200, "x"),
}
LEFT_OVER = re.compile(r"[{}\[\]|]|  | [,.;:!?](?!\.)|’s’s|s’s’")
WRONG_AFTER_MANY = re.compile(r"Salt raiders (?:is|has|was|does|isn’t|hasn’t|doesn’t|[a-z]+(?<!s)s)\b(?! raiders)")
WRONG_AFTER_ONE = re.compile(r"Volfer (?:are|have|were|do|aren’t|haven’t|don’t)\b")


def texts(game: str) -> dict[str, str]:
    """Every template of a game, and every text without parts."""
    module = import_module(f"exgui.systems.{game}.sentences")
    plain = {name: found for name, found in vars(module).items() if name.isupper() and isinstance(found, str)}
    return plain | {name: found.template for name, found in sentences(game).items()}


def sentences(game: str) -> dict[str, Sentence]:
    module = import_module(f"exgui.systems.{game}.sentences")
    return {name: found for name, found in vars(module).items() if isinstance(found, Sentence)}


def calls(game: str) -> Iterator[tuple[Path, ast.Call, str, Sentence]]:
    """Every call of a sentence in a game's modules: of its own (`say.HITS`), or one that all have (`NO_ZONE`)."""
    own, common = sentences(game), sentences("common")
    for path in sorted((SYSTEMS / game).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            if isinstance(node.func, ast.Attribute) and node.func.attr in own:
                yield path, node, node.func.attr, own[node.func.attr]
            elif isinstance(node.func, ast.Name) and node.func.id in common:
                yield path, node, node.func.id, common[node.func.id]


def sentence_of(sentence: Sentence, one: Combatant, number: int) -> str:
    """A sentence in which everyone is this one and every number this one."""
    parts = {name: one if name in ("who", "whom", "owner") else number for name in sentence.names}
    for name in sentence.names:
        if name in ("weapon", "thing"):
            parts[name] = Noun("axe") if number == 1 else Noun("claws", plural=True)
    return sentence(**parts)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", NAMES)
def test_every_sentence_agrees(game: str, kind: str) -> None:
    one = NAMES[kind]
    for name, sentence in sentences(game).items():
        for number in (0, 1, 2):
            text = sentence_of(sentence, one, number)
            bare = text.replace(one.name, "N")
            assert text.count(ISOLATE) == text.count(END) == (text.count(one.name) if kind == "right to left" else 0)
            if not re.search(r"\{\{|\[\[", sentence.template):
                assert not LEFT_OVER.search(bare), f"{game}.{name}: {text}"
            assert not re.search(r"(?<!to )\b1 (?:dice|successes|levels|rounds|points|motes|ticks)\b", text), (
                f"{name}: {text}"
            )
            assert not WRONG_AFTER_MANY.search(text), f"{game}.{name}: {text}"
            assert not WRONG_AFTER_ONE.search(text), f"{game}.{name}: {text}"


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_has_a_straight_quote(game: str) -> None:
    """Unless it quotes what is written in a file."""
    written = re.compile(r'"[a-z0-9_{}:]+"')
    assert [name for name, one in sentences(game).items() if re.search("['\"]", written.sub("", one.template))] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_call_of_a_sentence_gives_it_its_parts(game: str) -> None:
    for path, node, name, sentence in calls(game):
        given = {keyword.arg for keyword in node.keywords}
        assert node.args == [], f"{path.name}:{node.lineno}: {name} takes its parts by name"
        assert given >= sentence.names, f"{path.name}:{node.lineno}: {name} lacks {sorted(sentence.names - given)}"
        assert given == sentence.names or None in given, (
            f"{path.name}:{node.lineno}: {name} has no {given - sentence.names}"
        )


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_is_used(game: str) -> None:
    code = "\n".join(p.read_text("utf-8") for p in SYSTEMS.rglob("*.py") if p.name != "sentences.py")
    names = set(re.findall(r"\b[A-Z][A-Z_0-9]+\b", code))
    assert texts(game).keys() - names == set()


@pytest.mark.parametrize("game", GAMES)
def test_games_do_not_concatenate_sentences(game: str) -> None:
    """What is noted, refused, asked or recalled is no text of the module that does it."""
    for path in sorted((SYSTEMS / game).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
            if not isinstance(node, ast.Call) or name not in PLACES:
                continue
            text = node.args[PLACES[name]] if len(node.args) > PLACES[name] else None
            words = [one.value for one in ast.walk(text) if isinstance(one, ast.Constant)] if text is not None else []
            assert not isinstance(text, (ast.JoinedStr, ast.BinOp)), f"{path.name}:{node.lineno}"
            glued = [one for one in words if isinstance(one, str) and re.search(r"\w \w", one)]
            assert glued == [], f"{path.name}:{node.lineno}"
