"""The menus of zones and links, of bare ground, and of a moment of the tick bar."""

from __future__ import annotations

from functools import partial

from exgui.engine.asks import Command
from exgui.engine.record import Table
from exgui.engine.zones import BARRIERS, TERRAINS, Link, link_between
from exgui.gui.map.editor.selection import NOTHING, Selected, only
from exgui.gui.menu_entries import MenuEntry
from exgui.gui.pages.battle.menus.menu_actions import MenuActions
from exgui.gui.pages.battle.menus.people import seen_steps
from exgui.gui.pages.encounter.terrain_choice import DIFFICULTY, cover_levels, hazard_levels
from exgui.systems.common.arrivals import MOST_JOINING
from exgui.systems.common.together import together

DOTS = "\N{HORIZONTAL ELLIPSIS}"
ENDS = "\n"
"""Stands between the zones of a link in its id."""


def zone_menu(actions: MenuActions, id: str) -> tuple[MenuEntry, ...]:
    controller = actions.controller
    zone = controller.battle.zones.get(id)
    if zone is None:
        return ()

    def set_zone(text: str, on: bool | None = None, **keys: object) -> MenuEntry:
        return actions.step(text, "zone", zone=id, set=Table(keys)).but(on=on)

    possible = actions.actions_on("zone", id)
    acts = controller.name(controller.battle.active)
    terrain = tuple(set_zone(one.capitalize(), True if one == zone.terrain else None, terrain=one) for one in TERRAINS)
    cover = tuple(
        set_zone(f"{level.capitalize()}, difficulty {number}", cover=Table({level: number}))
        for level, number in zip(cover_levels(controller.rules), DIFFICULTY, strict=False)
    )
    harms = tuple(
        set_zone(level.capitalize(), True if level == zone.hazard else None, hazard=level)
        for level in hazard_levels(controller.rules)
    )
    seen = tuple(
        actions.step(words, step.do, **step.args)
        for words, step in seen_steps(controller.battle, "zone", id)
        if step.do in controller.rules.actions
    )
    edit = partial(actions.edit_map, only("zone", id))
    no_more = set_zone("No harm", hazard="none")
    harm = [MenuEntry("Harms everyone in it", within=(no_more, *harms), reason=actions.busy)] if harms else []
    return (
        *((MenuEntry(f"Actions by {acts}", within=possible),) if possible else ()),
        *seen,
        MenuEntry(
            f"Bring someone in here{DOTS}",
            partial(actions.tools.bring_in, id),
            actions.key("bring_in"),
            actions.busy,
            starts=True,
        ),
        MenuEntry(
            f"Hazard{DOTS}",
            partial(actions.tools.hazard_in, id),
            actions.key("hazards"),
            actions.tools.why_not("hazards") or "",
        ),
        MenuEntry("Terrain", within=terrain, starts=True, reason=actions.busy),
        set_zone("Difficult to cross", on=zone.difficult, difficult=not zone.difficult),
        MenuEntry(
            "Cover",
            within=(set_zone("None", cover=Table()), *cover),
            reason="" if cover else "This game has no levels of cover.",
        ),
        *harm,
        MenuEntry("Set name, size, notes and more", edit, actions.key("edit_map"), actions.busy),
        MenuEntry("Remove", partial(actions.take_zone_away, id), "", actions.busy, starts=True),
    )


def link_menu(actions: MenuActions, id: str) -> tuple[MenuEntry, ...]:
    battle = actions.controller.battle
    a, _, b = id.partition(ENDS)
    link = link_between(battle.links, a, b)
    if link is None:
        return ()

    def set_link(text: str, on: bool | None = None, **keys: object) -> MenuEntry:
        args: dict[str, object] = {"between": link.between, "barrier": link.barrier, **keys}
        return actions.step(text, "link", **args).but(on=on)  # type: ignore[arg-type]

    cleared = set_link("Clear the barrier", barrier="none", difficulty=0, name="")
    barriers = tuple(
        set_link(
            "Nothing" if one == "none" else one.capitalize(),
            True if one == link.barrier else None,
            **_barrier(link, one),
        )
        for one in BARRIERS
    )
    difficulties = tuple(
        set_link(str(number) if number else "none", True if number == link.difficulty else None, difficulty=number)
        for number in range(6)
    )
    edit = partial(actions.edit_map, only("link", link.between))
    return (
        cleared.but(reason=cleared.reason or ("" if link.barrier != "none" else "It has no barrier.")),
        MenuEntry("Barrier", within=barriers, reason=actions.busy),
        MenuEntry(
            "Set the difficulty",
            within=difficulties,
            reason=actions.busy or ("" if link.barrier == "obstacle" else "Only an obstacle has one."),
        ),
        set_link("Hidden from the players", on=link.hidden, hidden=not link.hidden),
        MenuEntry("Set other fields", edit, actions.key("edit_map"), actions.busy),
        set_link("Break the link", barrier="remove").but(starts=True),
    )


def _barrier(link: Link, barrier: str) -> dict[str, object]:
    """Return what else changes with the barrier: what bars nothing has neither name nor difficulty."""
    if barrier == "none":
        return {"barrier": barrier, "difficulty": 0, "name": ""}
    return {"barrier": barrier, **({"difficulty": 0} if barrier == "wall" else {})}


def ground_menu(actions: MenuActions) -> tuple[MenuEntry, ...]:
    return (
        actions.command(f"Bring someone in{DOTS}", "bring_in"),
        _all_join(actions),
        MenuEntry("Edit the battlefield", partial(actions.edit_map, NOTHING), actions.key("edit_map"), actions.busy),
        actions.command("Show the whole map", "whole_map", starts=True).but(reason=""),
    )


def _all_join(actions: MenuActions) -> MenuEntry:
    """Let waiting combatants join, only the first of many: each is asked for a roll."""
    battle = actions.controller.battle
    waiting = [one.id for one in battle.combatants.values() if one.waiting]
    step = together(tuple(Command("join", id) for id in waiting[:MOST_JOINING]))
    some = f"the first {MOST_JOINING} of {len(waiting)}" if len(waiting) > MOST_JOINING else "all"
    reason = actions.busy or ("" if waiting else "No one is waiting.")
    if not reason and battle.phase != "running":
        reason = "The fight has not begun yet." if battle.phase == "prepared" else "The battle is over."
    return MenuEntry(
        f"Waiting combatants join: {some}", partial(actions.controller.steps.dispatch, step), reason=reason
    )


def moment_menu(actions: MenuActions, number: int | None) -> tuple[MenuEntry, ...]:
    at = f" at {number}" if number is not None else ""
    return (
        MenuEntry(
            f"A timer{at}{DOTS}",
            partial(actions.tools.set_timer, number),
            actions.key("timers"),
            actions.tools.why_not("timers") or "",
        ),
        actions.command(f"Bring someone in{DOTS}", "bring_in"),
        _all_join(actions),
        MenuEntry(
            "Next turn",
            partial(actions.run, "end_turn"),
            "Space",
            actions.busy or ("" if actions.controller.battle.phase != "over" else "The battle is over."),
            starts=True,
        ),
        MenuEntry(
            "Round checklist",
            partial(actions.run, "checklist"),
            actions.key("checklist"),
            actions.tools.why_not("checklist") or "",
        ),
    )


def menu_target(now: Selected) -> tuple[str, str]:
    """Return what is meant by what is selected while the map is edited: its kind and id, as `BattleMenus` names
    them."""
    if now.zones:
        return "zone", now.zones[0]
    if now.people:
        return "token", now.people[0]
    if now.links:
        return "link", ENDS.join(now.links[0])
    return "", ""
