"""Tactics of the skirmish game: blows that take an enemy out, on targets that can no longer react; reactions where they
pay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from exgui.engine.asks import Answer, Ask, Choice, Choose
from exgui.engine.battle import Battle, Combatant, Item
from exgui.engine.system import System
from exgui.simulate.chances import Pools
from exgui.simulate.policies import Policy
from exgui.simulate.tactics.general import PROTECTED, Move, Tactics, Weighed
from exgui.systems.skirmish.damage_roll import dice_of, die_of
from exgui.systems.skirmish.passing import score
from exgui.systems.skirmish.positions import range_between
from exgui.systems.skirmish.reactions import COUNTER, DODGE, NONE, counters
from exgui.systems.skirmish.values import armour
from exgui.systems.skirmish.weapons import UNLOADED, cannot_reach, cannot_use, has, must_roll, usable

A_FALL = 4.0
"""The worth of an enemy's fall, in points of health."""
MAY_REACT = 0.8
"""The worth of an attack on a target that can still react, as a share of its worth on one that cannot."""
NEARER = 0.5
"""The worth of wounds that do not fell, as a share of a fall by the part of the remaining health they take: the wounded
are struck first."""
FLEEING = 0.2
"""The worth of an attack on an enemy who flees, as a share of its worth on one who fights."""


