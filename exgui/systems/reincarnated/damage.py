"""Damage to Health, defeat and what follows from it: survival, Limit, cheating death (re-42, re-50, re-52); and
healing: 15 Health after a full night's rest, else 2 an hour (re-51).
"""

from __future__ import annotations

from collections.abc import Mapping

from exgui.engine.asks import Command, Option, Violation
from exgui.engine.battle import Battle
from exgui.engine.events import CombatantSet, ConditionBegan, ConditionEnded, Event, FactSet, Noted, TrackChanged
from exgui.engine.explained import NOTHING, Explained
from exgui.engine.procedure import Scene, Steps
from exgui.engine.record import Table
from exgui.engine.system import Candidate, Figure
from exgui.systems.common.gear import rules_of
from exgui.systems.common.steps import unknown
from exgui.systems.reincarnated import sentences as say
from exgui.systems.reincarnated.positions import can_act
from exgui.systems.reincarnated.values import max_health

CONSEQUENCES = {
    "intimacy": "An Intimacy",
    "merit": "A lost Merit",
    "scar": "A scar",
    "nightmares": "Nightmares",
    "other": "",
}
"""The possible costs of cheating death, in words for the sheet (re-52)."""
LONGEST_NOTE = 300
CHEATED = "death_cheated"
"""The fact that keeps which defeated combatants have cheated death."""
SURVIVAL = (Option("fight_on", say.FIGHT_ON), Option("surrender", say.SURRENDER), Option("flee", say.FLEE))
LONGEST = 1_000_000
"""The most hours or nights that can pass at once."""
DAY = 24


def full(battle: Battle, who: str) -> int:
    """Return the combatant's full Health."""
    return max_health(battle, battle.combatants[who]).total


def lose_health(scene: Scene, who: str, amount: int) -> Steps:
    """Subtract Health and carry out what follows: the combatant thinks of survival, or is defeated (re-50)."""
    one = scene.battle.who(who)
    before = one.track("health")
    if amount <= 0 or before <= 0:
        return
    after = max(0, before - amount)
    yield TrackChanged(who, "health", after, after - before, "re-42")
    yield from follow_health(scene, who)


def follow_health(scene: Scene, who: str) -> Steps:
    one = scene.battle.who(who)
    health = one.track("health")
    low = int(rules_of(scene.battle).constants["survival_at"])
    if health <= 0 and "defeated" not in one.conditions:
        if has_cheated_death(scene.battle, who):  # on an earlier occasion
            yield FactSet(CHEATED, tuple(id for id in scene.battle.facts[CHEATED] if id != who))
        yield ConditionBegan(who, "defeated", True, "re-50")
        yield Noted(say.DEFEATED(who=one), who, "re-50")
        if one.player:
            limit = one.track("limit")
            yield TrackChanged(who, "limit", limit + 1, 1, "re-50")
            yield Noted(say.GAINS_LIMIT(who=one), who, "re-50")
    if health > 0 and "defeated" in one.conditions:
        yield ConditionEnded(who, "defeated", "re-50")
    if one.player:
        return
    woke = health > 0 and "defeated" in one.conditions
    if health <= low and ("survival" not in one.conditions or woke):
        if "survival" not in one.conditions:
            yield ConditionBegan(who, "survival", True, "re-50")
        if health > 0:
            # Hidden from the players, as it would reveal how much Health is left.
            yield Noted(
                say.SURVIVAL(who=one),
                who,
                "re-50",
                Table(for_players=""),
            )
            yield from _surrender_or_flee(scene, who)
    elif health > low and "survival" in one.conditions:
        yield ConditionEnded(who, "survival", "re-50")


def has_cheated_death(battle: Battle, who: str) -> bool:
    """Return whether it is settled that a defeated combatant lives, and at what cost."""
    return who in battle.facts.get(CHEATED, ())


def _surrender_or_flee(scene: Scene, who: str) -> Steps:
    """Ask what a combatant does who thinks of survival."""
    one = scene.battle.who(who)
    if not can_act(one):
        return
    answer = yield from scene.choose(who, "survival", say.SURRENDER_OR_FLEE(who=one), SURVIVAL, "fight_on", fate=True)
    if answer != "flee" and "fleeing" in one.conditions:
        yield ConditionEnded(who, "fleeing", "re-50")
    if answer == "surrender":
        yield ConditionBegan(who, "surrendered", True, "re-50")
        yield Noted(say.SURRENDERS(who=one), who, "re-50")
    elif answer == "flee":
        yield ConditionBegan(who, "fleeing", True, "re-50")
        yield Noted(say.WANTS_AWAY(who=one), who, "re-50")
    else:
        # Noted even if the app chose; hidden from the players, as it would reveal how much Health is left.
        yield Noted(say.FIGHTS_ON(who=one), who, "re-50", Table(for_players=""))


