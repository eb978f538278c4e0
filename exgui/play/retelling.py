"""Tells the log of a battle as a story. The rounds up to a turning point, such as a fall, are one passage; in it, what
each combatant did to whom is told by its outcome, and the turning point comes last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache

from exgui.engine.record import EMPTY, Record, Table
from exgui.engine.sentences import PRONOUNS, Noun, Sentence, listed
from exgui.play.reading import KEPT, Deed, Reader

Round = tuple[str, tuple[str, ...]]
Sides = tuple[tuple[str, tuple[str, ...]], ...]
Blows = tuple[tuple[tuple[tuple[str, int], ...], tuple[str, ...]], ...]
"""What came of blows, each outcome with how often, and whom they struck."""
LONGEST_LIST = 5
"""Names in a list; the others are counted."""
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "many")
LONGEST_PARAGRAPH = 5
"""Sentences in a paragraph."""
MOST_NEWS = 3
"""Deeds beside the blows that one sentence has, and moves that are told together."""
LONG = 3
"""Rounds after which a turning point comes "finally"."""
EXCELLENCY = "Excellency"
"""What only adds dice is not told."""
FALLS = ("down", "scatter")
OUT = (*FALLS, "surrender", "flee", "leave")
TURNS = dict(
    zip(OUT, ("[falls|fall]", "[scatters|scatter]", "[surrenders|surrender]", *["[flees|flee]"] * 2), strict=True)
)
"""How a heading says it."""
STATES = (*FALLS, "crash", "unhorsed", "stunned", "prone")
"""What can come of a blow, the worst first."""
LANDED = (*STATES, "wound", "hit")
BLOWS = (*LANDED, "vain", "miss")
FATES = ("waver", "run", *STATES[2:], *OUT)
"""What becomes of a combatant is told at the end of the sentence, in this order."""
QUIET = ("move", "aim", "guard", "dodge")
"""Deeds of which only moves are told, and only at the beginning of a passage."""
SETUPS = (*QUIET, "hinder", "expose")
"""Deeds that are told only of a combatant who strikes no blow."""
PHRASES: Mapping[str, tuple[str, ...]] = {
    "down": ("brought {whom} down", "felled {whom}"),
    "scatter": ("scattered {whom}",),
    "crash": ("drove {whom} into Crash", "threw {whom} into Crash"),
    "unhorsed": ("threw {whom} from the saddle",),
    "stunned": ("stunned {whom}",),
    "prone": ("knocked {whom} to the ground",),
    "wound": ("wounded {whom}", "drew blood from {whom}"),
    "hit": ("hit {whom}", "struck {whom}"),
    "vain": ("hit {whom} to no effect",),
    "miss": ("missed {whom}", "failed to hit {whom}"),
    "close": ("closed with {whom}", "came to blows with {whom}"),
    "move": ("moved to {where}", "made for {where}"),
    "aim": ("took aim at {whom}",),
    "guard": ("fought only in defense",),
    "dodge": ("dodged unharmed",),
    "hinder": ("put {whom} at a disadvantage",),
    "expose": ("found an opening against {whom}",),
    "defend": ("defended {whom}",),
    "use": ("used {what}",),
    "struck": ("[who:was|were] hit",),
    "waver": ("lost heart",),
    "run": ("turned to flee",),
    "surrender": ("surrendered",),
    "flee": ("fled",),
    "leave": ("left the field",),
    "suffered down": ("fell",),
    "suffered scatter": ("scattered",),
    "suffered crash": ("[who:was|were] thrown into Crash",),
    "suffered unhorsed": ("fell from the saddle",),
    "suffered stunned": ("[who:was|were] stunned",),
    "suffered prone": ("fell to the ground",),
    "later": ("then ", "", "next, ", ""),
}
"""How a story says what a combatant did, in turn; the words of other deeds come with their sentences."""
PLACES = (
    " alley arena balcony bank barn bay beach bridge camp causeway cave cellar chamber cliff corridor court courtyard "
    "deck dock docks door field floor ford forecourt forest garden gate gates hall harbor hill house kitchen landing "
    "market nave path pier pit plaza pool quay ridge river road roof roofs room ruins shore shrine square stage stairs "
    "steps street temple terrace tower tunnel vault village wall woods yard "
)
"""Words for places that take an article."""


class Person(Record):
    """How a combatant is spoken of: the pronoun on the sheet, and whether the name is plural."""

    pronoun: str = ""
    many: bool = False

    @property
    def them(self) -> str:
        return PRONOUNS["they" if self.many or self.pronoun not in PRONOUNS else self.pronoun]["them"]


class Passage(Record):
    """Rounds that share a heading; `turn` is their turning point in a few words, "" for none."""

    first: int
    last: int
    turn: str
    paragraphs: tuple[str, ...]


class Part(Record):
    """What one combatant, or several alike, did in a scene.

    Attributes:
        weapons: by target.
        news: their deeds beside the blows.
        turns: when a deed or a fate of theirs was a turning point; 0 if none was.
    """

    who: tuple[str, ...]
    blows: Blows
    weapons: Table[str, str]
    news: tuple[Deed, ...]
    turns: int

    @property
    def targets(self) -> tuple[str, ...]:
        return tuple(name for _kinds, names in self.blows for name in names)

    @property
    def missed(self) -> bool:
        return bool(self.blows) and all(kinds[-1][0] == "miss" for kinds, _names in self.blows)

    @property
    def rest(self) -> str:
        """The kind of their only deed, "" if they struck."""
        return "" if self.blows else self.news[0].kind

    @property
    def short(self) -> bool:
        return sum(len(kinds) for kinds, _names in self.blows) + len(self.news) == 1


def retell(
    rounds: Sequence[Round],
    sides: Sides,
    people: Mapping[str, Person] = EMPTY,
    standing: Sides = (),
    apart: Collection[int] = (),
) -> tuple[Passage, ...]:
    """Return the story of a battle.

    Args:
        rounds: the log, as in `LogText`.
        sides: the names of the combatants who were there, by side.
        people: by name.
        standing: the names of those who could still fight in the end, by side.
        apart: rounds that end a passage.
    """
    reader = Reader({name for _side, those in sides for name in those})
    read = []
    for heading, texts in rounds:
        number = int(heading.removeprefix("Round ")) if heading.startswith("Round ") else 0
        steps = [[deed for deed in _caused(reader.deeds(text)) if number or deed.kind == KEPT] for text in texts]
        read.append((number, steps))
    teller = _Teller(sides, people, standing, [deed for _number, steps in read for deeds in steps for deed in deeds])
    told = [one for one in (teller.tell(*passage) for passage in _passages(read, apart)) if one.paragraphs]
    held = [_capital(teller.names(names)) for side, names in standing if side in teller.fighting]
    if told and len(held) == 1 < len(sides):
        *others, last = told[-1].paragraphs
        same = last.rpartition(". ")[2].startswith(f"{held[0]} ")
        ends = f"{last[:-1]} and held the field." if same else f"{last} {held[0]} held the field."
        told[-1] = told[-1].but(paragraphs=(*others, ends))
    return tuple(told)


def _caused(deeds: Iterator[Deed]) -> list[Deed]:
    """Return the deeds of one step, with each state as the outcome of the last blow before it."""
    out: list[Deed] = []
    for deed in deeds:
        blows = [n for n, one in enumerate(out) if one.whom == deed.who and one.kind in LANDED]
        if deed.kind not in STATES or not blows:
            out.append(deed)
        elif LANDED.index(deed.kind) < LANDED.index(out[blows[-1]].kind):
            out[blows[-1]] = out[blows[-1]].but(kind=deed.kind)
    return out


def _passages(
    rounds: Sequence[tuple[int, list[list[Deed]]]], apart: Collection[int]
) -> Iterator[tuple[int, int, list[list[Deed]]]]:
    """Yield the first and the last round of each passage, and its scenes: the deeds up to a turning point."""
    scenes: list[list[Deed]] = [[]]
    first = last = 0
    for number, steps in rounds:
        if any(scenes) and not first:
            yield 0, 0, scenes
            scenes = [[]]
        first, last = (first if any(scenes) else number), number
        for deeds in steps:
            scenes[-1] += deeds
            scenes += [[]] if any(deed.kind in OUT for deed in deeds) else []
        if number in apart or len(scenes) > 1:
            yield first, last, scenes
            scenes = [[]]
    yield first, last, scenes


class _Teller:
    """Writes the passages of one battle, one after the other.

    Args:
        deeds: those of the whole battle.

    Attributes:
        fighting: the sides that take part.
        left: how many of each name can still fight, by side.
    """

    def __init__(self, sides: Sides, people: Mapping[str, Person], standing: Sides, deeds: Sequence[Deed]) -> None:
        active = {deed.who for deed in deeds if deed.kind != "join"}
        self.fighting = {side for side, names in sides if active & set(names)}
        self.left = {side: Counter(names) for side, names in sides}
        self._began = {side: names.total() for side, names in self.left.items()}
        self._coming = Counter(deed.who for deed in deeds if deed.kind == "join")
        self._blows = Counter(deed.who for deed in deeds if deed.kind in BLOWS)
        self._falls = Counter(map(_lost, deeds))
        self._standing = {name for _side, names in standing for name in names}
        self._people = people
        self._used: Counter[str] = Counter()
        self._lonely: set[str] = set()
        self._known: set[tuple[str, ...]] = set()
        self._before: list[Deed] = []

    def tell(self, first: int, last: int, scenes: Sequence[Sequence[Deed]]) -> Passage:
        """Return the passage of these rounds."""
        sentences: list[str] = []
        turns: list[Deed] = []
        for number, scene in enumerate(scenes):
            deeds = self._now(scene)
            out = [deed for deed in deeds if deed.kind in OUT]
            told = self._scene([deed for deed in deeds if deed.kind != KEPT], number, last - first >= LONG)
            told += dict.fromkeys(deed.text for deed in deeds if deed.kind == KEPT)
            if told and not sentences and self._before:
                names = self.names(list(map(_lost, self._before)))
                gone = "down" if all(deed.kind == "down" for deed in self._before) else "gone"
                told[0] = told[0] if names in told[0] else f"with {names} {gone}, {told[0]}"
            sentences += [*told, *self._alone([_lost(deed) for deed in out])]
            turns += out
        if sentences:
            self._before = turns if len(turns) <= 2 else []
        return Passage(first, last, self._turn(turns), _paragraphs([_capital(one) for one in sentences]))

    def _now(self, scene: Sequence[Deed]) -> list[Deed]:
        """Return the deeds of a scene that count, and note who joins, strikes and is lost. Those who fight again after
        they fled have only run; what is done to the fallen is not told, nor what they did at the same moment."""
        lost = {name for names in self.left.values() for name, count in names.items() if not count}
        deeds = []
        for deed in scene:
            self._coming[deed.who] -= deed.kind == "join"
            self._blows[deed.who] -= deed.kind in BLOWS
            if deed.kind == "flee" and self._blows[deed.who]:
                deed = deed.but(kind="run")
            self._falls[_lost(deed)] -= 1
            again = (
                deed.kind in BLOWS and deed.who in lost and (self._falls[deed.who] > 0 or deed.who in self._standing)
            )
            deeds += [deed] if deed.kind == KEPT or lost.isdisjoint((deed.who, deed.whom)) or again else []
            for names in self.left.values():
                if again and deed.who in names:
                    names[deed.who] += 1
                if names[_lost(deed)]:
                    names[_lost(deed)] -= 1
            lost -= {deed.who} if again else set()
        return deeds

    def _scene(self, deeds: Sequence[Deed], number: int, long: bool) -> list[str]:
        """Return the sentences of a scene.

        Args:
            number: of the scene in its passage, from 0.
        """
        found: dict[str, list[tuple[int, Deed]]] = {}
        for n, deed in enumerate(deeds, 1):
            found.setdefault(deed.who, []).append((n, deed))
        parts = _alike(self._part(who, done) for who, done in found.items())
        moves = [part for part in parts if part.rest == "move"]
        calm = [part for part in parts if not part.turns and part.rest not in QUIET]
        told: list[str] = []
        before: Part | None = None  # the next sentence may be joined to it
        while calm:
            part = calm.pop(0)
            back = next((one for one in calm if one.targets == part.who and part.targets == one.who), None)
            if back is not None:
                calm.remove(back)
                told.append(self._exchange(part, back) if back.blows[0][0][-1][0] != "close" else self._told(part))
            elif before is not None and part.short:
                told[-1] = f"{told[-1][:-1]}, while {self._told(part, before.targets)}"
            else:
                told.append(self._told(part))
            before = part if back is None and before is None and part.short else None
        if moves and not number and len(moves) <= MOST_NEWS:
            told.append(f"{', while '.join(self._told(part)[:-1] for part in moves)}.")
            before = None
        for n, part in enumerate(sorted((part for part in parts if part.turns), key=lambda part: part.turns)):
            last = told[-1][:-1] if before is not None and not n else ""
            if before is not None and last and len(part.targets) == 1 and part.targets == before.targets:
                told[-1] = f"{last}, and {self._told(part, before.targets)}"
            elif before is not None and part.targets == before.who and last.endswith(f" {self.names(part.who)}"):
                told[-1] = f"{last}, who {self._predicate(part, before.who)}."
            else:
                lead = self._say("later", False) if number or n else "finally, " if long else ""
                told.append(lead + self._told(part))
        return told

    def _part(self, who: str, done: Sequence[tuple[int, Deed]]) -> Part:
        """Return what one combatant did in a scene, without what does not matter."""
        struck: dict[str, Counter[str]] = {}
        weapons: dict[str, str] = {}
        news: list[Deed] = []
        for _n, deed in done:
            if deed.whom and deed.kind in (*BLOWS, "close"):
                struck.setdefault(deed.whom, Counter())[deed.kind] += 1
                weapons[deed.whom] = weapons.get(deed.whom, "") or deed.parts.get("weapon", "")
            elif deed.kind in (*FATES, *SETUPS) or (who, deed.kind, deed.whom, _what(deed)) not in self._known:
                news += [deed] if EXCELLENCY not in _what(deed) and deed.kind != "join" else []
                self._known.add((who, deed.kind, deed.whom, _what(deed)))
        blows: dict[tuple[tuple[str, int], ...], list[str]] = {}
        for whom, counts in struck.items():
            blows.setdefault(_outcome(counts), []).append(whom)
        worst = sorted(blows, key=lambda kinds: (*BLOWS, "close").index(kinds[-1][0]))[:MOST_NEWS]
        some = [kinds for kinds in worst if kinds[-1][0] in LANDED or kinds[0][0] == "close"] or worst
        strong = [deed for deed in news if deed.kind not in SETUPS]
        news = strong if strong or blows else news[-1:]
        return Part(
            (who,),
            tuple((kinds, tuple(blows[kinds])) for kinds in sorted(blows, key=_is_fall) if kinds in some),
            Table(weapons),
            tuple({(deed.kind, deed.whom, _what(deed)): deed for deed in news}.values())[-MOST_NEWS:],
            max((n for n, deed in done if deed.kind in OUT), default=0),
        )

    def _exchange(self, one: Part, other: Part) -> str:
        """Tell how two fought each other."""
        if one.missed and other.missed:
            return f"{self.names((*one.who, *other.who))} traded blows, and neither landed one."
        one, other = (other, one) if one.missed else (one, other)
        told, name = self._told(one)[:-1], self.names(other.who)
        joined = told.endswith(name)
        clear = joined or self._person(one.who[0]).them != self._person(other.who[0]).them
        back = "missed" if other.missed and not other.news else self._predicate(other, one.who if clear else ())
        return f"{told}, who {back} in return." if joined else f"{told}, while {name} {back}."

    def _told(self, part: Part, known: tuple[str, ...] = ()) -> str:
        return f"{self.names(part.who)} {self._predicate(part, known)}."

    def _predicate(self, part: Part, known: tuple[str, ...] = ()) -> str:
        """Return what they did.

        Args:
            known: the names for which a pronoun is clear.
        """
        many = len(part.who) > 1 or self._person(part.who[0]).many
        told: list[str] = []
        fates = [deed for deed in part.news if deed.kind in FATES]
        for kind in dict.fromkeys(deed.kind for deed in part.news if deed not in fates):
            same = [deed for deed in part.news if deed.kind == kind]
            targets = tuple(deed.whom for deed in same if deed.whom)
            told.append(self._phrase(same, self._them(targets, known), many))
            known = targets
        for outcomes, targets in part.blows:
            for n, (kind, count) in enumerate(outcomes):
                if kind == "miss" and n:
                    told[-1] += f" but missed{self._arms(part, targets[0])}"
                    continue
                whom = self._them(targets, known)
                often = _times(count) if len(targets) == 1 else ""
                text = self._say("missed {whom}" if kind == "miss" and often else kind, many, whom=whom)
                told.append(text + often + (self._arms(part, targets[0]) if kind not in ("close", "vain") else ""))
                known = targets
        ends = sorted({deed.kind: deed for deed in fates}.values(), key=lambda deed: FATES.index(deed.kind))
        return listed([*told, *(self._phrase([deed], "", many) for deed in ends)])

    def _them(self, names: tuple[str, ...], known: tuple[str, ...]) -> str:
        return self._person(names[0]).them if names == known and len(names) == 1 else self.names(names)

    def _phrase(self, deeds: Sequence[Deed], whom: str, many: bool) -> str:
        """Return deeds of one kind in one phrase."""
        one = deeds[0]
        parts = {name: _thing(text) if name in ("where", "hazard") else text for name, text in one.parts.items()}
        parts |= {"whom": whom, "what": listed(dict.fromkeys(map(_what, deeds)))}
        return self._say(f"suffered {one.kind}" if one.kind in STATES else one.kind, many, **parts)

    def _say(self, kind: str, many: bool, /, **parts: str) -> str:
        """Return a way to say something, a different one each time."""
        words = PHRASES.get(kind, (kind,))
        self._used[kind] += 1
        return _template(words[(self._used[kind] - 1) % len(words)])(who=Noun("", plural=many), **parts)

    def _arms(self, part: Part, target: str) -> str:
        """Return with which weapon, the first time that they use it."""
        key = (part.who[0], weapon := part.weapons.get(target, ""))
        if not weapon or len(part.who) > 1 or key in self._known:
            return ""
        self._known.add(key)
        return f" with {weapon}"

    # Names

    def _person(self, name: str) -> Person:
        return self._people.get(name, Person())

    def names(self, names: Sequence[str]) -> str:
        """Return names with "and"; those beyond the most, and of the same name, are counted."""
        counts = Counter(names).items()
        parts = [self._called(name) if times == 1 else f"{name} ({times})" for name, times in counts]
        if len(parts) > LONGEST_LIST:
            parts = [*parts[: LONGEST_LIST - 1], f"{NUMBERS[min(len(parts) - LONGEST_LIST, 9)]} others"]
        return listed(parts)

    def _called(self, name: str) -> str:
        """Return what a story calls someone: "Ilsa" of the Reeds, "the salt raiders", "the toll sergeant"."""
        first, *others = name.split() or [name]
        many = self._person(name).many
        if (
            others
            and others[0] in ("of", "the", "with")
            and sum(f"{one} ".startswith(f"{first} ") for one in self._people) < 2
        ):
            name, others = first, []
        return _thing(name, always=many) if many or (others and others[-1].islower()) else name

    # Who is left

    def _turn(self, turns: Sequence[Deed]) -> str:
        """Return who fell, or else who left, as a heading."""
        worst = min((deed.kind for deed in turns), key=OUT.index, default="")
        names = [_lost(deed) for deed in turns if (deed.kind in FALLS) == (worst in FALLS)]
        who = Noun(self.names(names), plural=len(names) > 1 or any(self._person(name).many for name in names))
        return _capital(_template(f"{{who}} {TURNS[worst]}")(who=who)) if worst else ""

    def _alone(self, lost: Sequence[str]) -> Iterator[str]:
        """Say that someone is left alone."""
        left = {
            side: list((names - self._coming).elements()) for side, names in self.left.items() if side in self.fighting
        }
        for side, names in left.items():
            others = [name for other in left if other != side for name in left[other]]
            if len(names) == 1 < self._began[side] and others and side not in self._lonely and lost:
                self._lonely.add(side)
                yield f"That left {self.names(names)} alone against {self.names(others)}."
                return


def _lost(deed: Deed) -> str:
    """Return who is out of the fight by a deed, "" for no one."""
    return (deed.whom or deed.who) if deed.kind in OUT else ""


def _what(deed: Deed) -> str:
    """Return the first thing that a sentence names, without a number at its end."""
    return next(iter(deed.parts.values()), "").rstrip("0123456789 ")


def _is_fall(kinds: tuple[tuple[str, int], ...]) -> bool:
    return kinds[-1][0] in FALLS


def _alike(parts: Iterable[Part]) -> list[Part]:
    """Return the parts in which something was done, those of several who did the same as one."""
    found: dict[object, Part] = {}
    for part in parts:
        said = tuple(deed.but(who="", text="") for deed in part.news)
        key = (tuple((kinds[0][0], kinds[-1][0], names) for kinds, names in part.blows), said, bool(part.turns))
        same = found.get(key)
        if same is not None:
            once = tuple((tuple((kind, 1) for kind, _count in kinds), names) for kinds, names in part.blows)
            found[key] = same.but(who=same.who + part.who, blows=once)
        elif part.blows or part.news:
            found[key] = part
    return list(found.values())


def _outcome(counts: Counter[str]) -> tuple[tuple[str, int], ...]:
    """Return what came of all blows of one combatant against another, and how often: the worst, and a fall."""
    falls = [(kind, 1) for kind in FALLS if counts[kind]]
    landed = [(kind, 1 if kind in STATES else counts[kind]) for kind in LANDED if counts[kind] and kind not in FALLS]
    if falls:
        landed = [(kind, count) for kind, count in landed if kind != "hit"]
    blunt = [(kind, counts[kind]) for kind in ("vain", "miss") if counts[kind]]
    worst = [*landed[:1], *falls] or blunt[:1]
    return (*[("close", 1)][: counts["close"]], *worst)


@cache
def _template(words: str) -> Sentence:
    return Sentence(words)


def _thing(name: str, always: bool = False) -> str:
    """Return the name of a place, or of common people, with an article: "Old road" is "the old road".

    Args:
        always: it takes one; else a proper name has none.
    """
    first, *others = name.split() or [""]
    if first.lower() in ("a", "an", "the") or first.endswith(("’s", "'s")):
        return name.replace("The ", "the ", 1)
    if all(word[:1].islower() for word in others) and (others or always or f" {first.lower()} " in PLACES):
        return f"the {name[:1].lower()}{name[1:]}"
    return f"the {name}" if always or "of" in others or f" {name.split()[-1].lower()} " in PLACES else name


def _times(count: int) -> str:
    return {1: "", 2: " twice", 3: " three times"}.get(count, " time and again")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _paragraphs(sentences: Sequence[str]) -> tuple[str, ...]:
    """Return sentences in paragraphs of about the same length."""
    size = -(-len(sentences) // max(-(-len(sentences) // LONGEST_PARAGRAPH), 1)) or 1
    return tuple(" ".join(sentences[n : n + size]) for n in range(0, len(sentences), size))
