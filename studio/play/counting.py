"""Counting a finished game: dead pieces proposed by the engine, corrected by the players, the score from them."""

from PySide6.QtCore import QCoreApplication, QObject, QThread, Signal

from engine.core.game import Game
from engine.core.position import Position
from engine.core.surface import Count


class Counting(QObject):
    """The count of one position. Proposals are worked out in a thread of their own: on large boards they take a while.

    Args:
        parent: owner.
    """

    changed = Signal()
    """Another count, or a proposal begins or has ended."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._game: Game | None = None
        self._position: Position | None = None
        self._dead: frozenset[int] = frozenset()
        self._count: Count | None = None
        self._thread: _CountThread | None = None
        self._threads: list[_CountThread] = []
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)

    @property
    def is_active(self) -> bool:
        """Whether something is being counted."""
        return self._game is not None

    @property
    def is_proposing(self) -> bool:
        """Whether the engine works on a proposal."""
        return self._thread is not None

    @property
    def count(self) -> Count | None:
        """The score with what is marked now; None while nothing is counted."""
        return self._count

    def begin(self, game: Game, position: Position, dead: frozenset[int] | None = None) -> None:
        """Count a position.

        Args:
            game: a game with ``has_count``.
            position: what is counted.
            dead: cells marked to begin with; None: as the engine proposes.
        """
        self._game, self._position, self._thread = game, position, None
        self._set(dead or frozenset())
        if dead is None:
            self.propose()

    def end(self) -> None:
        """Count no more; a proposal on its way is dropped."""
        self._game = self._position = self._count = self._thread = None
        self._dead = frozenset()
        self.changed.emit()

    def propose(self) -> None:
        """Mark what looks dead to the engine in place of what is marked."""
        if self._game is None or self._position is None:
            return
        thread = _CountThread(self._game, self._position)
        thread.ended.connect(self._proposed)
        self._thread = thread
        self._threads.append(thread)
        thread.start()
        self.changed.emit()

    def toggle(self, cell: int) -> None:
        """Mark the group on a cell as dead, or as living if it was marked; an empty cell means nothing."""
        if self._game is None or self._position is None:
            return
        group = self._game.group(self._position, cell)
        if group is not None:
            # What the user says counts more than a proposal still to come.
            self._thread = None
            cells = frozenset(group.cells)
            self._set(self._dead - cells if cell in self._dead else self._dead | cells)

    def close(self) -> None:
        """Wait for threads to end."""
        self._thread = None
        for thread in self._threads:
            thread.wait()
        self._threads.clear()

    def _set(self, dead: frozenset[int]) -> None:
        game, position = self._game, self._position
        if game is None or position is None:
            return
        self._count = game.count(position, dead)
        self._dead = self._count.dead
        self.changed.emit()

    def _proposed(self, thread: "_CountThread") -> None:
        thread.wait()
        if thread in self._threads:
            self._threads.remove(thread)
        if thread is self._thread:
            self._thread = None
            self._set(thread.dead)


class _CountThread(QThread):
    ended = Signal(object)

    def __init__(self, game: Game, position: Position) -> None:
        super().__init__()
        self._game, self._position = game, position
        self.dead: frozenset[int] = frozenset()

    def run(self) -> None:
        """Ask the game."""
        self.dead = self._game.propose_dead(self._position)
        self.ended.emit(self)
