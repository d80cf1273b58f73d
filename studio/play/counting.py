"""The count of the score of a finished game. The engine proposes dead pieces, and the players correct the proposal."""

from PySide6.QtCore import QCoreApplication, QObject, Signal

from engine.core.game import Game
from engine.core.position import Position
from engine.core.surface import Count
from studio.joining import Thread, join


class Counting(QObject):
    """The count of the score of one position.

    The engine's proposals are computed in a thread, because the computation is slow on large boards.

    Args:
        parent: parent object.
    """

    changed = Signal()
    """Emitted when the count changes, and when the computation of a proposal starts or ends."""

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
        """Whether a position is being counted."""
        return self._game is not None

    @property
    def is_proposing(self) -> bool:
        """Whether a proposal is being computed."""
        return self._thread is not None

    @property
    def count(self) -> Count | None:
        """The ``Count`` in which the marked pieces are dead, or None if no position is being counted."""
        return self._count

    def begin(self, game: Game, position: Position, dead: frozenset[int] | None = None) -> None:
        """Start to count a position.

        Args:
            game: a game with ``has_count``.
            position: the position to count.
            dead: cells of the pieces initially marked as dead, or None to use the engine's proposal.
        """
        self._game, self._position, self._thread = game, position, None
        self._set(dead or frozenset())
        if dead is None:
            self.propose()

    def end(self) -> None:
        """End the count. If a proposal is being computed, its result is ignored."""
        self._game = self._position = self._count = self._thread = None
        self._dead = frozenset()
        self.changed.emit()

    def propose(self) -> None:
        """Start to compute a proposal in a thread. Its dead pieces will replace those that are marked as dead.

        Do nothing if no position is being counted.
        """
        if self._game is None or self._position is None:
            return
        thread = _CountThread(self._game, self._position)
        thread.ended.connect(self._proposed)
        self._thread = thread
        self._threads.append(thread)
        thread.start()
        self.changed.emit()

    def toggle(self, cell: int) -> None:
        """Mark the group on a cell as dead, or as living if it is marked as dead.

        If a proposal is being computed, its result is then ignored. No effect if the cell is empty.
        """
        if self._game is None or self._position is None:
            return
        group = self._game.group(self._position, cell)
        if group is not None:
            # The user's mark has priority: the result of a pending proposal is ignored.
            self._thread = None
            cells = frozenset(group.cells)
            self._set(self._dead - cells if cell in self._dead else self._dead | cells)

    def close(self) -> None:
        """Wait for all threads (``join``). The computations cannot be interrupted, but their results are ignored."""
        self._thread = None
        join(self._threads)
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


class _CountThread(Thread):
    ended = Signal(object)

    def __init__(self, game: Game, position: Position) -> None:
        super().__init__()
        self._game, self._position = game, position
        self.dead: frozenset[int] = frozenset()

    def run(self) -> None:
        """Store the cells of the pieces that the game proposes as dead in ``dead``, and emit ``ended``."""
        self.dead = self._game.propose_dead(self._position)
        self.ended.emit(self)
