"""Tactics of Exalted Second Edition: a blow or a flurry, whichever wounds more in its time, on the target it wounds
most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.record import Table
from exgui.engine.system import System
from exgui.simulate.chances import TENS_ONCE, TENS_TWICE
from exgui.simulate.policies import Policy
from exgui.simulate.tactics.general import PROTECTED, Move, Tactics, Weighed
from exgui.systems.common.gear import ready_weapons
from exgui.systems.common.health import worst_penalty
from exgui.systems.ex2.attack import Attack, attack_pool, check_reach, weapon_speed
from exgui.systems.ex2.damage import Blow, damage_pool, raw_damage
from exgui.systems.ex2.positions import levels_left
from exgui.systems.ex2.values import dv, is_close_combat, join_battle

A_FALL = 2.0
"""The worth of an enemy's fall, in health levels."""
EXPOSED = 0.12
"""The cost of each point of DV given up, in health levels, for each enemy close by."""
RISING = 0.75
"""The worth of getting up, as a share of the best attack on one's feet: it pays over about four attacks."""
MOST_BLOWS = 3


class Blade(NamedTuple):
    """The effect of a combatant's weapon on another, by their sheets.

    Attributes:
        pool: dice of the attack.
        dice: dice of damage before those that the attack adds.
        least: the fewest dice of damage once Hardness is overcome.
        hard: dice of damage, soak included, that Hardness stops.
        rate: attacks with it in one flurry.
    """

    id: str
    item: Item
    pool: int
    dice: int
    least: int
    hard: int
    speed: int
    rate: int
    close: bool


