"""A combatant's menu: of a token on the map or tick bar, or of a line about them; and the steps that reveal or hide a
combatant or zone."""

from __future__ import annotations

from functools import partial

from exgui.engine.asks import Command
from exgui.engine.battle import Battle, Combatant
from exgui.engine.record import Table, Value
from exgui.gui.map.editor.selection import only
from exgui.gui.menu_entries import MenuEntry, short
from exgui.gui.pages.battle.menus.menu_actions import MenuActions
from exgui.gui.panel.overrule_form import Path, now, paths, wound_kinds
from exgui.systems.common.set_values import value_text

DOTS = "\N{HORIZONTAL ELLIPSIS}"
MOST_LISTED = 24
GROUPS = {
    "track": "Numbers",
    "value": "Values",
    "trait": "Traits",
    "state": "States",
    "combatant": "Other",
}
"""The submenu of each group of settable paths."""


def person_menu(actions: MenuActions, who: str) -> tuple[MenuEntry, ...]:
    controller = actions.controller
    one = controller.battle.combatants.get(who)
    if one is None:
        return ()
    return (
        *_acting(actions, one),
        *_showing(actions, one),
        *_seen(actions, one),
        *_moving(actions, one),
        *_wounds(actions, one),
        _setting(actions, one),
        *_coming_and_going(actions, one),
    )


def _acting(actions: MenuActions, one: Combatant) -> tuple[MenuEntry, ...]:
    battle = actions.controller.battle
    if battle.phase != "running":
        return ()
    if one.waiting:
        return (actions.step("Join the battle", "join", one.id),)
    if one.id in battle.up or one.id == battle.active:
        own = actions.own_actions(one.id)
        return (MenuEntry("Actions", within=own),) if own else ()
    on = actions.actions_on("combatant", one.id)
    name = actions.controller.name(battle.active)
    return (MenuEntry(f"Actions by {short(name, 24)}", within=on),) if on else ()


def _showing(actions: MenuActions, one: Combatant) -> tuple[MenuEntry, ...]:
    controller, tools = actions.controller, actions.tools
    edits = "" if one.sheet else "Not made from a sheet in this campaign."

    def sheet() -> None:
        controller.show(one.id)
        if not tools.shows_sheet:
            tools.toggle_sheet()

    def edit() -> None:
        controller.show(one.id)
        actions.run("edit_sheet")

    return (
        MenuEntry("Sheet", sheet, actions.key("sheet"), starts=True),
        MenuEntry(f"Edit the sheet{DOTS}", edit, actions.key("edit_sheet"), edits),
    )


def _seen(actions: MenuActions, one: Combatant) -> tuple[MenuEntry, ...]:
    known = actions.controller.rules.actions
    steps = seen_steps(actions.controller.battle, "token", one.id)
    return tuple(
        actions.step(words, step.do, starts=not number, **step.args)
        for number, (words, step) in enumerate(steps)
        if step.do in known
    )


def _moving(actions: MenuActions, one: Combatant) -> tuple[MenuEntry, ...]:
    battle = actions.controller.battle
    zones = tuple(
        actions.step(short(zone.name), "place", who=one.id, zone=id).but(on=True if id == one.zone else None)
        for id, zone in tuple(battle.zones.items())[:MOST_LISTED]
    )
    here = [other for other in battle.combatants.values() if other.zone == one.zone and other.id != one.id]
    into = MenuEntry("Move to", within=zones, starts=True, reason="" if zones else "There are no zones.")
    if not actions.controller.rules.has_close_range:
        return (into,)
    close = tuple(
        actions.step(short(other.name), "place", who=one.id, close_to=other.id)
        for other in here[:MOST_LISTED]
        if one.zone is not None and other.id not in battle.close_group(one.id)
    )
    apart = actions.set("Break away", one.id, "close", ())
    alone = "" if battle.close_group(one.id) else "They are at close range with no one."
    return (
        into,
        MenuEntry("Move close to", within=close, reason="" if close else "No one else in their zone to be close to."),
        apart.but(reason=apart.reason or alone),
    )


