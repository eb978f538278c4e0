"""Tactics of Exalted Third Edition: withering until a decisive attack pays, on the target where it pays most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.record import EMPTY, Table, Value
from exgui.simulate.chances import TENS_ONCE, TENS_TWICE
from exgui.simulate.policies import Policy
from exgui.simulate.tactics.general import PROTECTED, Move, Tactics, Weighed
from exgui.systems.common.gear import is_natural, of_kind, ready_weapons, tagged
from exgui.systems.common.health import TRACKS, damage, levels
from exgui.systems.ex3.aim import has_aimed
from exgui.systems.ex3.attack import Attack
from exgui.systems.ex3.attack_resolution import attack_pool
from exgui.systems.ex3.battle_groups import group_of, is_group
from exgui.systems.ex3.damage import withering_pool
from exgui.systems.ex3.gambits import GAMBITS, disarmable
from exgui.systems.ex3.group_commands import ORDER
from exgui.systems.ex3.initiative import OF_A_CRASH
from exgui.systems.ex3.mounts import mount_of
from exgui.systems.ex3.positions import RANGES, range_between, reach_of
from exgui.systems.ex3.values import defense, hardness, is_close_combat

DECISIVE_FROM = 12
"""The Initiative from which `simple` attacks decisively."""
FAR = 50
"""Successes beyond any minimum of damage."""
A_LEVEL, A_FALL, A_CRASH = 4.2, 28.0, 3.5
W_GAIN, W_LOSS, W_BACK = 1.6, 1.2, 0.7
"""The worth of a level of health, an enemy's fall and a Crash, in points of Initiative."""
UNHORSED, DISARMED, AN_ORDER = 9.0, 20.0, 0.4
"""The worth of a rider thrown, of a weapon struck away besides its damage, and of each success of an order."""
MOST_HELD = 12
"""The Initiative beyond which more is worth nothing: any blow could end it."""
ENOUGH = 10
"""The Initiative from which gaining more counts less, down to nothing at twice as much."""
GAMBIT_FROM = 5
"""The Initiative above which a gambit does not lead to a Crash."""


MOST_VERDICTS = 5_000
_OF_DEFENSE = (*TRACKS, "onslaught", "magnitude")
"""Tracks that Defense, Hardness and the rest of health depend on, besides Initiative."""
_seen_of = attrgetter("gear", "ready", "effects", "fields", "zone", "side", "waiting")


def _states_of(one: Combatant) -> Table[str, Value]:
    """Return a combatant's states, without those that only record the cause of a Crash."""
    states = one.conditions
    return states if states and not states.keys() <= OF_A_CRASH else EMPTY


def _withering(pool: int, raw: int, least: int, guard: int, theirs: int, mine: int) -> float:
    """Return the worth of a withering attack, in points of Initiative.

    Args:
        theirs: the Initiative that can be taken; 0 in Crash, -1 for a group.
        mine: the attacker's: the more there is, the less each further point is worth.
    """
    hit = TENS_TWICE.chance(pool, guard)
    dice = max(least, raw + round(TENS_TWICE.beyond(pool, guard)))
    gain = TENS_TWICE.average(dice)
    fades = min(1.0, max(0.0, (mine - ENOUGH) / ENOUGH))
    value = hit * ((W_GAIN - fades) * gain + 1)
    if theirs > 0:
        value += hit * A_CRASH * TENS_TWICE.chance(dice, theirs)
    elif not theirs:
        value -= hit * W_LOSS * gain  # only the attacker's own gain is left to take from them
    return value


class Blade(NamedTuple):
    """The effect of a combatant's weapon on another, by their sheets.

    Attributes:
        withering, decisive: dice of the attack at close or short range.
        raw: dice of withering damage before those that the roll adds, less soak.
        least: the fewest dice of withering damage.
        close: it is for close combat.
        reach: the number of range bands it crosses, as a place in `RANGES`.
        aimed: it must be aimed beyond short range.
    """

    id: str
    withering: int
    decisive: int
    raw: int
    least: int
    close: bool
    reach: int
    aimed: bool


