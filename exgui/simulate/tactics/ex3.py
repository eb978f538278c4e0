"""Tactics of Exalted Third Edition: withering until a decisive attack pays, on whom it pays best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter, is_
from typing import NamedTuple

from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Combatant, Item
from exgui.simulate.chances import TENS_ONCE, TENS_TWICE
from exgui.simulate.policies import Policy
from exgui.simulate.tactics.general import PROTECTED, Move, Tactics, Weighed
from exgui.systems.common.gear import ready_weapons, tagged
from exgui.systems.common.health import damage, levels
from exgui.systems.ex3.aim import has_aimed
from exgui.systems.ex3.attack import Attack
from exgui.systems.ex3.attack_resolution import attack_pool
from exgui.systems.ex3.battle_groups import is_group
from exgui.systems.ex3.damage import withering_pool
from exgui.systems.ex3.positions import RANGES, range_between, reach_of
from exgui.systems.ex3.values import defense, hardness, is_close_combat

DECISIVE_FROM = 12
"""The Initiative from which `simple` attacks decisively."""
FAR = 50
"""Successes beyond any minimum of damage."""
A_LEVEL, A_FALL, A_CRASH = 4.2, 28.0, 3.5
W_GAIN, W_LOSS, W_BACK = 1.6, 1.2, 0.7
"""What a level of health, an enemy's fall and a Crash are worth, in points of Initiative."""


MOST_VERDICTS = 5_000
_seen_of = attrgetter("conditions", "gear", "ready", "effects", "fields", "zone", "side", "waiting")
"""What a check of an attack looks at in whoever attacks or is attacked, besides Initiative."""


