"""What is done to the user's own house rules, with its undo; every change is in their folder before it is shown."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from PySide6.QtCore import Signal

from exgui.campaign import house_rules
from exgui.campaign.errors import CampaignError, HouseRulesError
from exgui.campaign.house_rules import Deleted
from exgui.campaign.rulesets import parent_of
from exgui.gui.history import History
from exgui.gui.session.campaign_session import CampaignSession, Document
from exgui.rulebook.rules import Ruleset
from exgui.rulebook.shelf import installed

Action = Callable[[], object]


class HouseRulesDocument(Document):
    """All house rules of the user.

    Signals:
        changed(): something in them has changed.
        refused(str): something cannot be done; the sentence says why.
        message(str): something was done.
    """

    changed = Signal()
    refused = Signal(str)
    message = Signal(str)

    def __init__(self, session: CampaignSession) -> None:
        super().__init__()
        self._session = session
        house_rules.clear_deleted()
        self.history: History[Action] = History(self._act, parent=self)
        self.history.refused.connect(self.refused)

    def create(self, name: str, extends: str) -> str:
        """Make house rules in which nothing differs yet. Return their id, "" where that cannot be."""
        return self._made(f"Created the house rules {name}", lambda: house_rules.make(name, extends))

    def create_from_copy(self, rules: Ruleset) -> str:
        """Make a folder of what the campaign has a copy of. Return its id, "" where that cannot be."""
        parent = parent_of(rules)
        if parent is None:
            self.refused.emit(f"{rules.name} extends rules not on this computer, so it can’t be saved as a folder.")
            return ""
        return self._made(f"Saved {rules.name} as a folder", lambda: house_rules.make_from_copy(rules, parent))

    def rename(self, id: str, name: str) -> bool:
        """Rename house rules; their folder keeps its name."""
        return self._edit(id, f"Renamed the house rules to {name}", lambda text: house_rules.with_name(text, name))

    def set_option(self, id: str, option: str, value: Any, label: str) -> bool:
        """Turn a switch of house rules; None leaves it as what they extend has it."""
        return self._edit(id, f"Changed: {label}", lambda text: house_rules.with_option(text, option, value))

    def delete(self, id: str) -> bool:
        """Delete house rules; they can be put back."""
        gone: list[Deleted] = []

        def redo() -> None:
            gone[:] = [house_rules.delete(id)]

        name = next((one.name for one in installed() if one.id == id and one.own), id)
        return self._do(f"Deleted {name}", lambda: house_rules.put_back(gone[0]), redo)

    def other_in_campaign(self, where: str) -> tuple[Ruleset, Ruleset] | None:
        """Return the campaign's copy of a ruleset from another computer and this computer's differing one; None if
        there are no two."""
        campaign = self._session.campaign
        return campaign.house_rules.other_here(where) if campaign is not None else None

    def use_in_campaign(self, where: str) -> bool:
        """Let this computer's ruleset count in the campaign, in place of its copy from another computer."""
        campaign, two = self._session.campaign, self.other_in_campaign(where)
        if campaign is None or two is None:
            return False
        theirs, ours = two
        kept = campaign.house_rules
        sentence = f"This campaign now uses your {ours.name}"
        return self._do(sentence, lambda: kept.take_from_elsewhere(where, theirs), lambda: kept.take_from_here(where))

    # What the registry of documents asks for

    def reload(self) -> None:
        self.changed.emit()

    # Inside

    def _made(self, sentence: str, make: Callable[[], str]) -> str:
        id = ""
        gone: list[Deleted] = []

        def redo() -> None:
            nonlocal id
            if gone:
                house_rules.put_back(gone.pop())
            else:
                id = make()

        self._do(sentence, lambda: gone.append(house_rules.delete(id)), redo)
        return id

    def _edit(self, id: str, sentence: str, edit: Callable[[str], str]) -> bool:
        try:
            before = house_rules.text_of(id)
            after = edit(before)
        except HouseRulesError as error:
            self.refused.emit(str(error))
            return False
        if after == before:
            return True
        return self._do(
            sentence, lambda: house_rules.put_text(id, before), lambda: house_rules.put_text(id, after), quiet=True
        )

    def _do(self, sentence: str, undo: Action, redo: Action, *, quiet: bool = False) -> bool:
        try:
            redo()
        except (HouseRulesError, CampaignError) as error:
            self.refused.emit(error.sentence)
            return False
        self.history.push(sentence, undo, redo)
        self._notify()
        if not quiet:
            self.message.emit(f"{sentence}.")
        return True

    def _act(self, act: Action) -> None:
        act()
        self._notify()

    def _notify(self) -> None:
        """Update the campaign's copy, and everything shown under these rules."""
        campaign = self._session.campaign
        if campaign is not None and not campaign.read_only:
            with suppress(CampaignError):
                campaign.house_rules.bring_up_to_date()
        self._session.listed.emit()
        for kind in ("encounter", "sheet"):
            self._session.documents.reload_all(kind)
        self.changed.emit()
