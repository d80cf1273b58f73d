"""Boards and numbers as text, for terminals."""

from engine.core.language import Plural, translate
from engine.core.surface import Surface


def counted(text: Plural, number: int) -> str:
    """Return a number with its noun, such as ``1 node`` or ``1,200 nodes``, in English as every representation."""
    return translate(text, "en", number).format(count=f"{number:,}")


def text_board(surface: Surface) -> str:
    """Return a board as lines of text, with the first player at the bottom, and coordinates at the edges if it has any.

    A piece is its label, or its identifier if pieces of both players have the same label. An empty cell is a dot. On a
    board whose lines or crossings are given one by one, cells that are not on a line are empty.
    """
    labels = {kind.id: kind.label for kind in surface.kinds}
    owners: dict[str, set[object]] = {}
    for kind in surface.kinds:
        owners.setdefault(kind.label, set()).add(kind.player)
    if any(len(each) > 1 for each in owners.values()) or any(_is_wide(label) for label in labels.values()):
        labels = {kind.id: kind.id for kind in surface.kinds}
    on_board = _cells(surface)
    rows = []
    for row in reversed(range(surface.rows)):
        cells = [row * surface.columns + column for column in range(surface.columns)]
        texts = [
            labels[surface.pieces[cell]] if cell in surface.pieces else "." if cell in on_board else ""
            for cell in cells
        ]
        rows.append([surface.row_names[row], *texts])
    rows.append(["", *surface.column_names])
    widths = [max(len(row[column]) for row in rows) for column in range(surface.columns + 1)]
    names = [f"{row[0]:>{widths[0]}}  " if surface.has_names else "" for row in rows]
    cells_of = [" ".join(f"{text:>{width}}" for text, width in zip(row[1:], widths[1:], strict=True)) for row in rows]
    lines = [f"{name}{line}".rstrip() for name, line in zip(names, cells_of, strict=True)]
    return "\n".join(lines if surface.has_names else lines[:-1])


def _cells(surface: Surface) -> frozenset[int]:
    """Return the cells that belong to the board."""
    if surface.lines is None:
        return frozenset(range(surface.columns * surface.rows))
    found = set(surface.pieces)
    for start, end in surface.lines:
        column, row = start % surface.columns, start // surface.columns
        across, up = end % surface.columns - column, end // surface.columns - row
        steps = max(abs(across), abs(up), 1)
        if across % steps or up % steps:
            found.update((start, end))
            continue
        for step in range(steps + 1):
            found.add((row + up // steps * step) * surface.columns + column + across // steps * step)
    return frozenset(found)


def _is_wide(label: str) -> bool:
    """Whether a label may be two columns wide in a terminal."""
    return any(ord(sign) >= 0x1100 for sign in label if sign not in "●○□−")
