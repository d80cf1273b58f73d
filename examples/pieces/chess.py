"""Writes the pieces of chess, ``chess/{w,b}{k,q,r,b,n,p}.svg``: run it after a change of the drawing.

Flat silhouettes of our own, turned wood in profile, on one foot for all: a body, and lines in the colour of the edge.
A box of 100 × 100, the ground at 90. White pieces have a dark edge and black ones a light one, so that both stand out
from light and dark squares and from a light or a dark window.
"""

from pathlib import Path

COLORS = {"w": ("#FBF7EE", "#33291F", "#33291F"), "b": ("#3A322B", "#17120D", "#E9DFCC")}
"""Of a side: the body, its edge, the lines upon it."""
WIDTH = 3.6

FOOT = "M22 90 V85 C22 80.5 25.5 78.5 30 77.5 H70 C74.5 78.5 78 80.5 78 85 V90 Z"

PIECES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "p": (
        (
            "M26 90 V86 C26 82 29 80 33 79 H67 C71 80 74 82 74 86 V90 Z",
            "M35 79 C41 72 44 64 45 54 H55 C56 64 59 72 65 79 Z",
            "M37.5 54 C36 54 36 49.5 37.5 49.5 H62.5 C64 49.5 64 54 62.5 54 Z",
            "M50 22 A14.2 14.2 0 1 1 49.99 22 Z",
        ),
        (),
    ),
    "r": (
        (
            FOOT,
            "M31 77.5 L35.5 45 H64.5 L69 77.5 Z",
            "M28 22 H38.5 V28.5 H44.7 V22 H55.3 V28.5 H61.5 V22 H72 V38 L65.5 45 H34.5 L28 38 Z",
        ),
        ("M33.5 66 H66.5",),
    ),
    "n": (
        (
            FOOT,
            "M31 77.5 C31 64 42 59 46 50 C41 53.5 37.5 53.5 34.5 57 C31.5 60.5 27.5 61.5 24.5 58.5 "
            "C21.5 55.5 22.5 52 25 49 C29 44 30.5 38.5 33 33.5 C35 29.5 38.5 27 42 25.5 L41.5 15 L50.5 22.5 "
            "C66 24 74.5 37 74.5 54 C74.5 64 71.5 71 69.5 77.5 Z",
        ),
        ("M52 30.5 C62.5 33.5 67.5 43 67.5 55 C67.5 61.5 66.2 66 65 70",),
    ),
    "b": (
        (
            FOOT,
            "M37 77.5 C40.5 73.5 42.5 69.5 43.5 64.5 H56.5 C57.5 69.5 59.5 73.5 63 77.5 Z",
            "M35 64.5 C33.4 64.5 33.4 60 35 60 H65 C66.6 60 66.6 64.5 65 64.5 Z",
            "M40 60 C33 54 32 45.5 35.5 38.5 C38.8 31.8 45 27.5 50 22.5 C55 27.5 61.2 31.8 64.5 38.5 "
            "C68 45.5 67 54 60 60 Z",
            "M50 12.5 A5.2 5.2 0 1 1 49.99 12.5 Z",
        ),
        ("M50 35 V51", "M42.5 43 H57.5"),
    ),
    "q": (
        (
            FOOT,
            "M31 77.5 C32.5 73 32.5 68.5 31.5 63.5 L19.5 36 L34 47.5 L36.5 27.5 L46 45 L50 24 L54 45 L63.5 27.5 "
            "L66 47.5 L80.5 36 L68.5 63.5 C67.5 68.5 67.5 73 69 77.5 Z",
            "M18 28.8 A4.3 4.3 0 1 1 17.99 28.8 Z",
            "M36 19.6 A4.3 4.3 0 1 1 35.99 19.6 Z",
            "M50 15.6 A4.3 4.3 0 1 1 49.99 15.6 Z",
            "M64 19.6 A4.3 4.3 0 1 1 63.99 19.6 Z",
            "M82 28.8 A4.3 4.3 0 1 1 81.99 28.8 Z",
        ),
        ("M33.5 65 C44 61.6 56 61.6 66.5 65",),
    ),
    "k": (
        (
            FOOT,
            "M47.4 10 H52.6 V15.6 H58.2 V20.8 H52.6 V30 H47.4 V20.8 H41.8 V15.6 H47.4 Z",
            "M31 77.5 C32.5 73 32 69 30 65 C24.5 57.5 18.5 53 18.5 45 C18.5 35.5 27 31 34.5 32.2 "
            "C40 33 44.5 36 47 40.5 C46 35 47.5 31 50 27.5 C52.5 31 54 35 53 40.5 C55.5 36 60 33 65.5 32.2 "
            "C73 31 81.5 35.5 81.5 45 C81.5 53 75.5 57.5 70 65 C68 69 67.5 73 69 77.5 Z",
        ),
        ("M32.5 66.5 C44 62.8 56 62.8 67.5 66.5", "M50 44 V62.5"),
    ),
}


def draw(side: str, piece: str) -> str:
    """The SVG of one piece."""
    body, edge, line = COLORS[side]
    outline = edge if side == "w" else line
    shapes, lines = PIECES[piece]
    # The edge is drawn under all shapes first, so that they melt into one silhouette, then their seams more thinly.
    parts = [
        f'<path d="{shape}" fill="{outline}" stroke="{outline}" stroke-width="{2 * WIDTH}" stroke-linejoin="round"/>'
        for shape in (shapes if side == "w" else ())
    ]
    parts += [
        f'<path d="{shape}" fill="{edge}" stroke="{edge}" stroke-width="{2 * WIDTH}" stroke-linejoin="round"/>'
        for shape in (shapes if side == "b" else ())
    ]
    parts += [
        f'<path d="{shape}" fill="{body}" stroke="{outline}" stroke-width="1.6" stroke-linejoin="round"/>'
        for shape in shapes
    ]
    parts += [
        f'<path d="{each}" fill="none" stroke="{line}" stroke-width="{WIDTH}" stroke-linecap="round"/>'
        for each in lines
    ]
    if piece == "n":
        parts.append(f'<circle cx="41.5" cy="36" r="2.7" fill="{line}"/>')
        parts.append(f'<circle cx="28.2" cy="53.2" r="1.7" fill="{line}"/>')
    body_text = "\n".join(f"  {part}" for part in parts)
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100">'
    return f"{head}\n{body_text}\n</svg>\n"


def main() -> None:
    """Write all twelve."""
    folder = Path(__file__).parents[2] / "resources" / "pieces" / "chess"
    folder.mkdir(exist_ok=True)
    for side in COLORS:
        for piece in PIECES:
            (folder / f"{side}{piece}.svg").write_text(draw(side, piece), encoding="utf-8")


if __name__ == "__main__":
    main()
