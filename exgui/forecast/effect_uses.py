"""How the effects of somebody who is not asked are used: the names of the ways. `policies` follows them."""

from __future__ import annotations

from collections.abc import Mapping

NEVER, SPARING, FREELY, ASK = "never", "sparing", "freely", "ask"
USES: Mapping[str, str] = {NEVER: "never", SPARING: "sparing", FREELY: "freely", ASK: "ask me"}
"""Every way by its id, with what people call it; by the last the storyteller is asked all the same."""
DEFAULT_USE = SPARING
