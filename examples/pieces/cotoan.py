"""Writes the pieces of cờ toán, ``cotoan/{r,b}{0…9}.svg``: run it after a change of the drawing.

A piece is a lacquered disc with an inlaid ring, its number, and as many dots as it is worth on an arc below the number,
as the real set has them. The zero has no dots but a diagonal cross. Figures are drawn as lines of one width (no font is
needed to show them), in a box 26 wide and 40 high around the origin.
"""

import math
from pathlib import Path

COLORS = {
    "r": ("#A8321F", "#7E2012", "#C2553F"),
    "b": ("#23418C", "#152A60", "#4A68B4"),
}
"""Of a side: the lacquer, its edge, the inlaid ring."""
INK = "#FBF3E2"

FIGURES = {
    0: "M0 -19.5 C-17.4 -19.5 -17.4 19.5 0 19.5 C17.4 19.5 17.4 -19.5 0 -19.5 Z",
    1: "M-8.5 -12.5 L1.5 -19.5 V19.5",
    2: "M-11.6 -9.2 C-11.6 -15.6 -6.6 -19.5 0 -19.5 C6.8 -19.5 11.4 -15.4 11.4 -9.4 "
    "C11.4 -4.6 8.6 -1.4 5 2.2 L-12 19.5 H12.4",
    3: "M-10.8 -19.5 H10.6 L-1.2 -4.6 C6.8 -4.8 11.8 0.2 11.8 7.2 C11.8 14.6 6.4 19.5 -0.8 19.5 "
    "C-6.8 19.5 -11 16.8 -12.2 12.2",
    4: "M5.6 19.5 V-19.5 L-13.4 9.6 H13.2",
    5: "M9.8 -19.5 H-8.6 L-10.4 -1.6 C-8 -4.4 -4.4 -5.8 -0.6 -5.8 C6.8 -5.8 11.8 -0.8 11.8 6.6 "
    "C11.8 14.4 6.4 19.5 -0.8 19.5 C-6.6 19.5 -10.6 17 -12.2 12.8",
    6: "M6.4 -19.5 C0.6 -13.6 -11.8 -4.4 -11.8 7.4 C-11.8 14.6 -6.6 19.5 0 19.5 C6.6 19.5 11.8 14.6 11.8 7.6 "
    "C11.8 0.6 6.8 -4.2 0.4 -4.2 C-5.8 -4.2 -10.6 -0.4 -11.6 5.2",
    7: "M-12 -19.5 H12 L-3.6 19.5",
    8: "M0 -1.6 C-5.6 -1.6 -9.6 -5.4 -9.6 -10.6 C-9.6 -15.8 -5.6 -19.5 0 -19.5 C5.6 -19.5 9.6 -15.8 9.6 -10.6 "
    "C9.6 -5.4 5.6 -1.6 0 -1.6 C-6.8 -1.6 -11.8 2.6 -11.8 9 C-11.8 15.4 -6.8 19.5 0 19.5 "
    "C6.8 19.5 11.8 15.4 11.8 9 C11.8 2.6 6.8 -1.6 0 -1.6 Z",
    9: "M-6.4 19.5 C-0.6 13.6 11.8 4.4 11.8 -7.4 C11.8 -14.6 6.6 -19.5 0 -19.5 C-6.6 -19.5 -11.8 -14.6 -11.8 -7.6 "
    "C-11.8 -0.6 -6.8 4.2 -0.4 4.2 C5.8 4.2 10.6 0.4 11.6 -5.2",
}
WIDTH = 7.4
DOT_RADIUS, ARC_RADIUS, PITCH = 3.3, 35.2, 18.0
"""Of a dot; of the arc on which they lie; degrees between two."""


def draw(side: str, value: int) -> str:
    """The SVG of one piece, in a box of 100 × 100."""
    fill, edge, ring = COLORS[side]
    middle = 50 if value == 0 else 43.5
    parts = [
        f'<circle cx="50" cy="50" r="48.5" fill="{edge}"/>',
        f'<circle cx="50" cy="50" r="46.5" fill="{fill}"/>',
        f'<circle cx="50" cy="50" r="42.6" fill="none" stroke="{ring}" stroke-width="1.6"/>',
    ]
    if value == 0:
        reach, gap = 42.6 * math.sqrt(0.5), 18.0
        for right, down in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            near, far = (f"{50 + right * at:.2f} {50 + down * at:.2f}" for at in (gap, reach))
            parts.append(f'<path d="M{near}L{far}" stroke="{INK}" stroke-width="3.8" stroke-linecap="butt"/>')
    for i in range(value):
        angle = math.radians(90 + PITCH * (i - (value - 1) / 2))
        x, y = 50 + ARC_RADIUS * math.cos(angle), 50 + ARC_RADIUS * math.sin(angle)
        parts.append(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{DOT_RADIUS}" fill="{INK}"/>')
    scale = 0.96 if value == 0 else 1.06
    parts.append(
        f'<path transform="translate(50 {middle}) scale({scale})" d="{FIGURES[value]}" fill="none" stroke="{INK}"'
        f' stroke-width="{WIDTH}" stroke-linecap="round" stroke-linejoin="round"/>'
    )
    body = "\n".join(f"  {part}" for part in parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100">\n{body}\n</svg>\n'


def main() -> None:
    """Write all twenty."""
    folder = Path(__file__).parents[2] / "resources" / "pieces" / "cotoan"
    folder.mkdir(exist_ok=True)
    for side in COLORS:
        for value in range(10):
            (folder / f"{side}{value}.svg").write_text(draw(side, value), encoding="utf-8")


if __name__ == "__main__":
    main()
