"""Tells the sentences of a log as a story: what one combatant does in a round becomes one sentence, small matters are
left out, and falls are turning points. It knows only the sentences themselves, so it tells the players no more than
they read.

`SHAPES` says what each sentence of the games means, `PHRASES` how the story says it; a sentence without a shape is kept
as it is. Names are replaced by single letters while sentences are read, since a name may contain anything.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby

from exgui.engine.record import Record
from exgui.engine.sentences import Noun, Sentence, listed

Round = tuple[str, tuple[str, ...]]
Sides = tuple[tuple[str, tuple[str, ...]], ...]
QUIET = 4
"""Rounds with no more deeds than this, and in which no one falls, are combined."""
LONGEST_LIST = 5
"""Names in a list; the others are counted."""
_FIRST_LETTER = 0xF0000
_NAME = "[\U000f0000-\U000ffffd]"
_SENTENCES = re.compile(r"(?<=[.!?\N{HORIZONTAL ELLIPSIS}]) +")
_AMOUNT = re.compile(r"(?<!raw damage )\b(\d+) (lethal|bashing|aggravated|damage)\b|Magnitude (\d+) → (\d+)")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _shape(text: str) -> re.Pattern[str]:
    """Return the pattern of a sentence: W and V are names, T is a thing, ~ any rest."""
    for sign, group in (("W", f"(?P<who>{_NAME})"), ("V", f"(?P<whom>{_NAME})"), ("~", "(?P<rest>.*)")):
        text = re.sub(rf"\b{sign}\b" if sign.isalpha() else sign, group, text, count=1)
    text = re.sub(r"\bW\b", _NAME, text).replace("~", ".*").replace("<T>", "(?P<thing>[^,:.()]+)")
    return re.compile(rf"(?:{text})\.?$")


_WITH = r"(?:, who (?:is|are) in Crash,)?(?: with <T>)?"
SHAPES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, _shape(text))
    for kind, text in (
        ("joins", r"W joins? (?:the )?battle~"),
        ("vain", rf"W hits? V{_WITH}, to no effect"),
        ("wound", rf"W hits? V{_WITH}, decisive~"),
        ("hit", rf"W hits? V{_WITH}(?P<rest>[,:].*)?"),
        ("miss", rf"W miss(?:es)? V{_WITH}(?::.*)?"),
        ("close", r"W (?:closes? with|moves? to engage) V"),
        ("aim", r"W aims? at V"),
        ("move", r"W (?:moves?|dash(?:es)?) to <T>"),
        ("weaken", r"W exposes? V’s? weakness"),
        ("stun", r"W gives? V an? \w+ Disadvantage \(stun\)"),
        ("distract", r"W gives? V an? \w+ Disadvantage \(distract\)"),
        ("cow", r"W gives? V an? \w+ Disadvantage \(intimidate\)"),
        ("order", r"W orders? V~"),
        ("rally", r"W rall(?:ies|y) V~"),
        ("guard", r"W takes? Full Defense"),
        ("defend", r"W defends? V"),
        ("counter", r"W counterattacks?"),
        ("counter", r"W counters? with <T>: a duel"),
        ("dodge", r"W dodges? and takes? no harm"),
        ("small", r"W uses? (?:[^.]*Excellency~|a Charm)"),
        ("use", r"W uses? <T> for~"),
        ("crash", r"W (?:is|are) thrown into Crash"),
        ("crash", r"W crash(?:es)? by paying~"),
        ("prone", r"W falls? prone"),
        ("stunned", r"W (?:is|are) stunned"),
        ("down", r"W (?:is|are) incapacitated"),
        ("down", r"W (?:is|are) defeated and at (?:the others|\w+ opponents)’ mercy"),
        ("down", r"W falls?"),
        ("scatter", r"W dissolves?"),
        ("waver", r"W (?:breaks?|break) and will dissolve~"),
        ("waver", r"W’s? morale breaks~"),
        ("waver", r"W now thinks? only of survival~"),
        ("flee", r"W flees?~"),
        ("leave", r"Storyteller’s ruling for W – has left the battle"),
        ("bolt", r"W (?:is|are) spooked and bolts?"),
        ("blaze", r"W’s? anima is a bonfire"),
        ("turn", r"Shift: W turns? the (?:fight|tables)~"),
        ("burn", r"W takes? \d+ damage from <T>~"),
        ("small", r"W (?:is|are) on guard|W acts? first|W activates?|It is W~|W pass(?:es)? the turn~"),
        ("small", r"W (?:is|are) back to ~|W [-−\d].*→~|W’s? [\w ]+: [-−\d]+ → ~|W’s? rout check~|W fights? on"),
        ("small", r"W steps? out of close range|W (?:readies|ready|puts? away|ends?)~"),
        ("small", r"W (?:does|do) something else|W gets? nowhere"),
        ("small", r"W’s? aim is wasted|W heads? for~|W (?:moves?|dash(?:es)?) \d+ yards?~|W reloads?~|W flurr~"),
        ("small", r"W’s? anima is (?:glowing|burning)|W has been in Crash for~|W stands? firm~|[^.]* stays? calm"),
        ("small", r"W (?:tries|try) to dodge|W fails? to dodge|W rises?|W has fallen:~|W (?:don’t|doesn’t) recover~"),
        ("small", r"[\w ]+: W fails?~|W botch~|W fails? to~|W’s? order is lost~|W’s? (?:axe|\w+) is (?:damaged)"),
        ("small", r"(?:Round|Tick) \d+~|The battle begins|The reaction count is~|Auto-roll~|Break~|Storyteller’s~"),
        ("small", r"W falls? to Size \d+"),
        ("small", r"Both blows land at the same time|The wound’s~"),
    )
)
"""What the sentences of the games mean. "small" ones have no place in a story."""
PHRASES: Mapping[str, tuple[Sentence, ...]] = {
    kind: tuple(map(Sentence, texts))
    for kind, texts in {
        "hit": ("[who:hits|hit] {whom}", "[who:strikes|strike] {whom}", "[who:gets|get] through to {whom}"),
        "hit again": ("[who:hits|hit]", "[who:strikes|strike]"),
        "wound": ("[who:wounds|wound] {whom}", "[who:deals|deal] {whom} a decisive blow"),
        "wound again": ("[who:strikes|strike] decisively", "[who:lands|land] a decisive blow"),
        "vain": ("[who:hits|hit] {whom}",),
        "vain again": ("[who:hits|hit]",),
        "miss": ("[who:misses|miss] {whom}", "[who:fails|fail] to hit {whom}"),
        "miss again": ("[who:misses|miss]",),
        "close": ("[who:closes|close] with {whom}", "[who:comes|come] to blows with {whom}"),
        "aim": ("[who:aims|aim] at {whom}", "[who:takes|take] aim at {whom}"),
        "move": ("[who:moves|move] to {thing}", "[who:makes|make] for {thing}"),
        "weaken": ("[who:exposes|expose] the weakness of {whom}", "[who:finds|find] an opening against {whom}"),
        "stun": ("[who:stuns|stun] {whom}",),
        "distract": ("[who:distracts|distract] {whom}",),
        "cow": ("[who:intimidates|intimidate] {whom}",),
        "order": ("[who:urges|urge] {whom} on", "[who:gives|give] {whom} orders"),
        "rally": ("[who:rallies|rally] {whom}",),
        "guard": ("[who:fights|fight] only in defense",),
        "defend": ("[who:defends|defend] {whom}",),
        "counter": ("[who:strikes|strike] back",),
        "dodge": ("[who:dodges|dodge] unharmed",),
        "use": ("[who:uses|use] {thing}",),
        "burn": ("[who:suffers|suffer] from {thing}",),
        "crash": ("[who:is|are] thrown into Crash",),
        "prone": ("[who:falls|fall] prone",),
        "stunned": ("[who:is|are] stunned",),
        "down": ("[who:goes|go] down", "[who:falls|fall]"),
        "scatter": ("[who:scatters|scatter]",),
        "waver": ("[who:loses|lose] heart", "[who:wavers|waver]"),
        "leave": ("[who:leaves|leave] the field",),
        "run": ("[who:runs|run]", "[who:turns|turn] to flee"),
        "flee": ("[who:flees|flee]",),
        "bolt": ("[who:bolts|bolt]",),
        "blaze": ("[who:blazes|blaze] with a bonfire of Essence",),
        "turn": ("[who:turns|turn] the tables",),
        "wound often": ("[who:lands|land] {times} decisive [blows:blow|blows]{on}",),
        "hit often": ("[who:hits|hit]{whom} {times}",),
        "vain often": ("[who:hits|hit]{whom} {times} to no effect",),
        "miss often": ("[who:misses|miss]{whom} {times}",),
    }.items()
}
"""How the story says it, in turn; "again" of whom the sentence has just named."""
CAUSED = {"crash": "throwing them into Crash", "prone": "knocking them prone", "stunned": "stunning them"}
"""How the end of a sentence says what happens to the one target in it."""
_BLOWS = ("hit", "wound", "vain", "miss")
_LANDED = frozenset(("hit", "wound"))
_OUT = ("down", "scatter", "flee", "bolt", "leave")
_STATES = (*_OUT, *CAUSED, "waver", "run")
_MINOR = ("move", "aim", "guard", "defend", "order", "burn")
_MEMORABLE = ("", *_STATES, "blaze", "turn", "rally")
"""Deeds beside the blows that a paragraph on several rounds mentions."""
_TOGETHER = ("miss", "close", "dodge", *_STATES, *_MINOR)
"""Deeds of several combatants that are one sentence."""
LONG_PARAGRAPH, LONGEST_PARAGRAPH = 3, 6
"""Sentences after which a paragraph ends with a fall, and with any sentence."""


class Deed(Record):
    """What a sentence says.

    Attributes:
        who, whom: names.
        many: who it is about is plural.
        text: the sentence, if it has no shape.
    """

    kind: str
    who: str = ""
    whom: str = ""
    thing: str = ""
    wounds: tuple[tuple[str, int], ...] = ()
    many: bool = False
    text: str = ""


_NOTHING = Deed("")


class Passage(Record):
    """Rounds that share a heading."""

    first: int
    last: int
    paragraphs: tuple[str, ...]


def retell(rounds: Sequence[Round], sides: Sides, apart: Collection[int] = ()) -> tuple[Passage, ...]:
    """Return the story of a battle.

    Args:
        rounds: the log, as in `LogText`.
        sides: the names of those who were there, by side.
        apart: rounds that are not combined with the next ones.
    """
    reader = Reader({name for _side, those in sides for name in those})
    read = []
    for heading, texts in rounds:
        number = int(heading.removeprefix("Round ")) if heading.startswith("Round ") else 0
        deeds = [deed for text in texts for deed in reader.deeds(text)]
        read.append((number, [deed for deed in deeds if number or deed.kind != "burn"]))
    active: set[str] = set()  # later on
    for _number, deeds in reversed(read):
        for n, deed in reversed(tuple(enumerate(deeds))):
            if deed.kind in ("flee", "bolt") and deed.who in active:
                deeds[n] = deed.but(kind="run")
            active |= {deed.who, deed.whom}
    teller = _Teller(sides, [deed for _number, deeds in read for deed in deeds])
    passages = []
    for first, last, deeds in _combined(read, apart):
        if paragraphs := teller.tell(deeds, last > first):
            passages.append(Passage(first, last, paragraphs))
    return tuple(passages)


def _combined(
    rounds: Sequence[tuple[int, list[Deed]]], apart: Collection[int]
) -> Iterator[tuple[int, int, list[Deed]]]:
    """Return passages: the first and the last round of each, and its deeds."""
    waiting: list[Deed] = []
    first = before = 0
    for number, deeds in rounds:
        major = [deed for deed in deeds if deed.kind not in _MINOR]
        calm = bool(number) and len(major) <= QUIET and number not in apart and not any(d.kind in _OUT for d in major)
        if waiting and not (calm and before and number == before + 1):
            yield first, before, waiting
            waiting = []
        if not waiting:
            first = number
        waiting, before = waiting + deeds, number
        if not calm:
            yield first, before, waiting
            waiting = []
    if waiting:
        yield first, before, waiting


class Reader:
    """Reads sentences in which these names occur."""

    def __init__(self, names: Collection[str]) -> None:
        longest_first = sorted(filter(None, names), key=len, reverse=True)
        self._letters = {name: chr(_FIRST_LETTER + n) for n, name in enumerate(longest_first)}
        self._names = {letter: name for name, letter in self._letters.items()}
        any_name = "|".join(map(re.escape, longest_first)) or r"(?!)"
        self._any = re.compile(rf"(?<!\w)(?:{any_name})(?!\w)")

    def deeds(self, text: str) -> Iterator[Deed]:
        """Return what the sentences of a text say, without small matters."""
        for one in _SENTENCES.split(self._any.sub(lambda found: self._letters[found[0]], text.strip())):
            found = next(((kind, found) for kind, shape in SHAPES if (found := shape.match(one))), None)
            if found is None:
                yield Deed("", text=self._named(one))
            elif found[0] != "small":
                yield self._deed(one, *found)

    def _deed(self, text: str, kind: str, match: re.Match[str]) -> Deed:
        parts = {key: value or "" for key, value in match.groupdict("").items()}
        wounds = Counter[str]()
        for amount in _AMOUNT.finditer(parts.get("rest", "")):
            wounds[amount[2] or "Magnitude"] += int(amount[1]) if amount[2] else int(amount[3]) - int(amount[4])
        if wounds and not any(wounds.values()):
            kind = "vain"
        verb = re.match(rf"{_NAME} (?:now )?(\w+)", text)
        return Deed(
            kind,
            self._named(parts.get("who", "")),
            self._named(parts.get("whom", "")),
            self._named(parts.get("thing", "")),
            tuple((+wounds).items()),
            verb is not None and not verb[1].endswith("s"),
        )

    def _named(self, text: str) -> str:
        return re.sub(_NAME, lambda found: self._names[found[0]], text)


class _Teller:
    """Writes the passages of one battle, one after the other.

    Args:
        deeds: those of the whole battle.
    """

    def __init__(self, sides: Sides, deeds: Sequence[Deed]) -> None:
        active = {deed.who for deed in deeds if deed.kind != "joins"}
        fighting = [(side, Counter(names)) for side, names in sides if active & set(names)]
        self._sides = dict(fighting)
        self._began = {side: names.total() for side, names in fighting}
        self._coming = Counter(deed.who for deed in deeds if deed.kind == "joins")
        self._many = {deed.who for deed in deeds if deed.many}
        self._used: Counter[str] = Counter()
        self._out: list[Deed] = []
        self._gone: set[str] = set()
        self._first = True

    def tell(self, deeds: Sequence[Deed], long: bool) -> tuple[str, ...]:
        """Return the paragraphs of a passage.

        Args:
            long: the deeds are those of several rounds.
        """
        before, self._out = self._out, []
        busy = {deed.who for deed in deeds if deed.kind in _BLOWS}
        fallen = {deed.who for deed in deeds if deed.kind in _OUT}
        minor, rest = [], []
        for deed, after in zip(deeds, (*deeds, _NOTHING)[1:], strict=True):
            ends = deed.kind == "burn" and after.kind in _STATES and after.who == deed.who
            if deed.kind == "joins":
                self._coming[deed.who] -= 1
            elif deed.kind == "aim":
                minor += [deed] if deed.who not in busy and deed.whom not in fallen else []
            elif deed.kind in _MINOR and not ends and (long or deed.kind == "burn" or deed.who not in busy):
                minor += [deed] if deed.kind == "burn" or deed.who not in fallen else []
            elif deed.kind != "leave" or deed.who not in self._gone:
                rest.append(deed)
        sentences = _once([*(self._exchanges(rest) if long else self._turns(rest)), *self._minor(minor)])
        if not sentences:
            self._out = before
            return ()
        if before and not any(sentences[0].startswith(deed.who) for deed in before):
            gone = "down" if all(deed.kind == "down" for deed in before) else "gone"
            sentences[0] = f"With {_names([deed.who for deed in before])} {gone}, {sentences[0]}"
        return _paragraphs([*sentences, *self._end()], [deed.who for deed in self._out])

    def _turns(self, deeds: Sequence[Deed]) -> Iterator[str]:
        """Tell each turn: the deeds of one combatant on end, and what follows from them."""
        turns: list[list[Deed]] = []
        for deed in deeds:
            turn = turns[-1] if turns else []
            follows = deed.kind in _STATES and deed.kind != "leave" and any(_may_end(one, deed) for one in turn)
            begins = deed.kind in ("", *_STATES) or (deed.kind in _MINOR and any(one.kind in _STATES for one in turn))
            if turn and turn[0].kind and (follows or (not begins and deed.who == turn[0].who)):
                turn.append(deed)
            else:
                turns.append([deed])
        alike = groupby(turns, key=lambda turn: (turn[0].kind, turn[0].whom) if len(turn) == 1 else id(turn))
        for _key, some in alike:
            same = list(some)
            if len(same) > 1 and same[0][0].kind in _TOGETHER:
                yield self._sentence([same[0][0].but(thing="")], list(dict.fromkeys(turn[0].who for turn in same)))
                self._note([deed for turn in same[1:] for deed in turn])
            else:
                for turn in same:
                    yield self._sentence(turn, [turn[0].who])

    def _sentence(self, turn: Sequence[Deed], who: list[str]) -> str:
        if not turn[0].kind:
            return turn[0].text
        acts = [deed for deed in turn if deed is turn[0] or deed.kind not in _STATES]
        states = [deed for deed in turn[1:] if deed.kind in _STATES]
        subject, phrases, last = self._noun(who), [], Deed("")
        for deed, whom, count in _grouped(acts):
            phrases.append(self._phrase(deed.but(whom=_names(whom)), subject, last, count))
            last = deed if deed.whom else last
        out = f"{subject.name} {listed(phrases)}"
        targets = {deed.whom for deed in acts if deed.whom}
        lands = _LANDED.issuperset([deed.kind for deed in acts[-1:]])
        gone = {deed.who for deed in states if deed.kind in _OUT}
        caused = next((d for d in states if lands and d.kind in CAUSED and {d.who} == targets - gone), None)
        out += f", {CAUSED[caused.kind]}" if caused is not None else ""
        ends: dict[tuple[str, ...], list[str]] = {}
        for name in dict.fromkeys(deed.who for deed in states):
            kinds = tuple(dict.fromkeys(d.kind for d in states if d.who == name and d is not caused))
            if any(kind in _OUT for kind in kinds):
                kinds = tuple(kind for kind in kinds if kind not in CAUSED)
            ends.setdefault(kinds, []).append(name)
        parts = [
            f"{_names(names)} {listed(self._phrase(Deed(kind), self._noun(names)) for kind in kinds)}"
            for kinds, names in ends.items()
            if kinds
        ]
        if len(parts) == 1 and who in ends.values():
            out += f" and {parts[0].removeprefix(subject.name).strip()}"
        elif parts:
            out += f", {', '.join(parts[:-1])}{', ' if parts[:-1] else ''}and {parts[-1]}"
        return f"{out}{', the first to fall' if self._note(turn) else ''}."

    def _phrase(self, deed: Deed, subject: Noun, last: Deed = _NOTHING, count: int = 1) -> str:
        """Return what a combatant does, without the combatant.

        Args:
            last: the deed with a target before it in the same sentence.
            count: how often it is done.
        """
        again, same = f"{deed.kind} again", bool(deed.whom) and deed.whom == last.whom
        kind = again if same and again in PHRASES else deed.kind
        first = kind == "miss" and count > 1  # to fail to hit twice is another thing
        sentence = PHRASES[kind][0] if first else self._next(kind)
        text = sentence(who=subject, whom=deed.whom, thing=deed.thing).strip()
        text += f" {_times(count)}" if count > 1 else ""
        if deed.thing and deed.kind in (*_BLOWS, "counter") and not (same and deed.thing == last.thing):
            text += f" with {deed.thing}"
        return text + (" to no effect" if deed.kind == "vain" else "") + _wounds([deed])

    def _next(self, kind: str) -> Sentence:
        """Return a way to say something, another one each time."""
        self._used[kind] += 1
        return PHRASES[kind][(self._used[kind] - 1) % len(PHRASES[kind])]

    def _exchanges(self, deeds: Sequence[Deed]) -> Iterator[str]:
        """Tell several rounds: who fought whom, and how that went."""
        blows: dict[tuple[str, str], list[Deed]] = {}
        for deed in deeds:
            if deed.kind in _BLOWS:
                blows.setdefault((deed.who, deed.whom), []).append(deed)
        while blows:
            (one, other), done = next(iter(blows.items()))
            del blows[one, other]
            if back := blows.pop((other, one), []):
                mine, theirs = self._tally(one, "", done), self._tally(other, "", back)
                yield f"{one} and {other} trade blows: {mine}, while {theirs}."
            else:
                yield f"{self._tally(one, other, done)}."
        yield from self._turns([deed for deed in deeds if deed.kind in _MEMORABLE])

    def _tally(self, who: str, whom: str, blows: Sequence[Deed]) -> str:
        phrases: list[str] = []
        for kind in _BLOWS:
            same = [deed for deed in blows if deed.kind == kind]
            if not same:
                continue
            named, many = (f" {whom}" if whom and not phrases else ""), Noun("", plural=len(same) > 1)
            times = "" if len(blows) == 1 and whom else _times(len(same))
            if kind == "wound":
                times = "a" if len(same) == 1 else _number(len(same))
            sentence = PHRASES[f"{kind} often"][0]
            text = sentence(who=self._noun([who]), whom=named, on=named and f" on{named}", times=times, blows=many)
            phrases.append(" ".join(text.split()) + _wounds(same))
        return f"{who} {listed(phrases)}"

    def _minor(self, deeds: Sequence[Deed]) -> Iterator[str]:
        """Tell moves and the like in one sentence."""
        alike: dict[Deed, list[str]] = {}
        for deed in {(deed.who, deed.kind): deed for deed in deeds}.values():
            alike.setdefault(deed.but(who="", many=False), []).append(deed.who)
        parts = [f"{_names(who)} {self._phrase(deed, self._noun(who))}" for deed, who in alike.items()]
        if parts:
            yield f"{', '.join(parts[:-1])}{', while ' if parts[:-1] else ''}{parts[-1]}."

    # Who is left

    def _note(self, deeds: Sequence[Deed]) -> bool:
        """Note who is out of the fight. Return whether that is the first of several who fall."""
        for deed in deeds:
            side = next((names for names in self._sides.values() if deed.kind in _OUT and names[deed.who] > 0), None)
            if side is not None:
                side[deed.who] -= 1
                self._gone.add(deed.who)
                self._out.append(deed)
        fell = any(deed.kind == "down" for deed in deeds)
        first, self._first = self._first and fell, self._first and not self._out
        return first and len(self._out) == 1 and sum(self._began.values()) > 2

    def _end(self) -> Iterator[str]:
        """Say how the fight goes on after a fall: one is left alone, or it is over."""
        left = {side: list((names - self._coming).elements()) for side, names in self._sides.items()}
        there = [side for side, names in left.items() if names]
        if not self._out or len(left) < 2:
            return
        if len(there) == 1:
            yield Sentence("{who} [holds|hold] the field.")(who=self._noun(left[there[0]]))
            return
        for side in there:
            lost = any(deed.who in self._sides[side] for deed in self._out)
            if len(left[side]) == 1 and self._began[side] > 1 and lost:
                others = [name for other in there if other != side for name in left[other]]
                yield f"That leaves {left[side][0]} alone against {_names(others)}."
                return

    def _noun(self, names: list[str]) -> Noun:
        return Noun(_names(names), True, len(names) > 1 or names[0] in self._many)


def _may_end(deed: Deed, state: Deed) -> bool:
    """Return whether a state can come of a deed."""
    return (deed.kind == "burn" and deed.who == state.who) or (bool(deed.whom) and deed.kind != "miss")


def _names(names: Sequence[str]) -> str:
    """Return names with "and"; those beyond the most, and of the same name, are counted."""
    parts = [name if times == 1 else f"{name} ({times})" for name, times in Counter(names).items()]
    if len(parts) > LONGEST_LIST:
        parts = [*parts[: LONGEST_LIST - 1], f"{len(parts) - LONGEST_LIST + 1} others"]
    return listed(parts)


def _grouped(deeds: Sequence[Deed]) -> Iterator[tuple[Deed, list[str], int]]:
    """Return deeds that are the same but for wounds and targets as one: with its targets, and how often."""
    alike: dict[tuple[str, str], list[Deed]] = {}
    for deed in deeds:
        alike.setdefault((deed.kind, deed.thing if deed.kind != "use" else ""), []).append(deed)
    for same in alike.values():
        whom, things = (list(dict.fromkeys(getattr(deed, part) for deed in same)) for part in ("whom", "thing"))
        one = same[0].but(wounds=_sum(same), thing=listed(things))
        yield one, [name for name in whom if name], len(same) if len(whom) == 1 and whom[0] else 1


def _sum(deeds: Sequence[Deed]) -> tuple[tuple[str, int], ...]:
    all = Counter[str]()
    for deed in deeds:
        all.update(dict(deed.wounds))
    return tuple(all.items())


def _wounds(deeds: Sequence[Deed]) -> str:
    wounds = [f"{n} {word}" for word, n in _sum(deeds)]
    return f" ({', '.join(wounds)})" if wounds else ""


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{_number(count)} times")


def _once(parts: Sequence[str]) -> list[str]:
    """Return sentences without their repetitions, which are counted."""
    return [
        text if count == 1 else f"{text.removesuffix('.')} ({_times(count)}){'.' * text.endswith('.')}"
        for text, count in Counter(parts).items()
    ]


def _paragraphs(sentences: Sequence[str], fallen: Collection[str]) -> tuple[str, ...]:
    """Return sentences in paragraphs that are not too long, ending with a fall if there is one."""
    out: list[list[str]] = [[]]
    for n, text in enumerate(sentences):
        fell = any(name in text for name in fallen) and text.rstrip(".").endswith(("down", "falls", "fall"))
        out[-1].append(text)
        if len(out[-1]) >= (LONG_PARAGRAPH if fell else LONGEST_PARAGRAPH) and n < len(sentences) - 2:
            out.append([])
    return tuple(map(" ".join, out))
