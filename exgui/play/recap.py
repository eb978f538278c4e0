"""The story of a session, made from its battles: for the storyteller, or from the public view alone for the players."""

from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape

from exgui.engine.asks import Fall, Roll
from exgui.engine.battle import Combatant
from exgui.engine.dice import MOST_SPREAD, distribution
from exgui.engine.events import Rolled
from exgui.engine.record import EMPTY, Record
from exgui.engine.sentences import Sentence, is_many, listed
from exgui.play.amend import asked_in
from exgui.play.fight_summary import FELL, Cost, PersonAfter, costs, summary_of
from exgui.play.log_text import escaped, log_text
from exgui.play.play import Play
from exgui.play.public import PublicSettings, PublicView
from exgui.play.public.sight import is_seen
from exgui.play.retelling import Person, retell
from exgui.systems.common.gear import noun

SMALLEST_POOL = 2
"""Single dice are too common to be remembered."""
MOTES, LOST = "Motes", ("Health", "Structure")
"""What is counted over all pools, and what is lost rather than spent."""
MOST_MAPS = 4
"""The most maps of one battle."""
_ESCAPED = re.compile(r"\\([^\w\s])")
_MAP = re.compile(r"!\[([^\]\n]*)\]\((map-(\d{1,4})-(\d{1,6})\.png)\)")


class ThrownDice(Record):
    """One roll of the fight.

    Attributes:
        better, worse: the exact odds of this result or a better one, and of this or a worse one.
    """

    who: str
    label: str
    dice: int
    score: int
    unit: str
    better: Fraction
    worse: Fraction


class Story(Record):
    """The story of one battle.

    Attributes:
        title: "" if it may not be shown.
        there: by side, the names of the combatants who took part.
        rounds: as in `LogText`.
        fallen: a sentence for each combatant who was taken out.
        lucky, unlucky: the rarest rolls; None if no roll was rare enough.
        spent: a sentence for each player character who took something, or whose lasting numbers changed.
        people: by name, how they are spoken of.
        standing: by side, the names of those who could still fight in the end.
        maps: when the map is worth a picture: the round, and the number of steps taken at that point.
    """

    title: str
    there: tuple[tuple[str, tuple[str, ...]], ...]
    rounds: tuple[tuple[str, tuple[str, ...]], ...]
    fallen: tuple[str, ...]
    lucky: ThrownDice | None
    unlucky: ThrownDice | None
    spent: tuple[str, ...]
    maps: tuple[tuple[int, int], ...] = ()
    people: Mapping[str, Person] = EMPTY
    standing: tuple[tuple[str, tuple[str, ...]], ...] = ()


def story_of(play: Play, settings: PublicSettings | None = None, *, for_players: bool) -> Story:
    """Return the story of one battle.

    Args:
        settings: what the storyteller lets the players see.
    """
    return _for_players(play, settings) if for_players else _for_storyteller(play)


def _for_storyteller(play: Play) -> Story:
    summary, people = summary_of(play), play.settled.combatants
    there: dict[str, list[str]] = {}
    standing: dict[str, list[str]] = {}
    for person in summary.people:
        side = play.system.rules.label(person.after.side)
        there.setdefault(side, []).append(person.after.name)
        if person.standing:
            standing.setdefault(side, []).append(person.after.name)
    if summary.left:
        there["No longer there"] = list(summary.left)
    fallen = []
    for person in summary.people:
        if person.fall is not None:
            by = _foe(person, people.get(person.fall.by))
            fallen.append(_fell(person.after.name, person.fate, by.name if by is not None else "", person.fall.round))
    spent = [
        in_words(one.after.name, one.costs, _won(play, one, one.after)) for one in summary.people if one.after.player
    ]
    rolls = [roll for _id, _faces, roll in _rolls(play)]
    log = log_text(play, for_players=False)
    return Story(
        log.title,
        _frozen(there),
        log.rounds,
        tuple(fallen),
        _luckiest(rolls),
        _unluckiest(rolls),
        tuple(filter(None, spent)),
        _maps(play, [person for person in summary.people if person.fall is not None]),
        {one.name: Person(one.pronoun, is_many(one)) for one in people.values()},
        _frozen(standing),
    )


