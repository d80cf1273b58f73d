"""Outlines: the rows of a tree as a table, indented by their level."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.picture.colors import Fate, Theme, ThemeName, theme_named
from engine.picture.fates import Bound, fate_mark, hatch_color
from engine.picture.scene import Item, Path, Pen, Rect, Scene, Text
from engine.picture.svg import fitted, scene_svg, text_width

ROW = 28
"""Height of a row in px."""
INDENT, FIRST, MOST_INDENT = 20, 28, 12
"""Indentation of a level, left edge of the root's text in px, and number of levels that are indented."""
_SIZE, _PADDING, _MARK = 13, 8, 18


@dataclass(frozen=True, slots=True)
class OutlineColumn:
    """A column next to that of the moves: its title, and whether its texts are at the right."""

    title: str
    is_right: bool = True
    has_mark: bool = False


@dataclass(frozen=True, slots=True)
class OutlineLine:
    """A row.

    Attributes:
        level: number of its ancestors.
        move: text in the first column.
        cells: the texts in the other columns.
        notes: further text after the move.
        kind: one node, a folded run of nodes, or moves never looked at.
        state: whether rows below are shown, are not shown, or do not exist.
        fate, bound: what became of the node, and what is known about its value.
        is_best: whether it belongs to the principal variation.
        is_chosen: whether it is selected.
    """

    level: int
    move: str
    cells: Sequence[str]
    notes: str = ""
    kind: Literal["node", "run", "unseen"] = "node"
    state: Literal["open", "closed", ""] = ""
    fate: Fate = "leaf"
    bound: Bound = "none"
    is_best: bool = False
    is_chosen: bool = False


def outline_svg(
    rows: Sequence[OutlineLine],
    columns: Sequence[OutlineColumn],
    *,
    heading: str = "",
    rest: str = "",
    width: int = 900,
    theme: ThemeName = "light",
    title: str = "",
    inline: bool = True,
    ids: str = "o",
) -> str:
    """Return an outline as SVG. The columns are as wide as their texts, and the moves have the rest of the width.

    Args:
        rows: the rows.
        columns: the columns apart from the moves.
        heading: title of the column of the moves.
        rest: text of a last row, such as the number of rows that are not drawn, or an empty string.
        width: least width of the picture in px. Moves and notes that do not fit are shortened.
        theme: the theme.
        title: what the picture shows, in words.
        inline: whether the result is an element of an HTML page. Otherwise it is a separate file.
        ids: beginning of the identifiers.
    """
    look = theme_named(theme)
    widths = [
        max(text_width(each, _SIZE) for each in (column.title, *(row.cells[place] for row in rows)))
        + 2 * _PADDING
        + (_MARK if column.has_mark else 0)
        for place, column in enumerate(columns)
    ]
    width = max(width, round(sum(widths)) + 320)
    edges = [width - 4 - sum(widths[place:]) for place in range(len(widths) + 1)]
    height = ROW * (len(rows) + 1 + bool(rest))
    made = _texts(columns, [column.title for column in columns], edges, ROW / 2, look.secondary)
    if heading:
        made.append(Text(FIRST, ROW / 2, heading, _SIZE, look.secondary, "start"))
    made.append(Path(((0, ROW - 0.5), (width, ROW - 0.5)), Pen(look.line)))
    for number, row in enumerate(rows):
        made += _row(row, columns, edges, ROW * (number + 1), width, look)
    if rest:
        made.append(Text(FIRST, height - ROW / 2, rest, _SIZE, look.secondary, "start"))
    return scene_svg(Scene(width, height, made, title, look.surface), inline=inline, ids=ids)


def _row(
    row: OutlineLine, columns: Sequence[OutlineColumn], edges: Sequence[float], top: int, width: int, look: Theme
) -> list[Item]:
    middle, left = top + ROW / 2, FIRST + INDENT * min(row.level, MOST_INDENT)
    made: list[Item] = []
    if row.is_chosen:
        made += [Rect(0, top, width, ROW, look.chosen), Rect(0, top, 2, ROW, look.gold)]
    if row.kind == "unseen":
        made.append(Rect(left - 6, top, width - left + 6, ROW, hatch_color(look), is_hatched=True))
    if row.state:
        corners = ((-4, -2), (0, 2), (4, -2)) if row.state == "open" else ((-2, -4), (2, 0), (-2, 4))
        made.append(Path([(left - 10 + x, middle + y) for x, y in corners], Pen(look.secondary, 1.5)))
    # A row that is no node has no texts in the next columns.
    used = next((place for place, words in enumerate(row.cells) if words), len(columns)) if row.kind != "node" else 0
    room = edges[used] - left - _PADDING
    ink = look.secondary if row.kind == "run" else look.text
    move = fitted(row.move, _SIZE, room)
    made.append(Text(left, middle, move, _SIZE, ink, "start", is_bold=row.is_best))
    wide = text_width(move, _SIZE) + 10
    notes = fitted(row.notes, _SIZE, room - wide) if row.notes else ""
    if notes:
        made.append(Text(left + wide, middle, notes, _SIZE, look.secondary, "start"))
    made += _texts(columns, row.cells, edges, middle, ink)
    for column, edge, words in zip(columns, edges, row.cells, strict=False):
        if column.has_mark and words and row.kind == "node":
            made += fate_mark(edge + _PADDING + 5, middle, 4.5, row.fate, row.bound, look)
    return made


def _texts(
    columns: Sequence[OutlineColumn], cells: Sequence[str], edges: Sequence[float], middle: float, ink: str
) -> list[Item]:
    made: list[Item] = []
    for place, (column, words) in enumerate(zip(columns, cells, strict=True)):
        if words:
            mark = _MARK if column.has_mark else 0
            x = edges[place + 1] - _PADDING if column.is_right else edges[place] + _PADDING + mark
            made.append(Text(x, middle, words, _SIZE, ink, "end" if column.is_right else "start"))
    return made
