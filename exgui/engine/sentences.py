"""Sentences whose words agree: the only module that handles singular and plural, articles, possessives and pronouns.

A game's sentences are in its `sentences.py`, each as a template:

    HIT = Sentence("{who} [hits|hit] {whom} with {a weapon}: {n} [level|levels] of damage.")
    HIT(who=one, whom=other, weapon=noun, n=3)

- `{who}`: a combatant, zone or item by name, a text, a number, a `Noun`, or several of these, listed with "and".
- `{Who}`: the same with a capital letter; `{who’s}` (or `{who's}`): the possessive.
- `{a weapon}`, `{A weapon}`, `{the weapon}`, `{The weapon}`: with an article if the noun takes one.
- `{who.they}`, `{who.them}`, `{who.their}`, `{who.themself}`: a pronoun, as on the sheet.
- `[one|many]`: agrees with the part named last before it (a pronoun with itself: "she has", "they have");
  `[whom:one|many]` agrees with the named part.
- `{{`, `}}`, `[[` and `]]` are single brackets.

A name with letters that are written from right to left is isolated, so that it moves no other word.

A sentence of the log may say which deed it reports, in one word or in those of a story: `Sentence("…", "miss")`. The
story of a fight reads the log with the templates that wrote it, so it follows them when they are reworded.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from typing import Any, ClassVar

from exgui.engine.battle import Combatant, Item
from exgui.engine.record import Record
from exgui.engine.zones import Zone

ISOLATE, END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
GROUP = "group"
"""The field of a combatant that marks a battle group."""
PRONOUNS = {
    "they": {"they": "they", "them": "them", "their": "their", "themself": "themselves"},
    "she": {"they": "she", "them": "her", "their": "her", "themself": "herself"},
    "he": {"they": "he", "them": "him", "their": "his", "themself": "himself"},
    "it": {"they": "it", "them": "it", "their": "its", "themself": "itself"},
}
_MARKUP = re.compile(r"(\{\{|\}\}|\[\[|\]\])|\{([^{}]*)\}|\[(?:(\w+):)?([^\[\]|]*)\|([^\[\]|]*)\]")
_SPOKEN = re.compile(r"(?:(a|A|the|The) )?(\w+?)(?:([’']s)|\.(they|them|their|themself))?$")
_TEXT, _NAME, _OWNER, _PRONOUN, _VERB, _ARTICLE = range(6)
_NAMED = frozenset((Combatant, Item, Zone))
_ISOLATED = re.compile(f"{ISOLATE}[^\u202a-\u202e\u2066-\u2069]*{END}")
_RIGHT_TO_LEFT = frozenset(("R", "AL", "AN"))
_CONTROLS = frozenset(("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))
_DISORDERING = _RIGHT_TO_LEFT | _CONTROLS
_QUICK = (_NAME, _VERB, _OWNER)
_SAID = ("one", "many")
_ENDS_OF_MANY = ("s", "S")
_VOWELS = ("a", "e", "i", "o", "A", "E", "I", "O")


class Noun(Record):
    """A thing in a sentence: "sword" takes an article, the proper name "Stormbringer" none; "claws" is plural."""

    name: str
    proper: bool = False
    plural: bool = False


class Sentence:
    """A template, called with its parts by name. `names` are the names of its parts, `deed` is what it reports; while
    `heard` is false, sentences are left empty.

    An attack writes several, thousands of times for the odds; so combatants, nouns, texts and numbers need no further
    calls.
    """

    __slots__ = ("_pieces", "deed", "names", "template")
    heard: ClassVar[bool] = True
    known: ClassVar[list[Sentence]] = []

    def __init__(self, template: str, deed: str = "") -> None:
        self.template, self.deed = template, deed
        if deed or template.endswith("."):
            Sentence.known.append(self)
        self._pieces = tuple(_read(template))
        self.names = frozenset(piece[1] for piece in self._pieces if piece[1])

    def __call__(self, **parts: Any) -> str:
        if not Sentence.heard:
            return ""
        out = named = ""
        for kind, name, first, second in self._pieces:
            if kind == _TEXT:
                out += first
                continue
            part = parts[name]
            its = part.__class__
            if its is int and kind == _NAME:
                out += f"{part:,}"
            elif its is int and kind == _VERB:
                out += first if part == 1 else second
            elif its is str and kind == _NAME:
                out += part
                named += part
            elif its is Combatant and kind in _QUICK:
                many = (
                    part.name_is == "many"
                    if part.name_is in _SAID
                    else GROUP in part.fields and part.name[-1:] in _ENDS_OF_MANY
                )
                if kind == _VERB:
                    out += second if many else first
                    continue
                named += part.name
                out += part.name
                if kind == _OWNER:
                    out += "’" if many and part.name[-1:] in _ENDS_OF_MANY else "’s"
            elif its is Noun and kind == _ARTICLE and first == "a" and part.plural and not second:
                out += part.name
                named += part.name
            elif its is Noun and kind == _ARTICLE and first == "a" and not part.proper and not second:
                out += f"an {part.name}" if part.name[:1] in _VOWELS else f"a {part.name}"
                named += part.name
            else:
                text = _other(kind, part, first, second)
                out += text
                named += text
        return out if named.isascii() else self._isolated(parts, out)

    def patterns(self) -> Iterator[tuple[str, str]]:
        """Yield a pattern for each sentence of the template, whose groups are its parts, and words that are always in
        it. Clauses at the end may be missing, since the players do not read those with numbers."""
        pattern = words = ""
        clauses = 0
        for kind, name, first, second in (*self._pieces, (_TEXT, "", ". ", "")):
            if kind == _TEXT:
                for n, text in enumerate(re.split(r"(\. |[:,;](?= )| (?=\())", first)):
                    if text == ". ":
                        if pattern:
                            end = ")?" * clauses
                            yield pattern.removesuffix(r"\.") + end + r"\.?", words
                        pattern, words, clauses = "", "", 0
                    elif n % 2:  # the beginning of a clause
                        pattern, clauses = f"{pattern}(?:{re.escape(text)}", clauses + 1
                    else:
                        pattern += re.escape(text)
                        words = max(words, text.strip("."), key=len) if not clauses else words
            elif kind == _VERB:
                pattern += f"(?:{re.escape(first)}|{re.escape(second)})"
                same = takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False))
                words = max(words, "".join(letter for letter, _ in same), key=len) if not clauses else words
            elif kind == _PRONOUN:
                pattern += r"\w+"
            else:
                pattern += ".+?" if f"<{name}>" in pattern else f"(?P<{name}>.+?)"
                pattern += "[’']s?" if kind == _OWNER else ""

    def _isolated(self, parts: dict[str, Any], out: str) -> str:
        """Return the sentence with every name isolated that is written from right to left; `out` if there is none."""
        inside = {name: _isolating(part) for name, part in parts.items()}
        if all(inside[name] is part for name, part in parts.items()):
            return out
        return "".join(
            first if kind == _TEXT else _other(kind, inside[name], first, second)
            for kind, name, first, second in self._pieces
        )


@contextmanager
def unheard() -> Iterator[None]:
    """Leave every sentence empty while in this context, for thousands of steps whose sentences no one reads."""
    before, Sentence.heard = Sentence.heard, False
    try:
        yield
    finally:
        Sentence.heard = before


def isolated(text: str) -> str:
    """Return a text from outside, isolated if it has letters that are written from right to left. Direction marks in
    it are removed, so that it cannot break out of its isolation; a sentence whose names are already isolated is
    unchanged.
    """
    if text.isascii():
        return text
    if not _has(_DISORDERING, _ISOLATED.sub("", text)):
        return text
    plain = "".join(letter for letter in text if unicodedata.bidirectional(letter) not in _CONTROLS)
    return f"{ISOLATE}{plain}{END}" if _has(_RIGHT_TO_LEFT, plain) else plain


def _has(kinds: frozenset[str], text: str) -> bool:
    return any(unicodedata.bidirectional(letter) in kinds for letter in text)


def is_many(part: Any) -> bool:
    """Return whether a part of a sentence takes a plural verb. A group's name is plural if it ends in s, unless its
    sheet says otherwise.
    """
    if part.__class__ is Combatant:
        if part.name_is in _SAID:
            return bool(part.name_is == "many")
        return GROUP in part.fields and part.name[-1:] in _ENDS_OF_MANY
    if isinstance(part, Noun):
        return part.plural
    if isinstance(part, bool):
        return False
    if isinstance(part, int):
        return part != 1
    if isinstance(part, (tuple, list)):
        return len(part) != 1 or is_many(part[0])
    return False


def listed(parts: Iterable[Any], word: str = "and") -> str:
    """Return a list in words: "A", "A and B", "A, B and C"."""
    names = [_name(part) for part in parts]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {word} {names[-1]}" if names else ""


def with_article(name: str) -> str:
    """Return a noun with "a" or "an": "an axe"."""
    return f"an {name}" if name[:1] in _VOWELS else f"a {name}"


def possessive(name: str, *, many: bool = False) -> str:
    """Return the possessive: "Volfer’s", "Thanis’s", and of plurals "the raiders’"."""
    bare = name.removesuffix(END)
    return f"{name}’" if many and bare[-1:] in _ENDS_OF_MANY else f"{name}’s"


def _read(template: str) -> Iterable[tuple[int, str, str, str]]:
    """Yield the pieces of a template: the kind of each, the part that it needs, and its words.

    Raises:
        ValueError: an unknown placeholder, or a verb that agrees with nothing.
    """
    end, last, pronoun = 0, "", False
    for found in _MARKUP.finditer(template):
        if found.start() > end:
            yield _TEXT, "", template[end : found.start()], ""
        end = found.end()
        literal, placeholder, subject, one, many = found.groups()
        if literal is not None:
            yield _TEXT, "", literal[0], ""
            continue
        if placeholder is None:
            name = subject or last
            if not name:
                raise ValueError(f"nothing that {found[0]} could agree with: {template}")
            yield (_PRONOUN if pronoun and not subject else _VERB), name, one, many
            continue
        spoken = _SPOKEN.match(placeholder)
        if spoken is None:
            raise ValueError(f"{found[0]} is not understood: {template}")
        article, name, owner, word = spoken.groups()
        last, pronoun = (name[:1].lower() + name[1:]), word is not None
        if word is not None:
            yield _PRONOUN, last, word, "" if name == last else "capital"
        elif owner is not None:
            yield _OWNER, last, article or "", "" if name == last else "capital"
        elif article is not None:
            yield _ARTICLE, last, article, ""
        else:
            yield (_NAME if name == last else _ARTICLE), last, "", "" if name == last else "capital"
    if end < len(template):
        yield _TEXT, "", template[end:], ""


def _other(kind: int, part: Any, first: str, second: str) -> str:
    """Return one piece of any kind."""
    if kind == _VERB:
        return second if is_many(part) else first
    if kind == _PRONOUN:
        words = PRONOUNS[_pronoun_of(part)]
        if first in words and second in ("", "capital"):
            return words[first].capitalize() if second else words[first]
        return second if words is PRONOUNS["they"] else first
    name = _name(part)
    if kind == _NAME:
        return name
    if first in ("the", "The") and isinstance(part, Noun) and not part.proper:
        name = f"the {name}"
    elif first in ("a", "A") and not (isinstance(part, Noun) and (part.plural or part.proper)):
        name = with_article(name)
    if first in ("A", "The") or second == "capital":
        name = name[:1].upper() + name[1:]
    return possessive(name, many=is_many(part)) if kind == _OWNER else name


def _pronoun_of(part: Any) -> str:
    if part.__class__ is Combatant and not is_many(part):
        return part.pronoun if part.pronoun in PRONOUNS else "they"
    return "they" if part.__class__ is Combatant or is_many(part) else "it"


def _name(part: Any) -> str:
    if part.__class__ in _NAMED or isinstance(part, Noun):
        return str(part.name)
    if isinstance(part, (tuple, list)):
        return listed(part)
    return str(part)


def _isolating(part: Any) -> Any:
    """Return a part with its names isolated if they must be; else the part itself."""
    if isinstance(part, str):
        return isolated(part)
    if part.__class__ in _NAMED or isinstance(part, Noun):
        name = isolated(part.name)
        return part if name is part.name else part.but(name=name)
    if isinstance(part, (tuple, list)):
        inside = tuple(_isolating(one) for one in part)
        return part if all(new is old for new, old in zip(inside, part, strict=True)) else inside
    return part
