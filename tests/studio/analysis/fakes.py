"""A document as the panels see one: a line of moves with a cursor."""

from types import SimpleNamespace

from PySide6.QtCore import QObject, Signal

from engine.core.game import Game, find_game
from engine.core.position import Position


class FakeDocument(QObject):
    """One main line; node n is the position after n plies."""

    edited = Signal()
    moved = Signal(int)
    replaced = Signal()

    def __init__(self, moves: int = 0, position: str | None = None) -> None:
        super().__init__()
        self.game: Game = find_game("cotoan")()
        self.positions: list[Position] = [self.game.parse_position(position) if position else self.game.start()]
        for k in range(moves):
            legal = self.positions[-1].legal_moves()
            self.positions.append(self.positions[-1].play(legal[(7 * k + 3) % len(legal)]))
        self.cursor = len(self.positions) - 1
        self.notes: dict[int, list[object]] = {}

    @property
    def position(self) -> Position:
        return self.positions[self.cursor]

    @property
    def tree(self) -> SimpleNamespace:
        return SimpleNamespace(
            main_line=lambda node=0: list(range(node, len(self.positions))),
            path=lambda node: list(range(node + 1)),
            position=lambda node: self.positions[node],
            ply=lambda node: node,
            nodes={k: SimpleNamespace(id=k, evaluations=tuple(self.notes.get(k, ())), parent=k - 1 if k else None)
                   for k in range(len(self.positions))},
        )  # fmt: skip

    def go(self, node: int) -> None:
        if node != self.cursor:
            self.cursor = node
            self.moved.emit(node)

    def add_evaluations(self, notes: dict[int, list[object]]) -> None:
        for node, each in notes.items():
            self.notes.setdefault(node, []).extend(each)
        self.edited.emit()
