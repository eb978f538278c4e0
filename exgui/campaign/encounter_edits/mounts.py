"""Edits of what people ride: whatever a ruleset lets carry those who have it."""

from __future__ import annotations

from collections.abc import Collection

from exgui.campaign.encounter_edits.edit import Edit, EditRefused, Encounter, Entry
from exgui.campaign.encounter_edits.people import change_people, set_state
from exgui.engine.record import EMPTY
from exgui.rulebook.rules import Ruleset


def ridden_kind(rules: Ruleset | None) -> str:
    """The kind of things that carry whoever has them: one that is a state of the same name; "" where there is none."""
    if rules is None:
        return ""
    return next(
        (kind for kind in rules.tables if kind in rules.conditions and rules.conditions[kind].thing == kind), ""
    )


def mount_of(one: Entry, kind: str) -> str:
    """The id of what somebody has to ride, "" for nothing."""
    mount = one.get(kind, "")
    return mount if isinstance(mount, str) else str(mount.get("id", "own"))


def rides(one: Entry, kind: str) -> bool:
    """They ride what they have from the start."""
    return bool(one.get("state", EMPTY).get(kind) != "")


def give_mount(data: Encounter, some: Collection[str], kind: str, mount: str | None) -> Edit:
    """Gives people something to ride, and puts them on it; None takes it away."""
    without = set_state(data, some, kind, kind, None).data
    return change_people(without, some, kind, **{kind: mount})


def ride(data: Encounter, some: Collection[str], kind: str, mount: str | None) -> Edit:
    """Puts people on what they have to ride, or, with "", down from it; None for what holds when nothing is said.

    Raises:
        EditRefused: in this game nobody rides.
    """
    if not kind:
        raise EditRefused("Nobody rides anything by these rules.")
    edit = set_state(data, some, kind, kind, mount)
    return edit.but(sentence=f"{edit.sentence.partition(' of ')[2]} {'on foot' if mount == '' else 'in the saddle'}")
