"""Tables as lines of text."""

from collections.abc import Iterator, Sequence

LEAST_WIDTH = 8
"""Minimum width of a column, in terminal cells."""
READABLE_WIDTH = 24
"""Maximum width of the wrapped column, in terminal cells, if a table does not fit even at ``LEAST_WIDTH``."""
BOLD, ITALIC = 1, 3
"""Style codes of terminals (ECMA-48)."""


def format_table(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], left: int, width: int, styled: bool = False
) -> Iterator[str]:
    """Yield the lines of a table.

    If the table does not fit, its last left-aligned column is wrapped, at spaces if possible. Nothing is cut off: if
    the table still does not fit, its lines are longer than ``width``.

    Args:
        title: line above the table, or an empty string for none.
        columns: headings of the columns.
        rows: cells of each row.
        left: number of left-aligned columns. The other columns are right-aligned.
        width: width of the terminal, in terminal cells.
        styled: whether the title is written in italics and the headings in bold, with terminal codes.
    """
    widths = [max(LEAST_WIDTH, *map(cell_width, cells)) for cells in zip(columns, *rows, strict=True)]
    excess = _total(widths) - width
    if excess > 0:
        fitting = widths[left - 1] - excess
        widths[left - 1] = fitting if fitting >= LEAST_WIDTH else min(widths[left - 1], READABLE_WIDTH)
    total = _total(widths)
    if title:
        for line in _wrapped(title, total):
            yield _styled(_padded(line, total), ITALIC) if styled else _padded(line, total)
    yield " " * total
    for line in _lines(columns, widths, left, at_bottom=True):
        yield _styled(line, BOLD) if styled else line
    yield f" {'─' * (total - 2)} "
    for row in rows:
        yield from _lines(row, widths, left)
    yield " " * total


def cell_width(text: str) -> int:
    """Return the width of a text in terminal cells. A wide character has width 2, a combining character width 0."""
    if text.isascii():
        return len(text)
    import unicodedata

    width = 0
    for sign in text:
        if unicodedata.category(sign) not in ("Mn", "Me", "Cf"):
            width += 2 if unicodedata.east_asian_width(sign) in "WF" else 1
    return width


def _total(widths: Sequence[int]) -> int:
    """Return the width of a table, including the spaces around and between cells and at the edges."""
    return sum(widths) + 3 * len(widths) + 1


def _lines(cells: Sequence[str], widths: Sequence[int], left: int, at_bottom: bool = False) -> Iterator[str]:
    """Yield the lines of one row, in which the cell of the column ``left - 1`` is wrapped.

    The other cells are on the first line, or on the last line if ``at_bottom`` is true.
    """
    parts = [_wrapped(cell, widths[left - 1]) if column == left - 1 else [cell] for column, cell in enumerate(cells)]
    height = max(len(part) for part in parts)
    for part in parts:
        missing = [""] * (height - len(part))
        part[:] = missing + part if at_bottom else part + missing
    for line in zip(*parts, strict=True):
        padded = [_padded(text, widths[column], column < left) for column, text in enumerate(line)]
        yield f"  {'   '.join(padded)}  "


def _padded(text: str, width: int, to_left: bool = True) -> str:
    space = " " * (width - cell_width(text))
    return text + space if to_left else space + text


def _styled(line: str, style: int) -> str:
    return f"\033[{style}m{line}\033[0m"


def _wrapped(text: str, width: int) -> list[str]:
    """Wrap a text into lines of at most ``width`` terminal cells, at spaces and within longer words."""
    if cell_width(text) <= width:
        return [text]
    lines = [""]
    for word in text.split(" "):
        line = f"{lines[-1]} {word}" if lines[-1] else word
        if cell_width(line) <= width:
            lines[-1] = line
            continue
        if lines[-1]:
            lines.append("")
        for sign in word:
            if cell_width(lines[-1] + sign) > width:
                lines.append("")
            lines[-1] += sign
    return lines
