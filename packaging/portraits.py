"""Draws the portraits of the sample campaign: `python3 packaging/portraits.py [FOLDER]`.

All are of one style: a person from the breast upwards before a disc of light, in flat colors with one shade, drawn by
what is said of them in `PEOPLE`. They are shipped as they come out of here (resources/sample/portraits).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QRadialGradient,
)

ROOT = Path(__file__).resolve().parent.parent
EDGE = 256
QUALITY = 90
_FINER = 2
"""Everything is drawn so many times larger, and made smaller at the end."""


@dataclass(frozen=True)
class Person:
    """The look of one portrait. Colors are "#rrggbb".

    Attributes:
        ground, disc: behind them.
        jaw: half the width of the chin's line, 16 a narrow face, 26 a broad one.
        hair: "short", "long", "knot", "braid", "wild", "shaved", "bob" or "none".
        beard: "", "full", "chin" or "stubble".
        dress: "coat", "scarf", "mail", "plate", "robe" or "vest".
        cloth, trim: its colors.
        head: "", "band", "hood", "helm", "hat", "circlet" or "kerchief".
        cap: the color of what is on the head.
        mark: "", "scar", "paint", "earring", "leaf" or "brand".
        mood: how the brows stand, from -1 (worried) to 1 (grim).
        beast: "wolf" or "mule": no person but an animal, its hide in `skin`, muzzle in `trim`, mane in `hair_color`.
    """

    ground: str
    disc: str
    skin: str
    hair_color: str
    jaw: float = 20.0
    hair: str = "short"
    beard: str = ""
    dress: str = "coat"
    cloth: str = "#5b4636"
    trim: str = "#c9a45c"
    head: str = ""
    cap: str = "#8a3b2e"
    mark: str = ""
    eyes: str = "#3a2c22"
    mood: float = 0.2
    faces: int = 1
    beast: str = ""


PEOPLE = {
    "volfer": Person(
        "#6d4a1f",
        "#e9b64a",
        "#c98d62",
        "#3b2418",
        25,
        "short",
        "full",
        "plate",
        "#8c8f99",
        "#e6bb58",
        mark="scar",
        mood=0.5,
    ),
    "ilsa": Person(
        "#2f4f3e",
        "#8fbf86",
        "#d9a679",
        "#5a3420",
        17,
        "braid",
        "",
        "scarf",
        "#3f6a4d",
        "#d7c078",
        mark="leaf",
        eyes="#3d6b3e",
        mood=0.1,
    ),
    "tam": Person(
        "#2c4a63",
        "#7db3d8",
        "#a86f48",
        "#1d1512",
        18,
        "wild",
        "",
        "vest",
        "#7a3b32",
        "#e2c48a",
        head="band",
        cap="#d9a441",
        mark="earring",
        mood=-0.3,
    ),
    "vey": Person(
        "#4a2440",
        "#b96a93",
        "#e3bfa3",
        "#1c1420",
        16,
        "knot",
        "",
        "robe",
        "#5a1f3d",
        "#d9b06a",
        mark="paint",
        eyes="#5b2a4b",
        mood=0.7,
    ),
    "bandit": Person(
        "#4b3a2c",
        "#a9825a",
        "#b98358",
        "#2b2019",
        23,
        "short",
        "stubble",
        "coat",
        "#4d4036",
        "#8d6f4e",
        head="kerchief",
        cap="#7d2f28",
        mood=0.8,
    ),
    "sera": Person(
        "#7a3c14",
        "#f6c552",
        "#b87a4e",
        "#6e2f1a",
        19,
        "long",
        "",
        "plate",
        "#b98a35",
        "#fbe3a0",
        head="circlet",
        cap="#f3cf62",
        mark="brand",
        eyes="#8a5a14",
        mood=0.4,
    ),
    "kael": Person(
        "#1d2338",
        "#6f7fb8",
        "#d2b49b",
        "#101218",
        17,
        "bob",
        "",
        "robe",
        "#23283f",
        "#8d97c9",
        head="hood",
        cap="#2c3252",
        eyes="#6c79c4",
        mood=0.5,
    ),
    "mirelle": Person(
        "#5c2b26",
        "#e58a5e",
        "#8a5638",
        "#1a100d",
        18,
        "knot",
        "",
        "mail",
        "#9c4a38",
        "#f0c48a",
        mark="earring",
        eyes="#2c1a12",
        mood=0.3,
    ),
    "oren": Person(
        "#24505a",
        "#79c0bd",
        "#d0a17c",
        "#b9b2a4",
        20,
        "short",
        "chin",
        "coat",
        "#2f6168",
        "#d9cfae",
        head="hat",
        cap="#c8a768",
        mood=-0.2,
    ),
    "sergeant": Person(
        "#413b35",
        "#d3b57f",
        "#c28f6a",
        "#4a3626",
        26,
        "short",
        "full",
        "plate",
        "#5f6674",
        "#b7bfcc",
        head="helm",
        cap="#79818f",
        mood=0.7,
    ),
    "archer": Person(
        "#3d4a2c",
        "#a5b56c",
        "#c59b74",
        "#6b4a2a",
        18,
        "bob",
        "",
        "scarf",
        "#55603a",
        "#c7b57a",
        head="hood",
        cap="#46532f",
        mood=0.3,
    ),
    "raiders": Person(
        "#54463a",
        "#cdb38e",
        "#b3815a",
        "#33241a",
        23,
        "short",
        "stubble",
        "mail",
        "#6d5a48",
        "#bfa27c",
        head="helm",
        cap="#5f5140",
        mood=0.8,
        faces=3,
    ),
    "slingers": Person(
        "#4a5240", "#b7c29a", "#bf8e66", "#3a2a1c", 18, "wild", "", "vest", "#66704f", "#d3c79a", mood=-0.5, faces=3
    ),
    "captain": Person(
        "#53201c",
        "#d4694f",
        "#d0a482",
        "#7a2f1c",
        22,
        "long",
        "chin",
        "plate",
        "#6a6d75",
        "#d8b45e",
        head="hat",
        cap="#3a2a26",
        mark="scar",
        mood=0.6,
    ),
    "anjali": Person(
        "#6b2a18",
        "#f08a4b",
        "#8f5a38",
        "#20120d",
        18,
        "long",
        "",
        "plate",
        "#8c5a3a",
        "#f2b65c",
        head="circlet",
        cap="#e88a3c",
        eyes="#7a3312",
        mood=0.3,
    ),
    "sorin": Person(
        "#22454a",
        "#8fc7b8",
        "#c79a72",
        "#43301f",
        18,
        "knot",
        "",
        "scarf",
        "#35605c",
        "#d9d2b0",
        mark="earring",
        mood=-0.2,
    ),
    "mother_ash": Person(
        "#3a3438",
        "#a79aa6",
        "#cbb3a2",
        "#d8d2cc",
        17,
        "long",
        "",
        "robe",
        "#3d363f",
        "#b36a4a",
        mark="paint",
        eyes="#6a5a66",
        mood=0.6,
    ),
    "cultists": Person(
        "#40383c",
        "#b59a8e",
        "#b88f74",
        "#2a2022",
        18,
        "none",
        "",
        "robe",
        "#4b4048",
        "#a8674a",
        head="hood",
        cap="#3b3239",
        mood=0.4,
        faces=3,
    ),
    "bell_ringer": Person(
        "#4f3b2a",
        "#c7a27a",
        "#a87350",
        "#2b1c14",
        26,
        "shaved",
        "full",
        "vest",
        "#5d4a39",
        "#c9b088",
        mark="scar",
        mood=0.9,
    ),
    "marit": Person(
        "#5a3a22",
        "#d99a5b",
        "#c68a63",
        "#6b2f1c",
        23,
        "knot",
        "",
        "vest",
        "#5d6b3c",
        "#d9b96a",
        head="kerchief",
        cap="#7a4a8a",
        mood=0.3,
    ),
    "joss": Person(
        "#23424a",
        "#79b9b0",
        "#b57a52",
        "#2a1d14",
        19,
        "long",
        "chin",
        "coat",
        "#37506b",
        "#d8d0b0",
        head="hat",
        cap="#4a3a2a",
        mark="earring",
        mood=-0.1,
    ),
    "toll_captain": Person(
        "#3a2c4a",
        "#a58bd0",
        "#d3a584",
        "#8a8a8a",
        24,
        "short",
        "full",
        "mail",
        "#6d6f78",
        "#a03a3a",
        head="helm",
        cap="#5d6068",
        mark="scar",
        mood=0.8,
    ),
    "ned": Person(
        "#454026",
        "#b9ad62",
        "#cf9b74",
        "#a8642c",
        18,
        "wild",
        "stubble",
        "coat",
        "#6a5a3a",
        "#8a8060",
        mood=-0.6,
    ),
    "hob": Person(
        "#4a2626",
        "#cf7f6a",
        "#a9744e",
        "#1c1410",
        26,
        "shaved",
        "full",
        "vest",
        "#4a4a4a",
        "#b0a890",
        mark="brand",
        mood=0.9,
    ),
    "mule": Person(
        "#4a4230",
        "#c9b98a",
        "#8a7358",
        "#3c2f22",
        trim="#d8c8a8",
        mood=-0.2,
        beast="mule",
    ),
    "wolf": Person(
        "#26343f",
        "#8fa9ba",
        "#7d838a",
        "#565c63",
        trim="#c9ccd0",
        eyes="#c98a1f",
        mood=0.8,
        beast="wolf",
    ),
}


def shade(color: str, by: int) -> QColor:
    """A color darker (above 100) or lighter (below), in percent."""
    return QColor(color).darker(by)


def portrait(person: Person) -> QImage:
    """Somebody's portrait, `EDGE` pixels square."""
    image = QImage(EDGE * _FINER, EDGE * _FINER, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(_FINER, _FINER)
    painter.setPen(Qt.PenStyle.NoPen)
    _ground(painter, person)
    if person.faces == 1:
        _figure(painter, person)
    else:
        for dx, dy, size in ((-58, 38, 0.72), (58, 38, 0.72), (0, 50, 0.86)):
            painter.save()
            painter.translate(128 + dx, 128 + dy)
            painter.scale(size, size)
            painter.translate(-128, -128)
            _figure(painter, person)
            painter.restore()
    painter.end()
    how = Qt.TransformationMode.SmoothTransformation
    return image.scaled(EDGE, EDGE, Qt.AspectRatioMode.IgnoreAspectRatio, how)


def _ground(painter: QPainter, person: Person) -> None:
    fall = QLinearGradient(0, 0, 0, EDGE)
    fall.setColorAt(0, shade(person.ground, 92))
    fall.setColorAt(1, shade(person.ground, 165))
    painter.fillRect(0, 0, EDGE, EDGE, fall)
    light = QRadialGradient(QPointF(128, 112), 112)
    inner, outer = QColor(person.disc), QColor(person.disc)
    outer.setAlpha(0)
    light.setColorAt(0, inner)
    light.setColorAt(0.86, inner)
    light.setColorAt(0.875, outer)
    light.setColorAt(1, outer)
    painter.setOpacity(0.5)
    painter.setBrush(light)
    painter.drawEllipse(QPointF(128, 112), 112, 112)
    painter.setOpacity(0.55)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(person.disc), 2.2))
    painter.drawEllipse(QPointF(128, 112), 106, 106)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setOpacity(1.0)


