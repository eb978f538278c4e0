"""Text files in the window: encounters and sheets that somebody wrote come into the campaign, battles go out."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from exgui.campaign.errors import CampaignError
from exgui.gui.opening import Opening, file_dialog, sentence

KINDS = "Text files of exgui (*.toml)"


class Texts(Opening):
    """The part of the window that takes text files in and writes them."""

    def take_in(self) -> None:
        """Asks for a text file with an encounter or sheets, and takes it into the campaign."""
        if self.campaign is None:
            self.say("Open a campaign first, or make a new one: it is where encounters and sheets are kept.")
            return
        dialog = file_dialog(self, "Take in a text file", QFileDialog.AcceptMode.AcceptOpen, KINDS, "toml")
        dialog.fileSelected.connect(lambda path: self.take_in_file(Path(path)))
        dialog.show()

    def take_in_file(self, path: Path) -> bool:
        """Takes the encounter or the sheets of a text file into the campaign; says what came of it."""
        from exgui.campaign.exchange import import_text

        if self.campaign is None:
            return False
        try:
            sheets, encounter = import_text(self.campaign, path)
        except CampaignError as error:
            self.say(f"{path.name}: {sentence(error)}")
            return False
        self.sidebar.show_campaign(self.campaign, self.battle_id)
        if self.sidebar.is_folded:
            self.toggle_sidebar()
        if self.desk is None:
            self.choose_encounter()
        if encounter:
            name = next(one.name for one in self.campaign.encounters() if one.id == encounter)
            self.say(f"{name} is among the encounters now; a click on it there begins a battle.")
        else:
            self.say(f"Among the sheets now: {', '.join(sheets)}.")
        return True

    def write_out(self) -> None:
        """Asks where the battle that is shown shall be written, as text."""
        if self.campaign is None or self.battle_id is None:
            self.say("There is no battle to be written.")
            return
        title = "Write the battle as text"
        dialog = file_dialog(self, title, QFileDialog.AcceptMode.AcceptSave, KINDS, "toml")
        dialog.fileSelected.connect(lambda path: self.write_out_file(Path(path)))
        dialog.show()

    def write_out_file(self, path: Path) -> bool:
        """Writes the battle that is shown as a scenario: its set-up, and every finished step with its dice."""
        from exgui.campaign.exchange import export_battle

        if self.campaign is None or self.battle_id is None:
            return False
        try:
            export_battle(self.campaign, self.battle_id, path)
        except CampaignError as error:
            self.say(sentence(error))
            return False
        self.say(f"Written to {path.name}.")
        return True
