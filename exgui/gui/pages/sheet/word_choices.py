"""Words of a thing to choose from by a click, such as a weapon's tags: what each costs, and why some cannot be had."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from exgui.gui.widgets.basics import label
from exgui.gui.widgets.field_line import flag_button
from exgui.gui.widgets.flow_layout import FlowLayout
from exgui.gui.widgets.word_switch import Segments
from exgui.rulebook.word_points import WordFamily

NONE = "\N{EN DASH}"


class WordChoices(QWidget):
    """A chip for each word, and for words in levels a switch of all of them.

    Signals:
        chosen(object): the words that are to stand in the field now, a tuple of ids.
    """

    chosen = Signal(object)

    def __init__(self, families: tuple[WordFamily, ...]) -> None:
        super().__init__()
        self._families = families
        self.chips: dict[str, QPushButton] = {}
        self.levels: dict[str, Segments] = {}
        flow = FlowLayout(self, spacing=10)
        for family in families:
            flow.addWidget(self._levels(family) if len(family.words) > 1 else self._chip(family))
        self.put(families)

    def put(self, families: tuple[WordFamily, ...]) -> None:
        """Shows which words the thing has, and which it could have."""
        self._families = families
        for family in families:
            if family.label in self.levels:
                self.levels[family.label].put(family.taken, family.why_not)
                continue
            word = next(iter(family.words))
            chip, why_not = self.chips[word], "" if family.taken else family.why_not.get(word, "")
            chip.setChecked(bool(family.taken))
            chip.setEnabled(not why_not)
            chip.setToolTip(why_not)
            chip.setAccessibleDescription(why_not)

    def fits(self, families: tuple[WordFamily, ...]) -> bool:
        """Whether these are the same words to choose from."""
        return [one.words for one in families] == [one.words for one in self._families]

    def stops(self) -> list[QWidget]:
        """What Tab goes to, in order."""
        return list(self.findChildren(QPushButton))

    def _levels(self, family: WordFamily) -> QWidget:
        out = QWidget()
        row = QHBoxLayout(out)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(label(family.label.capitalize(), "small"))
        switch = Segments(family.label, {"": NONE, **family.words})
        switch.chosen.connect(lambda word, family=family: self._choose(family, word))
        row.addWidget(switch)
        self.levels[family.label] = switch
        return out

    def _chip(self, family: WordFamily) -> QPushButton:
        word, name = next(iter(family.words.items()))
        cost = family.points[word]
        chip = flag_button(f"{name.capitalize()} \N{MIDDLE DOT} {cost}")
        chip.setAccessibleName(f"{name}, {cost} points")
        chip.clicked.connect(lambda on, family=family, word=word: self._choose(family, word if on else ""))
        self.chips[word] = chip
        return chip

    def _choose(self, family: WordFamily, word: str) -> None:
        """The words of all families, this one's as chosen."""
        words = [word if one.words == family.words else one.taken for one in self._families]
        self.chosen.emit(tuple(one for one in words if one))
