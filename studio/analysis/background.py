"""Work of an analysis session in the background that can be paused."""

from PySide6.QtCore import QObject, Signal

from studio.analysis.session import AnalysisSession


class BackgroundWork(QObject):
    """Base of work that consists of many queries with a low priority, a few of which run at a time.

    The work is paused when the session stops. A subclass defines ``is_running`` and the methods that raise
    ``NotImplementedError``.

    Args:
        session: the session that runs the searches. Interactive queries have a higher priority.
        parent: parent object.
    """

    state_changed = Signal()
    """Emitted when ``is_running`` or ``is_paused`` changes."""

    def __init__(self, session: AnalysisSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._paused = self._filling = False
        session.finished.connect(self._finished)
        session.failed.connect(self._query_failed)
        session.stopping.connect(self.pause)

    @property
    def is_running(self) -> bool:
        """Whether the work is in progress. Paused work is also in progress."""
        raise NotImplementedError

    @property
    def is_paused(self) -> bool:
        """Whether the work is paused."""
        return self._paused

    def pause(self) -> None:
        """Pause the work. Running queries are dropped, and repeated after ``resume``."""
        if self.is_running and not self._paused:
            self._paused = True
            self._take_back()
            self.state_changed.emit()

    def resume(self) -> None:
        """Resume paused work."""
        if self._paused:
            self._paused = False
            self.state_changed.emit()
            self._fill()

    def cancel(self) -> None:
        """Cancel the work, if it is in progress."""
        if self.is_running:
            self._take_back()
            self._clear()
            self.state_changed.emit()

    @property
    def _room(self) -> int:
        """The number of queries that may be unfinished at a time."""
        return 2 * self._session.most_running

    def _take_back(self) -> None:
        """Drop the running queries, so that they will be asked again."""
        raise NotImplementedError

    def _clear(self) -> None:
        """Forget the work."""
        raise NotImplementedError

    def _fill(self) -> None:
        """Start queries as long as fewer than ``_room`` are unfinished, and end the work if none are left."""
        raise NotImplementedError

    def _finished(self, number: int) -> None:
        """Take the result of query ``number`` of the session if it belongs to this work."""
        raise NotImplementedError

    def _query_failed(self, number: int, sentence: str) -> None:
        """Abandon the work that depends on query ``number`` of the session if it belongs to this work."""
        raise NotImplementedError