def _wounds(actions: MenuActions, one: Combatant) -> tuple[MenuEntry, ...]:
    if not wound_kinds(actions.controller.rules, one):
        return ()
    return tuple(
        MenuEntry(
            f"{word}{DOTS}", partial(actions.tools.wound, one.id, heals=heals), reason=actions.busy, starts=not heals
        )
        for word, heals in (("Wound", False), ("Heal", True))
    )


def _setting(actions: MenuActions, one: Combatant) -> MenuEntry:
    """Return what can be set of them: every number, state and word."""
    groups: dict[str, list[MenuEntry]] = {}
    plain: list[MenuEntry] = []
    for path in paths(actions.controller.rules).values():
        if path.id == "zone":
            continue
        if path.id == "side":
            plain.append(MenuEntry("Side", within=_sides(actions, one, path)))
        elif path.id == "name":
            plain.append(_form(actions, one, path))
        elif path.kind == "flag":
            is_on = bool(now(actions.controller, one, path))
            groups.setdefault(path.group, []).append(actions.set(path.label, one.id, path.id, not is_on, on=is_on))
        else:
            groups.setdefault(path.group, []).append(_form(actions, one, path))
    known = [MenuEntry(GROUPS[id], within=tuple(groups[id])) for id in GROUPS if id in groups]
    return MenuEntry("Set", within=(*plain, *known), starts=True, reason=actions.busy)


def _form(actions: MenuActions, one: Combatant, path: Path) -> MenuEntry:
    value = now(actions.controller, one, path) if path.group != "value" else None
    text = f": {short(value_text(value), 24)}" if value not in (None, "", ()) else ""
    return MenuEntry(f"{path.label}{text}{DOTS}", partial(actions.tools.overrule, one.id, path.id), reason=actions.busy)


def _sides(actions: MenuActions, one: Combatant, path: Path) -> tuple[MenuEntry, ...]:
    sides = dict.fromkeys(other.side for other in actions.controller.battle.combatants.values() if other.side)
    known = tuple(
        actions.set(short(side), one.id, "side", side, on=True if side == one.side else None)
        for side in tuple(sides)[:MOST_LISTED]
    )
    another = MenuEntry(f"Another{DOTS}", partial(actions.tools.overrule, one.id, path.id), reason=actions.busy)
    return (*known, another.but(starts=True))


def _coming_and_going(actions: MenuActions, one: Combatant) -> tuple[MenuEntry, ...]:
    def copies(count: int) -> MenuEntry:
        return actions.step(str(count), "copy", who=one.id, count=count)

    edit = partial(actions.edit_map, only("person", one.id))
    return (
        MenuEntry("More of the same", within=tuple(copies(count) for count in (1, 2, 3, 5, 10)), starts=True),
        MenuEntry("All fields", edit, actions.key("edit_map"), actions.busy),
        actions.step("Remove from the battle", "remove", who=one.id),
    )


def seen_steps(battle: Battle, kind: str, id: str) -> tuple[tuple[str, Command], ...]:
    """Return the steps, each with its words; the likeliest first, none for what is neither.

    Args:
        kind: "token" or "zone".
    """
    if kind == "zone" and id in battle.zones:
        zone: dict[str, Value] = {"zone": id}
        if battle.zones[id].hidden:
            return (("Reveal to the players", Command("reveal", args=Table(zone))),)
        return (("Hide from the players", Command("hide", args=Table(zone))),)
    if kind != "token" or id not in battle.combatants:
        return ()
    one = battle.combatants[id]
    who: dict[str, Value] = {"who": id}
    reveal = Command("reveal", args=Table(who))
    hide = ("Hide from the players", Command("hide", args=Table(who)))
    if one.hidden and not one.revealed:
        unnamed = Command("reveal", args=Table({**who, "name": False}))
        return (("Reveal to the players", reveal), ("Reveal without the name", unnamed))
    if one.hidden:
        return (("Reveal to the players", reveal),)
    return (hide,) if one.revealed else (("Tell the players the name", reveal), hide)
