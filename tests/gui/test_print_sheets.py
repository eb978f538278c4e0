"""Sheets on paper: from the window by keys and mouse, and from the command line; the text of the PDF is read again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtPrintSupport import QPrinter, QPrinterInfo
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from exgui.campaign.campaign import Campaign
from exgui.cli import main
from exgui.gui.main_window import MainWindow
from exgui.gui.printing.document import POINT, MarksObject
from exgui.gui.printing.pages import MARGIN, lay_out, page_image, paper_of, print_pages, write_pdf
from exgui.gui.printing.print_card import PrintCard
from exgui.rulebook.reader import load
from exgui.sheets.printout.making import printout_of
from exgui.sheets.printout.parts import Boxes, Grid, Number, Printout, Prose, Rating, Section
from tests.sheets.test_printout import SPEARS, SWORDSWOMAN

OFFICER: dict[str, Any] = {
    **SWORDSWOMAN,
    "name": "Officer Fjordal",
    "notes": "Finest of the office: fluent, baffling, afflicted.\nНикого не боится.",
}


@pytest.fixture(scope="module")
def campaign_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("print") / "table.exgui"
    with Campaign.create(path) as campaign:
        campaign.put_sheet(OFFICER, "ex3")
        for number in range(1, 5):
            campaign.put_sheet({**SPEARS, "name": f"Spears {number}"}, "ex3")
        campaign.put_sheet({**SPEARS, "name": "Of another game"}, "no_such_game")
    return path


def text_of(pdf: Path) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(pdf).pages).split())


def words_of(printout: Printout) -> Iterator[str]:
    """Every name and value of a print-out; on a card the large figures have no heading."""
    yield printout.name
    for block in printout.blocks:
        if not (printout.short and isinstance(block, Section)):
            yield block.title
        if isinstance(block, Section):
            for item in block.items:
                yield item.label
                if isinstance(item, Rating):
                    yield str(item.value)
                elif isinstance(item, Number):
                    yield item.text
                elif isinstance(item, Boxes):
                    yield from (label for label, _count in item.groups)
        elif isinstance(block, Grid):
            yield from (cell for row in (block.columns, *block.rows) for cell in row)
        elif isinstance(block, Prose):
            yield block.text


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_name_and_value_is_found_in_the_pdf(qapp: QApplication, tmp_path: Path, paper: str) -> None:
    rules = load("ex3")
    printouts = [printout_of(one, rules) for one in (OFFICER, SPEARS, {**SPEARS, "group": {"size": 2}})]
    write_pdf(lay_out(printouts, paper_of(paper)), paper_of(paper), tmp_path / "out.pdf", "test")
    reader = PdfReader(tmp_path / "out.pdf")
    assert [round(float(side)) for side in reader.pages[0].mediabox[2:]] == {"a4": [595, 842], "letter": [612, 792]}[
        paper
    ]
    assert len(reader.pages) == 2  # the full sheet on one, both short ones on the other
    text = text_of(tmp_path / "out.pdf")
    for printout in printouts:
        for word in words_of(printout):
            assert " ".join(word.split()) in text, word
    assert not any(page.images for page in reader.pages)  # letters, no pictures of them


@pytest.mark.parametrize("name", ["N" * 200, "أحمد بن " * 25, "漢字" * 100, "<b>&amp;</b>" * 20])
@pytest.mark.parametrize("sheet", [OFFICER, SPEARS], ids=["full", "card"])
def test_print_stays_within_the_margins_without_overlaps(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, sheet: dict[str, Any], name: str
) -> None:
    paper = paper_of("letter")
    weapons = [{"name": f"{name[:60]} {n}", "dice": 7, "damage": 11} for n in range(20)]
    motes = {"personal_motes": 60, "peripheral_motes": 140}
    notes = "A long tale of an officer. " * 300
    huge = {**sheet, "name": name, "traits": {**sheet["traits"], **motes}, "notes": notes, "weapons": weapons}
    pages = lay_out([printout_of(huge, load("ex3"))], paper)
    assert len(pages) > 1
    boxes: list[QRectF] = []
    draw = MarksObject.drawObject

    def spied(marks: MarksObject, painter: Any, rect: QRectF, *more: Any) -> None:
        boxes.append(painter.transform().mapRect(rect.adjusted(0, 20, 0, -20)))
        draw(marks, painter, rect, *more)

    monkeypatch.setattr(MarksObject, "drawObject", spied)
    edge = int(300 * MARGIN / paper.width) - 1
    for page in pages:
        boxes.clear()
        image = page_image(page, paper, 300).convertToFormat(QImage.Format.Format_Grayscale8)
        wide, high = image.width(), image.height()
        strips = [(0, 0, edge, high), (wide - edge, 0, edge, high), (0, 0, wide, edge), (0, high - edge, wide, edge)]
        for strip in strips:
            part = image.copy(*strip)
            assert all(min(bytes(part.constScanLine(y))[: part.width()]) > 250 for y in range(part.height()))
        assert not any(one.intersects(other) for n, one in enumerate(boxes) for other in boxes[:n])


def test_four_quick_characters_fit_on_a_page_and_long_notes_on_a_second(qapp: QApplication) -> None:
    paper, rules = paper_of("a4"), load("ex3")
    spears = printout_of(SPEARS, rules)
    assert [len(lay_out([spears] * count, paper)) for count in (0, 4, 5)] == [0, 1, 2]
    assert len(lay_out([printout_of({**OFFICER, "notes": "word " * 1500}, rules)], paper)) == 2
    assert len(lay_out([printout_of({**SPEARS, "notes": "word " * 3000}, rules)], paper)) == 2


def test_a_page_is_drawn_black_on_white(qapp: QApplication) -> None:
    paper = paper_of("a4")
    (page,) = lay_out([printout_of(SPEARS, load("ex3"))], paper)
    image = page_image(page, paper, 300)
    assert image.pixelColor(0, 0).lightness() == 255
    shades = [image.pixelColor(x, y).lightness() for y in range(0, image.height(), 3) for x in range(300)]
    assert min(shades) < 60


def test_sheet_can_be_printed_from_the_command_line(qapp: QApplication, campaign_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "officer.pdf"
    words = ["sheet", "print", str(campaign_file), "officer fjordal", "Spears 2", str(out), "--paper", "letter"]
    assert main(words) == 0
    assert "Officer Fjordal" in text_of(out)
    assert "Spears 2" in text_of(out)


def test_sheet_can_be_printed_from_a_text_file(qapp: QApplication, tmp_path: Path) -> None:
    block = tmp_path / "block.txt"
    block.write_text("Reed Stalker\nJoin Battle: 6 dice\nEvasion 3, Parry 2\nSoak/Hardness: 4/0\n", "utf-8")
    assert main(["sheet", "print", str(block), "Reed Stalker", str(tmp_path / "out.pdf")]) == 0
    assert "Reed Stalker" in text_of(tmp_path / "out.pdf")


def test_name_is_found_with_either_apostrophe(qapp: QApplication, campaign_file: Path, tmp_path: Path) -> None:
    with Campaign.open(campaign_file) as campaign:
        campaign.put_sheet({"name": "Raiders’ captain"}, "ex3")
    assert main(["sheet", "print", str(campaign_file), "Raiders' captain", str(tmp_path / "out.pdf")]) == 0


@pytest.mark.parametrize(
    ("name", "output"), [("Nobody", "there is no sheet 'Nobody'"), ("Of another game", "no_such_game")]
)
def test_printing_failure_is_reported(
    campaign_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, output: str
) -> None:
    assert main(["sheet", "print", str(campaign_file), name, str(tmp_path / "out.pdf")]) == 2
    assert output in capsys.readouterr().err
    assert not (tmp_path / "out.pdf").exists()


def test_missing_folder_is_reported(
    qapp: QApplication, campaign_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sheet", "print", str(campaign_file), "Spears 1", str(tmp_path / "no" / "out.pdf")]) == 2
    output = capsys.readouterr().err
    assert output.endswith(
        "out.pdf: can’t be written there (No such file or directory). Name another folder or file.\n"
    )


# The window


def laid_out(card: PrintCard) -> PrintCard:
    """Wait until the pages of what is ticked are there; a slow machine needs longer than the card waits."""
    for _ in range(4_000):
        if not card.busy:
            break
        QTest.qWait(5)
    assert not card.busy
    return card


def opened(window: MainWindow, campaign_file: Path) -> PrintCard:
    assert window.session.open_path(campaign_file)
    QTest.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    card = window.findChild(PrintCard)
    assert card is not None
    assert card.isVisible()
    return laid_out(card)


@pytest.mark.qt_log_ignore("propagateSizeHints")  # a window of its own, which this platform has not
def test_pdf_can_be_made_by_keyboard(window: MainWindow, campaign_file: Path, tmp_path: Path) -> None:
    card = opened(window, campaign_file)
    assert card.ticked() == []
    assert not card.save_button.isEnabled()
    QTest.keyClick(card.list, Qt.Key.Key_Space)
    assert card.ticked() == ["officer_fjordal"]
    assert len(laid_out(card).pages) == 1
    QTest.keyClick(card.save_button, Qt.Key.Key_Space)
    dialog = next(one for one in window.findChildren(QFileDialog) if one.isVisible())
    assert not dialog.isModal()
    dialog.fileSelected.emit(str(tmp_path / "out.pdf"))
    dialog.close()
    assert "Officer Fjordal" in text_of(tmp_path / "out.pdf")
    assert not card.isVisible()
    assert window.message == "Saved as out.pdf."


def test_mouse_checks_all_search_results(window: MainWindow, campaign_file: Path) -> None:
    card = opened(window, campaign_file)
    QTest.keyClicks(card.search, "spears")
    every = next(button for button in card.findChildren(type(card.save_button)) if button.text() == "All")
    QTest.mouseClick(every, Qt.MouseButton.LeftButton)
    assert len(card.ticked()) == 4
    QTest.mouseClick(card.papers.chips[1], Qt.MouseButton.LeftButton)
    assert len(laid_out(card).pages) == 1
    assert window.settings.value("paper") == "letter"
    QTest.keyClick(card, Qt.Key.Key_Escape)
    assert not card.isVisible()


def test_a_sheet_that_cannot_be_printed_is_named_and_the_others_are_printed(
    window: MainWindow, campaign_file: Path
) -> None:
    card = opened(window, campaign_file)
    card.open(["spears_1", "of_another_game"])
    assert len(laid_out(card).pages) == 1
    assert "Of another game cannot be printed" in card.trouble.text()


def test_printing_without_a_campaign_is_refused(window: MainWindow) -> None:
    QTest.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert window.message == "Open a campaign first to print its sheets."


def test_sheets_selected_in_the_column_are_checked(window: MainWindow, campaign_file: Path) -> None:
    assert window.session.open_path(campaign_file)
    tree = window.column.tree
    window.column.set_folded(False)
    tree.pick(window.column.model.find("sheet", "spears_3"))
    tree.setFocus()
    QTest.keyClick(tree, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    card = window.findChild(PrintCard)
    assert card is not None
    assert card.ticked() == ["spears_3"]


def test_printer_gets_the_same_pages(qapp: QApplication, tmp_path: Path) -> None:
    paper = paper_of("a4")
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    printer.setPageLayout(paper.layout)
    printer.setFullPage(True)
    printouts = [printout_of(one, load("ex3")) for one in (OFFICER, SPEARS)]
    assert print_pages(lay_out(printouts, paper), printer, printer.resolution())
    pages = PdfReader(tmp_path / "printed.pdf").pages
    assert len(pages) == 2
    assert "Fjordal" in pages[0].extract_text()


def test_portrait_is_beside_the_name(qapp: QApplication) -> None:
    image = QImage(40, 60, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    printout = printout_of({**OFFICER, "portrait": "face"}, load("ex3"))
    paper = paper_of("a4")
    (page,) = lay_out([printout], paper, {"face": image})
    drawn = page_image(page, paper, 600)
    middle = round(600 * (paper.width - MARGIN - 31 * POINT) / paper.width)
    assert drawn.pixelColor(middle, 50) == QColor(Qt.GlobalColor.red)


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_pdf_is_offered_without_a_printer(
    window: MainWindow, campaign_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QPrinterInfo, "availablePrinterNames", staticmethod(list))
    card = opened(window, campaign_file)
    card.open(["spears_1"])
    laid_out(card)
    QTest.mouseClick(card.print_button, Qt.MouseButton.LeftButton)
    assert window.message == "This computer has no printer. Save a PDF and print it elsewhere."
    dialog = next(one for one in window.findChildren(QFileDialog) if one.isVisible())
    dialog.close()