class Own(Tactics):
    last = frozenset({"attack", "aim", "full_defense", "rally", "order"})

    def __init__(self, system: object, battle: Battle) -> None:
        super().__init__(system, battle)  # type: ignore[arg-type]
        self._groups = frozenset(id for id, one in battle.combatants.items() if is_group(one))
        self._orders: dict[tuple[str, str], int] = {}
        self._blades: dict[tuple[object, ...], tuple[Blade, ...]] = {}
        self._guards: dict[tuple[object, ...], tuple[int, int, int]] = {}
        self._withers: dict[tuple[int, ...], float] = {}
        self._strikes: dict[tuple[int, int, int, int], tuple[float, float]] = {}
        self._verdicts: dict[tuple[int, bool], tuple[tuple[object, ...], Command, bool]] = {}

    def blow(self, battle: Battle, who: str, target: str, weapon: str) -> Move:
        decisive = battle.combatants[who].tracks.get("initiative", 0) >= DECISIVE_FROM
        return self.made("attack", who, target=target, weapon=weapon, mode="decisive" if decisive else "withering")

    def legal(self, battle: Battle, command: Command) -> bool:
        """Ask the engine; an attack that was legal is legal again as long as everything that the check depends on is
        the same: states, gear, place, and whether there is Initiative for it."""
        if command.do != "attack" or battle.up[:1] != (command.by,):
            return super().legal(battle, command)
        one, other = battle.combatants[command.by], battle.combatants[command.args["target"]]
        states = _states_of(one), _states_of(other), one.turn
        key = (*states, *_seen_of(one), *_seen_of(other), battle.close, battle.links, battle.zones, battle.phase)
        crashed = one.tracks.get("initiative", 0) <= 0
        known = self._verdicts.get((id(command), crashed))
        if known is not None and known[1] is command and known[0] == key:
            return known[2]
        found = super().legal(battle, command)
        if len(self._verdicts) > MOST_VERDICTS:
            self._verdicts.clear()
        self._verdicts[id(command), crashed] = key, command, found
        return found

    def weigh(
        self, battle: Battle, who: str, policy: Policy, foes: Sequence[str], share: float, done: Sequence[str]
    ) -> list[Weighed]:
        people = battle.combatants
        one = people[who]
        found: list[Weighed] = []
        close = False
        near, wards = battle.close_group(who), policy.ward in people
        for id in foes:
            at, worth, foe = 0, 1.0, people[id]
            if id in near:
                close = True
            else:
                range = range_between(battle, who, id)
                if range is None:
                    continue
                at = RANGES.index(range)
            if wards and battle.are_close(id, policy.ward):
                worth = PROTECTED
            known = self.against(battle, foe)
            for blade in self.blades(battle, one, id):
                if blade.reach < at or (blade.close and at > 0 and blade.reach == 0):
                    continue
                if at > 1 and blade.aimed and not has_aimed(one, id):
                    found.append((0.5 * worth, self.made("aim", who, "to reach them at all", target=id)))
                    continue
                self._weigh_blade(found, one, foe, known, blade, policy, worth)
        if "move" not in done:
            if share < policy.guard and who not in self._groups:
                found += self._defending(battle, one, foes, policy)
            if not close:
                found += self._taking_cover(battle, one, done)
            if wards and policy.ward != who:
                found += self._warding(battle, one, people[policy.ward], foes, policy)
        if self._groups and not done and who not in self._groups:
            found += self._commands(battle, one)
        return found

    def _weigh_blade(
        self,
        found: list[Weighed],
        one: Combatant,
        foe: Combatant,
        known: tuple[int, int, int],
        blade: Blade,
        policy: Policy,
        worth: float,
    ) -> None:
        """Yield a withering attack; a decisive one if there is Initiative for it; a gambit if only that helps.

        Args:
            known: of the foe, see `against`.
        """
        guard, hard, left = known
        mine, theirs = one.tracks.get("initiative", 0), foe.tracks.get("initiative", 0)
        there = -1 if foe.id in self._groups else theirs if theirs > 0 else 0
        held = ENOUGH if mine < ENOUGH else mine if mine < 2 * ENOUGH else 2 * ENOUGH
        ends = blade.withering, blade.raw, blade.least, guard, there, held
        value = self._withers.get(ends)
        if value is None:
            value = self._withers[ends] = _withering(*ends)
        found.append((value * worth, self._wither, one, foe, blade, guard))
        if mine < 3 or one.id in self._groups:
            return
        if mine <= hard:
            if mine > GAMBIT_FROM and foe.id not in self._groups:
                found += self._gambits(one, foe, blade, guard, policy)
            return
        strike = self._strikes.get((blade.decisive, guard, mine, left))
        if strike is None:
            sure = TENS_TWICE.chance(blade.decisive, guard)
            gain = A_LEVEL * min(TENS_ONCE.average(mine), left) + A_FALL * TENS_ONCE.chance(mine, left)
            strike = self._strikes[blade.decisive, guard, mine, left] = sure, gain
        sure, gain = strike
        back = W_BACK * (mine - 3 if mine - 3 < MOST_HELD else MOST_HELD) / policy.daring
        value = sure * (gain - back) - (1 - sure) * 2.5
        found.append((value * worth, self._decide, one, foe, blade, mine, left))

    def _wither(self, one: Combatant, foe: Combatant, blade: Blade, guard: int) -> Move:
        why = ""
        if self.explains:
            why = f"withering: {100 * TENS_TWICE.chance(blade.withering, guard):.0f}% to hit {foe.name}"
        return self.made("attack", one.id, why, target=foe.id, weapon=blade.id, mode="withering")

    def _decide(self, one: Combatant, foe: Combatant, blade: Blade, mine: int, left: int) -> Move:
        why = f"decisive: {mine} dice against {left} health left of {foe.name}" if self.explains else ""
        return self.made("attack", one.id, why, target=foe.id, weapon=blade.id, mode="decisive")

    def _gambits(self, one: Combatant, foe: Combatant, blade: Blade, guard: int, policy: Policy) -> Iterator[Weighed]:
        """Yield gambits against a combatant whose Hardness no decisive attack overcomes: it does not stop these."""
        mine = one.tracks.get("initiative", 0)
        sure = TENS_TWICE.chance(blade.decisive, guard)
        for gambit, needed, gain in self._gains(foe):
            value = sure * (TENS_TWICE.chance(mine, needed) * gain - W_BACK * needed / policy.daring) - (1 - sure) * 2.5
            why = f"{gambit}: {foe.name} is too hard to wound" if self.explains else ""
            yield (
                value,
                self.made("attack", one.id, why, target=foe.id, weapon=blade.id, mode="decisive", gambit=gambit),
            )

    def _gains(self, foe: Combatant) -> Iterator[tuple[str, int, float]]:
        """Yield gambits that would harm a combatant: the name, the difficulty, and the worth."""
        if mount_of(foe) is not None and "prone" not in foe.conditions:
            yield "unhorse", GAMBITS["unhorse"].lowest, UNHORSED
        held = [int(weapon.get("damage") or 0) for weapon in disarmable(foe)]
        if held:
            bare = [int(item.get("damage") or 0) for item in of_kind(foe, "weapon") if is_natural(item)]
            lost = max(held) - max(bare, default=0)
            yield "disarm", GAMBITS["disarm"].lowest, DISARMED + W_GAIN * 0.5 * max(0, lost)

    def _threat(self, battle: Battle, whom: Combatant, foes: Iterable[str]) -> float:
        """Return the chance that the next blow that hits a combatant strikes them down."""
        left = max(1, self.against(battle, whom)[2])
        tracks = (battle.combatants[id].tracks.get("initiative", 0) for id in foes if battle.are_close(id, whom.id))
        return max((TENS_ONCE.chance(max(0, theirs), left) for theirs in tracks), default=0.0)

    def _defending(self, battle: Battle, one: Combatant, foes: Sequence[str], policy: Policy) -> Iterator[Weighed]:
        """Yield full defense, weighed by the chance that an enemy close by strikes the combatant down."""
        threat = self._threat(battle, one, foes)
        if threat > 0.25 and one.tracks.get("initiative", 0) > 1:
            why = f"defends: {100 * threat:.0f}% to be struck down by the next hit"
            yield A_FALL * threat / policy.daring, self.made("full_defense", one.id, why)

    def _taking_cover(self, battle: Battle, one: Combatant, done: Sequence[str]) -> Iterator[Weighed]:
        """Yield taking cover for combatants who shoot, before they do: it takes no more than their movement."""
        zone = battle.zones.get(str(one.zone))
        if zone is None or not zone.cover or "cover" in one.conditions or "take_cover" in done:
            return
        if any(reach_of(weapon) != "close" for weapon in ready_weapons(one)):
            for level, worth in (("heavy", 200.0), ("light", 199.0)):
                if level in zone.cover:
                    yield worth, self.made("take_cover", one.id, "takes cover before shooting", level=level)

    def _warding(
        self, battle: Battle, one: Combatant, ward: Combatant, foes: Sequence[str], policy: Policy
    ) -> Iterator[Weighed]:
        """Yield guarding another combatant, weighed by the chance that they are struck down."""
        if not self.system.standing(battle, ward.id):
            return
        if not battle.are_close(one.id, ward.id):
            if one.zone == ward.zone and not any(battle.are_close(one.id, id) for id in foes):
                yield 100.0, self.made("move", one.id, f"to {ward.name}'s side", close_to=ward.id)
            return
        threat = self._threat(battle, ward, foes)
        if threat > 0.2:
            why = f"{100 * threat:.0f}% that the next blow strikes {ward.name} down"
            yield A_FALL * threat / policy.daring, self.made("defend_other", one.id, why, ward=ward.id)

    def _commands(self, battle: Battle, one: Combatant) -> Iterator[Weighed]:
        """Yield rallying a routed group of the combatant's side, or giving orders to one that is not routed."""
        for id in self._groups:
            group = battle.combatants.get(id)
            if group is None or group.side != one.side or id == one.id or not self.system.standing(battle, id):
                continue
            if "routed" in group.conditions:
                yield 30.0, self.made("rally", one.id, f"{group.name} are routed", group=id)
            elif "ordered" not in group.conditions:
                more = TENS_TWICE.average(max(0, self._order_pool(battle, one, id)))
                worth = AN_ORDER * more * (1 + int(group_of(group)["size"]) / 2)
                why = f"orders {group.name}: {more:.1f} successes more" if self.explains else ""
                yield worth, self.made("order", one.id, why, group=id)

    def _order_pool(self, battle: Battle, one: Combatant, group: str) -> int:
        known = self._orders.get((one.id, group))
        if known is None:
            command = Command("order", one.id, Table(group=group))
            known = self._orders[one.id, group] = ORDER.pool(battle, command).total
        return known

    def blades(self, battle: Battle, one: Combatant, target: str) -> tuple[Blade, ...]:
        """Return the weapons that a combatant could strike another with."""
        key = (one.id, target, one.ready)
        known = self._blades.get(key)
        if known is None:
            known = self._blades[key] = tuple(self._blade(battle, one, target, weapon) for weapon in ready_weapons(one))
            # Of two for the same reach the one with less of everything is never the better one.
            best = {(blade.close, blade.reach): blade for blade in sorted(known, key=lambda b: b.withering + b.raw)}
            known = self._blades[key] = tuple(best.values())
        return known

    def _blade(self, battle: Battle, one: Combatant, target: str, weapon: Item) -> Blade:
        close = is_close_combat(battle, weapon)
        reach = reach_of(weapon)
        near = "close" if close else "short"
        withering = Attack(one.id, target, weapon, "withering", near)
        return Blade(
            weapon.id,
            attack_pool(battle, withering).total,
            attack_pool(battle, withering.but(mode="decisive")).total,
            withering_pool(battle, withering, FAR).total - FAR,
            int(weapon.get("minimum") or 0),
            close,
            RANGES.index(reach) if reach in RANGES else 0,
            not tagged(weapon, "no_aim"),
        )

    def share(self, battle: Battle, who: str) -> float:
        one = battle.combatants[who]
        if is_group(one):
            return super().share(battle, who)
        hurt = damage(one)
        return 1 - hurt / (len(levels(battle, one)) + 1) if hurt else 1.0

    def against(self, battle: Battle, one: Combatant) -> tuple[int, int, int]:
        """Return a combatant's present Defense and Hardness, and the rest of their health, or Magnitude."""
        tracks = one.tracks
        key = (
            *(one.id, one.ready, one.effects, tracks.get("initiative", 0) <= 0),
            *map(tracks.get, _OF_DEFENSE),
            *one.conditions,
        )
        known = self._guards.get(key)
        if known is None:
            if len(self._guards) > MOST_VERDICTS:
                self._guards.clear()
            left = one.track("magnitude") if is_group(one) else len(levels(battle, one)) + 1 - damage(one)
            known = self._guards[key] = defense(battle, one).total, hardness(battle, one).total, max(1, left)
        return known

    def nearer(self, battle: Battle, who: str, foes: Sequence[str], done: Sequence[str]) -> Iterator[Move]:
        if "move" in done or "attack" in done or "aim" in done:
            return
        zone = battle.combatants[who].zone
        if zone is None or any(battle.are_close(id, who) for id in foes):
            return
        here = [id for id in foes if battle.combatants[id].zone == zone]
        here.sort(key=lambda id: battle.combatants[id].tracks.get("initiative", 0))
        if battle.close_group(who):
            yield self.made("move", who, "steps clear of the others", to=zone)
        for id in here[:3]:
            yield self.made("move", who, f"to {battle.combatants[id].name}'s side", close_to=id)
        if not here:
            yield from super().nearer(battle, who, foes, done)

    def away(self, battle: Battle, who: str, foes: Sequence[str], done: Sequence[str]) -> Iterator[Move]:
        zone = battle.combatants[who].zone
        if zone is not None and not done and battle.close_group(who):
            if any(battle.are_close(who, id) for id in foes):
                yield self.made("disengage", who, "breaks away to flee")
            else:
                yield self.made("move", who, "steps clear to flee", to=zone)
        yield from super().away(battle, who, foes, done)
