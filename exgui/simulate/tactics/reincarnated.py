"""Tactics of Exalted, reincarnated: one strike a turn on the best target, and a maneuver that helps it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.record import Table
from exgui.engine.system import System
from exgui.simulate.chances import TENS_TWICE
from exgui.simulate.policies import Policy
from exgui.simulate.tactics.general import PROTECTED, Move, Tactics, Weighed
from exgui.systems.common.gear import ready_weapons
from exgui.systems.reincarnated.advantages import advantages, on_dice
from exgui.systems.reincarnated.maneuvers import maneuver_pool
from exgui.systems.reincarnated.pools import finished
from exgui.systems.reincarnated.strikes import Strike, check_reach, damage, strike_pool
from exgui.systems.reincarnated.values import VALUES, defense, resolve

A_FALL = 8.0
"""The worth of an enemy's fall, in points of Health."""
CLOSING_IN = 100.0
"""The worth of coming nearer if no enemy can be struck: more than any step from afar."""
A_DIE = 0.5
"""The worth of a die less on every roll of an enemy, in points of Health."""


class Blade(NamedTuple):
    """The effect of a combatant's weapon on another, by their sheets: dice of the strike, and the damage of a hit."""

    id: str
    item: Item
    pool: int
    damage: int


class Own(Tactics):
    def __init__(self, system: System, battle: Battle) -> None:
        super().__init__(system, battle)
        self._blades: dict[tuple[object, ...], tuple[Blade, ...]] = {}
        self._needs: dict[str, tuple[Combatant, tuple[int, int, int]]] = {}
        self._pools: dict[tuple[str, str], int] = {}

    def blow(self, battle: Battle, who: str, target: str, weapon: str) -> Move:
        return self.made("strike", who, target=target, weapon=weapon)

    def weigh(
        self, battle: Battle, who: str, policy: Policy, foes: Sequence[str], share: float, done: Sequence[str]
    ) -> list[Weighed]:
        one = battle.combatants[who]
        actions = one.tracks.get("actions_left", 0)
        strikes = one.tracks.get("strikes_left", 0)
        if actions < 1:
            return []
        found: list[Weighed] = []
        more = on_dice(battle, one).total
        for id in foes:
            foe = battle.combatants[id]
            worth = 1.0
            if policy.ward and policy.ward in battle.combatants and foe.zone == battle.combatants[policy.ward].zone:
                worth = PROTECTED
            for blade in self.blades(battle, one, id) if strikes else ():
                if check_reach(battle, who, id, blade.item):
                    continue
                value, hit = self._strike(battle, one, foe, blade, more)
                why = f"{100 * hit:.0f}% to hit {foe.name}, {foe.track('health')} health left"
                strike = self.made("strike", who, why, target=id, weapon=blade.id)
                found.append((worth * value, strike))
                if actions > 1:
                    found += self._before(battle, one, foe, blade, worth, value, hit, more)
        if strikes and not found:
            found += ((CLOSING_IN - nth, move) for nth, move in enumerate(self.nearer(battle, who, foes, done)))
        if not strikes or not found:
            found += self._besides(battle, one, foes, more, share, policy)
        return found

    def _strike(
        self, battle: Battle, one: Combatant, foe: Combatant, blade: Blade, more: int, against: int | None = None
    ) -> tuple[float, float]:
        """Return the worth of a strike, and its chance to hit."""
        goal = self.against(battle, foe.id)[0] if against is None else against
        hit = TENS_TWICE.chance(max(0, blade.pool + more), goal)
        left = foe.track("health")
        value = min(blade.damage, left) + (A_FALL if blade.damage >= left else A_FALL * blade.damage / (3 * left))
        return hit * value, hit

    def _before(
        self,
        battle: Battle,
        one: Combatant,
        foe: Combatant,
        blade: Blade,
        worth: float,
        value: float,
        hit: float,
        more: int,
    ) -> Iterator[Weighed]:
        """Yield maneuvers that improve the strike after them: each counts with its effect on that."""
        if "exposed" not in foe.conditions or one.id not in foe.conditions["exposed"]:
            needed, low, _resolve = self.against(battle, foe.id)
            if low < needed:
                succeeds = TENS_TWICE.chance(max(0, self.pool(battle, one, "expose_weakness") + more), 3)
                better, _hit = self._strike(battle, one, foe, blade, more, low)
                gain = succeeds * (better - value)
                if gain > 0.05:
                    why = f"an exposed weakness makes {foe.name} easier to hit"
                    move = self.made("maneuver", one.id, why, kind="expose_weakness", target=foe.id)
                    yield worth * (value + gain), move
        for move, gain in self._shake(battle, one, foe, more):
            yield worth * (value + gain), move

    def _shake(self, battle: Battle, one: Combatant, foe: Combatant, more: int) -> Iterator[tuple[Move, float]]:
        """Yield Disadvantages that could be inflicted on an enemy, each with its worth."""
        levels = advantages(foe)
        goal = self.against(battle, foe.id)[2]
        for kind in ("distract", "intimidate", "stun"):
            now = -levels.get(kind, 0)
            if now >= 2:
                continue
            pool = max(0, self.pool(battle, one, kind) + more)
            gained = TENS_TWICE.chance(pool, goal) * (now < 1) + TENS_TWICE.chance(pool, goal + 3)
            left = foe.track("health")
            value = A_DIE * gained * min(1.0, left / 8)
            if value > 0.02:
                why = f"{kind}: {100 * TENS_TWICE.chance(pool, goal):.0f}% against {foe.name}'s Resolve"
                yield self.made("maneuver", one.id, why, kind=kind, target=foe.id), value

    def _besides(
        self, battle: Battle, one: Combatant, foes: Sequence[str], more: int, share: float, policy: Policy
    ) -> Iterator[Weighed]:
        """Yield uses of an action that is left after the strike."""
        for id in foes:
            for move, value in self._shake(battle, one, battle.combatants[id], more):
                yield value, move
        worst = -sum(level for level in advantages(one).values() if level < 0)
        if worst:
            pool = max(0, self.pool(battle, one, "recover") + more)
            yield (
                0.4 * worst * TENS_TWICE.chance(pool, 3),
                self.made("maneuver", one.id, "shakes it off", kind="recover"),
            )
        if policy.ward and policy.ward in battle.combatants and policy.ward != one.id:
            yield 2.0, self.made("maneuver", one.id, "protects them", kind="defend_other", target=policy.ward)
        if share < policy.guard and "seek_cover" not in advantages(one):
            yield 1.0, Move(Command("maneuver", one.id, Table(kind="seek_cover")), "looks for cover")

    def pool(self, battle: Battle, one: Combatant, kind: str) -> int:
        """Return the dice of a maneuver by the sheet."""
        known = self._pools.get((one.id, kind))
        if known is None:
            person = self.start.combatants.get(one.id, one)
            base = maneuver_pool(self.start, Command("maneuver", person.id, Table(kind=kind)))
            now = on_dice(self.start, person).total
            known = finished(self.start, person, base, "maneuver").total - now
            self._pools[one.id, kind] = known
        return known

    def against(self, battle: Battle, who: str) -> tuple[int, int, int]:
        """Return the successes that a strike needs to hit a combatant at present, those it would need once a weakness
        is exposed, and their Resolve."""
        one = battle.combatants[who]
        known = self._needs.get(who)
        if known is None or known[0] is not one:
            more = 0 if battle.options["strike_ties_hit"] else 1
            low = min(VALUES[name](battle, one).total for name in ("block", "evasion")) + 1
            known = self._needs[who] = one, (defense(battle, one).total + more, low, resolve(battle, one).total)
        return known[1]

    def blades(self, battle: Battle, one: Combatant, target: str) -> tuple[Blade, ...]:
        key = (one.id, target, one.ready)
        known = self._blades.get(key)
        if known is None:
            known = self._blades[key] = tuple(self._blade(one.id, target, weapon) for weapon in ready_weapons(one))
        return known

    def _blade(self, who: str, target: str, weapon: Item) -> Blade:
        battle = self.start
        one = battle.combatants[who]
        attack = Strike(who, target, weapon)
        pool = finished(battle, one, strike_pool(battle, attack), "strike").total - on_dice(battle, one).total
        return Blade(weapon.id, weapon, pool, damage(battle, attack).total)
