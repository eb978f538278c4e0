"""Cover: its bonus to Defense, the attacks it rules out, how it is taken and lost (ex3-34)."""

from __future__ import annotations

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle, Combatant
from exgui.engine.events import ConditionBegan, ConditionEnded, Noted
from exgui.engine.explained import NOTHING, Explained
from exgui.engine.procedure import Scene, Steps
from exgui.systems.common.gear import rules_of
from exgui.systems.common.storyteller import Cover
from exgui.systems.ex3 import sentences as say
from exgui.systems.ex3.grapple.state import dragged, take_into_cover
from exgui.systems.ex3.pools import roll_against
from exgui.systems.ex3.stealth import stay_hidden
from exgui.systems.ex3.turn_actions import may_use, use_action

LEVELS = ("light", "heavy", "total")
BONUS = {"light": 1, "heavy": 2}
"""Bonus of cover to Defense."""
STORYTELLER = Cover(LEVELS, say.IN_COVER, say.WRONG_COVER, "ex3-34")
"""Cover that the storyteller gives."""


def with_cover(one: Combatant, base: Explained) -> Explained:
    """Return Parry or Evasion with the bonus of the combatant's cover."""
    return base.plus("cover", _bonus(one), "ex3-34") if "cover" in one.conditions else base


def _bonus(one: Combatant) -> int:
    return BONUS.get(str(one.conditions.get("cover")), 0)


def shared(one: Combatant, other: Combatant) -> Explained:
    """Return the bonus to the target's Defense against an attack from close range by an attacker in better cover, which
    they share.
    """
    if "cover" not in one.conditions:
        return NOTHING
    return NOTHING.plus(say.COVER_SHARED(who=one), max(0, _bonus(one) - _bonus(other)), "ex3-34")


def in_total_cover(one: Combatant) -> bool:
    """Return whether the combatant is in total cover, so that no one can aim at them or attack them from afar."""
    return one.conditions.get("cover") == "total"


def check_total_cover(one: Combatant, other: Combatant) -> list[Violation]:
    """Return the rules that an attack from afar would break because attacker or target is in total cover."""
    out = []
    if in_total_cover(other):
        out.append(Violation("ex3-34", say.TOTAL_COVER(whom=other)))
    if in_total_cover(one):
        text = say.TOTAL_COVER_NO_ATTACK(who=one)
        out.append(Violation("ex3-34", text))
    return out


def lose_cover(scene: Scene, who: str) -> Steps:
    """End a combatant's cover, which lasts until they leave the zone or the close group (ex3-34, as ruled)."""
    if "cover" in scene.battle.who(who).conditions:
        yield ConditionEnded(who, "cover", "ex3-34")


def _difficulty(battle: Battle, command: Command) -> int | None:
    """Return the difficulty of taking cover: as given, else that of the zone."""
    given = command.get("difficulty")
    if given is not None:
        return int(given) if isinstance(given, int) and not isinstance(given, bool) else None
    one = battle.combatants[command.by]
    zone = battle.zones.get(str(one.zone))
    return zone.cover.get(str(command.get("level"))) if zone is not None else None


def check_take_cover(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that taking cover would break."""
    out = may_use(battle, command.by, rules_of(battle).actions["take_cover"])
    if hopeless(out):
        return out
    level = command.get("level")
    if level not in LEVELS:
        return [*out, Violation("ex3-34", say.COVER_LEVEL(level=level), final=True)]
    if _difficulty(battle, command) is None:
        zone = battle.zones.get(str(battle.combatants[command.by].zone))
        name = zone.name if zone is not None else say.THIS_PLACE
        out.append(Violation("ex3-34", say.NO_COVER_HERE(where=name, level=level)))
    return out


def take_cover(scene: Scene, command: Command) -> Steps:
    """Take Cover; after a failed roll the combatant keeps any previous cover."""
    who, level = command.by, str(command.get("level"))
    along = dragged(scene.battle.who(who))
    yield from use_action(scene.battle, who, rules_of(scene.battle).actions["take_cover"])
    difficulty = _difficulty(scene.battle, command) or 0
    result = yield from roll_against(scene, who, "take_cover", difficulty, say.TAKE_COVER, "ex3-34")
    if result.met:
        yield ConditionBegan(who, "cover", level, "ex3-34")
        yield Noted(
            say.TAKES_COVER(who=scene.battle.who(who), level=level, n=result.successes, difficulty=difficulty),
            who,
            "ex3-34",
        )
        yield from take_into_cover(scene, who, along)
    else:
        yield Noted(
            say.FINDS_NO_COVER(who=scene.battle.who(who), n=result.successes, difficulty=difficulty), who, "ex3-34"
        )
    yield from stay_hidden(scene, who)
