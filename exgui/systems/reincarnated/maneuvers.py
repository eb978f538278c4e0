"""Maneuvers: any roll that gains an advantage and does no damage (re-30), with the pool and the number it is rolled
against. `maneuver_effects` has the effects of a success.
"""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.asks import Command, Violation, hopeless
from exgui.engine.battle import Battle, Item
from exgui.engine.events import FactSet, Noted
from exgui.engine.explained import Explained, Part, constant
from exgui.engine.procedure import Procedure, Scene, Steps
from exgui.engine.record import EMPTY, Record, Table
from exgui.engine.zones import link_between
from exgui.systems.common.gear import is_natural, noun, ready_weapons, rules_of, tagged
from exgui.systems.common.printed_numbers import printed_pool
from exgui.systems.common.sentences import DIFFICULTY, IN_ANOTHER_ZONE, NO_WEAPON, NO_ZONE, NOBODY_CALLED, OFF_FIELD
from exgui.systems.reincarnated import maneuver_effects as effects
from exgui.systems.reincarnated import powers
from exgui.systems.reincarnated import sentences as say
from exgui.systems.reincarnated.advantages import advantages, level_of
from exgui.systems.reincarnated.pools import by_formula, check_pool, named_pool, roll_pool, rolled
from exgui.systems.reincarnated.positions import on_field, together
from exgui.systems.reincarnated.strikes import check_aim, check_in_hand, check_reach, tag_level, weapon_of
from exgui.systems.reincarnated.turn_actions import may_act, take_action
from exgui.systems.reincarnated.values import VALUES

HOLDS = ("hold", "grapple", "restrain")
SHAKES = ("distract", "intimidate", "stun")


class Kind(Record):
    """A maneuver of the table.

    Attributes:
        against: the target's value to be reached; "" for none.
        scenery: the scenery sets the difficulty.
        target: it has a target.
        contact: bodies or weapons touch, so it needs the target's zone, or a weapon that reaches.
        rolled: it is rolled even if no difficulty is named.
    """

    against: str = ""
    scenery: bool = False
    target: bool = True
    contact: bool = False
    rolled: bool = True


KINDS: Mapping[str, Kind] = {
    "knockback": Kind("block", contact=True),
    "pull": Kind("block", contact=True),
    **dict.fromkeys(HOLDS, Kind("evasion", contact=True)),
    "keep_pace": Kind("evasion"),
    **dict.fromkeys(SHAKES, Kind("resolve")),
    "recover": Kind(target=False),
    "smash_scenery": Kind(scenery=True, target=False),
    "seek_cover": Kind(scenery=True, target=False),
    "destroy_cover": Kind(scenery=True),
    "defend_other": Kind(rolled=False),
    "disarm": Kind("block", contact=True),
    "expose_weakness": Kind(),
    "build_power": Kind(target=False, rolled=False),
}
"""The maneuvers of the table. Any other kind is a free one, by that name."""
FREE = Kind(target=False, rolled=False)


ALSO_CALLED = {"reactionary_move": "keep_pace", "target_weakness": "expose_weakness", "knock_back": "knockback"}
"""Other names of maneuvers of the table."""


def kind_of(command: Command) -> str:
    kind = str(command.get("kind") or "free")
    return ALSO_CALLED.get(kind, kind)


def rule_of(kind: str) -> Kind:
    """Return the table's entry for a maneuver; an empty one for a free maneuver."""
    return KINDS.get(kind, FREE)


def check_maneuver(battle: Battle, command: Command) -> list[Violation]:
    own = check_attempt(battle, command)
    if hopeless(own):
        return own
    return may_act(battle, command.by) + own