def _for_players(play: Play, settings: PublicSettings | None) -> Story:
    view = PublicView(play, settings)
    public, known, people = view.battle(), view.known(), summary_of(play).people
    names = {id: public.combatants[given].name for id, given in known.ids.items() if given in public.combatants}
    there: dict[str, list[str]] = {}
    standing: dict[str, list[str]] = {}
    spoken: dict[str, Person] = {}
    real = {given: known.shown.combatants.get(id) for id, given in known.ids.items()}
    for one in public.combatants.values():
        there.setdefault(public.sides[one.side].name, []).append(one.name)
        if one.state != "out":
            standing.setdefault(public.sides[one.side].name, []).append(one.name)
        seen_one = real.get(one.id)
        spoken[one.name] = Person(seen_one.pronoun if seen_one and seen_one.revealed else "", one.plural)
    fallen, seen_fall = [], []
    for person in people:
        id = person.after.id
        if person.fall is None or id not in names or public.combatants[known.ids[id]].state != "out":
            continue
        fate = FELL if person.fate == FELL else "was out of the fight"
        fallen.append(_fell(names[id], fate, names.get(_seen_deed(play, person), ""), 0))
        seen_fall.append(person)
    spent = []
    for person in people:
        shown = known.shown.combatants.get(person.after.id)
        if person.after.player and person.after.id in names and shown is not None:
            changed = costs(play.system.rules, person.before, shown)
            spent.append(in_words(names[person.after.id], changed, _won(play, person, shown)))
    thrown: dict[tuple[str, tuple[int, ...], int], list[str]] = {}
    for seen in (roll for line in public.log for roll in line.rolls):
        if seen.faces is not None:
            thrown.setdefault((seen.who, seen.faces, seen.score), []).append(seen.label)
    rolls = []
    for id, faces, roll in _rolls(play):
        labels = thrown.get((known.ids.get(id, ""), faces, roll.score)) if faces is not None else None
        if labels and id in names:
            rolls.append(roll.but(who=names[id], label=labels.pop(0)))
    rounds = tuple((f"Round {number}" if number else "Before the fight", lines) for number, lines in view.by_round())
    maps = _maps(play, seen_fall)
    return Story(
        "",
        _frozen(there),
        rounds,
        tuple(fallen),
        _luckiest(rolls),
        _unluckiest(rolls),
        tuple(filter(None, spent)),
        maps,
        spoken,
        _frozen(standing),
    )


def _maps(play: Play, fallen: Sequence[PersonAfter]) -> tuple[tuple[int, int], ...]:
    """Return the ends of the rounds in which someone fell, only the last ones if there are many, and the end of the
    battle."""
    rounds = {person.fall.round for person in fallen if person.fall is not None}
    ends: dict[int, int] = {}
    for number in range(1, play.step_number + 1):
        ends[play.battle_at(number).round] = number
    last = play.battle_at(play.step_number).round
    found = {one: ends[one] for one in sorted({*rounds, last}) if one in ends}
    return tuple(found.items())[-MOST_MAPS:]


def _seen_deed(play: Play, person: PersonAfter) -> str:
    """Return the id of the combatant who took them out, if the players saw that combatant at that moment; else ""."""
    fall = person.fall
    by = play.battle_at(fall.step + 1).combatants.get(fall.by) if fall is not None else None
    foe = _foe(person, by)
    return foe.id if foe is not None and is_seen(foe) else ""


def _foe(person: PersonAfter, by: Combatant | None) -> Combatant | None:
    """Return who took them out, None for a combatant of their own side: a broken group dissolves in anyone's step."""
    return by if by is not None and by.side != person.after.side else None


