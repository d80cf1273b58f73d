"""Writes the pieces of xiangqi, with characters (``xiangqi``) and with pictures (``xiangqi-pictures``), and the river.

Run it after a change of the drawing. The outlines of the characters are those of Noto Serif CJK TC Bold, which must be
installed (see ``xiangqi/NOTICE.txt``); they are written into the pictures, so that no font is needed to show them. All
else is drawn here.
"""

import os
from pathlib import Path

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QFontInfo, QGuiApplication, QPainterPath

FAMILY = "Noto Serif CJK TC"
COLORS = {"r": "#A8321F", "b": "#1F2024"}
WOOD, EDGE = "#F7E8C6", "#8E6B3C"
CHARACTERS = {
    "r": dict(zip("kabnrcp", "帥仕相傌俥炮兵", strict=True)),
    "b": dict(zip("kabnrcp", "將士象馬車砲卒", strict=True)),
}
RIVER = {"river-left": "楚河", "river-right": "漢界"}

PICTURES = {
    # A crown.
    "k": '<path d="M25 66L20 37L36 51L50 28L64 51L80 37L75 66Z"/><path d="M25 71H75V77H25Z"/>'
    '<circle cx="50" cy="25" r="4.4"/><circle cx="19" cy="34" r="4"/><circle cx="81" cy="34" r="4"/>',
    # The winged cap of an official.
    "a": '<path d="M34 62V46C34 34 40 27 50 27S66 34 66 46V62Z"/><path d="M29 66H71V73H29Z"/>'
    '<path d="M14 52C18 48 26 48 31 53V59C25 57 18 57 14 57ZM86 52C82 48 74 48 69 53V59C75 57 82 57 86 57Z"/>',
    # An elephant seen from the side.
    "b": '<path d="M20 74V50C20 37 30 31 43 31C48 27 57 26 63 30C73 31 79 38 79 48V64C79 70 76 74 71 74C68 74 66 72 66'
    ' 69H71C73 69 74 67 74 64V58C72 57 70 56 68 53C66 57 62 59 58 59V74H48V62H33V74Z"/>'
    '<path d="M57 34C63 36 65 43 62 50C57 48 55 41 57 34Z" fill="{wood}" opacity="0.85"/>'
    '<circle cx="71" cy="42" r="2.3" fill="{wood}"/>',
    # The head of a horse.
    "n": '<path d="M33 77C33 61 41 56 45 48C39 51 34 55 28 57L22 50C28 42 33 35 42 30L41 21L50 27C67 28 77 41 76 60'
    'C76 67 74 73 72 77Z"/><circle cx="44" cy="38" r="2.6" fill="{wood}"/>'
    '<path d="M57 33C66 39 69 51 67 66" fill="none" stroke="{wood}" stroke-width="2.6" stroke-linecap="round"/>',
    # A chariot: its box, its pole, its wheel.
    "r": '<path d="M26 28H58L62 50H26Z"/><path d="M20 22H30V28H20ZM58 46H84V51H58Z"/>'
    '<circle cx="44" cy="62" r="15" fill="{wood}" stroke="{ink}" stroke-width="5"/><circle cx="44" cy="62" r="4"/>'
    '<path d="M44 47V77M29 62H59M33.4 51.4L54.6 72.6M33.4 72.6L54.6 51.4" stroke="{ink}" stroke-width="2.6"/>',
    # A cannon on its carriage.
    "c": '<path d="M24 54L70 25L79 38L35 63C28 66 21 60 24 54Z"/><path d="M67 23L72 20L85 38L80 42Z"/>'
    '<circle cx="42" cy="64" r="13" fill="{wood}" stroke="{ink}" stroke-width="5"/><circle cx="42" cy="64" r="3.6"/>'
    '<path d="M50 68L78 74V79H46Z"/>',
    # A soldier with a conical hat and a spear.
    "p": '<path d="M24 46L46 25L68 46Z"/><circle cx="46" cy="51" r="8"/>'
    '<path d="M29 78C29 66 36 60 46 60S63 66 63 78Z"/>'
    '<path d="M73 78V36" stroke="{ink}" stroke-width="4.2" stroke-linecap="round"/>'
    '<path d="M73 20L79 34L73 41L67 34Z"/>',
}


def outline(text: str, size: float, x: float, y: float) -> str:
    """The outline of characters, their middle at ``x``, ``y``, as the data of an SVG path."""
    font = QFont(FAMILY)
    font.setPixelSize(200)
    font.setWeight(QFont.Weight.Bold)
    if QFontInfo(font).family() != FAMILY:
        raise SystemExit(f"{FAMILY} is not installed")
    path = QPainterPath()
    for number, sign in enumerate(text):
        path.addText(QPointF(230 * number, 0), font, sign)
    box = path.boundingRect()
    scale = size / 200
    at, words, index = box.center(), [], 0

    def place(element: QPainterPath.Element) -> str:
        return f"{(element.x - at.x()) * scale + x:.2f} {(element.y - at.y()) * scale + y:.2f}"

    while index < path.elementCount():
        element = path.elementAt(index)
        if element.isMoveTo():
            words.append(("Z" if words else "") + "M" + place(element))
        elif element.isLineTo():
            words.append("L" + place(element))
        else:
            words.append("C" + " ".join(place(path.elementAt(index + i)) for i in range(3)))
            index += 2
        index += 1
    return "".join(words) + "Z"


def disc(ink: str, body: str) -> str:
    """The SVG of a wooden disc with a ring, in a box of 100 × 100."""
    parts = [
        f'<circle cx="50" cy="50" r="48.5" fill="{EDGE}"/>',
        f'<circle cx="50" cy="49" r="46.5" fill="{WOOD}"/>',
        f'<circle cx="50" cy="49" r="41" fill="none" stroke="{ink}" stroke-width="2.2"/>',
        f'<g fill="{ink}">{body}</g>',
    ]
    lines = "\n".join(f"  {part}" for part in parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100">\n{lines}\n</svg>\n'


def main() -> None:
    """Write all of them."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QGuiApplication([])
    folder = Path(__file__).parents[2] / "resources" / "pieces"
    for side, ink in COLORS.items():
        for letter, sign in CHARACTERS[side].items():
            body = f'<path d="{outline(sign, 60, 50, 49)}"/>'
            (folder / "xiangqi" / f"{side}{letter}.svg").write_text(disc(ink, body), encoding="utf-8")
            body = PICTURES[letter].format(wood=WOOD, ink=ink)
            body = f'<g transform="translate(50 49) scale(0.86) translate(-50 -50)">{body}</g>'
            (folder / "xiangqi-pictures" / f"{side}{letter}.svg").write_text(disc(ink, body), encoding="utf-8")
    for name, text in RIVER.items():
        picture = (
            '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" viewBox="0 0 200 100">\n'
            f'  <path d="{outline(text, 56, 100, 50)}" fill="#5A4528" opacity="0.75"/>\n</svg>\n'
        )
        for each in ("xiangqi", "xiangqi-pictures"):
            (folder / each / f"{name}.svg").write_text(picture, encoding="utf-8")
    del application


if __name__ == "__main__":
    main()
