"""The replay of the trees of a lesson one after the other, without a user."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer

PAUSE_MS = 2500
"""Pause between two trees, in milliseconds."""


class Tour(QObject):
    """The trees that are replayed. After the last one, the first one follows.

    Args:
        play: called with the name of a tree, whose replay it starts.
        parent: parent of this object.
    """

    def __init__(self, play: Callable[[str], object], parent: QObject) -> None:
        super().__init__(parent)
        self._play = play
        self._names: list[str] = []

    def start(self, names: Sequence[str]) -> None:
        """Replay trees, beginning with the first one."""
        self._names = list(names)
        self._next()

    def stop(self) -> None:
        """Replay no further tree."""
        self._names = []

    def go_on(self) -> None:
        """Replay the next tree after a pause, if there is one."""
        if self._names:
            QTimer.singleShot(PAUSE_MS, self, self._next)

    def _next(self) -> None:
        if self._names:
            name = self._names.pop(0)
            self._names.append(name)
            self._play(name)
