"""The colours of pictures in both themes, of the algorithms, and of the fates of nodes in a search tree.

The window uses the same numbers (``studio.look.palette``).
"""

import zlib
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Generic, Literal, TypeVar

ThemeName = Literal["light", "dark", "contrast", "page"]
Dash = Literal["solid", "dash", "dot", "dashdot"]
Color = TypeVar("Color")
"""The type of a colour: a text ``#rrggbb``, or the ``QColor`` of the window."""


@dataclass(frozen=True, slots=True)
class AnyTheme(Generic[Color]):
    """The colours of one theme.

    ``text``, ``secondary``, ``accent``, ``good`` and the colours of marked moves are legible as text on ``ground`` and
    ``surface``.

    Attributes:
        name: ``light``, ``dark`` or ``contrast``, or ``page`` for the variables of a style sheet
            (``engine.picture.web``).
        ground: background behind panels and pictures.
        surface: background of panels, fields and tables.
        raised: background of hovered rows and buttons.
        text: body text.
        secondary: captions, coordinates and less important text.
        line: separators and lines of a grid.
        border: outline of fields and buttons.
        accent: lacquer red, for primary buttons, errors and progress.
        on_accent: text on ``accent``.
        gold: outlines of focused and checked elements, and other highlights. It is not used for text.
        chosen: background of selected rows, a faint gold.
        good: text that reports success, and good moves.
        inaccuracy, mistake, blunder: text and glyphs of moves marked as such.
    """

    name: ThemeName
    ground: Color
    surface: Color
    raised: Color
    text: Color
    secondary: Color
    line: Color
    border: Color
    accent: Color
    on_accent: Color
    gold: Color
    chosen: Color
    good: Color
    inaccuracy: Color
    mistake: Color
    blunder: Color


class Theme(AnyTheme[str]):
    """The colours of one theme, as ``#rrggbb``."""

    __slots__ = ()


LIGHT = Theme(
    "light", "#FAF8F3", "#FFFFFF", "#F3EFE6", "#1F2024", "#6A6E75", "#E5E1D8", "#D3CDC0", "#A8321F", "#FFFFFF",
    "#C2963B", "#F6EAD0", "#2C6E49", "#2A66A8", "#A35A00", "#A8321F",
)  # fmt: skip
DARK = Theme(
    "dark", "#15161A", "#1D1F24", "#272A31", "#E9E6DF", "#9A9EA6", "#2D3036", "#3D4149", "#E2694F", "#15161A",
    "#C2963B", "#3A3323", "#7CC295", "#7DB3E8", "#E9A04B", "#EE7F6B",
)  # fmt: skip

PAGE = Theme("page", *(f"var(--{each.name})" for each in fields(Theme)[1:]))
"""The colours of a picture in an HTML page, whose reader chooses the theme."""
CONTRAST = Theme(
    "contrast", "#FFFFFF", "#FFFFFF", "#EDEDED", "#000000", "#404040", "#8A8A8A", "#595959", "#9A1B0B", "#FFFFFF",
    "#8A5F00", "#FFE7A3", "#0B5A2B", "#0B4F8F", "#7A3F00", "#9A1B0B",
)  # fmt: skip
"""Black on white, for projectors with faint colours: text has a contrast of at least 7, and no grey is light."""

DARK_INK, LIGHT_INK = "#1F2024", "#FFFDF8"
"""Colours of text on light and on dark pieces."""
LAST_ON_DARK = "#FFC94A"
"""Colour of the last move's number on a dark piece."""
CHIP, CHIP_LINE = "#FFFDF8", "#B99F6E"
"""Fill and outline of a short text over the corner of a cell."""

_ALGORITHMS = {
    "random": "#8A8A8A",
    "greedy": "#E69F00",
    "minimax": "#0072B2",
    "alphabeta": "#009E73",
    "negamax": "#56B4E9",
    "negamax_alphabeta": "#CC79A7",
    "negascout": "#D55E00",
    "pvs": "#7E57C2",
    "mcts": "#B5A000",
}
_OUTSIDE = ("#2FA82F", "#C026C0", "#D81B6E", "#66762A", "#5C45D6", "#E65CCA", "#805233", "#0B6F6F")
"""Colours of plugins and external engines, none of which is that of an algorithm, or similar to it."""
_allotted: dict[str, str] = {}
"""Colours of the external engines that the user has configured, by name."""
_MARKED: dict[str, tuple[str, Dash]] = {
    "minimax_reduce": ("minimax", "dash"),
    "mtdf": ("negascout", "dash"),
    "best_first": ("alphabeta", "dash"),
    "ordered": ("random", "dash"),
    "pn": ("pvs", "dot"),
    "threats": ("negamax_alphabeta", "dot"),
}
"""Algorithms drawn in the colour of another one. A value contains the other algorithm and the form of the line."""
DASHES: tuple[Dash, ...] = ("dash", "dot", "dashdot")
"""The forms of lines of series that have the same colour."""


