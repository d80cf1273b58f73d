"""Recording of trees in a child process, for searches without compiled code, which hold the interpreter lock."""

import base64
import time
from typing import Any

from engine.asking.process import Child, read_report, request_of
from engine.core.errors import KyVienError, SearchError
from engine.search.query import Query, Run
from engine.search.report import Report
from engine.search.search import Stop
from engine.searchtree.files import parse_tree
from engine.searchtree.model import SearchTree

STOP_SECONDS = 3.0
"""Time after a request to stop in which the child process can send the tree of the last completed depth."""


class _Worker:
    """What a caller sees of the child process: its counters, and the way to stop it."""

    def __init__(self, child: Child) -> None:
        self._child = child
        self.trace = self
        self._stopped_at: float | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._child, name)

    def plies(self) -> list[int]:
        """Return the number of visits at each ply that the child process reported last."""
        return self._child.plies

    def kill(self) -> None:
        """Ask the child process for the tree of the last completed depth. It is killed if it does not answer."""
        if self._stopped_at is None:
            self._stopped_at = time.monotonic()
            self._child.send('{"stop": true}')

    @property
    def is_late(self) -> bool:
        """Whether the child process was stopped and has not answered in time."""
        return self._stopped_at is not None and time.monotonic() - self._stopped_at > STOP_SECONDS


class _Patience(Stop):
    """A request to stop that is passed on to the child process first, and counts only when this is late."""

    def __init__(self, stop: Stop, worker: _Worker) -> None:
        super().__init__()
        self._stop, self._worker = stop, worker

    @property
    def requested(self) -> bool:
        """Whether the child process is to be abandoned."""
        if self._stop.requested:
            self._worker.kill()
        return self._worker.is_late


def record_apart(query: Query, run: Run, capacity: int, first: int, last: int | None) -> tuple[SearchTree, Report]:
    """Run a search in a child process, and return what ``engine.searchtree.recording.record_part`` returns.

    Args:
        query: the search.
        run: what stops the search, and a function called with an object that has the counters of the search, and stops
            it with ``kill``.
        capacity: maximum number of nodes to record.
        first: serial number of the first visit to record.
        last: serial number after the last visit to record, or None for all.

    Raises:
        SearchError: if the search records no tree, or the process dies or sends an invalid answer.
    """
    name = query.spec.name
    child = Child(request_of(query, "record", capacity=capacity, first=first, last=last), name)
    worker = _Worker(child)
    report, tree = None, None
    try:
        run.begin(worker)
        for answer in child.answers(_Patience(run.stop, worker)):
            if "tree" in answer:
                report = read_report(answer, name)
                tree = parse_tree(base64.b64decode(str(answer["tree"]), validate=True))
    except (ValueError, KyVienError) as error:
        if isinstance(error, SearchError):
            raise
        raise SearchError("{name} gave no answer", name=name) from None
    finally:
        child.close()
    if tree is None or report is None:
        raise SearchError("{name} gave no answer", name=name)
    # The position is the same object as the caller's, with the moves that its game was restored from.
    return SearchTree(tree.facts, tree.columns, query.position), report
