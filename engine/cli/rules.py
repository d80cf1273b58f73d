"""The command ``rules``, which prints the page of a game or an article as text or JSON."""

import argparse
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from engine.cli.output import print_json, terminal_width
from engine.core.errors import KyVienError
from engine.core.game import find_game
from engine.core.language import language, tr
from engine.core.surface import PieceKind, Surface
from engine.guide.diagram import Diagram, find_diagram
from engine.guide.keys import KeyFacts, page_keys
from engine.guide.library import ARTICLES, find_page
from engine.guide.page import GuideEntry, GuideTable, Heading, Items, Listing, Page, Paragraph, Picture, spans
from engine.guide.sentences import fact_sentences, statement_sentences

_WIDEST = 100
"""Maximum width of wrapped text in columns."""


def show_rules(options: argparse.Namespace) -> None:
    """Print the page of a game or the article specified by the options."""
    page = find_page(options.article or find_game(options.game).name)
    keys = page_keys(page)
    if options.json:
        print_json(_as_data(page, keys))
        return
    print("\n".join(_lines(page, keys, min(_WIDEST, terminal_width()))))


# --- text -------------------------------------------------------------------------------------------------------------


def _lines(page: Page, keys: Mapping[str, KeyFacts], width: int) -> Iterator[str]:
    """Yield the lines of a page as plain text."""
    yield page.title
    yield "=" * len(page.title)
    before: object = None
    has_legend = False
    for block in page.blocks:
        if not (isinstance(block, GuideEntry) and isinstance(before, GuideEntry)):
            yield ""
        match block:
            case Heading():
                yield block.text
                yield ("-" if block.level == 2 else "·") * len(block.text)
            case Paragraph():
                yield from _wrapped(_plain(block.text), width)
            case Items():
                for number, text in enumerate(block.texts, 1):
                    sign = f"{number}." if block.is_numbered else "-"
                    yield from _wrapped(_plain(text), width, f"{sign} ")
            case GuideTable():
                yield from _table(block, width)
            case GuideEntry():
                yield from _entry(block, keys.get(block.key), width)
            case Picture():
                yield from _picture(page.name, block, width, has_legend)
                has_legend = True
            case Listing():
                from engine.searchtree.pseudocode import listing_text  # only lessons contain one

                yield from listing_text(block.name).splitlines()
        before = block


def _plain(text: str) -> str:
    return "".join(part for _, part in spans(text))


def _wrapped(text: str, width: int, first: str = "", indent: str = "") -> Iterator[str]:
    after = indent or " " * len(first)
    yield from textwrap.wrap(text, width, initial_indent=first, subsequent_indent=after, break_on_hyphens=False)


def _table(table: GuideTable, width: int) -> Iterator[str]:
    """Yield the lines of a table, with the cells of the last column wrapped."""
    rows = [[_plain(cell) for cell in row] for row in (table.header, *table.rows)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(table.header))]
    widths[-1] = min(widths[-1], max(20, width - sum(widths[:-1]) - 2 * len(widths[:-1])))
    for number, row in enumerate(rows):
        first = "".join(f"{cell:{wide}}  " for cell, wide in zip(row[:-1], widths[:-1], strict=True))
        indent = " " * len(first)
        for part, text in enumerate(textwrap.wrap(row[-1], widths[-1], break_on_hyphens=False) or [""]):
            yield f"{indent if part else first}{text}".rstrip()
        if number == 0:
            yield "  ".join("-" * wide for wide in widths)


def _entry(entry: GuideEntry, facts: KeyFacts | None, width: int) -> Iterator[str]:
    label = "" if facts is None or facts.label == entry.key else f" ({facts.label})"
    note = f" {facts.note}" if facts is not None and facts.note else ""
    indent = "      " if facts is not None and facts.is_value else "  "
    text = " ".join(f"{entry.key}{label}: {_plain(entry.text)}{note}".split())
    yield from _wrapped(text, width, indent[2:] + "- ", indent + "  ")


