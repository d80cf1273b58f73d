"""Recording of trees in a child process, for searches without compiled code, which hold the interpreter lock."""

import base64
import dataclasses
import time
from collections.abc import Callable
from typing import Any

from engine.analysis.process import Child, read_report
from engine.core.errors import KyVienError, SearchError
from engine.core.options import format_options
from engine.search.report import Report
from engine.search.search import Stop
from engine.searchtree.files import parse_tree
from engine.searchtree.model import SearchTree
from engine.searchtree.recording import Recording

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

    def __init__(self, stop: Stop | None, worker: _Worker) -> None:
        super().__init__()
        self._stop, self._worker = stop, worker

    @property
    def requested(self) -> bool:
        """Whether the child process is to be abandoned."""
        if self._stop is not None and self._stop.requested:
            self._worker.kill()
        return self._worker.is_late


def record_apart(
    request: Recording, first: int, last: int | None, stop: Stop | None, on_start: Callable[[Any], object] | None
) -> tuple[SearchTree, Report]:
    """Run a search in a child process, and return what ``engine.searchtree.recording.record_part`` returns.

    Args:
        request: what to record.
        first: serial number of the first visit to record.
        last: serial number after the last visit to record, or None for all.
        stop: object that stops the search from another thread.
        on_start: function called with an object that has the counters of the search, and stops it with ``kill``.

    Raises:
        SearchError: if the search records no tree, or the process dies or sends an invalid answer.
    """
    position, spec, game = request.position, request.spec, request.position.game
    child = Child(
        {
            "command": "record", "game": game.name, "rules": game.rules_text(),
            "position": game.format_position(position), "history": list(position.history),
            "evaluation": request.evaluation, "limit": dataclasses.asdict(request.limit), "seed": request.seed,
            "only": list(request.only), "spec": f"{spec.name}:{format_options(spec.parameters)}",
            "capacity": request.capacity, "first": first, "last": last,
        },
        spec.name,
    )  # fmt: skip
    worker = _Worker(child)
    report, tree = None, None
    try:
        if on_start is not None:
            on_start(worker)
        for answer in child.answers(_Patience(stop, worker)):
            if "tree" in answer:
                report = read_report(answer, spec.name)
                tree = parse_tree(base64.b64decode(str(answer["tree"]), validate=True))
    except (ValueError, KyVienError) as error:
        if isinstance(error, SearchError):
            raise
        raise SearchError("{name} gave no answer", name=spec.name) from None
    finally:
        child.close()
    if tree is None or report is None:
        raise SearchError("{name} gave no answer", name=spec.name)
    # The position is the same object as the caller's, with the moves that its game was restored from.
    return SearchTree(tree.facts, tree.columns, position), report