class Own(Tactics):
    last = frozenset({"attack", "reload"})

    def __init__(self, system: System, battle: Battle) -> None:
        super().__init__(system, battle)
        self._blows: dict[tuple[object, ...], tuple[float, float]] = {}
        self._armour: dict[str, tuple[Combatant, int]] = {}

    def can_fight(self, battle: Battle, who: str) -> bool:
        """Fleeing combatants take no more part, whether they leave or not (sk-09)."""
        return super().can_fight(battle, who) and "fleeing" not in battle.combatants[who].conditions

    def weigh(
        self, battle: Battle, who: str, policy: Policy, foes: Sequence[str], share: float, done: Sequence[str]
    ) -> list[Weighed]:
        one = battle.combatants[who]
        if "fleeing" in one.conditions:
            return []
        if one.turn and one.turn.get("round_action"):
            return []
        found: list[Weighed] = []
        weapons = list(usable(battle, one))
        for id in foes:
            away = range_between(battle, who, id)
            if away is None:
                continue
            foe = battle.combatants[id]
            worth = 1.0 if foe.acted or id in battle.up else MAY_REACT * min(1.0, policy.daring)
            if policy.ward and policy.ward in battle.combatants and foe.zone == battle.combatants[policy.ward].zone:
                worth *= PROTECTED
            if "fleeing" in foe.conditions:
                worth *= FLEEING
            for weapon in weapons:
                if cannot_reach(battle, who, away, weapon, foe) or cannot_use(battle, one, weapon):
                    continue
                value, falls = self._gain(battle, one, foe, weapon)
                if has(weapon, "blast"):
                    value += self._around(battle, one, foe, weapon)
                    if value <= 0:
                        continue
                if must_roll(battle, who, id):
                    value *= min(1.0, score(battle, one, "wit", "hit").total / 20)
                why = f"{100 * falls:.0f}% to fell {foe.name}"
                found.append((worth * value, self.made("attack", who, why, target=id, weapon=weapon.id)))
        empty = one.conditions.get(UNLOADED, ())
        return found + [(1.5, self.made("reload", who, "to shoot again", weapon=id)) for id in empty]

    def _around(self, battle: Battle, one: Combatant, foe: Combatant, weapon: Item) -> float:
        """Return the worth of a blast's effect on everyone else at a combatant's place: enemies count for it, friends
        against it; a thrown one spares no one, not even the thrower."""
        found = 0.0
        for id, other in battle.combatants.items():
            spared = id == one.id and not weapon.get("range")
            if id == foe.id or other.zone != foe.zone or spared or not self.system.standing(battle, id):
                continue
            found += self._gain(battle, one, other, weapon)[0] * (-1 if other.side == one.side else 1)
        return found

    def _gain(self, battle: Battle, one: Combatant, foe: Combatant, weapon: Item) -> tuple[float, float]:
        """Return the worth of a blow that lands, and the chance that it fells."""
        dealt, falls = self.harm(battle, one, foe, weapon)
        share = dealt / max(1, foe.track("health"))
        return dealt + A_FALL * (falls + NEARER * (1 - falls) * share), falls

    def harm(self, battle: Battle, one: Combatant, foe: Combatant, weapon: Item) -> tuple[float, float]:
        """Return the damage of a blow that lands, on average, at most the health that is left; and the chance that it
        is enough."""
        protection, left = self.armour_of(battle, foe), max(1, foe.track("health"))
        key = (weapon.id, one.id, protection, left)
        known = self._blows.get(key)
        if known is None:
            dice = dice_of(weapon)
            rolled = Pools(die_of(battle, dice)).at_least(dice.count)
            low = 0 if has(weapon, "direct") or has(weapon, "piercing") else protection
            beats = protection + 1 if has(weapon, "piercing") else 0

            def reaches(dealt: int) -> float:
                needed = max(dealt + low - dice.plus, beats - dice.plus)
                return 1.0 if needed <= 0 else rolled[needed] if needed < len(rolled) else 0.0

            known = self._blows[key] = sum(reaches(n) for n in range(1, left + 1)), reaches(left)
        return known

    def armour_of(self, battle: Battle, one: Combatant) -> int:
        known = self._armour.get(one.id)
        if known is None or known[0] is not one:
            known = self._armour[one.id] = one, armour(battle, one).total
        return known[1]

    def nearer(self, battle: Battle, who: str, foes: Sequence[str], done: Sequence[str]) -> Iterator[Move]:
        one = battle.combatants[who]
        if "fleeing" in one.conditions:
            yield from self.away(battle, who, foes, done)
            return
        if any(battle.combatants[id].zone == one.zone for id in foes) or (one.turn and one.turn.get("round_action")):
            return
        yield from super().nearer(battle, who, foes, done)

    def answer(self, battle: Battle, ask: Ask, policies: Mapping[str, Policy]) -> Answer:
        if isinstance(ask, Choose) and ask.name == "reaction" and battle.up:
            return Choice(self._reaction(battle, ask, policies))
        return super().answer(battle, ask, policies)

    def _reaction(self, battle: Battle, ask: Choose, policies: Mapping[str, Policy]) -> object:
        """Return how a combatant who is attacked reacts: the best of doing nothing, a dodge and a counter."""
        attacker = battle.combatants[battle.up[0]]
        about = next((option.about for option in ask.options if str(option.value) == DODGE), "")
        policy = policies.get(about)
        if policy is None or policy.how != "weighed":
            return NONE
        one = battle.combatants[about]
        weapon = next(usable(battle, attacker), None)
        if weapon is None:
            return NONE
        harmed, falls = self._gain(battle, attacker, one, weapon)
        attacks = self.weigh(battle, about, policy, self.foes(battle, about), 1.0, ())
        mine = max((attack[0] for attack in attacks), default=0.0)
        values = {NONE: -harmed + (1 - falls) * mine}
        agile = min(1.0, score(battle, one, "agi", "dodge").total / 20)
        values[DODGE] = -(1 - agile) * harmed / policy.daring
        for option in ask.options:
            kind, _, id = str(option.value).partition(":")
            enemy = attacker.side != one.side
            if enemy and kind == COUNTER and option.about == about and (not id or id in one.gear):
                own = one.gear[id] if id else counters(battle, about, attacker.id)[0]
                back, fells = self._gain(battle, one, attacker, own)
                values[str(option.value)] = back * (1 - 0.5 * falls) - harmed * (1 - 0.5 * fells)
        return max(values, key=lambda value: values[value])
