"""Export of the picture of a tree as SVG, PNG or LaTeX source."""

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from engine.core.files import write_bytes, write_text
from engine.teach.drawing import Drawing
from engine.teach.picture import tree_latex, tree_picture
from studio.look import palette

SCALE = 2
"""Pixels of a PNG for each px of the SVG."""


def save_picture(made: Drawing, path: Path, title: str) -> None:
    """Write the picture of a tree. SVG and PNG show the same picture, in the theme in use.

    Args:
        made: the tree.
        path: the file, whose suffix is ``.svg``, ``.png`` or ``.tex``.
        title: what the picture shows, in words.

    Raises:
        FileError: if the file cannot be written.
        KyVienError: if the tree has too many nodes for LaTeX.
    """
    if path.suffix.lower() == ".tex":
        write_text(path, tree_latex(made, title=title))
        return
    svg = tree_picture(made, title=title, theme=palette.current().name, inline=False)
    if path.suffix.lower() == ".png":
        write_bytes(path, _png(svg))
    else:
        write_text(path, svg)


def _png(svg: str) -> bytes:
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    size = renderer.defaultSize()
    image = QImage(QSize(size.width() * SCALE, size.height() * SCALE), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter)
    painter.end()
    stored = QByteArray()
    buffer = QBuffer(stored)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    buffer.close()
    return bytes(stored.data())