def _figure(painter: QPainter, person: Person) -> None:
    if person.beast:
        _beast(painter, person)
        return
    _hair_behind(painter, person)
    _neck(painter, person)
    _DRESSES[person.dress](painter, person)
    _head(painter, person)
    _face(painter, person)
    _beard(painter, person)
    _hair_before(painter, person)
    _mark(painter, person)
    if person.head:
        _HEADS[person.head](painter, person)


def _beast(painter: QPainter, person: Person) -> None:
    """An animal's head from before: neck, ears, skull, muzzle, eyes."""
    wolf = person.beast == "wolf"
    neck = path((70, 256), (76, 190, 92, 160), (164, 160), (180, 190, 186, 256))
    _lit(painter, neck, shade(person.hair_color if wolf else person.skin, 112).name())
    tip, width = (48.0, 20.0) if wolf else (14.0, 15.0)
    for side in (-1, 1):
        x = 128 + side * (40 if wolf else 36)
        ear = path((x - width, 100), (x + side * 6, tip), (x + width, 96))
        _lit(painter, ear, shade(person.skin, 118).name())
        inner = path((x - width * 0.5, 98), (x + side * 5, tip + 18), (x + width * 0.5, 96))
        painter.fillPath(inner, shade(person.trim, 130))
    chin, cheek = (206.0, 66.0) if wolf else (222.0, 46.0)
    skull = path(
        (128, 72),
        (128 + cheek, 74, 128 + cheek, 128, 128 + 34, 156),
        (128 + 30, chin - 20, 128 + 22, chin, 128, chin),
        (128 - 22, chin, 128 - 30, chin - 20, 128 - 34, 156),
        (128 - cheek, 128, 128 - cheek, 74, 128, 72),
    )
    _lit(painter, skull, person.skin)
    muzzle = path((110, 142), (128, 130, 146, 142), (156, chin - 6, 128, chin - 2), (100, chin - 6, 110, 142))
    _lit(painter, muzzle, person.trim)
    if wolf:
        for side in (-1, 1):
            cheek_fur = path((128 + side * 34, 126), (128 + side * 72, 150), (128 + side * 36, 168))
            _lit(painter, cheek_fur, person.trim)
    else:
        painter.fillPath(
            path((116, 60), (128, 52, 140, 60), (138, 104, 128, 112), (118, 104, 116, 60)), QColor(person.hair_color)
        )
    nose = path(
        (114, chin - 34),
        (128, chin - 42, 142, chin - 34),
        (140, chin - 20, 128, chin - 18),
        (116, chin - 20, 114, chin - 34),
    )
    if wolf:
        painter.fillPath(nose, QColor("#1e1f22"))
    for side in (-1, 1):
        if not wolf:
            painter.setBrush(shade(person.trim, 170))
            painter.drawEllipse(QPointF(128 + side * 11, chin - 20), 4.5, 7.0)
        painter.setBrush(QColor("#16120f") if not wolf else QColor(person.eyes))
        painter.drawEllipse(QPointF(128 + side * 27, 118), 7.0, 6.0)
        painter.setBrush(QColor("#0d0b0a"))
        painter.drawEllipse(QPointF(128 + side * 27, 118), 3.0, 4.0)
        brow = path((128 + side * 16, 114 + person.mood * 4), (128 + side * 40, 102), (128 + side * 38, 110))
        painter.fillPath(brow, shade(person.skin, 150))