def theme_named(name: ThemeName) -> Theme:
    """Return the theme with the given name."""
    return {"light": LIGHT, "dark": DARK, "contrast": CONTRAST, "page": PAGE}[name]


def algorithm_color(name: str) -> str:
    """Return the colour of the algorithm with the identifier ``name``, which is the same in both themes.

    An external engine has the colour that ``allot`` gave it. Otherwise the checksum of an unknown identifier selects
    one of the colours that no algorithm has.
    """
    base = _MARKED[name][0] if name in _MARKED else name
    if base in _ALGORITHMS:
        return _ALGORITHMS[base]
    return _allotted.get(name) or _OUTSIDE[_checksum(name) % len(_OUTSIDE)]


def allot(names: Iterable[str]) -> None:
    """Give each of the external engines with these names a separate colour, as long as there are colours."""
    _allotted.clear()
    for name in names:
        start = _checksum(name)
        wanted = [_OUTSIDE[(start + step) % len(_OUTSIDE)] for step in range(len(_OUTSIDE))]
        _allotted[name] = next((each for each in wanted if each not in _allotted.values()), wanted[0])


def _checksum(name: str) -> int:
    return zlib.crc32(name.encode("utf-8", "surrogatepass"))


def algorithm_dash(name: str) -> Dash:
    """Return the form of the lines of the algorithm with the identifier ``name``.

    It is solid if the algorithm does not share its colour with another one, and for an empty text, which identifies the
    scores that other programs wrote in a file.
    """
    if not name or name in _ALGORITHMS:
        return "solid"
    if name in _MARKED:
        return _MARKED[name][1]
    return DASHES[_checksum(name) // 7 % len(DASHES)]


@dataclass(frozen=True, slots=True)
class FateColors:
    """The colours of one fate of a node in one theme: of its rectangle and of its mark."""

    fill: str
    mark: str


Fate = Literal["exact", "cut", "low", "leaf", "unseen"]
"""What became of a node: an exact value, a cut-off, no move above alpha, a leaf, or never visited."""
_FATES: dict[ThemeName, dict[Fate, FateColors]] = {
    "light": {
        "exact": FateColors("#9FD6C4", "#009E73"),
        "cut": FateColors("#F0B98E", "#D55E00"),
        "low": FateColors("#CDCFD3", "#7D828A"),
        "leaf": FateColors("#EFECE4", "#EFECE4"),
        "unseen": FateColors("#FFFFFF", "#EDE9DF"),
    },
    "dark": {
        "exact": FateColors("#1F5F4E", "#2FBF95"),
        "cut": FateColors("#7A4420", "#F08A3C"),
        "low": FateColors("#45494F", "#9A9EA6"),
        "leaf": FateColors("#26292F", "#26292F"),
        "unseen": FateColors("#1D1F24", "#3D4149"),
    },
    "page": {
        fate: FateColors(f"var(--{fate}-fill)", f"var(--{fate}-mark)")
        for fate in ("exact", "cut", "low", "leaf", "unseen")
    },
}
_FATES["contrast"] = _FATES["light"]
RINGS: dict[ThemeName, str] = {
    "light": "#A8A397", "dark": "#6B7078", "contrast": "#A8A397", "page": "var(--ring)",
}  # fmt: skip
"""Colours of the marks of leaves."""
HATCHES: dict[ThemeName, str] = {
    "light": "#DDD6C6", "dark": _FATES["dark"]["unseen"].mark, "contrast": "#DDD6C6", "page": "var(--hatch)",
}  # fmt: skip
"""Colours of the slanted lines over what was never looked at."""


def fate_variables(name: ThemeName) -> dict[str, str]:
    """Return the colours of the fates in a theme, by the names that they have in ``PAGE``."""
    found: dict[str, str] = {}
    for fate, each in _FATES[name].items():
        found |= {f"{fate}-fill": each.fill, f"{fate}-mark": each.mark}
    return found | {"ring": RINGS[name], "hatch": HATCHES[name]}


def fate_colors(fate: Fate, name: ThemeName) -> FateColors:
    """Return the colours of a fate in the theme with the given name."""
    return _FATES[name][fate]


def lightness(color: str) -> int:
    """Return the lightness of ``#rrggbb`` in the HSL model, from 0 to 255."""
    parts = [int(color[at : at + 2], 16) for at in (1, 3, 5)]
    return (max(parts) + min(parts)) // 2