class Own(Tactics):
    last = frozenset({"attack", "flurry", "aim", "dash", "rise"})

    def __init__(self, system: System, battle: Battle) -> None:
        super().__init__(system, battle)
        self._blades: dict[tuple[object, ...], tuple[Blade, ...]] = {}
        self._guards: dict[str, tuple[Combatant, int]] = {}

    def tied(self, battle: Battle) -> tuple[str, ...]:
        up, people = battle.up, battle.combatants
        first = join_battle(battle, people[up[0]]).total
        return tuple(id for id in up if join_battle(battle, people[id]).total == first)

    def weigh(
        self, battle: Battle, who: str, policy: Policy, foes: Sequence[str], share: float, done: Sequence[str]
    ) -> list[Weighed]:
        one = battle.combatants[who]
        if one.turn and one.turn.get("actions"):
            return []
        if "prone" not in one.conditions:
            return self._attacks(battle, one, foes, policy, 0)
        found = self._attacks(battle, one, foes, policy, 1)  # external penalty (ex2-11)
        upright = max((attack[0] for attack in self._attacks(battle, one, foes, policy, 0)), default=1.0)
        return [*found, (RISING * upright, self.made("rise", who, "gets up"))]

    def _attacks(
        self, battle: Battle, one: Combatant, foes: Sequence[str], policy: Policy, harder: int
    ) -> list[Weighed]:
        """Return attacks and flurries, each with its worth.

        Args:
            harder: successes that every attack needs besides.
        """
        found: list[Weighed] = []
        near = sum(battle.are_close(one.id, id) for id in foes)
        for id in foes:
            worth = 1.0
            if policy.ward and battle.are_close(id, policy.ward):
                worth = PROTECTED
            for blade in self.blades(battle, one, id):
                if not check_reach(battle, one, id, blade.item):
                    self._weigh_blade(found, battle, one, id, blade, policy, near, worth, harder)
        return found

    def _weigh_blade(
        self,
        found: list[Weighed],
        battle: Battle,
        one: Combatant,
        id: str,
        blade: Blade,
        policy: Policy,
        near: int,
        worth: float,
        harder: int,
    ) -> None:
        foe = battle.combatants[id]
        guard = self.guard(battle, id) + harder
        penalty = worst_penalty(battle, one)
        left = levels_left(battle, foe)
        price = EXPOSED * near / policy.daring
        hit, wounds, kills = self._blow(blade, blade.pool + penalty, guard, left)
        value = (hit * (wounds + A_FALL * kills) - price) / blade.speed
        why = f"{100 * hit:.0f}% to hit {foe.name}, {left} health left"
        found.append((worth * value, self.made("attack", one.id, why, target=id, weapon=blade.id)))
        for blows in range(2, min(blade.rate, MOST_BLOWS) + 1):
            gain, survives = 0.0, 1.0
            for nth in range(blows):
                pool = blade.pool + penalty - blows - nth
                hit, wounds, kills = self._blow(blade, pool, guard - nth, left)
                gain += survives * hit * (wounds + A_FALL * kills)
                survives *= 1 - hit * kills
            blow = Table(do="attack", target=id, weapon=blade.id)
            why = f"a flurry of {blows} on {foe.name}, {left} health left"
            value = (gain - price * blows) / blade.speed
            found.append((worth * value, self.made("flurry", one.id, why, actions=(blow,) * blows)))

    def _blow(self, blade: Blade, pool: int, guard: int, left: int) -> tuple[float, float, float]:
        """Return the chance to hit, the levels it wounds if it does, and the chance that these are enough."""
        hit = TENS_TWICE.chance(max(0, pool), guard + 1)
        over = round(TENS_TWICE.beyond(max(0, pool), guard + 1)) + 1
        if blade.dice + over <= blade.hard:
            return hit, 0.0, 0.0
        dice = max(blade.least, blade.dice + over)
        return hit, min(left, TENS_ONCE.average(dice)), TENS_ONCE.chance(dice, left)

    def blades(self, battle: Battle, one: Combatant, target: str) -> tuple[Blade, ...]:
        key = (one.id, target, one.ready)
        known = self._blades.get(key)
        if known is None:
            ready = [weapon for weapon in ready_weapons(one) if weapon.get("speed") and int(weapon.get("rate")) > 0]
            known = self._blades[key] = tuple(self._blade(one.id, target, weapon) for weapon in ready)
        return known

    def _blade(self, who: str, target: str, weapon: Item) -> Blade:
        battle = self.start
        close = is_close_combat(weapon)
        attack = Attack(who, target, weapon, 0, not close)
        tags = weapon.get("tags", ())
        kind = attack.damage_type

        def dice(raw: int) -> int:
            piercing, overwhelming = "piercing" in tags, int(weapon.get("overwhelming", 0) or 0)
            blow = Blow(who, target, raw_damage(battle, attack, raw), kind, piercing, overwhelming)
            return damage_pool(battle, blow).total

        most = 60
        base = dice(most) - most
        first = next((left for left in range(1, most) if dice(left)), most)
        least = dice(first)
        return Blade(
            weapon.id,
            weapon,
            attack_pool(battle, attack).total,
            base,
            least if least > base + first else 1,
            base + first - 1,
            weapon_speed(weapon),
            int(weapon.get("rate")),
            close,
        )

    def guard(self, battle: Battle, who: str) -> int:
        """Return a combatant's present DV."""
        one = battle.combatants[who]
        known = self._guards.get(who)
        if known is None or known[0] is not one:
            known = self._guards[who] = one, dv(battle, one).total
        return known[1]

    def nearer(self, battle: Battle, who: str, foes: Sequence[str], done: Sequence[str]) -> Iterator[Move]:
        one = battle.combatants[who]
        if any(battle.are_close(who, id) for id in foes) or (one.turn and one.turn.get("actions")):
            return
        here = [id for id in foes if battle.combatants[id].zone == one.zone]
        shoots = any(not is_close_combat(weapon) for weapon in ready_weapons(one))
        if here and not shoots and "move" not in done:
            for id in here[:2]:
                yield self.made("move", who, f"engages {battle.combatants[id].name}", close_to=id)
        if not here:
            yield from super().nearer(battle, who, foes, done)
            for move in super().nearer(battle, who, foes, ()):
                to = move.command.args["to"]
                yield self.made("dash", who, move.why, to=to)