def _frozen(there: dict[str, list[str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((side, tuple(names)) for side, names in there.items())


def _fell(name: str, fate: str, by: str, round: int) -> str:
    deed = (f" to {by}" if fate == FELL else f" because of {by}") if by else ""
    return f"{name} {fate}{deed}{f' in round {round}' if round else ''}."


def _won(play: Play, person: PersonAfter, after: Combatant) -> list[str]:
    """Return the things that a combatant has now and did not have before, each with an article."""
    more = Counter(item.name for item in after.gear.values()) - Counter(
        item.name for item in person.before.gear.values()
    )
    new = {item.name: item for item in after.gear.values() if item.name in more}
    return [Sentence("{a thing}")(thing=noun(play.settled, item)) for item in new.values()]


def in_words(name: str, changed: Sequence[Cost], won: Sequence[str] = ()) -> str:
    """Return what a combatant won in a fight, and what it cost, in plain words; "" for nothing."""
    done: dict[str, list[str]] = {"took": list(won)} if won else {}
    for what, more in _by_name(changed).items():
        wound, count = what.partition(": ")[2], abs(more)
        if wound:
            done.setdefault("suffered" if more > 0 else "healed", []).append(f"{count} {wound} damage")
        elif what in LOST:
            done.setdefault("lost" if more < 0 else "regained", []).append(f"{count} {what}")
        elif what == MOTES:
            done.setdefault("spent" if more < 0 else "regained", []).append(f"{count} mote{'s' * (count > 1)}")
        else:
            points = f"a point of {what}" if count == 1 else f"{count} points of {what}"
            done.setdefault("spent" if more < 0 else "gained", []).append(points)
    return f"{name} {listed([f'{verb} {listed(what)}' for verb, what in done.items()])}." if done else ""


def _by_name(changed: Sequence[Cost]) -> Counter[str]:
    """Return the changes by what has changed, the motes of all pools together."""
    total = Counter[str]()
    for one in changed:
        total[MOTES if one.label.startswith(MOTES) else one.label] += one.after - one.before
    return Counter({what: more for what, more in total.items() if more})


def _rolls(play: Play) -> Iterator[tuple[str, tuple[int, ...] | None, ThrownDice]]:
    """Return every roll with exact odds: who rolled, the faces if they are known, and the roll."""
    for number, step in enumerate(play.steps):
        fell = [event for event in step.events or () if isinstance(event, Rolled)]
        if not fell:
            continue
        battle = play.battle_at(number)
        asked = list(asked_in(play.system, battle, step))
        answered = [
            ask
            for ask, answer in zip(asked, step.answers, strict=False)
            if isinstance(ask, Roll) and isinstance(answer, Fall)
        ]
        if len(answered) != len(fell):
            continue
        for ask, event in zip(answered, fell, strict=True):
            if not SMALLEST_POOL <= ask.dice <= MOST_SPREAD or (ask.by, ask.name) != (event.who, event.roll):
                continue
            one: Combatant | None = play.battle_at(number + 1).combatants.get(ask.by) or battle.combatants.get(ask.by)
            odds = distribution(ask.die, ask.dice)
            over = sum((likely for (score, _), likely in odds if score >= event.score), Fraction(0))
            under = sum((likely for (score, _), likely in odds if score <= event.score), Fraction(0))
            better, worse = (under, over) if ask.pass_at is not None else (over, under)
            name, label = one.name if one is not None else "", ask.label or ask.name
            yield ask.by, event.faces, ThrownDice(name, label, ask.dice, event.score, event.unit, better, worse)


def _luckiest(rolls: Sequence[ThrownDice]) -> ThrownDice | None:
    best = min(rolls, key=lambda roll: roll.better, default=None)
    return best if best is not None and 0 < best.better < Fraction(1, 2) else None


def _unluckiest(rolls: Sequence[ThrownDice]) -> ThrownDice | None:
    worst = min(rolls, key=lambda roll: roll.worse, default=None)
    return worst if worst is not None and 0 < worst.worse < Fraction(1, 2) else None


def as_markdown(stories: Sequence[Story], *, date: str = "", linked: Collection[str] = ()) -> str:
    """Return a session as Markdown with front matter. Maps are named as in `maps_in`.

    Args:
        date: of the session, "" for none.
        linked: names that become links, `[[Volfer]]`.
    """
    titles = [story.title for story in stories if story.title]
    title = " / ".join(titles) or "What happened"
    out = ["---", f'title: "{_in_quotes(title)}"', *([f"date: {date}"] if date else []), "tags: [recap]", "---", ""]
    out += [f"# {escaped(title)}", ""]
    for number, story in enumerate(stories, 1):
        if len(stories) > 1:
            out += [f"## {escaped(story.title or f'Battle {number}')}", ""]
        out += _sections(story, number, linked)
    return "\n".join(out).rstrip() + "\n"


def _sections(story: Story, number: int, linked: Collection[str]) -> Iterator[str]:
    if story.there:
        yield from ("### Who was there", "")
        for side, names in story.there:
            counts = Counter(names)
            names_of = {name: f"[[{name}]]" if name in linked else escaped(name) for name in counts}
            listed = [names_of[name] if times == 1 else f"{names_of[name]} ({times})" for name, times in counts.items()]
            yield f"- {escaped(side)}: {', '.join(listed)}"
        yield ""
    pictured = dict(story.maps)
    passages = retell(story.rounds, story.there, story.people, story.standing, pictured)
    for passage in passages:
        first, last = passage.first, passage.last
        heading = f"Rounds {first} {'to' if last > first + 1 else 'and'} {last}"
        heading = heading if last > first else f"Round {first}" if first else "Before the fight"
        heading += f": {passage.turn}" if passage.turn else ""
        yield from (f"### {escaped(heading) if len(passages) > 1 else 'The fight'}", "")
        for paragraph in passage.paragraphs:
            yield from (escaped(paragraph), "")
        if pictured.pop(last, 0):
            yield from (f"![Round {last}](map-{number}-{last}.png)", "")
    for last in pictured:  # no sentences about these rounds
        yield from (f"![Round {last}](map-{number}-{last}.png)", "")
    lucky = [*_luck("Luckiest roll", story.lucky, "better"), *_luck("Unluckiest roll", story.unlucky, "worse")]
    for heading, lines in (("Taken out", story.fallen), ("Dice", lucky), ("What the party won and spent", story.spent)):
        if lines:
            yield from (f"### {heading}", "", *(f"- {escaped(line)}" for line in lines), "")


def _luck(heading: str, roll: ThrownDice | None, way: str) -> Iterator[str]:
    if roll is not None:
        odds = roll.better if way == "better" else roll.worse
        came = (
            f"{roll.score} with"
            if roll.unit != "successes"
            else f"{roll.score} {'success' if roll.score == 1 else roll.unit} on"
        )
        once = float(1 / odds)
        rare = f"this or {way} comes up once in {once:,.{0 if once >= 10 else 1}f} rolls"
        yield f"{heading}: {roll.who}, {roll.label}, {came} {roll.dice} dice; {rare}."


def _in_quotes(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')


def maps_in(markdown: str) -> tuple[tuple[str, int, int], ...]:
    """Return the maps of a recap: the picture's name, the battle's number (from 1), and the round."""
    found = {one[2]: (int(one[3]), int(one[4])) for one in _MAP.finditer(markdown)}
    return tuple((name, battle, round) for name, (battle, round) in found.items())


def as_note(markdown: str) -> str:
    """Return a recap as Markdown without front matter and maps."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(_body(_MAP.sub("", markdown)))).strip() + "\n"


def as_plain(markdown: str) -> str:
    """Return the text of a recap without front matter, marks and maps."""
    markdown = _MAP.sub("", markdown)
    return "\n".join(text if kind != "-" else f"- {text}" for kind, text in _blocks(markdown)).strip() + "\n"


def as_html(markdown: str, maps: Mapping[str, bytes] | None = None) -> str:
    """Return a recap as a page. Nothing is loaded and no HTML is passed through.

    Args:
        maps: the pictures that are part of the page, PNG by the names that `maps_in` gives.
    """
    out, in_list, title = [], False, "Recap"
    for kind, text in _blocks(markdown):
        if in_list != (kind == "-"):
            out.append("</ul>" if in_list else "<ul>")
            in_list = not in_list
        shown = escape(text)
        if kind == "#":
            title = shown
        if kind.startswith("#"):
            out.append(f"<h{len(kind)}>{shown}</h{len(kind)}>")
        elif kind == "-":
            out.append(f"<li>{shown}</li>")
        elif (found := _MAP.fullmatch(text)) and found[2] in (maps or {}):
            content = b64encode((maps or {})[found[2]]).decode()
            out.append(f'<p><img src="data:image/png;base64,{content}" alt="{escape(found[1])}" width="800"></p>')
        elif text:
            out.append(f"<p>{shown}</p>")
    out += ["</ul>"] if in_list else []
    head = f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n</head>\n<body>'
    return "\n".join([head, *out, "</body>", "</html>"]) + "\n"


def _body(markdown: str) -> list[str]:
    """Return the lines below the front matter."""
    lines = markdown.splitlines()
    return lines[lines.index("---", 1) + 1 :] if lines[:1] == ["---"] and "---" in lines[1:] else lines


def _blocks(markdown: str) -> Iterator[tuple[str, str]]:
    """Return each line as its mark ("#" to "######", "-" or "") and its text."""
    for line in _body(markdown):
        found = re.match(r"(#{1,6}|-) +(?=\S)", line)
        yield found[1] if found else "", _ESCAPED.sub(r"\1", line[found.end() :] if found else line)
