"""Edits of the whole encounter: its title, ruleset, options, notes and picture."""

from __future__ import annotations

from typing import Any

from exgui.campaign.encounter_edits.edit import (
    Edit,
    EditRefused,
    Encounter,
    changed,
    entries,
    valid_name,
    valid_note,
    with_entries,
)
from exgui.engine.record import EMPTY, Table


def set_title(data: Encounter, title: str) -> Edit:
    """Set the encounter's title.

    Raises:
        EditRefused: it is empty or too long.
    """
    title = valid_name(title)
    if not title:
        raise EditRefused("An encounter needs a title.")
    return Edit(changed(data, {"title": title}), f"Renamed to {title[:60]}")


def set_notes(data: Encounter, notes: str) -> Edit:
    return Edit(changed(data, {"notes": valid_note(notes) or None}), "Notes")


def set_ruleset(data: Encounter, ruleset: str, name: str = "") -> Edit:
    """Set the encounter's ruleset, with that ruleset's own options."""
    return Edit(changed(data, {"ruleset": ruleset, "options": None}), f"Rules: {name or ruleset}")


def set_option(data: Encounter, option: str, value: Any, label: str = "") -> Edit:
    """Set a house-rule switch; None for the ruleset's own setting."""
    options = changed(Table(data.get("options", EMPTY)), {option: value})
    return Edit(changed(data, {"options": options or None}), label or option.replace("_", " ").capitalize())


def set_policy(data: Encounter, side: str, policy: str) -> Edit:
    """Set how a side fights in simulations; "" for the default."""
    policies = changed(Table(data.get("policies", EMPTY)), {side: policy or None})
    return Edit(changed(data, {"policies": policies or None}), f"How {side} fight")


def set_picture(data: Encounter, what: str = "Background picture", **keys: Any) -> Edit:
    """Place the background picture: its `id`, `x`, `y`, `width`, `height`, `dim`. With `id=None` there is none."""
    if "id" in keys and keys["id"] is None:
        return Edit(data.without("picture"), "Background picture removed")
    picture = changed(Table(data.get("picture", EMPTY)), keys)
    return Edit(data.put("picture", picture), what)


def begin_from(data: Encounter, battlefield: Encounter) -> Edit:
    """Add a ready-made battlefield to an encounter that has no zones: zones, links and picture. Combatants stay.

    Raises:
        EditRefused: it already has zones.
    """
    if entries(data, "zone"):
        raise EditRefused("There are already zones here. Delete them first, or create a new encounter.")
    out = with_entries(data, "zone", entries(battlefield, "zone"))
    out = with_entries(out, "link", entries(battlefield, "link"))
    if "picture" in battlefield:
        out = out.put("picture", battlefield["picture"])
    return Edit(out, f"Battlefield: {battlefield.get('title', 'ready-made')}")
