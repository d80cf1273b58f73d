"""The search for the threat in a position, that is, for the best move of the opponent if it were their turn."""

from PySide6.QtCore import QObject, Signal

from engine.core.errors import KyVienError
from engine.core.evaluation import evaluations
from engine.core.position import Position
from engine.search.query import Query
from engine.search.report import Limit, Report
from engine.search.spec import Spec
from studio.analysis.session import AnalysisSession
from studio.board.arrows import Arrow
from studio.look import palette

LIMIT = Limit(depth=4, seconds=2.0)


class Threat(QObject):
    """The search for the threat in a position. At most one search runs at a time.

    Attributes:
        found: emitted with an ``Arrow`` for the threat, or with None when the previous arrow is no longer valid.

    Args:
        session: the session that runs the search.
        parent: parent object.
    """

    found = Signal(object)

    def __init__(self, session: AnalysisSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._number: int | None = None
        self._passed: Position | None = None
        self._report: Report | None = None
        session.reported.connect(self._reported)
        session.finished.connect(self._finished)

    def search(self, position: Position) -> bool:
        """Emit ``found`` with None, and start a search for the threat against the side to move.

        Returns:
            Whether a search was started. No search is started if the position with the other side to move is illegal,
            or if the game is over in that position.
        """
        self.end()
        passed = _passed(position)
        if passed is None:
            return False
        names = list(evaluations(passed.game.name))
        query = Query(passed, Spec.make("alphabeta", ordering=True), names[0] if names else "", LIMIT)
        self._passed = passed
        self._number = self._session.start([query])[0]
        return True

    def end(self) -> None:
        """Stop the search without a result, and emit ``found`` with None."""
        if self._number is not None:
            self._session.drop([self._number])
        self._number = self._passed = self._report = None
        self.found.emit(None)

    def _reported(self, number: int, report: Report) -> None:
        if number == self._number:
            self._report = report

    def _finished(self, number: int) -> None:
        if number != self._number:
            return
        self._number = None
        report, position = self._report, self._passed
        if report is None or report.move is None or position is None:
            return
        shape = position.game.shape(position, report.move)
        if shape.target is not None:
            origin = -1 if shape.origin is None else shape.origin
            self.found.emit(Arrow(origin, shape.target, palette.current().accent, 1.0))


def _passed(position: Position) -> Position | None:
    """Return the position with the other side to move, or None if that position is illegal or the game is over."""
    try:
        passed = position.game.passed(position)
    except KyVienError:
        return None
    return passed if passed.outcome() is None else None
