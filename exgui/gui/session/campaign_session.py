"""The campaign that is open and which of its battles is: opening, beginning, importing, recovering, closing. And its
documents: one for each sheet and encounter that was opened, with its undo; a page shows a document and comes and goes,
the document stays.

It knows no widgets. What it opens, closes or has to say it announces by its signals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QPixmap

from exgui.campaign import user_folders
from exgui.campaign.errors import CampaignError
from exgui.gui import notices
from exgui.gui.session.opening import Opened, OpeningJob, open_campaign, open_checked_copy, open_recovered
from exgui.gui.settings import Settings

if TYPE_CHECKING:
    from exgui.campaign.backup import Backup, Contents
    from exgui.campaign.campaign import Campaign
    from exgui.campaign.summaries import Listed
    from exgui.gui.session.beside import Beside
    from exgui.play.play import Play


# What reads files and plays battles is imported where it is needed; the first picture of the window does not wait.


BACKUP_AFTER = 3_000
"""Milliseconds after opening a campaign until the window is up."""
CROWD = 60
"""More combatants than these in a battle that begins are shown a moment after it is saved."""
CLOSING = 2.0
"""Seconds that closing waits for an opening to be canceled."""


class CampaignSession(QObject):
    """One campaign, and one of its battles at a time. Nothing ever needs saving.

    Signals:
        battle_opened(Play): a battle is to be shown, in place of another one.
        battle_closed(): the battle that was shown is closed.
        closing(): the campaign is about to be closed; what shows something of it is to be let go.
        notice(Notice): there is no battle to show; this is shown instead.
        listed(): the campaign has changed, or there is something new in it, or another of its battles is shown.
        imported(Imported): a text file was imported; the campaign column lists what was in it.
        backups_requested(Path): the backups of the campaign at this path are to be listed.
        question(str, object): something is to be decided; the answers, each as its words and what it does.
        message(str): a sentence for the storyteller.
        opening_ended(): what was being opened is there, or cannot be.

    Attributes:
        documents: the sheets and encounters of the campaign that are being edited.
    """

    battle_opened = Signal(object)
    battle_closed = Signal()
    closing = Signal()
    notice = Signal(object)
    listed = Signal()
    imported = Signal(object)
    backups_requested = Signal(object)
    question = Signal(str, object)
    message = Signal(str)
    opening_ended = Signal()

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.campaign: Campaign | None = None
        self.documents = Documents()
        self.play: Play | None = None
        self.battle_id: int | None = None
        self.beside: Beside | None = None
        self._opening = OpeningJob()
        self._backup_soon = QTimer(self, singleShot=True, interval=BACKUP_AFTER)
        self._backup_soon.timeout.connect(self.back_up)

    @property
    def campaign_key(self) -> str:
        """The open campaign's key in the settings: its file name, and part of the digest of its whole path, since names
        may repeat."""
        if self.campaign is None:
            return ""
        return _key_of(self.campaign.source)

    @property
    def is_opening(self) -> bool:
        return self._opening.runs

    @property
    def saved(self) -> str:
        """Whether the steps of the battle that is open are written down, in a word or two."""
        if self.campaign is not None and self.campaign.read_only:
            return "read-only"
        return "saved" if self.battle_id is not None else "not saved"

    @property
    def situation(self) -> str:
        """Which game is played and how far it has come, without any names."""
        if self.play is None:
            return "no battle"
        battle = self.play.battle
        asked = type(self.play.pending).__name__ if self.play.pending is not None else "nothing"
        return (
            f"{battle.ruleset}, {battle.phase}, round {battle.round}, {self.play.step_number} steps, asked: {asked}, "
            f"{self.saved}"
        )

    @property
    def battle_title(self) -> str:
        """The title under which the battle that is open is listed; "" where it is not."""
        if self.campaign is not None and self.battle_id is not None:
            with suppress(CampaignError):
                return next((one.title for one in self.campaign.battles() if one.id == self.battle_id), "")
        return ""

    def encounters(self) -> tuple[Listed, ...]:
        """Return the encounters of the campaign from which a battle can be begun; none where it cannot be read."""
        if self.campaign is not None:
            with suppress(CampaignError):
                return tuple(one for one in self.campaign.encounters() if not one.damaged)
        return ()

    # Opening and closing

    def open_path(self, path: Path | str, battle: str = "") -> bool:
        """Open a campaign, and in it the battle that is under way, where it was left; what is wrong becomes a notice.
        Wait until that is done.

        Args:
            battle: title or number of the battle to show; "" for the one that was left, or that runs.
        """
        path = Path(path)
        self.close_campaign()
        try:
            return self._show(open_campaign(path, battle, _last_battle(self.settings, path)))
        except CampaignError as error:
            self._trouble(error, path)
            return False

    def open_and_remember(self, path: Path) -> None:
        """Open a campaign, which will be reopened at the next start. If it takes long, a notice with Cancel is
        shown."""
        last = _last_battle(self.settings, path)
        self._open_apart(path, lambda cancelled: open_campaign(path, "", last, cancelled))

    def open_sample(self) -> None:
        from exgui.campaign.sample import sample_copy

        try:
            self.open_and_remember(sample_copy())
        except CampaignError as error:
            self._trouble(error, error.path)

    def open_sample_now(self) -> bool:
        """Open the sample as `open_path` does; it will be the campaign that is open at the next start."""
        from exgui.campaign.sample import sample_copy

        try:
            return self._open_and_keep(sample_copy())
        except (CampaignError, FileNotFoundError) as error:
            self.message.emit(str(error))
            return False

    def create_unnamed(self) -> bool:
        """Make a campaign in the user's folder, without asking what it is called, and open it."""
        from exgui.campaign.campaign import Campaign

        try:
            folder = user_folders.data_folder()
            names = (f"My campaign{f' {number}' if number > 1 else ''}.exgui" for number in count(1))
            path = next(path for path in (folder / name for name in names) if not path.exists())
            Campaign.create(path).close()
        except CampaignError as error:
            self.message.emit(error.sentence)
            return False
        return self._open_and_keep(path)

    def _open_and_keep(self, path: Path) -> bool:
        if not self.open_path(path):
            return False
        with suppress(CampaignError):
            user_folders.remember(path)
        return True

    def create(self, path: Path) -> None:
        from exgui.campaign.campaign import Campaign

        if path.suffix != ".exgui":
            path = path.with_name(f"{path.name}.exgui")
        try:
            Campaign.create(path).close()
        except CampaignError as error:
            self.message.emit(error.sentence)
            return
        self.open_and_remember(path)

    def recover(self, path: Path) -> None:
        """Recover what can be read of a damaged campaign into a new file beside it, and open that."""
        self._open_apart(path, partial(open_recovered, path))

    def open_copy(self, path: Path) -> None:
        """Open a checked copy of a campaign beside which others left a journal."""
        self._open_apart(path, partial(open_checked_copy, path))

    def open_to_read(self, path: Path) -> None:
        last = _last_battle(self.settings, path)
        notice = f"{path.name} is open in another window, so it is read-only here."
        self._open_apart(path, lambda cancelled: open_campaign(path, "", last, cancelled, notice, to_read=True))

    def save_copy(self, path: Path) -> bool:
        """Write a copy of the campaign to a new file; the campaign stays open."""
        if self.campaign is None:
            return False
        if path.suffix != ".exgui":
            path = path.with_name(f"{path.name}.exgui")
        try:
            self.documents.save()
            self.campaign.save_copy(path)
        except CampaignError as error:
            self.message.emit(error.sentence)
            return False
        self.message.emit(f"Copy saved as {path}. This campaign stays open.")
        return True

    def backups_of(self, path: Path) -> tuple[tuple[Backup, Contents | None], ...]:
        """Return the backups of a campaign, newest first, with what is in each; none where they cannot be reached."""
        from exgui.campaign.backup import backups, look_into

        with suppress(CampaignError):
            return tuple((one, look_into(one)) for one in backups(path))
        return ()

    def restore_backup(self, path: Path, backup: Backup) -> None:
        """Put a copy of a backup beside its campaign, or in its place if it is gone, and open that. What is open now
        stays open until the backup is found to be whole."""

        def work(cancelled: Callable[[], bool]) -> Path:
            from exgui.campaign.backup import restore

            return restore(path, backup, cancelled)

        def done(copy: Path) -> None:
            notice = f"This is the backup of {backup.day_in_words}, saved as {copy.name}."
            if path.exists() and not copy.samefile(path):
                notice = f"{notice} {path.name} is unchanged."
            self._open_apart(copy, lambda cancelled: open_campaign(copy, "", None, cancelled, notice))

        def failed(error: Exception) -> None:
            if not isinstance(error, CampaignError):
                raise error
            self.message.emit(f"This backup can’t be restored: {error.sentence}")

        if not self._opening.start(work, done, failed):
            self.message.emit("Checking the backup\N{HORIZONTAL ELLIPSIS}")

    def cancel_opening(self) -> None:
        """Cancel the opening; the welcome page shows what else can be opened."""
        self._opening.stop()
        self.close_for_nothing()
        self.message.emit("Opening canceled. Nothing was changed.")
        self.opening_ended.emit()

    def back_up(self) -> None:
        if self.campaign is not None:
            with suppress(CampaignError):  # there is tomorrow
                self.campaign.back_up()

    def close_campaign(self) -> None:
        self._opening.stop(CLOSING)
        self._backup_soon.stop()
        if self.campaign is not None:
            self.closing.emit()
            self.documents.close()
        self._close_battle()
        if self.campaign is not None:
            self.campaign.close()
        self.campaign = None
        self.listed.emit()

    def close_for_nothing(self) -> None:
        """Close the campaign; the welcome page shows what can be opened."""
        self.close_campaign()
        self.notice.emit(notices.no_campaign())

    # Battles

    def show_play(self, play: Play, id: int | None = None, beside: Beside | None = None) -> None:
        """Open a battle.

        Args:
            id: of the battle in the campaign; None for one that is not written down.
            beside: what it is, if it is shown beside the campaign until it is kept or left.
        """
        self._close_battle()
        self.play, self.battle_id, self.beside = play, id, beside
        self.battle_opened.emit(play)
        self.listed.emit()
        if id is not None and self.campaign is not None:
            self.settings.save(f"battle/{self.campaign_key}", id)

    def open_battle(self, id: int) -> bool:
        if self.campaign is None:
            return False
        if id == self.battle_id and self.play is not None:
            return True
        try:
            play = self.campaign.resume(id)
        except CampaignError as error:
            if self.play is not None:
                self.message.emit(error.sentence)  # the battle that is shown goes on
            else:
                self._trouble(error, self.campaign.path)
            return False
        self.show_play(play, id)
        return True

    def begin_encounter(self, id: str, prepared: Mapping[str, Any] | None = None) -> bool:
        """Begin a battle from an encounter of the campaign.

        Args:
            prepared: its data without anyone who is absent; None for the encounter as it is.
        """
        campaign = self.campaign
        begin = partial(campaign.begin, prepared, id) if campaign and prepared else None
        return self._begin(begin or (lambda: campaign.begin_battle(id)) if campaign else None)

    def run_again(self, battle: int) -> bool:
        """Begin a fresh battle, prepared as another one of the campaign was; that one stays as it is."""
        campaign = self.campaign
        return self._begin((lambda: campaign.reset_battle(battle)) if campaign else None)

    def _begin(self, begin: Callable[[], Play] | None) -> bool:
        if self.campaign is None or begin is None:
            return False
        try:
            play = begin()
            newest = max(one.id for one in self.campaign.battles())
        except CampaignError as error:
            self.message.emit(error.sentence)
            return False
        if len(play.battle.combatants) > CROWD:
            # Saved by now: what is to be seen of this many follows by itself, so that the window answers in between.
            QTimer.singleShot(0, self, partial(self._show_begun, self.campaign, play, newest))
        else:
            self._show_begun(self.campaign, play, newest)
        return True

    def _show_begun(self, campaign: Campaign, play: Play, id: int) -> None:
        """Show a battle that has just begun, if its campaign is still open."""
        if self.campaign is not campaign:
            return
        left = self.play.battle if self.play is not None and self.battle_id is not None else None
        if left is not None and left.phase == "running":
            title = left.title or "The previous battle"
            self.message.emit(f"{title} is saved. To continue it, click it under Battles.")
        self.show_play(play, id)  # afterwards: that the players still see the battle before is worth more

    def leave_battle(self, id: int) -> None:
        """Close a battle, if it is the one that is open: it is about to be deleted."""
        if self.battle_id == id:
            self.show_encounters()

    def begin_first(self) -> bool:
        """Begin the first encounter where no battle is open. False where a battle cannot be shown."""
        if self.play is not None:
            return True
        encounters = self.encounters()
        return bool(encounters) and self.begin_encounter(encounters[0].id)

    def show_encounters(self) -> None:
        """Close the battle; the welcome page shows which one can be begun."""
        self._close_battle()
        self.listed.emit()
        self.notice.emit(self.no_battle())

    def no_battle(self) -> notices.Notice:
        under_way: list[tuple[int, str]] = []
        if self.campaign is not None:
            with suppress(CampaignError):
                found = sorted(self.campaign.battles(), key=lambda one: -one.id)
                under_way = [(one.id, one.title) for one in found if one.phase != "over" and not one.damaged]
        return notices.no_battle(self.encounters(), self.begin_encounter, under_way, self.open_battle)

    # Pictures

    def portrait(self, name: str) -> QPixmap:
        """Return a portrait that is saved in the campaign, or lies in a file of its folder; a null one where there is
        none."""
        from exgui.gui.tokens.portraits import picture_of

        return picture_of(self.campaign, name) if self.campaign is not None else QPixmap()

    def picture_content(self, name: str) -> bytes | None:
        """Return the bytes of a picture that is saved in the campaign, or lies in a file of its folder; None for
        none."""
        from exgui.gui.tokens.portraits import picture_content

        return picture_content(self.campaign, name) if self.campaign is not None else None

    # Inside

    def _close_battle(self) -> None:
        if self.play is not None:
            self.play, self.battle_id, self.beside = None, None, None
            self.battle_closed.emit()

    def _open_apart(self, path: Path, work: Callable[[Callable[[], bool]], Opened]) -> None:
        """Open a campaign in a thread of its own. For a moment the window waits, so that what is quick does not
        flicker.

        Args:
            path: what is being opened, for the notice.
        """
        self.close_campaign()

        def done(opened: Opened) -> None:
            if self._show(opened):
                with suppress(CampaignError):
                    user_folders.remember(opened.campaign.source)
            self.opening_ended.emit()

        def failed(error: Exception) -> None:
            self.opening_ended.emit()
            if isinstance(error, CampaignError):
                self._trouble(error, path)
                return
            self.close_for_nothing()
            raise error

        if not self._opening.start(work, done, failed, lambda opened: opened.campaign.close()):
            self.notice.emit(notices.opening(path, self.cancel_opening))

    def _show(self, opened: Opened) -> bool:
        """Show what was opened; return whether it could be."""
        self.campaign = opened.campaign
        self.listed.emit()
        self._backup_soon.start()
        shown = True
        if opened.trouble is not None:
            self._trouble(opened.trouble, opened.campaign.path)
            shown = False
        elif opened.encounter:
            shown = self.begin_encounter(opened.encounter)
        elif opened.play is not None:
            self.show_play(opened.play, opened.battle_id)
        else:
            self.show_encounters()
        if opened.notice:
            self.message.emit(opened.notice)
        if others := opened.campaign.house_rules.others_here():
            text = "This campaign uses its own version of your house rules"
            self.message.emit(f"{text}: {', '.join(others)}. See House rules for what differs.")
        return shown

    def _trouble(self, error: CampaignError, path: Path) -> None:
        self._close_battle()
        self.listed.emit()
        back = self.show_encounters if self.encounters() else None
        offers = notices.Offers(
            recover=partial(self.recover, path),
            open_copy=partial(self.open_copy, path),
            open_to_read=partial(self.open_to_read, path),
            again=partial(self.open_and_remember, path),
            back=back,
            backups=partial(self.backups_requested.emit, path) if self.backups_of(path) else None,
        )
        self.notice.emit(notices.trouble(error, offers))