def check_attempt(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that a maneuver would break, apart from those on actions."""
    kind = kind_of(command)
    rule = rule_of(kind)
    if kind in KINDS and all(one.preset.get("kind") != kind for one in rules_of(battle).actions.values()):
        name = kind.replace("_", " ")
        return [Violation("re-30", say.NO_MANEUVER(game=rules_of(battle).name, maneuver=name), final=True)]
    out = _check_values(battle, command)
    if out:
        return out
    target = command.get("target")
    if rule.target or target is not None:
        out = check_aim(battle, command, "re-30")
        if out:
            return out
        if rule.contact:
            out += _check_contact(battle, command)
    return out + _CHECKS.get(kind, _nothing)(battle, command)


def _nothing(_battle: Battle, _command: Command) -> list[Violation]:
    return []


def _check_values(battle: Battle, command: Command) -> list[Violation]:
    """Return the violations of the given values, whatever the maneuver."""
    one = battle.combatants[command.by]
    out = check_pool(battle, one.id, command.get("pool"), "re-30")
    difficulty, level, weapon = command.get("difficulty"), command.get("level"), command.get("weapon")
    if difficulty is not None and (isinstance(difficulty, bool) or not isinstance(difficulty, int) or difficulty < 0):
        out.append(Violation("re-30", DIFFICULTY(n=str(difficulty)), final=True))
    if level is not None and level_of(level) is None:
        out.append(Violation("re-03", say.LEVEL(level=level), final=True))
    if command.get("against") is not None and command.get("against") not in VALUES:
        out.append(Violation("re-30", say.AGAINST_WHAT(values=", ".join(VALUES)), final=True))
    if kind_of(command) != "disarm" and weapon is not None and weapon_of(one, weapon) is None:
        out.append(Violation("re-30", NO_WEAPON(who=one, weapon=weapon), final=True))
    give_to = command.get("give_to")
    if give_to is not None and give_to not in battle.combatants:
        out.append(Violation("re-30", NOBODY_CALLED(who=give_to), final=True))
    to = command.get("to")
    if to is not None and to not in battle.zones:
        out.append(Violation("re-20", NO_ZONE(zone=to), final=True))
    if command.get("oppose") is not None:
        if command.get("target") not in battle.combatants:
            out.append(Violation("re-30", say.WHO_OPPOSES, final=True))
        else:
            own = None if command.get("oppose") is True else command.get("oppose")  # by the ruleset's roll
            out += check_pool(battle, str(command.get("target")), own, "re-30")
    return out


def _check_contact(battle: Battle, command: Command) -> list[Violation]:
    target = str(command.get("target"))
    weapon = None if kind_of(command) == "disarm" else weapon_of(battle.combatants[command.by], command.get("weapon"))
    if weapon is not None:
        return [
            *check_in_hand(battle, battle.combatants[command.by], weapon, "re-30"),
            *check_reach(battle, command.by, target, weapon),
        ]
    if together(battle, command.by, target) or _reaching(battle, command.by, target) is not None:
        return []
    other = battle.combatants[target]
    return [Violation("re-20", IN_ANOTHER_ZONE(who=other)), Violation("re-30", say.OUT_OF_REACH(who=other))]


def _reaching(battle: Battle, who: str, target: str) -> Item | None:
    """Return a weapon in hand that reaches the target."""
    return next(
        (one for one in ready_weapons(battle.combatants[who]) if not check_reach(battle, who, target, one)), None
    )


def _check_shift(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules broken by the destination: a target is knocked back or pulled up to one zone."""
    to, other = command.get("to"), battle.combatants[str(command.get("target"))]
    if to is None or to == other.zone:
        return []
    link = link_between(battle.links, str(other.zone), str(to))
    if link is None:
        return [Violation("re-30", say.MORE_THAN_ONE_ZONE(where=battle.zones[str(to)], whom=other))]
    if kind_of(command) == "pull" and link.barrier == "wall":
        return [Violation("re-30", say.WALL_BETWEEN(whom=other, where=battle.zones[str(to)]))]
    return []


def _check_disarm(battle: Battle, command: Command) -> list[Violation]:
    other = battle.combatants[str(command.get("target"))]
    id = command.get("weapon")
    if id is not None and (weapon_of(other, id) or not weapon_of(battle.combatants[command.by], id)):
        weapon = weapon_of(other, id)
        if weapon is None:
            return [Violation("re-30", NO_WEAPON(who=other, weapon=id), final=True)]
        if is_natural(weapon):
            return [
                Violation("re-62", say.NATURAL(weapon=noun(battle, weapon))),
                Violation("re-30", say.CANNOT_DISARM(weapon=noun(battle, weapon))),
            ]
        if weapon.id not in other.ready:
            return [Violation("re-30", say.NOT_IN_HAND(who=other, weapon=noun(battle, weapon)))]
        return []
    if effects.in_hands(other):
        return []
    broken = Violation("re-30", say.NO_WEAPON_IN_HAND(who=other))
    natural = any(is_natural(weapon) and weapon.id != "unarmed" for weapon in ready_weapons(other))
    return [broken, Violation("re-62", say.NATURAL_STAYS)] if natural else [broken]


def _check_defend(battle: Battle, command: Command) -> list[Violation]:
    other = battle.combatants[str(command.get("target"))]
    if together(battle, command.by, other.id):
        return []
    return [Violation("re-30", say.DEFENDED_ELSEWHERE(who=other))]


def _check_recover(battle: Battle, command: Command) -> list[Violation]:
    one = battle.combatants[command.by]
    if any(level < 0 for level in advantages(one).values()):
        return []
    return [Violation("re-30", say.NOTHING_TO_RECOVER(who=one))]


def _check_destroy(battle: Battle, command: Command) -> list[Violation]:
    other = battle.combatants[str(command.get("target"))]
    return [] if effects.COVER in advantages(other) else [Violation("re-30", say.NO_COVER(who=other))]


def _check_cover(battle: Battle, command: Command) -> list[Violation]:
    level = level_of(command.get("level", 1))
    if level is not None and level > 2:
        return [Violation("re-30", say.COVER_LEVELS)]
    return []


def _check_expose(battle: Battle, command: Command) -> list[Violation]:
    to = command.get("give_to")
    if to is None or on_field(battle.combatants[str(to)]):
        return []
    return [Violation("re-30", OFF_FIELD(who=battle.combatants[str(to)]))]


_CHECKS = {
    "knockback": _check_shift,
    "pull": _check_shift,
    "disarm": _check_disarm,
    "defend_other": _check_defend,
    "recover": _check_recover,
    "destroy_cover": _check_destroy,
    "seek_cover": _check_cover,
    "expose_weakness": _check_expose,
}


def maneuver(scene: Scene, command: Command) -> Steps:
    """Carry out a maneuver: the roll, if one is called for, and its effect."""
    yield from take_action(scene.battle, command.by)
    yield from attempt(scene, command)


def attempt(scene: Scene, command: Command) -> Procedure[bool]:
    """Try a maneuver, apart from the action it takes; return whether it succeeds."""
    kind, who = kind_of(command), command.by
    target = str(command.get("target") or "")
    yield FactSet("maneuver", Table(done=False))
    if kind == "recover":
        return (yield from _recover(scene, command))
    if not is_rolled(scene.battle, command):
        successes, met, goal = 0, True, 0
    else:
        yield from powers.declare(scene, who, "maneuver", target)
        if command.get("oppose") is not None:
            successes, met, goal = yield from _opposed(scene, command)
        else:
            result = yield from rolled(
                scene,
                who,
                "maneuver",
                lambda battle: maneuver_pool(battle, command),
                difficulty=lambda battle: difficulty(battle, command),
                label=title(scene.battle, command),
                against=target,
            )
            successes, met, goal = result.successes, result.met, int(result.difficulty or 0)
        yield from powers.end_declared(scene.battle, who)
    yield FactSet("maneuver", Table(done=met))
    if not met:
        what = title(scene.battle, command).lower()
        yield Noted(say.FAILS(who=scene.battle.who(who), what=what, n=successes, goal=goal), who, "re-30")
        return False
    yield from effects.succeed(scene, command, kind, successes, goal)
    return True


def _opposed(scene: Scene, command: Command) -> Procedure[tuple[int, bool, int]]:
    """Roll a maneuver that the target opposes with a roll: it needs as many successes as theirs."""
    who, target = command.by, str(command.get("target"))
    theirs = yield from rolled(
        scene, target, "oppose", lambda battle: _oppose_pool(battle, command), label=say.OPPOSE, against=who
    )
    mine = yield from rolled(
        scene,
        who,
        "maneuver",
        lambda battle: maneuver_pool(battle, command),
        difficulty=lambda _battle: constant(say.THEIR_ROLL, theirs.successes, "re-30"),
        label=title(scene.battle, command),
        against=target,
    )
    return mine.successes, mine.met, theirs.successes


def _oppose_pool(battle: Battle, command: Command) -> Explained:
    other = battle.combatants[str(command.get("target"))]
    given = command.get("oppose")
    return roll_pool(battle, other, "oppose") if given is True else named_pool(battle, other, given)


def is_rolled(battle: Battle, command: Command) -> bool:
    """Return whether a maneuver is rolled: if the table or the step names a difficulty."""
    rule = rule_of(kind_of(command))
    named = any(command.get(name) is not None for name in ("difficulty", "against", "oppose"))
    free = kind_of(command) not in KINDS and command.get("target") is not None
    return rule.rolled or named or (free and kind_of(command) != "defend_other")


def maneuver_pool(battle: Battle, command: Command) -> Explained:
    """Return the dice of a maneuver before Magnitude and Advantages (re-30, re-62).

    They are the dice named, else those of the rule data; a grappling weapon adds its accuracy to a restraint.
    """
    one, kind = battle.combatants[command.by], kind_of(command)
    given = command.get("pool")
    printed = printed_pool(battle, one, "maneuver", "re-02") if given is None else None
    if given is not None:
        base = named_pool(battle, one, given)
    elif printed is not None:
        base = printed
    else:
        known: Mapping[str, str] = rules_of(battle).constants["maneuver_pools"]
        base = by_formula(battle, one, known.get(kind, known["free"]))
    weapon = grappling_weapon(battle, command) if kind in HOLDS else None
    if weapon is not None:
        base = base.plus(say.GRAPPLING_WITH(weapon=weapon), tag_level(weapon, "accurate"), "re-62")
    return base


def grappling_weapon(battle: Battle, command: Command) -> Item | None:
    """Return the weapon used to restrain the target.

    It is the one named, else the best grappling weapon in hand that reaches.
    """
    one, target = battle.combatants[command.by], str(command.get("target"))
    named = weapon_of(one, command.get("weapon"))
    if named is not None:
        found = [named]
    else:
        found = [weapon for weapon in ready_weapons(one) if not check_reach(battle, one.id, target, weapon)]
    fit = [weapon for weapon in found if tagged(weapon, "grappling")]
    return max(fit, key=lambda weapon: tag_level(weapon, "accurate"), default=None)


def difficulty(battle: Battle, command: Command) -> Explained:
    """Return the successes that a maneuver needs (re-30).

    It is the number named, else the target's value, else that of the table or the scenery; against a target without any
    of these, Defense.
    """
    kind = kind_of(command)
    rule, constants = rule_of(kind), rules_of(battle).constants
    given, by_scenery = command.get("difficulty"), _scenery(battle, command)
    if given is not None:
        named = constant("difficulty", int(given), "re-30")
        return by_scenery if by_scenery is not None and by_scenery.total == named.total else named
    target = command.get("target")
    against = str(command.get("against") or rule.against)
    if against and target is not None:
        return _value(battle, str(target), against)
    if kind == "expose_weakness":
        return constant(say.TO_SEE_A_WEAKNESS, int(constants["expose_difficulty"]), "re-30")
    if by_scenery is not None:
        return by_scenery
    if target is not None:
        return _value(battle, str(target), "defense")
    return constant(say.NO_OBSTACLE, 0, "re-30")


def _value(battle: Battle, target: str, id: str) -> Explained:
    other = battle.combatants[target]
    value = VALUES[id](battle, other)
    return Explained(value.total, (Part(rules_of(battle).label(id), value.total, "re-30", value.parts),))


def completed(battle: Battle, command: Command) -> Command:
    """Return a maneuver against the scenery with its defaults: the only level of cover on offer, the difficulty."""
    if not rule_of(kind_of(command)).scenery or command.by not in battle.combatants:
        return command
    offered = _cover_of_zone(battle, command)
    if kind_of(command) == "seek_cover" and command.get("level") is None and len(offered) == 1:
        command = command.but(args=command.args.put("level", next(iter(offered))))
    found = _scenery(battle, command) if command.get("difficulty") is None else None
    return command.but(args=command.args.put("difficulty", found.total)) if found is not None else command


def _scenery(battle: Battle, command: Command) -> Explained | None:
    """Return the scenery's difficulty for a maneuver against it; None for other maneuvers.

    It is that of the cover on offer in the combatant's zone at this level, else the usual one.
    """
    kind = kind_of(command)
    if not rule_of(kind).scenery:
        return None
    if kind == "seek_cover":
        level = level_of(command.get("level", 1)) or 1
        offered = _cover_of_zone(battle, command)
        there = next((number for name, number in offered.items() if level_of(name) == level), None)
        if there is not None:
            return constant(say.COVER_THERE, there, "re-30")
    return constant("scenery", int(rules_of(battle).constants["scenery_difficulty"]), "re-30")


def _cover_of_zone(battle: Battle, command: Command) -> Mapping[str, int]:
    zone = battle.zones.get(str(battle.combatants[command.by].zone))
    return zone.cover if zone is not None else EMPTY


def _recover(scene: Scene, command: Command) -> Procedure[bool]:
    """Recover: 3 successes bring every Disadvantage down a level, 5 bring it down two (re-30)."""
    who = command.by
    recover = rules_of(scene.battle).constants["recover"]
    one_level, two_levels = int(recover[0]), int(recover[-1])
    result = yield from rolled(
        scene,
        who,
        "maneuver",
        lambda battle: maneuver_pool(battle, command),
        difficulty=lambda _battle: constant(say.TO_RECOVER, one_level, "re-30"),
        label=say.RECOVER,
    )
    levels = 2 if result.successes >= two_levels else 1 if result.met else 0
    yield FactSet("maneuver", Table(done=bool(levels)))
    yield from effects.recovered(scene, who, levels, result.successes)
    return bool(levels)


def title(battle: Battle, command: Command) -> str:
    """Return the name of a maneuver in questions and in the log."""
    kind = kind_of(command)
    name = command.get("name")
    if isinstance(name, str) and name.strip():
        return name.strip()
    known = rules_of(battle).actions.get("maneuver" if kind == "free" else kind)
    return known.label if known is not None else kind.replace("_", " ").capitalize()
