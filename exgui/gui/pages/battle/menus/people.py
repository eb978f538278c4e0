"""The menu of somebody: of a token on the map or the tick bar, or of a line about them."""

from __future__ import annotations

from functools import partial

from exgui.engine.battle import Combatant
from exgui.gui.map.editor.selection import only
from exgui.gui.menu_entries import MenuEntry, short
from exgui.gui.pages.battle.menus.deeds import Deeds
from exgui.gui.pages.battle.seen_steps import seen_steps
from exgui.gui.panel.overrule_form import Path, now, paths
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
"""By the group of what can be set, the menu in which it stands."""


def person_menu(deeds: Deeds, who: str) -> tuple[MenuEntry, ...]:
    """Everything that can be done with somebody now."""
    controller = deeds.controller
    one = controller.battle.combatants.get(who)
    if one is None:
        return ()
    return (
        *_acting(deeds, one),
        *_showing(deeds, one),
        *_seen(deeds, one),
        *_moving(deeds, one),
        _setting(deeds, one),
        *_coming_and_going(deeds, one),
    )


def _acting(deeds: Deeds, one: Combatant) -> tuple[MenuEntry, ...]:
    battle = deeds.controller.battle
    if battle.phase != "running":
        return ()
    if one.waiting:
        return (deeds.step("Join the battle", "join", one.id),)
    if one.id in battle.up or one.id == battle.active:
        own = deeds.own_actions(one.id)
        return (MenuEntry("Actions", within=own),) if own else ()
    on = deeds.actions_on("combatant", one.id)
    name = deeds.controller.name(battle.active)
    return (MenuEntry(f"{short(name, 24)} acts on them", within=on),) if on else ()


def _showing(deeds: Deeds, one: Combatant) -> tuple[MenuEntry, ...]:
    controller, tools = deeds.controller, deeds.tools
    edits = "" if one.sheet else "They were not made from a sheet of this campaign."

    def sheet() -> None:
        controller.show(one.id)
        if not tools.shows_sheet:
            tools.toggle_sheet()

    def edit() -> None:
        controller.show(one.id)
        deeds.run("edit_sheet")

    return (
        MenuEntry("Sheet", sheet, deeds.key("sheet"), starts=True),
        MenuEntry(f"Edit the sheet{DOTS}", edit, deeds.key("edit_sheet"), edits),
    )


def _seen(deeds: Deeds, one: Combatant) -> tuple[MenuEntry, ...]:
    known = deeds.controller.rules.actions
    steps = seen_steps(deeds.controller.battle, "token", one.id)
    return tuple(
        deeds.step(words, step.do, starts=not number, **step.args)
        for number, (words, step) in enumerate(steps)
        if step.do in known
    )


def _moving(deeds: Deeds, one: Combatant) -> tuple[MenuEntry, ...]:
    battle = deeds.controller.battle
    zones = tuple(
        deeds.step(short(zone.name), "place", who=one.id, zone=id).but(on=True if id == one.zone else None)
        for id, zone in tuple(battle.zones.items())[:MOST_LISTED]
    )
    here = [other for other in battle.combatants.values() if other.zone == one.zone and other.id != one.id]
    close = tuple(
        deeds.step(short(other.name), "place", who=one.id, close_to=other.id)
        for other in here[:MOST_LISTED]
        if one.zone is not None and other.id not in battle.close_group(one.id)
    )
    apart = deeds.set("Not at close range any more", one.id, "close", ())
    alone = "" if battle.close_group(one.id) else "They are at close range with nobody."
    return (
        MenuEntry("Put them into", within=zones, starts=True, reason="" if zones else "There are no zones."),
        MenuEntry(
            "Put them close to", within=close, reason="" if close else "Nobody else is in their zone and not close."
        ),
        apart.but(reason=apart.reason or alone),
    )


def _setting(deeds: Deeds, one: Combatant) -> MenuEntry:
    """What can be set of them: every number, state and word."""
    groups: dict[str, list[MenuEntry]] = {}
    plain: list[MenuEntry] = []
    for path in paths(deeds.controller.rules).values():
        if path.id == "zone":
            continue
        if path.id == "side":
            plain.append(MenuEntry("Side", within=_sides(deeds, one, path)))
        elif path.id == "name":
            plain.append(_form(deeds, one, path))
        elif path.kind == "flag":
            is_on = bool(now(deeds.controller, one, path))
            groups.setdefault(path.group, []).append(deeds.set(path.label, one.id, path.id, not is_on, on=is_on))
        else:
            groups.setdefault(path.group, []).append(_form(deeds, one, path))
    known = [MenuEntry(GROUPS[id], within=tuple(groups[id])) for id in GROUPS if id in groups]
    return MenuEntry("Set", within=(*plain, *known), starts=True, reason=deeds.busy)


def _form(deeds: Deeds, one: Combatant, path: Path) -> MenuEntry:
    value = now(deeds.controller, one, path) if path.group != "value" else None
    told = f": {short(value_text(value), 24)}" if value not in (None, "", ()) else ""
    return MenuEntry(f"{path.label}{told}{DOTS}", partial(deeds.tools.overrule, one.id, path.id), reason=deeds.busy)


def _sides(deeds: Deeds, one: Combatant, path: Path) -> tuple[MenuEntry, ...]:
    sides = dict.fromkeys(other.side for other in deeds.controller.battle.combatants.values() if other.side)
    known = tuple(
        deeds.set(short(side), one.id, "side", side, on=True if side == one.side else None)
        for side in tuple(sides)[:MOST_LISTED]
    )
    another = MenuEntry(f"Another{DOTS}", partial(deeds.tools.overrule, one.id, path.id), reason=deeds.busy)
    return (*known, another.but(starts=True))


def _coming_and_going(deeds: Deeds, one: Combatant) -> tuple[MenuEntry, ...]:
    def copies(count: int) -> MenuEntry:
        return deeds.step(str(count), "copy", who=one.id, count=count)

    edit = partial(deeds.edit_map, only("person", one.id))
    return (
        MenuEntry("More of their kind", within=tuple(copies(count) for count in (1, 2, 3, 5, 10)), starts=True),
        MenuEntry("All their fields", edit, deeds.key("edit_map"), deeds.busy),
        deeds.step("Take out of the battle", "remove", who=one.id),
    )
