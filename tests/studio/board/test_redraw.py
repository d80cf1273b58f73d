"""What the board paints again after a change: at least everything that looks different, and not all of it after a move.

The reference is the picture of the whole board before and after the change.
"""

import random
from itertools import pairwise
from typing import Any, get_args, get_type_hints

import pytest
from PySide6.QtCore import QCoreApplication, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QRegion

from engine.core.game import Game, find_game, games
from engine.core.surface import Sign
from studio.board.arrows import Arrow
from studio.board.picture import Mark
from studio.board.view import BoardView

PLIES = 24
RED = QColor("#C02010")
KINDS: tuple[Any, ...] = get_args(get_type_hints(Mark)["kind"])
SIGNS: tuple[Any, ...] = get_args(get_type_hints(Sign)["kind"])


class Asked:
    """The area that a board asked to be painted again."""

    def __init__(self, board: BoardView, monkeypatch: pytest.MonkeyPatch) -> None:
        self.region = QRegion()
        self.board = board
        monkeypatch.setattr(board, "update", self.add)

    def add(self, rect: QRect | None = None) -> None:
        self.region += QRegion(self.board.rect() if rect is None else rect)

    def take(self) -> QRegion:
        QCoreApplication.sendPostedEvents(self.board)
        region, self.region = self.region.intersected(self.board.rect()), QRegion()
        return region


def painted(board: BoardView) -> QImage:
    return board.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def without(image: QImage, region: QRegion) -> QImage:
    """Return a copy of an image with a region, in px of the widget, filled in black."""
    scale = image.devicePixelRatio()
    copy = image.copy()
    copy.setDevicePixelRatio(scale)
    painter = QPainter(copy)
    painter.setClipRegion(region)
    painter.fillRect(QRect(0, 0, copy.width(), copy.height()), Qt.GlobalColor.black)
    painter.end()
    return copy


def change(board: BoardView, game: Game, rng: random.Random) -> str:
    """Change one thing that is drawn, and return its name."""
    position = board.position
    assert position is not None and board.surface is not None
    cells = range(board.surface.columns * board.surface.rows)
    some = rng.sample(cells, rng.randrange(min(4, len(cells))))
    what = rng.choice(
        ("move", "move", "marks", "signs", "numbers", "faded", "arrows", "attacks", "choice", "hover", "cursor")
    )
    if what == "move":
        move = rng.choice(position.legal_moves())
        following = position.play(move)
        board.show_position(game, following if following.outcome() is None else game.start(), move, position)
    elif what == "marks":
        board.set_marks([Mark(cell, RED, rng.choice(KINDS), "+3") for cell in some], rng.choice(("", "other")))
    elif what == "signs":
        board.set_signs([Sign(cell, rng.choice(SIGNS), "A") for cell in some])
    elif what == "numbers":
        board.set_numbers({cell: str(cell) for cell in some})
    elif what == "faded":
        board.set_faded(some)
    elif what == "arrows":
        board.set_arrows([Arrow(one, other, RED, 1.0) for one, other in pairwise(some)])
    elif what == "attacks":
        board.set_attacks([shape for shape in game.shapes(position) if shape.captured][:2])
    elif what == "choice":
        board._input.choose(rng.choice([None, *cells]))
    elif what == "hover":
        board._input.hover(rng.choice([None, *cells]))
    elif rng.random() < 0.5:
        board._input.enter_cursor()
    else:
        board._input.leave_cursor()
    return what


@pytest.mark.parametrize("name", sorted(games()))
def test_everything_that_looks_different_is_painted_again(
    name: str, board: BoardView, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, rng = find_game(name)(), random.Random(name)
    board.show_position(game, game.start())
    asked, before = Asked(board, monkeypatch), painted(board)
    board.redraw()
    asked.take()
    partly = 0
    for _ in range(PLIES):
        what = change(board, game, rng)
        region, after = asked.take(), painted(board)
        assert without(before, region) == without(after, region), what
        partly += region.boundingRect() != board.rect()
        before = after
    assert partly > 0


def test_a_move_paints_the_cells_that_it_changes(board: BoardView, monkeypatch: pytest.MonkeyPatch) -> None:
    chess = find_game("chess")()
    position = chess.start()
    board.show_position(chess, position)
    asked = Asked(board, monkeypatch)
    asked.take()
    for text in ("e2e4", "e7e5"):
        move = chess.parse_move(position, text)
        following = position.play(move)
        board.show_position(chess, following, move, position)
        position = following
    board.stop_moving()
    region = asked.take()
    for name, is_painted in (("e2", True), ("e5", True), ("a1", False), ("h8", False)):
        surface = chess.surface(position)
        number = next(each for each in range(64) if surface.cell_name(each) == name)
        assert region.contains(board.cell_center(number)) is is_painted, name
    board.redraw()
    assert asked.take().isEmpty(), "nothing has changed"


def test_a_gliding_piece_is_painted_where_it_was_and_where_it_is(
    board: BoardView, monkeypatch: pytest.MonkeyPatch
) -> None:
    chess = find_game("chess")()
    board.show_position(chess, chess.start())
    kind = chess.surface(chess.start()).kinds[0].id
    asked = Asked(board, monkeypatch)
    asked.take()
    before = painted(board)
    for share in (0.0, 0.5, 1.0):
        board._glide_on(kind, QPointF(40, 40), 63, share)
        region, after = asked.take(), painted(board)
        assert without(before, region) == without(after, region)
        assert region.boundingRect() != board.rect()
        before = after