def _picture(page: str, picture: Picture, width: int, has_legend: bool) -> Iterator[str]:
    yield from _wrapped(_plain(picture.caption), width)
    try:
        diagram = find_diagram(page, picture.name)
    except KyVienError as error:
        yield f"  {error}"
        return
    surface = diagram.game.surface(diagram.position)
    for line in text_board(surface):
        yield f"  {line}".rstrip()
    if not has_legend and (legend := _legend(surface)):
        yield from _wrapped(legend, width, "  ")
    for sentence in fact_sentences(diagram):
        yield from _wrapped(sentence, width, "  ")
    for sign, sentence in statement_sentences(diagram):
        yield from _wrapped(sentence, width, f"  {sign} ")


def text_board(surface: Surface) -> list[str]:
    """Return a board as lines of text, with the names of rows and columns if it has any. The top row comes first."""
    labels = _labels(surface)
    cells = {cell: labels[piece] for cell, piece in surface.pieces.items()}
    ruled = _ruled(surface)
    wide = max((len(label) for label in (*cells.values(), *surface.column_names)), default=1)
    margin = max(map(len, surface.row_names))
    lines = []
    for row in range(surface.rows - 1, -1, -1):
        first = row * surface.columns
        signs = (cells.get(cell, "." if cell in ruled else "") for cell in range(first, first + surface.columns))
        name = f"{surface.row_names[row]:>{margin}} " if surface.has_names else ""
        lines.append(f"{name}{' '.join(sign.rjust(wide) for sign in signs)}".rstrip())
    if surface.has_names:
        lines.append(f"{'':{margin}} {' '.join(name.rjust(wide) for name in surface.column_names)}")
    return lines


def _labels(surface: Surface) -> dict[str, str]:
    """Return a mapping of ids of piece kinds to the signs shown for them.

    The signs are the labels if all labels differ and contain no wide characters, or the ids otherwise.
    """

    def is_clear(kind: PieceKind) -> bool:
        same = [each for each in surface.kinds if each.label == kind.label]
        # Chinese characters are two columns wide.
        return len(same) == 1 and all(ord(sign) < 0x3000 for sign in kind.label)

    is_plain = all(is_clear(kind) for kind in surface.kinds)
    return {kind.id: kind.label if is_plain else kind.id for kind in surface.kinds}


def _legend(surface: Surface) -> str:
    """Return the signs and names of the pieces, or an empty string if the sign of each piece contains its label."""
    labels = _labels(surface)
    if all(kind.label in labels[kind.id] for kind in surface.kinds):
        return ""
    return ", ".join(f"{labels[kind.id]}: {tr(kind.name)}" for kind in surface.kinds)


def _ruled(surface: Surface) -> set[int]:
    """Return the cells that are shown as ``.`` if they are empty.

    These are all cells of the board. If the lines of the board do not cover all cells, as on a board drawn as a graph,
    the result is empty.
    """
    if surface.lines is None:
        return set(range(surface.columns * surface.rows))
    found: set[int] = set()
    for start, end in surface.lines:
        if start // surface.columns == end // surface.columns:
            found |= set(range(min(start, end), max(start, end) + 1))
        elif start % surface.columns == end % surface.columns:
            found |= set(range(min(start, end), max(start, end) + 1, surface.columns))
    return found if len(found) == surface.columns * surface.rows else set()


# --- JSON -------------------------------------------------------------------------------------------------------------


def _as_data(page: Page, keys: Mapping[str, KeyFacts]) -> dict[str, Any]:
    """Return a page as plain data, including the positions and moves of its diagrams."""
    blocks: list[dict[str, Any]] = []
    for block in page.blocks:
        entry: dict[str, Any] = {"type": type(block).__name__.removeprefix("Guide").lower()} | asdict(block)
        if isinstance(block, Picture):
            entry |= _diagram_data(find_diagram(page.name, block.name))
        elif isinstance(block, GuideEntry) and block.key in keys:
            entry |= {"label": keys[block.key].label, "note": keys[block.key].note}
        blocks.append(entry)
    kind = "article" if page.name in ARTICLES else "game"
    return {kind: page.name, "language": language(), "title": page.title, "blocks": blocks}


def _diagram_data(diagram: Diagram) -> dict[str, Any]:
    return {
        "game": diagram.game.name,
        "rules": diagram.game.rules_text(),
        "position": diagram.game.format_position(diagram.position),
        "moves": [
            {"statement": each.kind, "move": each.text} | ({"reason": each.reason} if each.reason else {})
            for each in diagram.statements
        ],
    }
