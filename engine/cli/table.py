"""Tables as lines of text. ``rich`` draws such tables, too, but importing it takes longer than most commands."""

from collections.abc import Iterator, Sequence

LEAST_WIDTH = 8
"""Of a column, in cells."""
READABLE_WIDTH = 24
"""Of a column that is wrapped although the table does not fit, in cells."""
BOLD, ITALIC = 1, 3
"""Numbers of styles in terminals (ECMA-48)."""


def format_table(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], left: int, width: int, styled: bool = False
) -> Iterator[str]:
    """Yield the lines of a table.

    If it does not fit, the last left-aligned column is wrapped at spaces. Nothing is cut off: a table that does not fit
    even so has lines longer than ``width``.

    Args:
        title: a line above the table, or empty.
        columns: the headings.
        rows: the cells of each row.
        left: number of columns that are aligned left; the others are aligned right.
        width: of the terminal, in cells.
        styled: whether title and headings have the styles of a terminal.
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
    """Return the number of cells that a text takes in a terminal: 2 for a wide character, 0 for a combining one."""
    if text.isascii():
        return len(text)
    import unicodedata

    width = 0
    for sign in text:
        if unicodedata.category(sign) not in ("Mn", "Me", "Cf"):
            width += 2 if unicodedata.east_asian_width(sign) in "WF" else 1
    return width


def _total(widths: Sequence[int]) -> int:
    """Return the width of a table: a space around each cell, one between neighbours and one at each edge."""
    return sum(widths) + 3 * len(widths) + 1


def _lines(cells: Sequence[str], widths: Sequence[int], left: int, at_bottom: bool = False) -> Iterator[str]:
    """Yield the lines of one row, several where a cell is wrapped, with the other cells at the top or the bottom."""
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
    """Return a text in lines of at most a number of cells, broken at spaces and within words that are longer."""
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