def check_decide_survival(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that asking again about survival would break."""
    who = command.get("who", command.by)
    out = unknown(battle, who)
    if out:
        return out
    one = battle.combatants[str(who)]
    if "survival" not in one.conditions:
        out.append(Violation("re-50", say.NOT_THINKING_OF_SURVIVAL(who=one), final=True))
    elif not can_act(one):
        out.append(Violation("re-50", say.CANNOT_ACT(who=one), final=True))
    return out


def decide_survival(scene: Scene, command: Command) -> Steps:
    yield from _surrender_or_flee(scene, str(command.get("who", command.by)))


def health_set(battle: Battle, who: str, value: int) -> Event:
    before = battle.combatants[who].track("health")
    return TrackChanged(who, "health", max(0, value), max(0, value) - before, "")


def check_cheat_death(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that cheating death would break: the combatant must be defeated, and it must have a cost."""
    who = command.get("who", command.by)
    out = unknown(battle, who)
    if out:
        return out
    one = battle.combatants[str(who)]
    if "defeated" not in one.conditions:
        out.append(Violation("re-52", say.NOT_DEFEATED(who=one), final=True))
    kind, note = command.get("consequence"), command.get("note", "")
    if kind is None and not note:
        out.append(Violation("re-52", say.CHEATING_COSTS(costs=", ".join(CONSEQUENCES))))
    elif kind is not None and kind not in CONSEQUENCES:
        out.append(Violation("re-52", say.CHEATING_COSTS(costs=", ".join(CONSEQUENCES)), final=True))
    elif not isinstance(note, str) or len(note) > LONGEST_NOTE:
        out.append(Violation("re-52", say.COST_LENGTH(n=LONGEST_NOTE), final=True))
    elif kind == "other" and not note.strip():
        out.append(Violation("re-52", say.COST_NEEDED, final=True))
    return out


def cheat_death(scene: Scene, command: Command) -> Steps:
    """Let a defeated combatant live; the cost is written on their sheet (re-52)."""
    who = str(command.get("who", command.by))
    one = scene.battle.who(who)
    note = str(command.get("note", "")).strip()
    kind = CONSEQUENCES[str(command.get("consequence", "other"))]
    text = ": ".join(part for part in (kind, note) if part) or say.TO_BE_DECIDED
    known = (*one.fields.get("consequences", ()), text)
    yield CombatantSet(one.but(fields=one.fields.put("consequences", known)))
    if not has_cheated_death(scene.battle, who):
        yield FactSet(CHEATED, (*scene.battle.facts.get(CHEATED, ()), who))
    # The cost is between player and storyteller; that an antagonist lives is a secret.
    public = say.CHEATS_DEATH_SEEN(who=one) if one.player else ""
    named = f"{kind[:1].lower()}{kind[1:]}"
    cost = say.COST_IN_WORDS(kind=named, note=note) if named and note else named or text
    yield Noted(say.CHEATS_DEATH(who=one, cost=cost), who, "re-52", Table(for_players=public))


def patients(command: Command) -> tuple[str, ...]:
    """Return ids of the combatants for whom time passes."""
    who = command.get("who") or command.by
    return tuple(dict.fromkeys(who)) if isinstance(who, tuple) else (who,)


def check_heal(battle: Battle, command: Command) -> list[Violation]:
    """Return the rules that letting time pass would break: it needs a combatant in the battle, and hours or nights."""
    out = [violation for who in patients(command) for violation in unknown(battle, who)]
    given = [name for name in ("hours", "nights") if command.get(name) is not None]
    if not given:
        return [*out, Violation("re-51", say.HOW_LONG, final=True)]
    for name in given:
        count = command.get(name)
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= LONGEST:
            out.append(Violation("re-51", say.TIME_NUMBER(name=name, most=LONGEST, n=count), final=True))
    if not out and not any(command.get(name) for name in given):
        out.append(Violation("re-51", say.NO_TIME, final=True))
    if not isinstance(command.get("undisturbed", False), bool):
        out.append(Violation("re-51", say.UNDISTURBED, final=True))
    return out


def spans(command: Command) -> tuple[int, int]:
    """Return the nights and the hours that pass.

    Hours with undisturbed nights are a night, or one for each whole day.
    """
    hours, nights = int(command.get("hours") or 0), int(command.get("nights") or 0)
    if command.get("undisturbed") and hours:
        return nights + max(1, hours // DAY), 0
    return nights, hours


def regained(battle: Battle, who: str, nights: int, hours: int) -> Explained:
    """Return the Health regained: no more than was lost."""
    each: Mapping[str, int] = rules_of(battle).constants
    out = NOTHING.plus(say.FULL_NIGHTS(n=nights), nights * int(each["night"]), "re-51")
    out = out.plus(say.HOURS(n=hours), hours * int(each["hour"]), "re-51")
    lost = max(0, full(battle, who) - battle.combatants[who].track("health"))
    return out if out.total <= lost else out.set_to(lost, say.FULL_HEALTH, "re-51")


def heal(scene: Scene, command: Command) -> Steps:
    """Let time pass for the given combatants."""
    nights, hours = spans(command)
    gains = []
    for who in patients(command):
        one = scene.battle.who(who)
        more = regained(scene.battle, who, nights, hours).total
        if more:
            yield TrackChanged(who, "health", one.track("health") + more, more, "re-51")
        yield from follow_health(scene, who)
        gains.append(say.REGAINS(who=one, n=more))
    about = patients(command)
    yield Noted(
        say.TIME_PASSES(changes="; ".join(gains)), about[0] if len(about) == 1 else "", "re-51", Table(about=about)
    )


def candidates(battle: Battle) -> tuple[Candidate, ...]:
    """Return everyone for whom time could pass, with a violation for anyone unhurt."""
    return tuple(
        Candidate(
            id,
            one.name,
            () if one.track("health") < full(battle, id) else (Violation("re-51", say.UNHURT(who=one)),),
        )
        for id, one in battle.combatants.items()
    )


def preview(battle: Battle, command: Command) -> tuple[Figure, ...]:
    if check_heal(battle, command):
        return ()
    nights, hours = spans(command)
    found = []
    for who in patients(command):
        more = regained(battle, who, nights, hours)
        one = battle.combatants[who]
        found.append(Figure(who, one.name, more, say.REGAINS(who=one, n=more.total), path=who))
    return tuple(found)
