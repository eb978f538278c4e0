"""The ways in which a combatant who is not asked uses effects: their names. `policies` follows them."""

from __future__ import annotations

from collections.abc import Mapping

NEVER, SPARING, FREELY, ASK = "never", "sparing", "freely", "ask"
USES: Mapping[str, str] = {NEVER: "never", SPARING: "sparing", FREELY: "freely", ASK: "ask me"}
"""Every way by its id, with its label; by the last the storyteller is asked all the same."""
DEFAULT_USE = SPARING