class Blade(NamedTuple):
    """What somebody's weapon does to somebody else, by their sheets.

    Attributes:
        withering, decisive: dice of the attack at close or short range.
        raw: dice of withering damage before what the roll adds, less soak.
        least: the fewest of them.
        close: it is for close combat.
        reach: how many range bands it crosses, as a place in `RANGES`.
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
        self._blades: dict[tuple[object, ...], tuple[Blade, ...]] = {}
        self._guards: dict[str, tuple[Combatant, int, int, int]] = {}
        self._verdicts: dict[int, tuple[tuple[object, ...], bool, Command, bool]] = {}

    def blow(self, battle: Battle, who: str, target: str, weapon: str) -> Move:
        decisive = battle.combatants[who].tracks.get("initiative", 0) >= DECISIVE_FROM
        return self.made("attack", who, target=target, weapon=weapon, mode="decisive" if decisive else "withering")

    def legal(self, battle: Battle, command: Command) -> bool:
        """As the engine says; of an attack that was legal, again as long as all is the same that the check looks at:
        states, gear, place, and whether there is Initiative for it."""
        if command.do != "attack" or battle.up[:1] != (command.by,):
            return super().legal(battle, command)
        one, other = battle.combatants[command.by], battle.combatants[command.args["target"]]
        key = (*_seen_of(one), *_seen_of(other), one.turn, battle.close, battle.links, battle.zones, battle.phase)
        crashed = one.tracks.get("initiative", 0) <= 0
        known = self._verdicts.get(id(command))
        if known is not None and known[1] is crashed and all(map(is_, known[0], key)) and known[2] is command:
            return known[3]
        found = super().legal(battle, command)
        if len(self._verdicts) > MOST_VERDICTS:
            self._verdicts.clear()
        self._verdicts[id(command)] = key, crashed, command, found
        return found

    def weigh(
        self, battle: Battle, who: str, policy: Policy, foes: Sequence[str], share: float, done: Sequence[str]
    ) -> list[Weighed]:
        one = battle.combatants[who]
        found: list[Weighed] = []
        for id in foes:
            range = range_between(battle, who, id)
            if range is None:
                continue
            at, worth = RANGES.index(range), self._worth_of(battle, policy, id)
            for blade in self.blades(battle, one, id):
                if blade.reach < at or (blade.close and at > 0 and blade.reach == 0):
                    continue
                if at > 1 and blade.aimed and not has_aimed(one, id):
                    found.append((0.5 * worth, self.made("aim", who, "to reach them at all", target=id)))
                    continue
                self._weigh_blade(found, battle, one, battle.combatants[id], blade, policy, worth)
        if share < policy.guard and "move" not in done:
            found += self._defending(battle, one, foes, share, policy)
        if not done:
            found += self._commands(battle, one)
        return found

    def _worth_of(self, battle: Battle, policy: Policy, foe: str) -> float:
        """How much more than others it counts to strike somebody: those who are near whom one protects."""
        if policy.ward and policy.ward in battle.combatants:
            return PROTECTED if battle.are_close(foe, policy.ward) else 1.0
        return 1.0

    def _weigh_blade(
        self,
        found: list[Weighed],
        battle: Battle,
        one: Combatant,
        foe: Combatant,
        blade: Blade,
        policy: Policy,
        worth: float,
    ) -> None:
        """A withering attack, and a decisive one where there is Initiative for it."""
        _foe, guard, hard, left = self.against(battle, foe.id)
        mine, theirs = one.tracks.get("initiative", 0), foe.tracks.get("initiative", 0)
        weapon = blade.id
        many = is_group(foe)
        hit = TENS_TWICE.chance(blade.withering, guard)
        dice = max(blade.least, blade.raw + round(TENS_TWICE.beyond(blade.withering, guard)))
        gain = TENS_TWICE.average(dice)
        value = hit * (W_GAIN * gain + 1)
        if not many and theirs > 0:
            value += hit * A_CRASH * TENS_TWICE.chance(dice, theirs)
        elif not many:
            value -= hit * W_LOSS * gain  # nothing but one's own gain is left to take from them
        name = foe.name

        def wither() -> Move:
            why = f"withering: {100 * hit:.0f}% to hit {name}"
            return self.made("attack", one.id, why, target=foe.id, weapon=weapon, mode="withering")

        found.append((value * worth, wither))
        if mine < 3 or is_group(one):
            return
        if mine <= hard:
            return
        sure = TENS_TWICE.chance(blade.decisive, guard)
        wounds = min(TENS_ONCE.average(mine), left)
        kills = TENS_ONCE.chance(mine, left)
        back = W_BACK * max(0, mine - 3) / policy.daring
        value = sure * (A_LEVEL * wounds + A_FALL * kills - back) - (1 - sure) * 2.5

        def decide() -> Move:
            why = f"decisive: {mine} dice against {left} health left of {name}"
            return self.made("attack", one.id, why, target=foe.id, weapon=weapon, mode="decisive")

        found.append((value * worth, decide))

    def _defending(
        self, battle: Battle, one: Combatant, foes: Sequence[str], share: float, policy: Policy
    ) -> Iterator[Weighed]:
        """Full defense, as far as somebody close by could strike one down now."""
        left = self.against(battle, one.id)[3]
        threat = 0.0
        for id in foes:
            if battle.are_close(id, one.id):
                theirs = battle.combatants[id].tracks.get("initiative", 0)
                threat = max(threat, TENS_ONCE.chance(max(0, theirs), max(1, left)))
        if threat > 0.25 and one.tracks.get("initiative", 0) > 1:
            why = f"defends: {100 * threat:.0f}% to be struck down by the next blow that hits"
            yield A_FALL * threat / policy.daring, self.made("full_defense", one.id, why)

    def _commands(self, battle: Battle, one: Combatant) -> Iterator[Weighed]:
        """Rallying a group of one's side that is routed, or ordering one that stands."""
        for id, group in battle.combatants.items():
            if group.side == one.side and is_group(group) and id != one.id:
                if "routed" in group.conditions:
                    yield 30.0, self.made("rally", one.id, f"{group.name} are routed", group=id)

    def blades(self, battle: Battle, one: Combatant, target: str) -> tuple[Blade, ...]:
        """What somebody could strike somebody else with."""
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

    def against(self, battle: Battle, who: str) -> tuple[Combatant, int, int, int]:
        """Somebody, their Defense and Hardness now, and what is left of their health, or Magnitude."""
        one = battle.combatants[who]
        known = self._guards.get(who)
        if known is None or known[0] is not one:
            left = one.track("magnitude") if is_group(one) else len(levels(battle, one)) + 1 - damage(one)
            known = one, defense(battle, one).total, hardness(battle, one).total, max(1, left)
            self._guards[who] = known
        return known

    def nearer(self, battle: Battle, who: str, foes: Sequence[str], done: Sequence[str]) -> Iterator[Move]:
        if "move" in done or "attack" in done or "aim" in done:
            return
        zone = battle.combatants[who].zone
        here = [id for id in foes if battle.combatants[id].zone == zone and not battle.are_close(id, who)]
        if "cannot" not in done and not any(battle.are_close(id, who) for id in foes):
            here.sort(key=lambda id: battle.combatants[id].tracks.get("initiative", 0))
            for id in here[:3]:
                yield self.made("move", who, f"to {battle.combatants[id].name}'s side", close_to=id)
        if not here:
            yield from super().nearer(battle, who, foes, done)
