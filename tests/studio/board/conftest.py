"""A second game, as unlike cờ toán as can be, and hands that work a board as a person does."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.core.errors import IllegalMoveError, KyVienError, NotationError, PositionError
from engine.core.game import Game, MoveStyle, find_game
from engine.core.outcome import Outcome, Player
from engine.core.surface import WOOD, Counter, MoveShape, PieceKind, Setup, Surface
from studio.board.view import BoardView
from studio.look import style

SIZE = 19
LETTERS = "ABCDEFGHJKLMNOPQRST"
KINDS = (
    PieceKind("black", "Black stone", Player.FIRST, ""),
    PieceKind("white", "White stone", Player.SECOND, ""),
)


@dataclass(frozen=True)
class StonesPosition:
    """Stones on points; a move is the point."""

    game: "Stones"
    stones: tuple[tuple[int, str], ...] = ()
    turn: Player = Player.FIRST
    prisoners: int = 0

    def legal_moves(self) -> list[int]:
        taken = dict(self.stones)
        return [cell for cell in range(SIZE * SIZE) if cell not in taken]

    def play(self, move: int) -> "StonesPosition":
        stone = KINDS[self.turn].id
        return StonesPosition(self.game, (*self.stones, (move, stone)), self.turn.other, self.prisoners)

    def outcome(self) -> Outcome | None:
        return None


@dataclass(frozen=True)
class NoRules:
    """Nothing to agree on."""


class Stones(Game):
    """Placing stones on 19 × 19 points."""

    name: ClassVar[str] = "stones"
    title: ClassVar[str] = "Stones"
    sides: ClassVar[tuple[str, str]] = ("Black", "White")
    Rules: ClassVar[type] = NoRules
    counters: ClassVar[tuple[Counter, ...]] = (Counter("prisoners", "Prisoners", 0, None),)

    def start(self) -> Any:
        return StonesPosition(self)

    def format_position(self, position: Any) -> str:
        stones = " ".join(f"{stone[0]}{self.surface(position).cell_name(cell)}" for cell, stone in position.stones)
        return f"{'BW'[position.turn]} {position.prisoners} {stones}".strip()

    def parse_position(self, text: str) -> Any:
        side, prisoners, *stones = [*text.split(), "", ""]
        if side not in ("B", "W") or not prisoners.isdigit():
            raise NotationError("no position {text!r}", text=text)
        setup: dict[int, str] = {}
        for stone in filter(None, stones):
            setup[(int(stone[2:]) - 1) * SIZE + LETTERS.index(stone[1])] = {"b": "black", "w": "white"}[stone[0]]
        return self.compose(Setup(setup, Player("BW".index(side)), {"prisoners": int(prisoners)}))

    def restore(self, text: str, history: Any) -> Any:
        return self.parse_position(text)

    def format_move(self, position: Any, move: int, style: MoveStyle = "record") -> str:
        return self.surface(position).cell_name(move)

    def parse_move(self, position: Any, text: str) -> int:
        raise IllegalMoveError("{text}: the point is taken", text=text)

    def surface(self, position: Any) -> Surface:
        stars = frozenset(row * SIZE + column for row in (3, 9, 15) for column in (3, 9, 15))
        names = tuple(str(row) for row in range(1, SIZE + 1))
        pieces = dict(position.stones)
        return Surface("stones", "points", SIZE, SIZE, tuple(LETTERS), names, KINDS, pieces, stars, colors=WOOD)

    def shape(self, position: Any, move: int) -> MoveShape:
        return MoveShape(move, None, move)

    def setup(self, position: Any) -> Setup:
        return Setup(dict(position.stones), position.turn, {"prisoners": position.prisoners})

    def faults(self, setup: Setup) -> list[KyVienError]:
        blacks = list(setup.pieces.values()).count("black")
        if 2 * blacks - len(setup.pieces) in (0, 1):
            return []
        return [PositionError("{count} black stones among {all}", count=blacks, all=len(setup.pieces))]

    def compose(self, setup: Setup) -> Any:
        for fault in self.faults(setup):
            raise fault
        return StonesPosition(self, tuple(setup.pieces.items()), setup.turn, setup.counters["prisoners"])


class Hand:
    """A mouse. Positions are cells of a board, or points of another widget."""

    def __init__(self, qtbot: QtBot, board: BoardView) -> None:
        self.bot = qtbot
        self.board = board

    def cell(self, name: str) -> int:
        """The cell with this name at the edge of the board."""
        surface = self.board.surface
        assert surface is not None
        return next(cell for cell in range(surface.columns * surface.rows) if surface.cell_name(cell) == name)

    def at(self, name: str) -> QPoint:
        return self.board.cell_center(self.cell(name))

    def press(self, name: str, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        self.bot.mousePress(self.board, button, pos=self.at(name))

    def release(self, name: str, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        self.bot.mouseRelease(self.board, button, pos=self.at(name))

    def move(self, name: str) -> None:
        self.bot.mouseMove(self.board, self.at(name))

    def click(self, name: str, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        self.bot.mouseClick(self.board, button, pos=self.at(name))

    def drag(self, origin: str, target: str, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        self.drag_to(origin, self.at(target), button)

    def drag_to(self, origin: str, point: QPoint, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        """Drag from a cell to a point of the board's widget, which may lie outside."""
        start = self.at(origin)
        self.bot.mousePress(self.board, button, pos=start)
        self.bot.mouseMove(self.board, start + (point - start) / 2)
        self.bot.mouseMove(self.board, point)
        self.bot.mouseRelease(self.board, button, pos=point)

    def carry(self, source: QWidget, name: str) -> None:
        """Drag from the middle of another widget to a cell."""
        start = source.rect().center()
        point = source.mapFromGlobal(self.board.mapToGlobal(self.at(name)))
        self.bot.mousePress(source, Qt.MouseButton.LeftButton, pos=start)
        self.bot.mouseMove(source, start + QPoint(12, 0))
        self.bot.mouseMove(source, point)
        self.bot.mouseRelease(source, Qt.MouseButton.LeftButton, pos=point)


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> Iterator[None]:
    """Pieces do not glide; the light theme."""
    monkeypatch.setenv("KYVIEN_MOTION", "off")
    style.apply(qapp, "light")
    yield
    style.apply(qapp, "light")


@pytest.fixture
def cotoan() -> Game:
    return find_game("cotoan")()


@pytest.fixture
def stones() -> Stones:
    return Stones()


@pytest.fixture
def board(qtbot: QtBot) -> BoardView:
    """An empty board view, shown."""
    view = BoardView()
    qtbot.addWidget(view)
    view.resize(640, 740)
    view.show()
    return view


@pytest.fixture
def hand(qtbot: QtBot, board: BoardView) -> Hand:
    return Hand(qtbot, board)


@pytest.fixture
def mouse_on(qtbot: QtBot) -> Callable[[BoardView], Hand]:
    return lambda view: Hand(qtbot, view)