def _last_battle(settings: Settings, path: Path) -> int | None:
    """Return the battle of a campaign that was shown last."""
    return settings.number(f"battle/{_key_of(path)}")


def _key_of(path: Path) -> str:
    whole = path.resolve()
    return f"{whole.name}-{sha256(str(whole).encode('utf-8', 'surrogateescape')).hexdigest()[:12]}"


class Document(QObject):
    """One sheet or encounter with what was done to it. Without methods of its own it has nothing to save, reload or let
    go: what it edits is in the file already, or not before it is put there as a whole."""

    def save(self) -> None:
        """Write what is not in the file yet, as a field that is still being written in."""

    def reload(self) -> None:
        """Reload after a change elsewhere, as from the campaign column. Edits made here can still be undone where that
        makes sense."""

    def close(self) -> None:
        """Save, and let go what it holds; the campaign closes, or what it edits is deleted."""


D = TypeVar("D", bound=Document)


class Documents:
    """The documents of one campaign, by their kind ("sheet", "encounter") and id."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, str], Document] = {}

    def get(self, kind: str, id: str, make: Callable[[], D]) -> D:
        """Return the document of that kind and id as it was left; create it if there is none."""
        found = self._open.get((kind, id))
        if found is None:
            found = self._open[kind, id] = make()
        return cast("D", found)

    def opened(self, kind: str, id: str) -> Document | None:
        """Return the document of that kind and id, None where it was not opened."""
        return self._open.get((kind, id))

    def save(self) -> None:
        for document in tuple(self._open.values()):
            document.save()

    def reload(self, kind: str, id: str) -> None:
        """Reload an open document that was changed in the file."""
        if (document := self._open.get((kind, id))) is not None:
            document.reload()

    def reload_all(self, kind: str) -> None:
        for (other, _id), document in tuple(self._open.items()):
            if other == kind:
                document.reload()

    def drop(self, kind: str, id: str) -> None:
        """Close a document, where it is open: what it edits is about to be deleted."""
        if (document := self._open.pop((kind, id), None)) is not None:
            document.close()

    def close(self) -> None:
        while self._open:
            _key, document = self._open.popitem()
            document.close()
