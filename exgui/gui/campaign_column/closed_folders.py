"""Which sections and folders of the campaign column are closed, remembered for each campaign."""

from __future__ import annotations

import json

from exgui.gui.settings import Settings


def remembered(settings: Settings, campaign: str) -> dict[str, bool]:
    """What was opened (True) or closed by hand in a campaign, by its key in the settings."""
    told = settings.value(f"column/{campaign}")
    try:
        found = json.loads(str(told)) if told is not None else {}
    except (ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {key: value for key, value in found.items() if isinstance(value, bool)}


def remember(settings: Settings, campaign: str, folding: dict[str, bool]) -> None:
    """Remembers it."""
    settings.save(f"column/{campaign}", json.dumps(folding))
