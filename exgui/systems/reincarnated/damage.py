"""Damage to Health, defeat and what follows from it: survival, Limit, cheating death (re-42, re-50, re-52)."""

from __future__ import annotations

from exgui.engine.asks import Command, Option, Violation
from exgui.engine.battle import Battle
from exgui.engine.events import CombatantSet, ConditionBegan, ConditionEnded, Event, FactSet, Noted, TrackChanged
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table
from exgui.systems.common.gear import rules_of
from exgui.systems.common.steps import unknown
from exgui.systems.reincarnated.positions import can_act
from exgui.systems.reincarnated.values import max_health

CONSEQUENCES = {
    "intimacy": "An Intimacy",
    "merit": "A lost Merit",
    "scar": "A scar",
    "nightmares": "Nightmares",
    "other": "",
}
"""What cheating death may cost, in words for the sheet (re-52)."""
LONGEST_NOTE = 300
CHEATED = "death_cheated"
"""The fact that remembers who is defeated and has cheated death."""
SURVIVAL = (Option("fight_on", "Fight on"), Option("surrender", "Surrender"), Option("flee", "Flee"))


def full(battle: Battle, who: str) -> int:
    """Somebody's full Health."""
    return max_health(battle, battle.combatants[who]).total


def lose_health(scene: Scene, who: str, amount: int) -> Steps:
    """Takes Health from somebody, and does what follows: survival comes to mind, or they are defeated (re-50)."""
    one = scene.battle.who(who)
    before = one.track("health")
    if amount <= 0 or before <= 0:
        return
    after = max(0, before - amount)
    yield TrackChanged(who, "health", after, after - before, "re-42")
    yield from follow_health(scene, who)


def follow_health(scene: Scene, who: str) -> Steps:
    """What follows from the Health that somebody has now."""
    one = scene.battle.who(who)
    health = one.track("health")
    low = int(rules_of(scene.battle).constants["survival_at"])
    if health <= 0 and "defeated" not in one.conditions:
        if has_cheated_death(scene.battle, who):  # an earlier time
            yield FactSet(CHEATED, tuple(id for id in scene.battle.facts[CHEATED] if id != who))
        yield ConditionBegan(who, "defeated", True, "re-50")
        yield Noted(f"{one.name} is defeated, and at the others' mercy.", who, "re-50")
        if one.player:
            limit = one.track("limit")
            yield TrackChanged(who, "limit", limit + 1, 1, "re-50")
            yield Noted(f"{one.name} gains 1 Limit from the humiliation.", who, "re-50")
    if health > 0 and "defeated" in one.conditions:
        yield ConditionEnded(who, "defeated", "re-50")
    if one.player:
        return
    if health <= low and "survival" not in one.conditions:
        yield ConditionBegan(who, "survival", True, "re-50")
        if health > 0:
            # The players would know how much Health is left.
            yield Noted(
                f"{one.name} thinks of survival from now on: they may surrender or flee.",
                who,
                "re-50",
                Table(for_players=""),
            )
            yield from _surrender_or_flee(scene, who)
    elif health > low and "survival" in one.conditions:
        yield ConditionEnded(who, "survival", "re-50")


def has_cheated_death(battle: Battle, who: str) -> bool:
    """It is said already that somebody who is defeated lives, and what that costs."""
    return who in battle.facts.get(CHEATED, ())


def _surrender_or_flee(scene: Scene, who: str) -> Steps:
    """Asks what somebody does who thinks of survival."""
    one = scene.battle.who(who)
    if not can_act(one):
        return
    answer = yield from scene.choose(
        who, "survival", f"{one.name}: surrender, or flee?", SURVIVAL, "fight_on", fate=True
    )
    if answer == "surrender":
        yield ConditionBegan(who, "surrendered", True, "re-50")
        yield Noted(f"{one.name} surrenders.", who, "re-50")
    elif answer == "flee":
        yield ConditionBegan(who, "fleeing", True, "re-50")
        yield Noted(f"{one.name} wants to get away.", who, "re-50")
    else:
        # Told even where the app chose. The players would know how much Health is left.
        yield Noted(f"{one.name} fights on.", who, "re-50", Table(for_players=""))


def health_set(battle: Battle, who: str, value: int) -> Event:
    """The event that sets somebody's Health."""
    before = battle.combatants[who].track("health")
    return TrackChanged(who, "health", max(0, value), max(0, value) - before, "")


def check_cheat_death(battle: Battle, command: Command) -> list[Violation]:
    """All rules that cheating death would break: somebody must be defeated, and it must cost something."""
    who = command.get("who", command.by)
    out = unknown(battle, who)
    if out:
        return out
    one = battle.combatants[str(who)]
    if "defeated" not in one.conditions:
        out.append(Violation("re-52", f"{one.name} is not defeated.", final=True))
    kind, note = command.get("consequence"), command.get("note", "")
    if kind is None and not note:
        out.append(Violation("re-52", f"Cheating death costs one of: {', '.join(CONSEQUENCES)}."))
    elif kind is not None and kind not in CONSEQUENCES:
        out.append(Violation("re-52", f"Cheating death costs one of: {', '.join(CONSEQUENCES)}.", final=True))
    elif not isinstance(note, str) or len(note) > LONGEST_NOTE:
        out.append(Violation("re-52", f"Say what it costs in at most {LONGEST_NOTE} letters.", final=True))
    elif kind == "other" and not note.strip():
        out.append(Violation("re-52", "Cheating death never comes free: say what it costs.", final=True))
    return out


def cheat_death(scene: Scene, command: Command) -> Steps:
    """Somebody lives although they should not: what it costs is written on their sheet (re-52)."""
    who = str(command.get("who", command.by))
    one = scene.battle.who(who)
    note = str(command.get("note", "")).strip()
    kind = CONSEQUENCES[str(command.get("consequence", "other"))]
    text = ": ".join(part for part in (kind, note) if part) or "to be decided"
    known = (*one.fields.get("consequences", ()), text)
    yield CombatantSet(one.but(fields=one.fields.put("consequences", known)))
    if not has_cheated_death(scene.battle, who):
        yield FactSet(CHEATED, (*scene.battle.facts.get(CHEATED, ()), who))
    yield Noted(f"{one.name} cheats death. What it costs: {text}.", who, "re-52")
