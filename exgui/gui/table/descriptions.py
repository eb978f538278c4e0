"""The players' screen in words, part by part, for screen readers; made from a `PublicBattle` only."""

from __future__ import annotations

from exgui.engine.timeline import Timeline
from exgui.gui.look.explained_text import out_of
from exgui.gui.table.chips import chips_of
from exgui.gui.table.curtain import Curtain
from exgui.gui.table.dice import DiceRow, rolls_of
from exgui.gui.tick_bar.descriptions import describe
from exgui.play.public.records import PublicBattle, PublicCombatant, PublicZone


def order_words(battle: PublicBattle, timeline: Timeline) -> str:
    """Return who acts when."""

    def name(id: str) -> str:
        return battle.combatants[id].name

    def side(id: str) -> str:
        return battle.sides[id].name if id in battle.sides else "Everyone"

    return describe(timeline, name, side, lambda id: battle.combatants[id].plural)


def map_words(battle: PublicBattle) -> str:
    """Return every zone with its ground, and its combatants with their states."""
    out = []
    for zone in battle.zones.values():
        here = [_person(battle, one) for one in battle.combatants.values() if one.zone == zone.id]
        here += [one.name for one in battle.companions if one.zone == zone.id and not one.carries]
        out.append(f"{_zone(battle, zone)}: {'; '.join(here) or 'empty'}.")
    return " ".join(out)


def states_words(one: PublicCombatant) -> str:
    """Return the health and the states that are shown of someone: "Health 5 of 7, prone"."""
    words = [chip.text for chip in chips_of(one)]
    if words and words[0] == one.health:
        words[0] = f"Health {out_of(one.health)}" if not one.health.replace(" ", "").isalpha() else one.health
    return ", ".join(words)


def turn_words(battle: PublicBattle, now: str, upcoming: tuple[str, ...]) -> str:
    """Return whose turn it is and in what state, who is next, and the last dice.

    Args:
        now: whose turn it is, as the column has it.
        upcoming: public ids of the next combatants, in order.
    """
    active = battle.active or battle.chooser
    states = states_words(battle.combatants[active]) if active else ""
    out = [f"{now}: {states}" if states else now]
    if upcoming:
        out.append(f"Next: {', '.join(battle.combatants[id].name for id in upcoming)}")
    out += [_roll(roll) for roll in rolls_of(battle)]
    return ". ".join(out) + "."


def curtain_words(curtain: Curtain | None) -> str:
    if curtain is None:
        return ""
    if curtain.kind == "text":
        return f"{curtain.title}. {curtain.text}"
    return curtain.title or {"blank": "Blank", "title": "Blank"}.get(curtain.kind, "A picture")


def _zone(battle: PublicBattle, zone: PublicZone) -> str:
    words = ["difficult"] if zone.difficult else []
    words += [f"{zone.hazard.replace('_', ' ')} hazard"] if zone.hazard not in ("", "none") else []
    words += [f"{' or '.join(zone.cover)} cover"] if zone.cover else []
    words += [one.label for one in battle.notices if one.kind == "hazard" and one.zone == zone.id]
    return f"{zone.name} ({', '.join(words)})" if words else zone.name


def _person(battle: PublicBattle, one: PublicCombatant) -> str:
    words = ["acts now"] if one.id in battle.up else []
    words += ["out of the fight"] if one.state == "out" else []
    states = states_words(one)
    words += [states] if states else []
    close = [battle.combatants[id].name for id in one.close if id in battle.combatants and id != one.id]
    words += [f"close to {', '.join(close)}"] if close else []
    return ", ".join([one.name, *words])


def _roll(roll: DiceRow) -> str:
    whose = f"{roll.who}, {roll.label}" if roll.who else roll.label
    faces = f" ({' '.join(str(face) for face, _worth in roll.dice)})" if roll.dice else ""
    verdict = "" if roll.passed is None else ", passed" if roll.passed else ", failed"
    return f"{whose}: {roll.score}{faces}{verdict}"