def path(*steps: tuple[float, ...]) -> QPainterPath:
    """A closed path: a point to begin with; then two numbers are a line, four a bow, six a curve."""
    out = QPainterPath(QPointF(*steps[0]))
    for step in steps[1:]:
        if len(step) == 2:
            out.lineTo(*step)
        elif len(step) == 4:
            out.quadTo(*step)
        else:
            out.cubicTo(*step)
    out.closeSubpath()
    return out


def face_of(person: Person) -> QPainterPath:
    """The outline of a head without hair."""
    j = person.jaw
    return path(
        (90, 104),
        (88, 66, 108, 50, 128, 50),
        (148, 50, 168, 66, 166, 104),
        (166, 130, 162, 146, 128 + j + 6, 160),
        (128 + j - 4, 170, 128 + 8, 174, 128, 174),
        (128 - 8, 174, 128 - j + 4, 170, 128 - j - 6, 160),
        (94, 146, 90, 130, 90, 104),
    )


def _neck(painter: QPainter, person: Person) -> None:
    painter.fillPath(path((106, 148), (106, 206), (150, 206), (150, 148)), shade(person.skin, 128))


def _head(painter: QPainter, person: Person) -> None:
    for x in (89, 167):
        painter.setBrush(shade(person.skin, 118))
        painter.drawEllipse(QPointF(x, 116), 7, 12)
    face = face_of(person)
    painter.fillPath(face, QColor(person.skin))
    painter.save()
    painter.setClipPath(face)
    side = QColor(shade(person.skin, 122))
    painter.fillPath(
        path((134, 40), (132, 92, 146, 118), (138, 132), (146, 150, 132, 180), (190, 180), (190, 40)), side
    )
    glow = QColor("#ffffff")
    glow.setAlpha(26)
    painter.setBrush(glow)
    painter.drawEllipse(QPointF(108, 94), 18, 26)
    painter.restore()


