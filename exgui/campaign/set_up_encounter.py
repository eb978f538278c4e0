"""Sets up an encounter without beginning its battle, to draw or print it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from exgui.campaign import rulesets
from exgui.campaign.errors import CampaignError, not_valid
from exgui.engine.battle import Battle
from exgui.engine.system import System
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.setup import battle_from
from exgui.rulebook.validation import SetupError
from exgui.systems import system_for


def set_up(data: Mapping[str, Any], where: Path | str = "", rules: Ruleset | None = None) -> tuple[System, Battle]:
    """Return the game of an encounter, and the battle as it would begin.

    Args:
        where: the file named in an error message.
        rules: the encounter's ruleset; None to find it by its name.

    Raises:
        CampaignError: its ruleset is missing, or something in it cannot be played.
    """
    title = str(data.get("title") or "Encounter")
    try:
        ruleset = rules or rulesets.find(str(data["ruleset"]))
        system = system_for(ruleset)
        return system, system.prepare(battle_from(ruleset, data))
    except SetupError as error:
        raise not_valid(Path(where), error, f"the encounter {title!r} can’t be played yet") from error
    except (ValueError, LookupError) as error:
        raise CampaignError(where, f"the encounter {title!r} can’t be played yet: {error}") from error
