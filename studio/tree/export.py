"""Export of the shown tree: pictures of the views, tables, and files of trees."""

from pathlib import Path

from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QWidget

from engine.core.errors import KyVienError
from engine.core.files import csv_text, write_text
from engine.core.language import tr
from engine.picture.colors import ThemeName
from engine.searchtree.export.drawing import MOST_DRAWN, icicle, tree_picture
from engine.searchtree.export.page import tree_page
from engine.searchtree.export.table import tree_csv
from engine.searchtree.files import write_tree
from engine.searchtree.model import SearchTree
from studio.look import palette
from studio.tree.columns import title_of
from studio.tree.outline import Outline

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


def save_tree(tree: SearchTree, path: Path, theme: ThemeName = "light") -> None:
    """Write a tree to a file, as a table of all nodes, a page, a picture, or the tree itself.

    Call this function in a thread: a large tree takes seconds.

    Args:
        tree: the tree.
        path: the file, whose ending determines the format: ``.csv``, ``.html``, ``.svg`` or ``.kvtree``.
        theme: colours of a picture.

    Raises:
        KyVienError: if the file cannot be written.
    """
    # Another object of the same arrays: the window may use the positions of this one meanwhile.
    mine = SearchTree(tree.facts, tree.columns, tree.position(0))
    match path.suffix.lower():
        case ".csv":
            # The byte order mark makes spreadsheets decode Vietnamese correctly.
            write_text(path, "\ufeff" + tree_csv(mine))
        case ".html":
            write_text(path, tree_page(mine))
        case ".svg":
            small = len(mine) <= MOST_DRAWN
            write_text(path, tree_picture(mine, theme=theme) if small else icicle(mine, theme=theme, inline=False))
        case _:
            write_tree(path, mine)
