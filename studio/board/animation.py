"""Animated pictures: a writer of APNG files from images, and the frames of a record.

Source: PNG Specification (Third Edition), W3C 2025, sections 11.3.6 (acTL, fcTL, fdAT) and 5.
"""

import struct
import zlib
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from engine.page.film import caption_at
from engine.records.tree import GameTree
from studio.board.geometry import BoardGeometry, margins
from studio.board.picture import BoardPicture
from studio.look import notation, palette, style

MOVE_MS, LAST_MS = 1000, 3000
"""Time in ms for which a position is shown, and for which the last one is shown."""
_WIDE, _LARGEST, _SMALLEST = 440, 48, 20
"""Intended width of the board, and the largest and smallest edges of its cells, in px."""
_CAPTION = 28
_SIGNATURE = b"\x89PNG\r\n\x1a\n"

Pixels = npt.NDArray[np.uint8]


class AnimatedPng:
    """An APNG file under construction, which plays its frames again and again.

    Only the rectangle that differs from the frame before is stored.
    """

    def __init__(self) -> None:
        self._frames: list[tuple[tuple[int, int, int, int], int, bytes]] = []
        self._last: Pixels | None = None

    def add(self, image: QImage, ms: int) -> None:
        """Add a frame.

        Args:
            image: the frame, as large as the first one.
            ms: time in ms for which it is shown, at most 65,535.

        Raises:
            ValueError: if the image has another size than the first one.
        """
        pixels = _pixels(image)
        if self._last is None:
            left, top, right, bottom = 0, 0, pixels.shape[1], pixels.shape[0]
        else:
            if pixels.shape != self._last.shape:
                raise ValueError("all frames of an animation have one size")
            changed = (pixels != self._last).any(axis=2)
            rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
            # A frame has at least one pixel, even if nothing has changed.
            top, bottom = (int(rows[0]), int(rows[-1]) + 1) if len(rows) else (0, 1)
            left, right = (int(columns[0]), int(columns[-1]) + 1) if len(columns) else (0, 1)
        self._last = pixels
        part = pixels[top:bottom, left:right]
        # Each row begins with the number of its filter: 0, no filter.
        lines = np.zeros((part.shape[0], 1 + 3 * part.shape[1]), np.uint8)
        lines[:, 1:] = part.reshape(part.shape[0], -1)
        self._frames.append(((right - left, bottom - top, left, top), ms, zlib.compress(lines.tobytes(), 9)))

    def to_bytes(self) -> bytes:
        """Return the content of the file.

        Raises:
            ValueError: if there are no frames.
        """
        if self._last is None:
            raise ValueError("an animation needs a frame")
        height, width = self._last.shape[:2]
        chunks = [
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
            _chunk(b"acTL", struct.pack(">II", len(self._frames), 0)),
        ]
        number = 0
        for (across, down, left, top), ms, data in self._frames:
            control = struct.pack(">IIIIIHHBB", number, across, down, left, top, ms, 1000, 0, 0)
            chunks.append(_chunk(b"fcTL", control))
            number += 1
            if number == 1:
                chunks.append(_chunk(b"IDAT", data))
            else:
                chunks.append(_chunk(b"fdAT", struct.pack(">I", number) + data))
                number += 1
        return _SIGNATURE + b"".join(chunks) + _chunk(b"IEND", b"")


def _pixels(image: QImage) -> Pixels:
    """Return the colours of an image, in the shape (rows, columns, 3)."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    lines = np.frombuffer(bytes(plain.constBits()), np.uint8).reshape(plain.height(), plain.bytesPerLine())
    return lines[:, : 3 * plain.width()].reshape(plain.height(), plain.width(), 3)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def animate(tree: GameTree, animation: AnimatedPng, *, flipped: bool = False) -> Iterator[tuple[int, int]]:
    """Add the positions of the main line to an animation, with the moves under the board, in the theme in use.

    Args:
        tree: the tree.
        animation: receives the frames.
        flipped: whether SECOND is at the bottom.

    Yields:
        After each frame: the number of frames added, and the number of all frames. The caller may stop at any time.
    """
    line = tree.main_line()
    for index, node in enumerate(line):
        ms = LAST_MS if index == len(line) - 1 else MOVE_MS
        animation.add(_frame(tree, node, flipped=flipped), ms)
        yield index + 1, len(line)


def _frame(tree: GameTree, node: int, *, flipped: bool) -> QImage:
    """Return the image of the position at a node, with the move that leads to it."""
    each, position = tree[node], tree.position(node)
    surface = notation.surface(tree.game, position)
    last: tuple[int, ...] = ()
    if each.move is not None and each.parent is not None:
        shape = tree.game.shape(tree.position(each.parent), each.move)
        last = tuple(cell for cell in (shape.origin, shape.target) if cell is not None)
    side = max(_SMALLEST, min(_LARGEST, _WIDE // surface.columns))
    left, top, right, bottom = margins(surface, named=True)
    size = QSize(round(surface.columns * side + left + right), round(surface.rows * side + top + bottom))
    image = QImage(size.width(), size.height() + _CAPTION, QImage.Format.Format_RGB32)
    image.fill(palette.current().ground)
    painter = QPainter(image)
    area = QRectF(0, 0, size.width(), size.height())
    geometry = BoardGeometry.fit_tight(surface, area, 1.0, flipped=flipped, named=True)
    BoardPicture(surface, last=last, checked=tree.game.checked(position)).draw(painter, geometry)
    painter.setPen(palette.current().text)
    painter.setFont(style.font(tabular=True))
    place = QRectF(0, size.height(), size.width(), _CAPTION)
    caption = caption_at(tree, node, lambda before, move: notation.move_text(before, move, short=True))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, caption)
    painter.end()
    return image
