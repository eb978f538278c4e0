"""Forms of PDF sheets: fields with any names, what is remembered of a form, and malicious files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfWriter
from pypdf.generic import (
    ArrayObject,
    BooleanObject,
    DictionaryObject,
    IndirectObject,
    NameObject,
    NumberObject,
    TextStringObject,
)

from exgui import user_places
from exgui.campaign.imports.found import Found
from exgui.campaign.imports.known_forms import known_forms, remember
from exgui.campaign.imports.reading import read_content
from exgui.sheets.stat_block.corrections import Meaning


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path) -> Iterator[None]:
    with user_places.moved_to(tmp_path):
        yield


def text_field(name: str, value: str, tip: str = "") -> DictionaryObject:
    field = DictionaryObject(
        {
            NameObject("/FT"): NameObject("/Tx"),
            NameObject("/T"): TextStringObject(name),
            NameObject("/V"): TextStringObject(value),
        }
    )
    if tip:
        field[NameObject("/TU")] = TextStringObject(tip)
    return field


def tick(name: str, on: bool) -> DictionaryObject:
    return DictionaryObject(
        {
            NameObject("/FT"): NameObject("/Btn"),
            NameObject("/T"): TextStringObject(name),
            NameObject("/V"): NameObject("/Yes" if on else "/Off"),
        }
    )


def within(name: str, *kids: DictionaryObject) -> tuple[str, tuple[DictionaryObject, ...]]:
    return name, kids


def pdf(*fields: Any, password: str = "", more: dict[str, Any] | None = None) -> bytes:
    writer = PdfWriter()
    writer.add_blank_page(200, 200)

    def added(one: Any) -> IndirectObject:
        if isinstance(one, tuple):
            name, kids = one
            one = DictionaryObject(
                {
                    NameObject("/T"): TextStringObject(name),
                    NameObject("/Kids"): ArrayObject([added(kid) for kid in kids]),
                }
            )
        found: IndirectObject = writer._add_object(one)
        return found

    form = DictionaryObject({NameObject("/Fields"): ArrayObject([added(one) for one in fields])})
    form.update(more or {})
    if fields or more:
        writer.root_object[NameObject("/AcroForm")] = form
    if password:
        writer.encrypt(password, algorithm="RC4-128")
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


SHEET = (
    text_field("charName", "Rising Heron"),
    within("attributes", text_field("attrStrength", "3"), text_field("Dex", "4"), text_field("f12", "3", "Stamina")),
    text_field("Wits_rating", "4"),
    *(tick(f"Melee{n}", n <= 4) for n in range(1, 6)),
    *(tick(f"abil_Dodge_{n}", n <= 3) for n in range(1, 6)),
    text_field("Essence", "2"),
    text_field("Perm. Willpower", "6"),
    text_field("weapon1", "Boathook"), text_field("acc1", "3"), text_field("dmg1", "9L"),
    text_field("weapon2", ""), text_field("acc2", ""),
    text_field("Reichweite", "5"),
    text_field("background story", "Born on a barge.\nNever left it."),
    tick("box77", True),
)  # fmt: skip


def read(content: bytes) -> Found:
    return read_content(content, "heron.bin", ["ex3"], known_forms())


def test_fields_are_matched_to_traits_by_their_words() -> None:
    found = read(pdf(*SHEET))
    assert (found.kind, found.source) == ("characters", "PDF form")
    (sheet,) = found.sheets
    assert sheet.name == "Rising Heron"
    assert sheet.traits == {
        "strength": 3, "dexterity": 4, "stamina": 3, "wits": 4, "melee": 4, "dodge": 3, "essence": 2, "willpower": 6,
    }  # fmt: skip
    (hook,) = sheet.attacks
    assert (hook.name, hook.accuracy, hook.weapon_damage) == ("Boathook", 3, 9)


def test_unmatched_fields_are_listed_and_kept() -> None:
    found = read(pdf(*SHEET))
    kept = [line.text for line in found.lines if line.verdict == "kept"]
    assert kept == ["Reichweite: 5", "background story: Born on a barge. Never left it.", "box77: 1"]
    assert all(line in found.sheets[0].notes for line in kept)


def test_explained_field_is_remembered_for_the_form() -> None:
    first = read(pdf(*SHEET))
    remember(first.form, "Reichweite", Meaning("number", "Athletics"))
    other = [text_field("Reichweite", "2") if field == SHEET[-3] else field for field in SHEET]
    (sheet,) = read(pdf(*other)).sheets
    assert sheet.traits["athletics"] == 2
    assert "Reichweite" not in sheet.notes
    another_form = read(pdf(*SHEET, text_field("Sternbild", "Heron")))
    assert "athletics" not in another_form.sheets[0].traits


def test_damaged_memory_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "state" / "forms.json"
    path.parent.mkdir()
    for text in ("[" * 10_000, '{"a": 3, "b": {"c": [1, 2]}}', "\x00"):
        path.write_text(text)
        remember("form", "field", Meaning("number", "Essence"))
        assert known_forms()["form"] == {"field": ("number", "Essence")}


def test_scripts_are_ignored() -> None:
    script = DictionaryObject(
        {NameObject("/S"): NameObject("/JavaScript"), NameObject("/JS"): TextStringObject("app.alert(1)")}
    )
    field = text_field("Strength", "3")
    field[NameObject("/AA")] = DictionaryObject({NameObject("/K"): script})
    (sheet,) = read(pdf(field, text_field("Dexterity", "2"), text_field("Stamina", "2"))).sheets
    assert sheet.traits == {"strength": 3, "dexterity": 2, "stamina": 2}
    assert "alert" not in sheet.notes


def test_circular_fields_end() -> None:
    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    loop = DictionaryObject({NameObject("/T"): TextStringObject("a")})
    reference = writer._add_object(loop)
    loop[NameObject("/Kids")] = ArrayObject([reference, writer._add_object(text_field("Strength", "4"))])
    writer.root_object[NameObject("/AcroForm")] = DictionaryObject({NameObject("/Fields"): ArrayObject([reference])})
    out = BytesIO()
    writer.write(out)
    assert read(out.getvalue()).sheets[0].traits == {"strength": 4}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: pdf(), "has no form"),
        (lambda: pdf(*SHEET, password="heron"), "password"),
        (lambda: pdf(*(text_field(f"field {n}", "") for n in range(5))), "form is empty"),
        (lambda: pdf(*(text_field(f"field {n}", "1") for n in range(20_500))), "more than 20,000 fields"),
        (lambda: pdf(more={NameObject("/Fields"): ArrayObject([NumberObject(1)] * 1_000_000)}), "too large"),
        (lambda: pdf(*SHEET)[:400], "This PDF"),
        (lambda: b"%PDF-1.7\n" + b"\xff" * 5_000, "This PDF"),
        (lambda: b"%PDF-1.7\n1 0 obj\n<<" + b"/A [" * 50_000, "This PDF"),
        (
            lambda: pdf(more={NameObject("/Fields"): NumberObject(3), NameObject("/XFA"): BooleanObject(True)}),
            "has no form",
        ),
    ],
    ids=["no form", "password", "empty", "crowd", "a million", "cut off", "garbage", "nested", "no list"],
)
def test_unreadable_pdfs_are_explained(make: Callable[[], bytes], message: str) -> None:
    found = read(make())
    assert found.kind == "unreadable"
    assert message in found.trouble
