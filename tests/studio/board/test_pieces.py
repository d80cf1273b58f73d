"""Pictures of pieces."""

import importlib.util
import sys
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from engine.core.game import Game
from engine.core.outcome import Player
from engine.core.surface import BoardColors, PieceKind
from studio.board import pieces
from studio.board.pieces import draw_piece, has_picture, piece_pixmaps
from studio.look import palette
from tests.studio.allocated import allocated_bytes, glibc

SCRIPT = Path(__file__).parents[3] / "examples" / "pieces" / "cotoan.py"


def test_every_piece_of_cotoan_has_its_picture(cotoan: Game, qapp: QApplication) -> None:
    surface = cotoan.surface(cotoan.start())
    assert all(has_picture(surface.theme, kind.id) for kind in surface.kinds)


def test_the_pictures_are_what_the_script_writes() -> None:
    folder = Path(str(resources.files("resources"))) / "pieces"
    spec = importlib.util.spec_from_file_location("pieces", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = bytecode
    for side in "rb":
        for value in range(10):
            written = (folder / "cotoan" / f"{side}{value}.svg").read_text(encoding="utf-8")
            assert written == module.draw(side, value)
            dots = written.count(f'r="{module.DOT_RADIUS}"')
            assert dots == value


def drawn(game: Game, kind: PieceKind, side: int) -> QImage:
    image = QImage(side, side, QImage.Format.Format_ARGB32)
    image.fill(QColor("#F4E6CB"))
    painter = QPainter(image)
    draw_piece(painter, QRectF(0, 0, side, side), game.surface(game.start()), kind)
    painter.end()
    return image


def test_pieces_are_distinct_down_to_24_px(cotoan: Game, qapp: QApplication) -> None:
    surface = cotoan.surface(cotoan.start())
    pictures = {kind.id: drawn(cotoan, kind, 24) for kind in surface.kinds}
    for one, first in pictures.items():
        for other, second in pictures.items():
            if one < other:
                differing = sum(
                    abs(first.pixelColor(x, y).lightness() - second.pixelColor(x, y).lightness()) > 60
                    or abs(first.pixelColor(x, y).hue() - second.pixelColor(x, y).hue()) > 60
                    for x in range(24)
                    for y in range(24)
                )
                assert differing >= 12, (one, other)


def test_an_unknown_piece_is_a_disc_with_its_label(cotoan: Game, qapp: QApplication) -> None:
    for player, color in ((Player.FIRST, "first"), (Player.SECOND, "second")):
        kind = PieceKind("unknown", "Unknown", player, "Q")
        assert not has_picture("cotoan", "unknown")
        image = drawn(cotoan, kind, 60)
        assert image.pixelColor(30, 8) == getattr(palette.board(cotoan.surface(cotoan.start()).colors), color)
        plain = drawn(cotoan, PieceKind("unknown", "Unknown", player, ""), 60)
        assert image != plain
    neutral = drawn(cotoan, PieceKind("wall", "Wall", None, ""), 60)
    assert neutral.pixelColor(30, 30) == QColor("#8A8A8A")


@pytest.mark.parametrize("scale", [1.0, 1.25, 2.0])
def test_pixmaps_are_made_once_per_size_and_scale(cotoan: Game, qapp: QApplication, scale: float) -> None:
    surface = cotoan.surface(cotoan.start())
    kind = surface.kinds[0].id
    first = piece_pixmaps(surface, 40, scale)[kind]
    assert first.width() == round(40 * scale)
    assert first.devicePixelRatio() == scale
    again = cotoan.surface(cotoan.start())
    assert again is not surface and piece_pixmaps(again, 40, scale)[kind].cacheKey() == first.cacheKey()
    assert piece_pixmaps(surface, 41, scale)[kind].cacheKey() != first.cacheKey()
    for other in (replace(surface, colors=BoardColors("#112233")), replace(surface, kinds=surface.kinds[:3])):
        assert piece_pixmaps(other, 40, scale)[kind].cacheKey() != first.cacheKey()
        assert list(piece_pixmaps(other, 40, scale)) == [each.id for each in other.kinds]


def test_cached_pixmaps_are_limited_in_bytes(cotoan: Game, qapp: QApplication) -> None:
    surface = cotoan.surface(cotoan.start())
    few = replace(surface, kinds=surface.kinds[:4])
    # Twice the limit, which three sets do not reach. One set is used again, so another one is deleted before it.
    for side in (*range(400, 409), 406, 409):
        piece_pixmaps(few, side, 1.0)
    cached = [[each.width() for each in pixmaps.values()] for _, pixmaps in pieces._sets.values()]
    assert cached == [[side] * 4 for side in (408, 406, 409)]
    assert sum(4 * width * width for widths in cached for width in widths) <= pieces._MOST_BYTES


@glibc
def test_cached_pieces_take_little_more_than_their_pixels(cotoan: Game, qapp: QApplication) -> None:
    """The paint engine of a pixmap stays in memory, and takes at least 10 kB after a piece has been drawn."""
    surface = cotoan.surface(cotoan.start())

    def drawn(side: int) -> list[QPixmap]:
        return list(piece_pixmaps(surface, side, 1.0).values())

    drawn(22)
    before = allocated_bytes()
    kept = drawn(23)
    assert (allocated_bytes() - before) / len(kept) < 5000, "23 × 23 pixels take 2116 bytes"
