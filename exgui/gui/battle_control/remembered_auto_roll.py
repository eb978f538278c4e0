"""Auto-rolls that are remembered for each battle in the settings."""

from __future__ import annotations

import json
from contextlib import suppress

from exgui.gui.battle_control.auto_roll import USE_WORDS
from exgui.gui.battle_control.controller import BattleController
from exgui.gui.settings import Settings


class RememberedAutoRoll:
    """The auto-rolls of one battle.

    Args:
        name: under which they are remembered in the settings; "" for nowhere.
    """

    def __init__(self, controller: BattleController, settings: Settings, name: str) -> None:
        self._controller, self._settings = controller, settings
        self._key = f"autos_of/{name}" if name else ""

    @property
    def of_foes(self) -> bool:
        """The app rolls for every side without a player's character."""
        foes = set(self._controller.auto_roll.foes())
        return bool(foes) and foes <= self._controller.auto_roll.sides

    @property
    def of_shown(self) -> bool:
        return self._controller.auto_roll.rolls_for(self._controller.shown or "")

    def toggle_foes(self) -> bool:
        """Roll for all foes, or for no one. Return whether the app now rolls for them."""
        on = not self.of_foes
        self._controller.auto_roll.set(self._controller.auto_roll.foes() if on else ())
        return on

    def toggle_shown(self) -> tuple[str, bool]:
        """Roll for the shown combatant, or stop, whatever their side does. Return their name and whether the app now
        rolls."""
        who = self._controller.shown or ""
        on = not self._controller.auto_roll.rolls_for(who)
        self._controller.auto_roll.set_one(who, on)
        return self._controller.name(who), on

    def use_of_shown(self) -> str:
        return self._controller.auto_roll.use_of(self._controller.shown or "")

    def set_use_of_shown(self, use: str) -> str:
        """Set how the shown combatant's effects are used. Return a sentence that says so."""
        who = self._controller.shown or ""
        self._controller.auto_roll.set_use(who, use)
        name = self._controller.name(who)
        if not self._controller.auto_roll.rolls_for(who):
            return f"{name}: {USE_WORDS[use]} when the app rolls for them."
        return f"{name}: {USE_WORDS[use]}."

    def restore(self, *, by_default: bool) -> None:
        """Restore the auto-rolls of the last time this battle was open.

        Args:
            by_default: where nothing was remembered, it rolls for foes.
        """
        sides: tuple[str, ...] = self._controller.auto_roll.foes() if by_default else ()
        ones: dict[str, bool] = {}
        uses: dict[str, str] = {}
        remembered = self._settings.value(self._key) if self._key else None
        # What cannot be read, since someone wrote into the settings, is as if nothing had been remembered.
        with suppress(ValueError, TypeError, KeyError, AttributeError):
            read = json.loads(str(remembered)) if remembered is not None else {}
            if read:
                sides, ones = (
                    tuple(str(side) for side in read["sides"]),
                    {str(who): bool(on) for who, on in read["ones"].items()},
                )
                uses = {str(who): str(use) for who, use in read.get("uses", {}).items()}
        if sides or ones or uses:
            key, self._key = self._key, ""  # what is only restored is not saved
            try:
                self._controller.auto_roll.set(sides, ones, uses)
            finally:
                self._key = key

    def save(self) -> None:
        if self._key:
            auto_roll = self._controller.auto_roll
            found = {"sides": sorted(auto_roll.sides), "ones": dict(auto_roll.ones), "uses": dict(auto_roll.uses)}
            self._settings.save(self._key, json.dumps(found))
