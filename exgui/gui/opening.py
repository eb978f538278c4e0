"""Opening campaigns and battles in the window, and what stands there when that cannot be done."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFileDialog, QWidget

from exgui.campaign.errors import CampaignError
from exgui.gui.empty import Offer
from exgui.gui.window_base import WindowBase


class Opening(WindowBase):
    """The part of the window that opens things."""

    def open_path(self, path: Path | str, battle: str = "") -> bool:
        """Opens a campaign, and in it the battle that is under way, where it was left; what is wrong stands in the
        window.

        Args:
            battle: title or number of the battle to show; "" for the one that was left, or that runs.
        """
        from exgui.campaign.campaign import Campaign
        from exgui.gui import tokens

        self.leave()
        try:
            self.campaign = Campaign.open(path)
        except CampaignError as error:
            self._trouble(error, Path(path))
            return False
        tokens.set_portrait_source(self._portrait)
        self.sidebar.show_campaign(self.campaign)
        try:
            return self._open_some_battle(battle)
        except CampaignError as error:
            self._trouble(error, Path(path))
            return False

    def _portrait(self, name: str) -> QPixmap:
        """A portrait kept in the campaign, or in a file of its folder."""
        from exgui.gui.portraits import is_kept, portrait_file, read_portrait

        if self.campaign is None:
            return QPixmap()
        try:
            if is_kept(name):
                return read_portrait(self.campaign.picture(name))
            path = portrait_file(self.campaign.path.parent, name)
            return read_portrait(path.read_bytes()) if path is not None else QPixmap()
        except (CampaignError, OSError):
            return QPixmap()

    def open_battle(self, id: int) -> bool:
        """Goes on with a battle of the campaign, where it was left."""
        if self.campaign is None:
            return False
        if id == self.battle_id and self.bridge is not None:
            return True
        try:
            play = self.campaign.resume(id)
        except CampaignError as error:
            self._trouble(error, self.campaign.path)
            return False
        self.show_play(play, id)
        return True

    def begin_encounter(self, id: str) -> bool:
        """Begins a battle from an encounter of the campaign."""
        if self.campaign is None:
            return False
        try:
            play = self.campaign.begin_battle(id)
            newest = max(one.id for one in self.campaign.battles())
        except CampaignError as error:
            self.say(sentence(error))
            return False
        left = self.bridge.battle if self.bridge is not None and self.battle_id is not None else None
        self.show_play(play, newest)
        if left is not None and left.phase == "running":
            self.say(f"{left.title or 'The battle before'} is kept as it stands: a click on it under Battles goes on.")
        return True

    def show_nothing(self) -> None:
        """What stands in the window before anything is opened."""
        self.empty.put(
            "No campaign is open",
            "A campaign holds your sheets, encounters and battles in one file. Nothing ever needs saving.",
            (
                Offer("Open campaign\N{HORIZONTAL ELLIPSIS}", self.open_campaign, True),
                Offer("New campaign\N{HORIZONTAL ELLIPSIS}", self.new_campaign),
                Offer("Look at the sample", self.open_sample),
            ),
        )
        self.show_empty()

    def leave(self) -> None:
        """Closes the campaign; nothing needs saving."""
        self.clear_desk()
        if self.campaign is not None:
            self.campaign.close()
        self.campaign = None
        self.sidebar.show_campaign(None)

    def _open_some_battle(self, wanted: str) -> bool:
        assert self.campaign is not None
        battles = [one for one in self.campaign.battles() if not one.damaged]
        if wanted:
            chosen = [one for one in battles if wanted in (str(one.id), one.title)]
            encounters = [one for one in self.campaign.encounters() if wanted in (one.id, one.name)]
            if not chosen and encounters:
                return self.begin_encounter(encounters[0].id)
            if not chosen:
                there = ", ".join(
                    dict.fromkeys([b.title for b in battles] + [e.name for e in self.campaign.encounters()])
                )
                text = f"there is no battle or encounter {wanted!r} in this campaign; there are: {there or 'none'}."
                raise CampaignError(self.campaign.path, text, "unknown")
            return self.open_battle(chosen[-1].id)
        last = self.number(f"battle/{self.campaign_key}")
        going = [one for one in battles if one.phase != "over"]
        first = [one for one in going if one.id == last] or [one for one in going if one.phase == "running"] or going
        if first:
            return self.open_battle(first[-1].id)
        self.choose_encounter()
        return True

    def choose_encounter(self) -> None:
        """What stands in the window while no battle of the campaign is shown."""
        assert self.campaign is not None
        encounters = [one for one in self.campaign.encounters() if not one.damaged]
        if encounters:
            offers = [
                Offer(f"Begin {one.name}", partial(self.begin_encounter, one.id), index == 0)
                for index, one in enumerate(encounters[:3])
            ]
            self.empty.put(
                "No battle is running", "Begin one from an encounter, here or in the campaign at the left.", offers
            )
        else:
            text = (
                "This campaign has no encounter yet. Take one in from a text file. To have one to begin from, write a "
                "battle of the sample as text (Ctrl+K, then: write)."
            )
            offers = [
                Offer("Take in a text file\N{HORIZONTAL ELLIPSIS}", self.take_in, True),
                Offer("Look at the sample", self.open_sample),
            ]
            self.empty.put("Nothing to fight yet", text, offers)
        self.show_empty()

    def _trouble(self, error: CampaignError, path: Path) -> None:
        """An error in the window's own empty state, with what can be done about it."""
        self.clear_desk()
        offers = []
        if error.kind == "damaged":
            offers.append(Offer("Recover a copy", lambda: self.recover(path), True))
        if error.kind == "unfinished":
            offers.append(Offer("Open a copy", lambda: self.open_copy(path), True))
        if error.kind in ("locked", "denied", "full", "read_only"):
            offers.append(Offer("Try again", lambda: self.open_path(path), True))
        if self.campaign is not None and self.campaign.encounters():
            offers.append(Offer("Back to the campaign", self.choose_encounter))
        offers.append(Offer("Open another\N{HORIZONTAL ELLIPSIS}", self.open_campaign))
        offers.append(Offer("Look at the sample", self.open_sample))
        titles = {
            "damaged": "This campaign is damaged",
            "missing": "There is no such campaign",
            "locked": "This campaign is open elsewhere",
            "newer": "This campaign was written by a newer exgui",
            "foreign": "This is no campaign",
            "unknown": "That is not in this campaign",
            "unfinished": "This campaign was not closed properly",
        }
        self.empty.put(titles.get(error.kind, "This campaign cannot be opened"), str(error), offers, trouble=True)
        self.show_empty()

    def recover(self, path: Path) -> bool:
        """Recovers what can be read of a damaged campaign into a new file beside it, and opens that."""
        from exgui.campaign.recover import recover

        into = path.with_name(f"{path.stem} recovered.exgui")
        number = 2
        while into.exists():
            into = path.with_name(f"{path.stem} recovered {number}.exgui")
            number += 1
        self.leave()
        try:
            report = recover(path, into)
        except CampaignError as error:
            self._trouble(error, path)
            return False
        opened = self.open_path(into)
        self.say(str(report).replace("\n", " · "))
        return opened

    def open_copy(self, path: Path) -> bool:
        """Opens a checked copy of a campaign beside which others left a journal."""
        from exgui.campaign.guard.stray_journal import open_as_copy

        try:
            copy, told = open_as_copy(path)
        except CampaignError as error:
            self._trouble(error, path)
            return False
        opened = self.open_path(copy)
        self.say(told)
        return opened

    # Asking for a file

    def new_campaign(self) -> None:
        """Asks where the new campaign shall be, and makes it."""
        dialog = file_dialog(self, "New campaign", QFileDialog.AcceptMode.AcceptSave)
        dialog.fileSelected.connect(self._made)
        dialog.show()

    def open_campaign(self) -> None:
        """Asks for a campaign, and opens it."""
        dialog = file_dialog(self, "Open campaign", QFileDialog.AcceptMode.AcceptOpen)
        dialog.fileSelected.connect(lambda path: self._opened(Path(path)))
        dialog.show()

    def open_sample(self) -> None:
        """Opens the sample campaign."""
        from exgui.campaign import places

        try:
            self._opened(places.sample_copy())
        except CampaignError as error:
            self._trouble(error, error.path)

    def _opened(self, path: Path) -> None:
        from exgui.campaign import places

        if self.open_path(path):
            with suppress(CampaignError):
                places.remember(path)

    def _made(self, path: str) -> None:
        from exgui.campaign.campaign import Campaign

        where = Path(path)
        if where.suffix != ".exgui":
            where = where.with_name(f"{where.name}.exgui")
        try:
            Campaign.create(where).close()
        except CampaignError as error:
            self.say(sentence(error))
            return
        self._opened(where)


def file_dialog(
    parent: QWidget,
    title: str,
    mode: QFileDialog.AcceptMode,
    kinds: str = "Campaigns of exgui (*.exgui)",
    suffix: str = "exgui",
) -> QFileDialog:
    """A file dialog that does not stop the window."""
    dialog = QFileDialog(parent, title)
    dialog.setAcceptMode(mode)
    dialog.setNameFilter(kinds)
    dialog.setDefaultSuffix(suffix)
    if mode == QFileDialog.AcceptMode.AcceptOpen:
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setModal(False)
    return dialog


def sentence(error: CampaignError) -> str:
    """An error without the path in front, where the campaign that is open is meant anyway."""
    text = str(error).removeprefix(f"{error.path}: ")
    return text[:1].upper() + text[1:]
