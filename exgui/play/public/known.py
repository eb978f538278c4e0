"""`Known`: everything that the players have been shown so far. It grows step by step and depends only on the battle's
journal; what players were shown once, and their ids for it, are kept.

While only hidden combatants are up, the players go on seeing the battle as it was before: `shown` is that battle.
Sentences from that time are shown later.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import Event, Noted
from exgui.engine.evolve import evolve
from exgui.engine.record import EMPTY, Record, Table
from exgui.engine.system import Companion, System
from exgui.play.public.names import UNKNOWN, Numbers, numbered, with_new
from exgui.play.public.records import PublicRoll
from exgui.play.public.sentences import PublicSentence, Sayings, is_silent
from exgui.play.public.sight import (
    before_anything,
    counts_up,
    is_secret,
    is_seen,
    is_turn_seen,
    lead_at,
    lead_at_start,
    on_clock,
    seen_zone,
    with_secrets_of,
)
from exgui.play.steps import result_of


class KnownLine(Record):
    """What the players read of one step.

    Attributes:
        text: the whole line.
        short: the same without numbers in sentences about foes.
        result, short_result: the part of each that the step itself caused.
        placing: the rolls that reveal a foe's place in time.
        continues: it follows by itself from the text before it, and belongs to the same line; otherwise the end of a
            line would reveal to the players that a hidden combatant had a turn.
    """

    text: str
    short: str
    rolls: tuple[PublicRoll, ...] = ()
    placing: tuple[bool, ...] = ()
    continues: bool = False
    result: str = ""
    short_result: str = ""

    def with_more(self, more: KnownLine) -> KnownLine:
        return self.but(
            text=_joined((self.text, more.text)),
            short=_joined((self.short, more.short)),
            rolls=(*self.rolls, *more.rolls),
            placing=(*self.placing, *more.placing),
            result=_joined((self.result, more.result)),
            short_result=_joined((self.short_result, more.short_result)),
        )


class Known(Record):
    """Everything that the players have been shown so far. It also holds secrets, which `picture.public` leaves out.

    Attributes:
        shown: the battle as it is shown to them, including what is hidden in it.
        ids, zone_ids, companion_ids, side_ids, picture_ids: public ids by real ones.
        sides: by real id, the players' names for the sides that they have seen.
        numbers: the numbers in the names of numbered combatants.
        lead: by how many ticks the clock is ahead of the clock that they see; see `sight`.
        lines: a line for each step.
        open: the last line may go on: it belongs to the step after which the present secret moment began.
        held_back: sentences to show as soon as the players see the battle go on.
    """

    shown: Battle
    ids: Table[str, str] = EMPTY
    zone_ids: Table[str, str] = EMPTY
    companion_ids: Table[str, str] = EMPTY
    side_ids: Table[str, str] = EMPTY
    picture_ids: Table[str, str] = EMPTY
    sides: Table[str, str] = EMPTY
    numbers: Numbers = EMPTY
    lead: int | None = None
    lines: tuple[KnownLine, ...] = ()
    open: bool = False
    held_back: tuple[KnownLine, ...] = ()

    @property
    def pictures(self) -> dict[str, str]:
        """Return the real ids of pictures by their public ones."""
        return {public: real for real, public in self.picture_ids.items()}


def begin(system: System, battle: Battle) -> Known:
    """Return what the players are shown first."""
    shown = before_anything(battle) if is_secret(system, battle) else battle
    known = _with_all_seen(system, Known(shown))
    return known if battle.phase == "prepared" else known.but(lead=0)


def follow(
    system: System, known: Known, before: Battle, after: Battle, command: Command, events: tuple[Event, ...]
) -> Known:
    """Return what the players are shown after one more step.

    Args:
        before, after: the battle before and after the step.
        events: what happened in it.
    """
    secret = is_secret(system, after)
    shown_from = 0
    if not secret:
        shown = after
    else:
        shown_from, shown = _last_seen(system, known.shown, before, events)
        shown = with_secrets_of(shown, after)
    known = _with_clock(system, known.but(shown=shown), before, after, events)
    known = _with_all_seen(system, known)
    # A combatant who joins at a secret moment is mentioned later, by the number that they will have at that point.
    joined = (one for one in after.combatants.values() if is_seen(one))
    known = known.but(numbers=numbered(known.numbers, joined))
    now, held_back = _sentences(
        system, known, before, after, command, events, len(events) if not secret else shown_from
    )
    by = before.combatants.get(command.by)
    continues = by is not None and by.id in before.up and not is_seen(after.combatants.get(by.id, by))
    continues = continues or (is_silent(system, command) and is_secret(system, before))
    continues = continues and not any(one.effect for one in (*now, *held_back))
    if secret and not shown_from:
        return known.but(held_back=(*known.held_back, *_lines(held_back, continues)))
    more = (*known.held_back, *_lines(now, continues))
    lines = _with_more(known.lines, more, known.lead, known.open)
    opened = secret and bool(now or (known.open and continues))
    return known.but(lines=lines, open=opened, held_back=_lines(held_back, True))


def _with_more(
    lines: tuple[KnownLine, ...], more: Iterable[KnownLine], lead: int | None, opened: bool
) -> tuple[KnownLine, ...]:
    """Return the lines with more of them; one that goes on becomes part of the line before it, if that is new or
    open."""
    out = list(lines)
    for line in more:
        dated = _on_clock(line, lead)
        if dated.continues and opened and out:
            out[-1] = out[-1].with_more(dated)
        else:
            out.append(dated)
        opened = True
    return tuple(out)


def _with_clock(system: System, known: Known, before: Battle, after: Battle, events: tuple[Event, ...]) -> Known:
    if not counts_up(system.timeline(after)):
        return known
    if before.phase == "prepared" != after.phase:
        known = known.but(lead=lead_at_start(system, before, after, events))
    return known.but(lead=lead_at(known.lead, known.shown))


def _on_clock(line: KnownLine, lead: int | None) -> KnownLine:
    texts = {name: on_clock(getattr(line, name), lead) for name in ("text", "short", "result", "short_result")}
    return line.but(**texts)


def _last_seen(system: System, shown: Battle, before: Battle, events: tuple[Event, ...]) -> tuple[int, Battle]:
    """Return the last moment of a step at which a visible combatant was up, and the number of events before it: a step
    may end a turn by itself. If there is none, return the battle as it was shown before."""
    battle, count = shown, 0
    now = before
    if not is_turn_seen(system, now):
        return 0, shown
    for number, event in enumerate(events, start=1):
        now = evolve(now, event)
        if is_turn_seen(system, now):
            battle, count = now, number
    return count, battle


def _sentences(
    system: System,
    known: Known,
    before: Battle,
    after: Battle,
    command: Command,
    events: tuple[Event, ...],
    shown_to: int,
) -> tuple[list[PublicSentence], list[PublicSentence]]:
    """Return what is shown of a step immediately, of the first `shown_to` events, and what of it is shown later."""
    if not events:
        return [], []
    sayings = Sayings(system, before, after, command, events, known.numbers, known.sides)
    now: list[PublicSentence] = []
    later: list[PublicSentence] = []
    battle = before
    results = result_of(command, events)
    if command.by:  # sentences about no one, such as a new round, come with the time
        times = (at for at, event in enumerate(events) if isinstance(event, Noted) and not event.who)
        results = min(results, next(times, results))
    for number, event in enumerate(events):
        sentence = sayings.of(event, battle)
        if sentence is not None:
            sentence = sentence.but(is_result=number < results)
        if sentence is not None and sentence.roll is not None:
            id = known.ids.get(sentence.roll.who)
            sentence = sentence.but(roll=sentence.roll.but(who=id)) if id is not None else None
        if sentence is not None:
            (now if number < shown_to else later).append(sentence)
        if isinstance(event, Noted) and "decides" in event.data:
            who = known.ids.get(event.who)
            for sentences in (now, later):
                _decide(sentences, who, str(event.data["decides"]), passed=bool(event.data["passed"]))
        battle = evolve(battle, event)
    return now, later


def _decide(sentences: list[PublicSentence], who: str | None, of: str, *, passed: bool) -> None:
    """Record for the last roll of that id whether it was passed in the end."""
    for at in range(len(sentences) - 1, -1, -1):
        roll = sentences[at].roll
        if roll is not None and (roll.who, sentences[at].of) == (who, of):
            sentences[at] = sentences[at].but(roll=roll.but(passed=passed))
            return


def _lines(sentences: Sequence[PublicSentence], continues: bool) -> tuple[KnownLine, ...]:
    """Return the line of one step, if there is anything to show."""
    if not sentences:
        return ()
    text, short = (_joined(one.text for one in sentences), _joined(one.short for one in sentences))
    rolled = [one for one in sentences if one.roll is not None]
    rolls = tuple(one.roll for one in rolled if one.roll is not None)
    came = [one for one in sentences if one.is_result]
    result, short_result = (_joined(one.text for one in came), _joined(one.short for one in came))
    places = tuple(one.places for one in rolled)
    return (KnownLine(text, short, rolls, places, continues, result, short_result),)


def _joined(texts: Iterable[str]) -> str:
    return " ".join(text for text in texts if text)


def _with_all_seen(system: System, known: Known) -> Known:
    """Return what is known, with ids and numbers for what is seen for the first time."""
    shown = known.shown
    seen = [one for one in shown.combatants.values() if is_seen(one)]
    zones = [id for id in shown.zones if seen_zone(shown, id) is not None]
    pictures = [one.portrait for one in seen if one.revealed and one.portrait]
    if shown.picture is not None and not shown.picture.hidden:
        pictures.append(shown.picture.id)
    beasts = [one.id for one in seen_companions(system, shown)]
    return known.but(
        ids=with_new(known.ids, "c", (one.id for one in seen)),
        zone_ids=with_new(known.zone_ids, "z", zones),
        companion_ids=with_new(known.companion_ids, "m", beasts),
        side_ids=with_new(known.side_ids, "s", (one.side for one in seen)),
        picture_ids=with_new(known.picture_ids, "p", pictures),
        sides=_with_named_sides(system, known.sides, seen),
        numbers=numbered(known.numbers, seen),
    )


def _with_named_sides(system: System, known: Table[str, str], seen: Sequence[Combatant]) -> Table[str, str]:
    """Return the players' names for the sides that they have seen. They learn the name of a side with the first name of
    a combatant on it, and never forget it."""
    for one in seen:
        called = system.rules.label(one.side) if one.revealed else known.get(one.side, UNKNOWN)
        if known.get(one.side) != called:
            known = known.put(one.side, called)
    return known


def seen_companions(system: System, battle: Battle) -> tuple[Companion, ...]:
    """Return the companions that the players see: in a visible zone, and not with or beside a hidden combatant whom
    they would betray."""
    people = battle.combatants
    return tuple(
        one
        for one in system.companions(battle)
        if seen_zone(battle, one.zone) is not None
        and all(other not in people or is_seen(people[other]) for other in (one.owner, one.carries, one.beside))
    )
