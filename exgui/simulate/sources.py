"""The battles that the command line simulates: a scenario before its first step, or an encounter of a campaign."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from exgui.campaign.campaign import Campaign
from exgui.campaign.errors import CampaignError
from exgui.campaign.set_up_encounter import set_up
from exgui.engine.battle import Battle
from exgui.engine.record import Table
from exgui.engine.system import System
from exgui.rulebook.finding import plain
from exgui.scenario.player import play_scenario
from exgui.scenario.reader import read
from exgui.simulate.policies import POLICIES, PROTECT, Plan
from exgui.simulate.simulation import CannotSimulate

BEGINNING = b"SQLite format 3\x00"


def battle_in(file: str, encounter: str = "") -> tuple[System, Battle, Plan]:
    """Return the battle to be simulated, and the encounter's plan of who fights how in it.

    Args:
        file: a scenario, or a campaign.
        encounter: the name or id of an encounter of the campaign; "" for the first.

    Raises:
        CannotSimulate, CampaignError, Malformed: there is none; the message is a sentence with the reason.
    """
    path = Path(file)
    if _is_campaign(path):
        with Campaign.open_to_read(path) as campaign:
            return _of_encounter(campaign, encounter)
    if encounter:
        raise CannotSimulate(f"{file} is a scenario, which has no encounters: leave out --encounter")
    scenario = read(file)
    first = scenario.steps[:1]
    if first and first[0].command.do == "start":
        started = play_scenario(scenario.but(steps=first))
        if not started.stopped and started.play.pending is None:
            return scenario.system, started.play.battle, Plan()
    return scenario.system, scenario.battle, Plan()


def plan_of(data: Mapping[str, Any]) -> Plan:
    """Return who fights how, as chosen in an encounter. If the protected combatant is gone, the protector fights as
    usual."""
    people = {str(one["id"]): str(one.get("policy", "")) for one in data.get("combatant", ())}
    known = {id: policy for id, policy in people.items() if _is_known(policy, people)}
    sides = {side: policy for side, policy in data.get("policies", {}).items() if _is_known(str(policy), people)}
    here = {str(one.get("side", "")) for one in data.get("combatant", ())}
    return Plan(sides=Table({side: one for side, one in sides.items() if side in here}), people=Table(known))


def _is_known(policy: str, people: Mapping[str, str]) -> bool:
    name, _, ward = policy.partition(" ")
    return name in POLICIES and (name != PROTECT.id or ward in people)


def _is_campaign(path: Path) -> bool:
    try:
        with path.open("rb") as opened:
            return opened.read(len(BEGINNING)) == BEGINNING or path.suffix.lower() == ".exgui"
    except FileNotFoundError:
        raise CannotSimulate(f"{path}: there is no such file") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise CannotSimulate(f"{path}: it cannot be read ({why})") from None


def _of_encounter(campaign: Campaign, encounter: str) -> tuple[System, Battle, Plan]:
    listed = campaign.encounters()
    if not listed:
        raise CannotSimulate(f"{campaign.source.name} has no encounters")
    wanted = plain(encounter)
    found = [one for one in listed if one.name == encounter]
    found = found or [one for one in listed if not encounter or wanted in (plain(one.name), one.id.casefold())]
    if not found:
        names = ", ".join(one.name for one in listed)
        raise CampaignError(campaign.source, f"there is no encounter {encounter!r}; there are: {names}")
    data = campaign.encounter(found[0].id)
    return *set_up(data, campaign.source), plan_of(data)
