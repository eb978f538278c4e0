"""The one card that draws a form, and the panel in which such cards are shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from exgui.engine.record import Value
from exgui.gui.forms import fields as forms
from exgui.gui.forms.editors import (
    ChipPick,
    Dropdown,
    FieldBox,
    Line,
    NotesEditor,
    NumberLine,
    Switch,
    heading,
    row,
    stacked,
)
from exgui.gui.forms.fields import FormField, Source, Things
from exgui.gui.look.appearance import current_theme
from exgui.gui.look.icons import icon
from exgui.gui.widgets.basics import EnterLine, clear, label, push, restyle, styled
from exgui.gui.widgets.finder import SuggestLine
from exgui.gui.widgets.flow_layout import FlowLayout
from exgui.gui.widgets.layouts import hbox, vbox


class FieldsCard(QWidget):
    """Shows and changes what its source has, for one thing or several at once.

    Signals:
        changed(str): the user gave a boxed field another value; its key.
        entered(): Enter was pressed in a boxed field.
        left(): Escape was pressed in one.

    Args:
        boxed: each field has its name above and what is wrong with it below, and each letter counts at once: for forms
            that become one step.
        caption_width: pixels of the captions of other fields; 0 for as many as each needs.

    Attributes:
        editors: the widget of each field, by its key.
        rows: the same with its caption.
        boxes: the rows of boxed fields.
    """

    changed = Signal(str)
    entered = Signal()
    left = Signal()

    def __init__(
        self, fields: Iterable[FormField], source: Source, *, boxed: bool = False, caption_width: int = 0
    ) -> None:
        super().__init__()
        self.fields: tuple[FormField, ...] = ()
        self.source, self._boxed, self._caption_width = source, boxed, caption_width
        self.editors: dict[str, QWidget] = {}
        self.rows: dict[str, QWidget] = {}
        self.boxes: dict[str, FieldBox] = {}
        self._unfolded: set[str] = set()
        self._column = vbox(on=self, margins=0, spacing=8)
        line: QHBoxLayout | None = None
        for field in fields:
            if not field.share:
                line = None
                self._column.addWidget(self._make_row(field))
                continue
            if line is None:
                line = hbox(spacing=8)
                self._column.addLayout(line)
            line.addWidget(self._make_row(field), field.share)
        self.fill()

    def put_field(self, field: FormField, after: str) -> None:
        """Add a field below another one."""
        self._column.insertWidget(self._column.indexOf(self.rows[after]) + 1, self._make_row(field))
        keys = [one.key for one in self.fields[:-1]]
        at = keys.index(after) + 1
        self.fields = (*self.fields[:at], field, *self.fields[at:-1])
        QWidget.setTabOrder(self.editors[after], self.editors[field.key])
        if at < len(keys):
            QWidget.setTabOrder(self.editors[field.key], self.editors[keys[at]])
        self.fill()

    def remove_field(self, key: str) -> None:
        shown = self.rows.pop(key, None)
        if shown is not None:
            self.fields = tuple(one for one in self.fields if one.key != key)
            del self.editors[key]
            self.boxes.pop(key, None)
            shown.hide()
            shown.setParent(None)
            shown.deleteLater()

    def field(self, key: str) -> FormField:
        return next(one for one in self.fields if one.key == key)

    def first_editor(self) -> QWidget | None:
        return next((self.editors[one.key] for one in self.fields if not self.rows[one.key].isHidden()), None)

    def fill(self) -> None:
        """Show everything as it is now. A text that is being edited is left alone."""
        things = self.source.things()
        if not things:
            return
        folded = {field.key: self._is_folded(field, things) for field in self.fields if field.fold}
        for field in self.fields:
            editor = self.editors[field.key]
            shown = field.when(things) and not folded.get(field.key, False)
            if isinstance(field, forms.Fold):
                shown = shown and any(folded.get(one.key) for one in self.fields if one.fold == field.key)
            elif isinstance(field, forms.Info):
                text, tone = field.text(things)
                assert isinstance(editor, QLabel)
                editor.setText(text)
                restyle(editor, tone=tone)
                shown = shown and bool(text)
            elif isinstance(field, forms.Actions):
                shown = shown and self._show_buttons(editor, field.buttons(things))
            elif hasattr(editor, "show_things"):
                shown = shown and editor.show_things(things)
            elif isinstance(editor, EnterLine):
                text = str(self._shared(field, things)[0] or "")
                if text != editor.text():
                    editor.setText(text)
            elif hasattr(editor, "show_value"):
                if isinstance(field, forms.Choice) and callable(field.options):
                    assert isinstance(editor, (ChipPick, Dropdown))
                    editor.offer(field.options())
                editor.show_value(*self._shared(field, things))
            self.rows[field.key].setVisible(shown)
            if field.note is not None and field.key in self.boxes:
                self.boxes[field.key].set_remark(field.note(things))

    def commit_fields(self) -> None:
        for editor in self.editors.values():
            if isinstance(editor, (Line, NotesEditor)):
                editor.commit_fields()

    def unfold(self, group: str) -> None:
        self._unfolded.add(group)
        self.fill()

    def _is_folded(self, field: FormField, things: Things) -> bool:
        return field.fold not in self._unfolded and all(
            value is None or value == field.default for value in self._values(field, things)
        )

    def _values(self, field: FormField, things: Things) -> list[Value]:
        found = [field.of(one) if field.of else self.source.read(one, field.key) for one in things]
        return found if self._boxed else [field.default if value is None else value for value in found]

    def _shared(self, field: FormField, things: Things) -> tuple[Value, bool]:
        """Return the value of the first thing, and whether others differ."""
        first, *others = self._values(field, things)
        differ = any(value != first for value in others)
        return (not first if isinstance(field, forms.Flag) and field.inverted else first), differ

    def _give(self, field: FormField, value: Any) -> None:
        """Write what a boxed field has now; it is read when the step is made."""
        self.boxes[field.key].fault("")
        self.source.write(field.key, value, "")
        self.changed.emit(field.key)
        self.fill()

    def _write(self, field: FormField, value: Any) -> None:
        if isinstance(field, forms.Flag) and field.inverted:
            value = not value
        if isinstance(field, forms.Text):
            value = value.strip()
            wrong = field.check(value) if field.check is not None and value else ""
            editor = self.editors[field.key]
            assert isinstance(editor, Line)
            editor.wrong(wrong)
            if wrong:
                return
        if field.do is not None:
            done = field.do(value)
        else:
            kept = None if value in ("", ()) or value == field.default else value
            done = self.source.write(field.key, kept, field.undo or field.label.lower() or field.key)
        if not done:
            self.fill()
        elif field.next and self.rows[field.next].isVisible():
            self.editors[field.next].setFocus(Qt.FocusReason.OtherFocusReason)

    def _make_row(self, field: FormField) -> QWidget:
        assert field.key not in self.rows, f"two fields are called {field.key}"
        editor = make_editor(field, boxed=self._boxed)
        boxed = self._boxed and (hasattr(editor, "changed") or isinstance(editor, EnterLine))
        if isinstance(field, forms.Fold):
            editor.clicked.connect(partial(self.unfold, field.key))  # type: ignore[attr-defined]
        elif hasattr(editor, "changed"):
            editor.changed.connect(partial(self._give if boxed else self._write, field))
        elif isinstance(editor, EnterLine):
            editor.textChanged.connect(partial(self._give, field))
        if boxed:
            bare = getattr(field, "bare", False)
            box = FieldBox(field.label if not bare else " " if field.share else "", editor)
            self.boxes[field.key] = box
            if isinstance(editor, (EnterLine, ChipPick)):
                editor.entered.connect(lambda *_text: self.entered.emit())
            if isinstance(editor, EnterLine):
                editor.left.connect(self.left)
        self.fields = (*self.fields, field)
        self.editors[field.key] = editor
        self.rows[field.key] = shown = box if boxed else _with_caption(field, editor, self._caption_width)
        return shown

    @staticmethod
    def _show_buttons(editor: QWidget, buttons: Sequence[forms.Button]) -> bool:
        line = editor.layout()
        assert line is not None
        lines = [(one.label, one.help) for one in buttons]
        if editor.property("announced") == lines:
            return bool(buttons)
        editor.setProperty("announced", lines)
        clear(line)
        for one in buttons:
            button = push("" if one.icon else one.label, one.kind, one.help, one.name or one.label)
            if one.icon:
                button.setIcon(icon(current_theme(), one.icon))
            button.clicked.connect(lambda _on=False, do=one.do: do())
            line.addWidget(button)
            button.show()
        return bool(buttons)


def make_editor(field: FormField, *, boxed: bool = False) -> QWidget:
    """Return the widget that edits a field. One for a value has `show_value(value, mixed)` and the signal `changed`, or
    is an `EnterLine`."""
    match field:
        case forms.Text() if boxed:
            line = (
                SuggestLine(field.label, field.words, field.hint, parted=field.parted) if field.words else EnterLine()
            )
            line.setAccessibleName(field.label)
            line.setPlaceholderText(field.hint)
            line.setMaxLength(field.longest)
            return line
        case forms.Text():
            return Line(field.label, field.hint)
        case forms.Notes():
            return NotesEditor(field.label, field.hint)
        case forms.Number():
            return NumberLine(field.label, field.low, field.high, field.hint)
        case forms.Flag():
            return Switch(field.label, field.help)
        case forms.Choice():
            options = field.options() if callable(field.options) else field.options
            if field.dropped:
                return Dropdown(field.label, field.hint)
            return ChipPick(field.label, options, numbers=field.numbers, several=field.several, optional=field.optional)
        case forms.Custom():
            return field.make()
        case forms.Heading():
            return heading(field.key)
        case forms.Info():
            return label("", field.role, wrap=True)
        case forms.Fold():
            return push(field.label, "quiet", field.help)
        case forms.Actions():
            buttons = QWidget()
            FlowLayout(buttons, 6)
            return buttons
    raise TypeError(type(field).__name__)


def _with_caption(field: FormField, editor: QWidget, width: int) -> QWidget:
    if isinstance(field, forms.Fold):
        return _left(editor)
    plain = isinstance(field, (forms.Notes, forms.Heading, forms.Info, forms.Custom)) or getattr(field, "bare", False)
    if plain or not field.label:
        return editor
    shown = stacked(field.label, editor) if field.stacked else row(field.label, editor, tip=field.help, width=width)
    shown.setToolTip(field.help)
    return shown


def _left(widget: QWidget) -> QWidget:
    out = QWidget()
    vbox((widget, 0, Qt.AlignmentFlag.AlignLeft), on=out, margins=0)
    return out


def side_panel(panel: QFrame, scroll: CardScroll, least: int) -> QVBoxLayout:
    """Make a frame the panel at the right in which cards are shown.

    Args:
        least: its least width, in pixels.

    Returns:
        Its column, which can take something below the cards.
    """
    styled(panel, surface="panel", edge="left", fills=True)
    panel.setAccessibleName("Properties")
    panel.setMinimumWidth(least)
    return vbox((scroll, 1), on=panel, margins=0, spacing=0)


class CardScroll(QScrollArea):
    """Shows one card at a time, scrolled if it is too high.

    Signals:
        left(): Enter was pressed in one of its fields: the focus may go elsewhere.
    """

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "clear")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._before: QWidget | None = None

    def put(self, card: QWidget, note: str = "") -> None:
        holder = styled(QWidget(), surface="panel", fills=True)
        column = vbox(on=holder, margins=(16, 14, 16, 16), spacing=8)
        for field in card.findChildren(Line):
            field.left.connect(self.left)
        column.addWidget(card)
        if note:
            column.addWidget(label(note, "small", wrap=True))
        column.addStretch(1)
        self.setWidget(holder)
        self._order_tab()

    def follow_in_tab_order(self, before: QWidget) -> None:
        """Have Tab go from this widget to the fields of each card."""
        self._before = before

    def _order_tab(self) -> None:
        # Not by the chain of focus: what it gives is taken for a child of the widget that was asked, and dies with it.
        holder = self.widget()
        if self._before is not None and holder is not None and self._before.window() is self.window():
            tab = Qt.FocusPolicy.TabFocus
            stops = [one for one in holder.findChildren(QWidget) if one.focusPolicy() & tab]
            for first, second in pairwise((self._before, *stops)):
                QWidget.setTabOrder(first, second)