def _face(painter: QPainter, person: Person) -> None:
    dark = shade(person.skin, 210)
    # Eyes: an almond each, with a lid.
    for x, way in ((110, -1), (147, 1)):
        white = QColor("#f6efe4") if way < 0 else QColor("#e4d8c8")
        painter.fillPath(path((x - 10, 114), (x, 105, x + 10, 114), (x, 120, x - 10, 114)), white)
        painter.setBrush(QColor(person.eyes))
        painter.drawEllipse(QPointF(x + 1, 113), 4.6, 4.8)
        painter.setBrush(QColor("#ffffff"))
        painter.drawEllipse(QPointF(x - 0.6, 111.4), 1.3, 1.3)
        lid = QPainterPath(QPointF(x - 11, 114))
        lid.quadTo(x, 103.5, x + 11, 113)
        painter.strokePath(lid, QPen(dark, 2.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        inner, outer = 98 + 4.5 * person.mood, 98 - 2.0 * person.mood
        brow = QPainterPath(QPointF(x + 13 * way, outer))
        brow.quadTo(x + 2 * way, min(inner, outer) - 5, x - 10 * way, inner)
        color = shade(person.hair_color, 105) if person.hair != "none" else dark
        painter.strokePath(brow, QPen(color, 4.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    nose = shade(person.skin, 138)
    painter.fillPath(
        path((129, 108), (138, 134, 139, 137), (131, 142, 122, 137), (130, 135), (130, 120, 129, 108)), nose
    )
    mouth = QPainterPath(QPointF(114, 153 + person.mood))
    mouth.quadTo(128, 153 - 5 * person.mood + 3, 143, 152 + person.mood)
    painter.strokePath(mouth, QPen(shade(person.skin, 190), 2.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    lip = QPainterPath(QPointF(121, 159))
    lip.quadTo(128, 161.5, 136, 159)
    painter.strokePath(lip, QPen(nose, 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))


def _beard(painter: QPainter, person: Person) -> None:
    hair, j = QColor(person.hair_color), person.jaw
    if person.beard == "full":
        beard = path(
            (90, 116), (94, 140, 106, 146), (116, 143, 128, 146), (140, 143, 150, 146), (162, 140, 166, 116),
            (168, 150, 128 + j + 12, 172), (140, 190, 128, 190), (116, 190, 128 - j - 12, 172), (88, 150, 90, 116),
        )  # fmt: skip
        painter.fillPath(beard, hair)
        painter.fillPath(path((116, 152), (128, 149, 140, 152), (128, 158, 116, 152)), shade(person.skin, 150))
        painter.save()
        painter.setClipPath(beard)
        painter.fillRect(QRectF(134, 100, 60, 100), shade(person.hair_color, 125))
        painter.restore()
        painter.fillPath(path((116, 152), (128, 148, 142, 152), (128, 159, 116, 152)), shade(person.skin, 165))
    elif person.beard == "chin":
        painter.fillPath(path((116, 164), (128, 160, 140, 164), (138, 186, 128, 190), (118, 186, 116, 164)), hair)
        painter.fillPath(path((110, 149), (128, 141, 146, 149), (128, 147, 110, 149)), hair)
    elif person.beard == "stubble":
        painter.save()
        painter.setClipPath(face_of(person))
        soft = QColor(person.hair_color)
        soft.setAlpha(90)
        painter.fillPath(path((84, 130), (100, 146, 128, 144), (156, 146, 172, 130), (172, 190), (84, 190)), soft)
        painter.restore()


def _hair_behind(painter: QPainter, person: Person) -> None:
    hair = shade(person.hair_color, 130)
    if person.hair == "long":
        painter.fillPath(
            path(
                (80, 100), (70, 40, 128, 34), (186, 40, 176, 100), (182, 170, 196, 214), (60, 214), (74, 170, 80, 100)
            ),
            hair,
        )
    elif person.hair == "bob":
        painter.fillPath(
            path((82, 96), (76, 40, 128, 36), (180, 40, 174, 96), (178, 140, 172, 164), (84, 164), (78, 140, 82, 96)),
            hair,
        )
    elif person.hair == "knot":
        painter.setBrush(hair)
        painter.drawEllipse(QPointF(128, 38), 24, 21)
        painter.setBrush(QColor(person.trim))
        painter.drawRoundedRect(QRectF(108, 47, 40, 6), 3, 3)
    elif person.hair == "braid":
        painter.fillPath(path((82, 100), (76, 44, 128, 38), (180, 44, 174, 100), (172, 130), (84, 130)), hair)
        for step in range(5):
            painter.setBrush(shade(person.hair_color, 112 + 14 * (step % 2)))
            painter.drawEllipse(QPointF(176 + step * 1.6, 134 + step * 16), 12 - step, 11)
    elif person.hair == "wild":
        spikes = QPainterPath(QPointF(78, 120))
        for x, y in (
            (66, 96),
            (80, 92),
            (68, 66),
            (88, 66),
            (90, 38),
            (108, 50),
            (124, 28),
            (138, 48),
            (160, 32),
            (164, 56),
            (186, 60),
            (174, 82),
            (190, 94),
            (174, 104),
            (178, 122),
        ):
            spikes.lineTo(x, y)
        spikes.closeSubpath()
        painter.fillPath(spikes, hair)


def _hair_before(painter: QPainter, person: Person) -> None:
    hair = QColor(person.hair_color)
    if person.hair in ("none", "shaved"):
        return
    if person.hair in ("short", "wild"):
        top = path(
            (86, 106),
            (80, 46, 128, 40),
            (178, 44, 170, 106),
            (166, 84, 154, 78),
            (136, 86, 118, 76),
            (98, 78, 94, 92),
            (90, 96, 86, 106),
        )
    elif person.hair in ("long", "bob"):
        top = path(
            (84, 122), (76, 44, 130, 40), (182, 44, 172, 122), (168, 90, 150, 70), (116, 84, 98, 92), (88, 100, 84, 122)
        )
    else:
        top = path((86, 106), (80, 46, 128, 42), (176, 46, 170, 106), (166, 76, 128, 68), (92, 76, 86, 106))
    painter.fillPath(top, hair)
    painter.save()
    painter.setClipPath(top)
    painter.fillPath(path((140, 30), (136, 70, 150, 96), (190, 120), (190, 30)), shade(person.hair_color, 125))
    shine = QPainterPath(QPointF(98, 72))
    shine.quadTo(108, 54, 126, 52)
    painter.strokePath(shine, QPen(shade(person.hair_color, 70), 4.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.restore()


def _shoulders(top: float = 192.0) -> QPainterPath:
    return path(
        (20, 256),
        (26, top + 22, 70, top + 8),
        (98, top, 106, top - 8),
        (128, top + 6, 150, top - 8),
        (158, top, 186, top + 8),
        (230, top + 22, 236, 256),
    )


def _lit(painter: QPainter, shape: QPainterPath, color: str) -> None:
    """Fills a shape, its right half in the shade."""
    painter.fillPath(shape, QColor(color))
    painter.save()
    painter.setClipPath(shape)
    painter.fillPath(path((136, 150), (150, 210, 140, 256), (256, 256), (256, 150)), shade(color, 124))
    painter.restore()


def _coat(painter: QPainter, person: Person) -> None:
    _lit(painter, _shoulders(), person.cloth)
    painter.fillPath(path((100, 186), (116, 214), (128, 256), (104, 256), (88, 200)), shade(person.cloth, 140))
    painter.fillPath(path((156, 186), (140, 214), (128, 256), (152, 256), (168, 200)), shade(person.cloth, 165))
    for y in (224, 242):
        painter.setBrush(QColor(person.trim))
        painter.drawEllipse(QPointF(128, y), 3.6, 3.6)


def _scarf(painter: QPainter, person: Person) -> None:
    _lit(painter, _shoulders(), person.cloth)
    _lit(
        painter,
        path((86, 182), (128, 204, 170, 182), (180, 206, 164, 216), (128, 232, 92, 216), (76, 206, 86, 182)),
        person.trim,
    )
    _lit(painter, path((108, 214), (128, 222, 132, 216), (138, 256), (108, 256)), person.trim)


def _vest(painter: QPainter, person: Person) -> None:
    _lit(painter, _shoulders(), shade(person.trim, 105).name())
    _lit(painter, path((70, 200), (96, 190), (112, 256), (40, 256)), person.cloth)
    _lit(painter, path((186, 200), (160, 190), (144, 256), (216, 256)), person.cloth)


def _mail(painter: QPainter, person: Person) -> None:
    shape = _shoulders()
    _lit(painter, shape, person.cloth)
    painter.save()
    painter.setClipPath(shape)
    ring = QColor(person.trim)
    ring.setAlpha(120)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ring, 1.5))
    for row in range(9):
        for column in range(22):
            painter.drawArc(QRectF(14 + column * 11 + row % 2 * 5.5, 186 + row * 8, 11, 9), 180 * 16, 180 * 16)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.restore()
    _lit(painter, path((98, 184), (128, 202, 158, 184), (162, 198), (128, 218, 94, 198)), person.trim)


def _plate(painter: QPainter, person: Person) -> None:
    _lit(painter, _shoulders(196), person.cloth)
    for points in (
        ((18, 256), (16, 204, 62, 196), (92, 200, 88, 256)),
        ((238, 256), (240, 204, 194, 196), (164, 200, 168, 256)),
    ):
        _lit(painter, path(*points), shade(person.cloth, 88).name())
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for start, bend, end in (((20, 240), (40, 206), (86, 212)), ((236, 240), (216, 206), (170, 212))):
        edge = QPainterPath(QPointF(*start))
        edge.quadTo(*bend, *end)
        painter.strokePath(edge, QPen(QColor(person.trim), 4.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    _lit(painter, path((98, 182), (128, 200, 158, 182), (164, 200), (128, 220, 92, 200)), person.trim)
    painter.fillPath(path((128, 226), (138, 240), (128, 254), (118, 240)), QColor(person.trim))


def _robe(painter: QPainter, person: Person) -> None:
    _lit(painter, _shoulders(), person.cloth)
    painter.fillPath(
        path((104, 184), (128, 222), (152, 184), (146, 180), (128, 206), (110, 180)), shade(person.skin, 120)
    )
    for way in (-1, 1):
        band = path((128 + way * 20, 182), (128 + way * 34, 190), (128 - way * 6, 256), (128 - way * 22, 256))
        painter.fillPath(band, QColor(person.trim) if way < 0 else shade(person.trim, 122))


def _band(painter: QPainter, person: Person) -> None:
    _lit(painter, path((86, 84), (128, 70, 170, 84), (170, 97), (128, 83, 86, 97)), person.cap)
    _lit(painter, path((168, 88), (192, 96, 198, 124), (186, 118, 168, 99)), person.cap)


def _hood(painter: QPainter, person: Person) -> None:
    hood = path((70, 214), (60, 20, 128, 22), (196, 20, 186, 214), (172, 204), (178, 62, 128, 60), (78, 62, 84, 204))
    _lit(painter, hood, person.cap)
    painter.save()
    painter.setClipPath(hood)
    painter.strokePath(path((84, 204), (78, 62, 128, 60), (178, 62, 172, 204)), QPen(shade(person.cap, 70), 4))
    painter.restore()


def _helm(painter: QPainter, person: Person) -> None:
    _lit(
        painter,
        path((82, 100), (74, 34, 128, 30), (182, 34, 174, 100), (172, 88, 128, 82), (84, 88, 82, 100)),
        person.cap,
    )
    _lit(painter, path((80, 92), (128, 74, 176, 92), (176, 104), (128, 87, 80, 104)), shade(person.cap, 82).name())
    painter.fillPath(path((124, 84), (132, 84), (131, 126), (125, 126)), shade(person.cap, 92))
    for way in (-1, 1):
        x = 128 + way * 43
        _lit(
            painter,
            path((x - 6, 96), (x + 6, 96), (x + 4 - way * 4, 146), (x - 5 - way * 4, 140)),
            shade(person.cap, 108).name(),
        )


def _hat(painter: QPainter, person: Person) -> None:
    _lit(
        painter, path((36, 92), (70, 66, 128, 64), (186, 66, 220, 92), (180, 84, 128, 84), (76, 84, 36, 92)), person.cap
    )
    _lit(painter, path((88, 74), (92, 26, 128, 26), (164, 26, 168, 74), (128, 84, 88, 74)), person.cap)
    painter.fillPath(path((88, 66), (128, 76, 168, 66), (168, 75), (128, 85, 88, 75)), shade(person.trim, 110))


def _circlet(painter: QPainter, person: Person) -> None:
    _lit(painter, path((86, 82), (128, 66, 170, 82), (170, 89), (128, 74, 86, 89)), person.cap)
    painter.fillPath(path((128, 54), (137, 70), (128, 84), (119, 70)), QColor("#fff3c9"))
    painter.fillPath(path((128, 54), (137, 70), (128, 84)), QColor("#f3b23c"))


def _kerchief(painter: QPainter, person: Person) -> None:
    _lit(painter, path((84, 96), (78, 40, 128, 38), (178, 40, 172, 96), (128, 74, 84, 96)), person.cap)
    _lit(painter, path((168, 86), (196, 88, 200, 112), (184, 104, 170, 98)), shade(person.cap, 115).name())
    cover = path((88, 138), (128, 148, 168, 138), (166, 166, 128, 196), (90, 166, 88, 138))
    _lit(painter, cover, shade(person.cap, 92).name())
    for x in (108, 128, 148):
        painter.setBrush(shade(person.cap, 60))
        painter.drawEllipse(QPointF(x, 160 - abs(x - 128) * 0.2), 2.4, 2.4)


def _mark(painter: QPainter, person: Person) -> None:
    if person.mark == "scar":
        scar = QPainterPath(QPointF(98, 124))
        scar.quadTo(104, 134, 102, 148)
        painter.strokePath(scar, QPen(shade(person.skin, 82), 3.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    elif person.mark == "paint":
        painter.setBrush(QColor("#c2264b"))
        painter.drawEllipse(QPointF(128, 88), 3.6, 5.4)
        painter.fillPath(path((119, 152), (128, 147, 138, 152), (128, 162, 119, 152)), QColor("#a81f42"))
    elif person.mark == "earring":
        for x in (88, 168):
            painter.setBrush(QColor(person.trim))
            painter.drawEllipse(QPointF(x, 133), 4.2, 4.2)
    elif person.mark == "leaf":
        painter.fillPath(path((92, 78), (74, 62, 70, 40), (96, 48, 92, 78)), QColor("#a9d07f"))
        painter.fillPath(path((94, 80), (92, 52, 104, 38), (114, 60, 94, 80)), QColor("#7fb15c"))
    elif person.mark == "brand":
        painter.setBrush(QColor("#ffdf7a"))
        painter.drawEllipse(QPointF(128, 94), 4.6, 4.6)


_DRESSES: dict[str, Callable[[QPainter, Person], None]] = {
    "coat": _coat, "scarf": _scarf, "mail": _mail, "plate": _plate, "robe": _robe, "vest": _vest,
}  # fmt: skip
_HEADS: dict[str, Callable[[QPainter, Person], None]] = {
    "band": _band, "hood": _hood, "helm": _helm, "hat": _hat, "circlet": _circlet, "kerchief": _kerchief,
}  # fmt: skip


def main() -> None:
    """Draws all of them."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "resources" / "sample" / "portraits"
    folder.mkdir(parents=True, exist_ok=True)
    app = QGuiApplication.instance() or QGuiApplication([])
    for name, person in PEOPLE.items():
        portrait(person).save(str(folder / f"{name}.webp"), "webp", QUALITY)  # type: ignore[call-overload]
    print(f"{len(PEOPLE)} portraits in {folder}")
    del app


if __name__ == "__main__":
    main()
