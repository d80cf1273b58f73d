"""Export of the shown tree: pictures of the views, tables, and files of trees."""

from pathlib import Path

from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QWidget

from engine.core.errors import KyVienError
from engine.core.files import csv_text, write_text
from engine.core.language import ngettext, tr
from engine.core.values import replace
from engine.picture.colors import ThemeName, theme_named
from engine.picture.outline import OutlineColumn, OutlineLine, outline_svg
from engine.picture.svg import scene_svg
from engine.searchtree.export.drawing import icicle, node_link, tree_latex
from engine.searchtree.export.drawing import title_of as title_of_tree
from engine.searchtree.export.film import tree_film
from engine.searchtree.export.page import tree_page
from engine.searchtree.export.strip import COLOURS, bound_for, node_of_strip, replies_of
from engine.searchtree.export.table import tree_csv
from engine.searchtree.files import write_tree
from engine.searchtree.folding import RowKind
from engine.searchtree.model import SearchTree
from studio.analysis import figures
from studio.look import palette
from studio.tree.views.columns import title_of
from studio.tree.views.outline import Outline
from studio.tree.views.rows import OutlineRow
from studio.tree.views.shown import ShownTree
from studio.tree.views.strip import StripPicture
from studio.tree.views.texts import View, sign

MOST_DRAWN_ROWS = 1000
"""Rows of the outline that are drawn in a picture."""
LEAST_WIDTH = 900
"""Least width of a picture of the outline or of the window strip in px."""
STRIP_HEIGHT = 220
"""Height of a picture of the window strip in px."""
SCALE = 2
"""Pixels of a picture for each pixel of the window."""


def save_picture(view: QWidget, path: Path) -> None:
    """Write a picture of a view as PNG, with twice the resolution of the window.

    Raises:
        KyVienError: if the file cannot be written.
    """
    size = view.size()
    image = QImage(QSize(size.width() * SCALE, size.height() * SCALE), QImage.Format.Format_ARGB32)
    image.setDevicePixelRatio(SCALE)
    image.fill(palette.current().ground)
    painter = QPainter(image)
    QWidget.render(view, painter, QPoint())
    painter.end()
    if not image.save(str(path), "PNG"):  # type: ignore[call-overload]
        raise KyVienError("{path} cannot be written", path=path)


def rows_csv(outline: Outline) -> str:
    """Return the rows of the outline as they are shown, as comma-separated values."""
    titles = [tr("Level"), tr("Move"), *(title_of(column) for column in outline.columns)]
    lines = [",".join(map(_quoted, titles))]
    for row in outline.shown.rows:
        cells = [
            str(row.level),
            outline.cells.move_cell(row),
            *(outline.cells.cell(row, each.name) for each in outline.columns),
        ]
        lines.append(",".join(map(_quoted, cells)))
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    text = csv_text(text).replace('"', '""')
    return f'"{text}"'


def rows_svg(outline: Outline, theme: ThemeName) -> str:
    """Return the rows of the outline as they are shown as a picture, at most ``MOST_DRAWN_ROWS`` of them."""
    shown, columns = outline.shown, outline.columns
    tree = shown.tree
    assert tree is not None
    lines = [_line(outline, tree, row) for row in shown.rows[:MOST_DRAWN_ROWS]]
    left = len(shown.rows) - len(lines)
    rest = (
        ngettext("… and {count} more row", "… and {count} more rows", left, count=figures.grouped(left)) if left else ""
    )
    titles = [OutlineColumn(title_of(each), each.is_right, each.name == "why") for each in columns]
    width = max(LEAST_WIDTH, outline.width())
    return outline_svg(
        lines, titles, heading=tr("Move"), rest=rest, width=width, theme=theme, title=title_of_tree(tree), inline=False
    )


def _line(outline: Outline, tree: SearchTree, row: OutlineRow) -> OutlineLine:
    shown, texts = outline.shown, outline.cells
    notes = "  ".join(words for words, _ in texts.tags(row))
    if row.kind is RowKind.GHOSTS and row.move < 0:
        notes = texts.ghost_names(tree, row.node)
    return OutlineLine(
        row.level,
        ("⋯  " if row.kind is RowKind.RUN else "") + texts.move_cell(row),
        [texts.cell(row, each.name) for each in outline.columns],
        notes,
        {RowKind.NODE: "node", RowKind.RUN: "run", RowKind.GHOSTS: "unseen"}[row.kind],  # type: ignore[arg-type]
        ("open" if shown.is_open(row) else "closed") if row.is_node and shown.can_open(row) else "",
        COLOURS[tree.fate(row.node)],
        bound_for(tree, row.node, sign(tree, row.node, shown.view)),
        row.is_node and row.level > 0 and row.node in tree.pv,
        row.is_node and row.node == shown.selected,
    )


def strip_svg(shown: ShownTree, width: int, theme: ThemeName) -> str:
    """Return the window strip of the selected node as a picture.

    Raises:
        KyVienError: if the search has no windows, or the node looked at no reply.
    """
    tree = shown.tree
    if tree is None or tree.facts.kind != "windows":
        raise KyVienError("This search has no windows.")
    if not replies_of(tree, node_of_strip(tree, max(0, shown.selected))):
        raise KyVienError("This node looked at no reply.")
    made = StripPicture(shown, max(LEAST_WIDTH, width), STRIP_HEIGHT, theme_named(theme))
    return scene_svg(replace(made.scene, title=f"{title_of_tree(tree)}. {made.caption()}"), inline=False)


def bands_svg(tree: SearchTree, chosen: int, theme: ThemeName, view: View) -> str:
    """Return the bands of all recorded nodes as a picture, with one node chosen. Call this function in a thread."""
    for_first = view is View.FIRST
    return icicle(_copy(tree), theme=theme, inline=False, chosen=chosen, for_first=for_first)


def nodes_svg(tree: SearchTree, chosen: int, theme: ThemeName) -> str:
    """Return the picture of a small tree, or of the neighbourhood of the node ``chosen``. Call this in a thread."""
    return node_link(_copy(tree), max(0, chosen), theme=theme)


def _copy(tree: SearchTree) -> SearchTree:
    """Return another object of the same arrays: the window may use the positions of the first one meanwhile."""
    return SearchTree(tree.facts, tree.columns, tree.position(0))


def save_tree(tree: SearchTree, path: Path, node: int = 0, *, is_strip: bool = False) -> None:
    """Write a tree to a file, as a table of all nodes, a page, or the tree itself.

    Call this function in a thread: a large tree takes seconds.

    Args:
        tree: the tree.
        path: the file, whose ending determines the format: ``.csv``, ``.html``, ``.tex`` or ``.kvtree``.
        node: the last node of the line that a page replays.
        is_strip: whether a page is a film strip for print.

    Raises:
        KyVienError: if the file cannot be written, the tree has too many nodes for LaTeX, or a search without windows
            is to be a film strip.
    """
    mine = _copy(tree)
    match path.suffix.lower():
        case ".csv":
            # The byte order mark makes spreadsheets decode Vietnamese correctly.
            write_text(path, "\ufeff" + tree_csv(mine))
        case ".html":
            write_text(path, tree_film(mine, node) if is_strip else tree_page(mine, node))
        case ".tex":
            write_text(path, tree_latex(mine))
        case _:
            write_tree(path, mine)
