"""Recording of trees in the threads of the session, and a cache of the last ones."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.asking.process import watch_plugin
from engine.asking.query import slow_mode
from engine.asking.recording import record_apart
from engine.core.errors import KyVienError, SearchError
from engine.core.language import mark, tr
from engine.search.query import Query, Run
from engine.search.report import Report
from engine.search.search import Stop
from engine.searchtree.model import SearchTree
from engine.searchtree.recording import CAPACITY, Recorder, open_node, record_part
from studio.analysis.choice import spec_title
from studio.analysis.session import AnalysisSession
from studio.look import foreign
from studio.tree.views.prepared import Prepared, prepare

SLOW_CAPACITY = 20_000
"""Maximum number of nodes that are recorded without compiled code."""
MOST_KEPT = 4
"""Number of trees that are kept."""
MEMORY = mark("The search of the row continued with its memory, so it visited other nodes.")
NO_MOVE = mark("There is no legal move in this position, so there is no tree.")
NO_REPEAT = mark("This search does not repeat itself (clock, several threads): record it with nodes or depth.")


@dataclass(frozen=True, eq=False)
class Wanted:
    """A search whose tree is to be recorded.

    Attributes:
        query: the search. A limit of depth or nodes can be repeated.
        report: the report of the same search elsewhere in the window, with which the recording is compared, or None.
        ply: ply of the position in the record.
    """

    query: Query
    report: Report | None = None
    ply: int = 0

    @property
    def key(self) -> Hashable:
        """What determines the tree."""
        return self.query.key, tuple(self.query.position.history), self.query.limit


@dataclass(frozen=True, eq=False)
class Recorded:
    """A tree that was recorded here or read from a file.

    Attributes:
        wanted: what was asked for, or None for a tree from a file.
        query: the search, with which nodes are opened that did not fit, or None if it cannot be repeated, as that of a
            plugin.
        tree: the tree.
        prepared: its arrays.
        report: the last report of the search, or None for a tree from a file.
        file: name of the file, or an empty string.
        capacity: maximum number of nodes that were recorded.
    """

    wanted: Wanted | None
    query: Query | None
    tree: SearchTree
    prepared: Prepared
    report: Report | None
    file: str = ""
    capacity: int = CAPACITY

    @property
    def title(self) -> str:
        """The name of the file or of the algorithm, for display."""
        return foreign.name(self.file or tr(spec_title(self.wanted.query.spec)) if self.wanted else self.file)

    @property
    def is_same(self) -> bool | None:
        """Whether nodes, value and line are those of ``Wanted.report``, or None if there is none for this depth."""
        card = self.wanted.report if self.wanted is not None else None
        if card is None or self.report is None or card.depth != self.tree.facts.depth:
            return None
        facts = self.tree.facts
        # A search that keeps its tree visits its nodes again and again.
        nodes = facts.nodes + facts.elsewhere if facts.kind == "windows" else self.report.iteration_nodes
        return (nodes, self.report.score, self.report.pv) == (card.iteration_nodes, card.score, card.pv)

    @property
    def doubt(self) -> str:
        """The English reason why this is not the tree of ``Wanted.report``, or an empty string."""
        if self.is_same is not False:
            return ""
        assert self.wanted is not None and self.wanted.report is not None
        return MEMORY if self.wanted.report.continued else NO_REPEAT


class TreeRecorder(QObject):
    """Records one tree at a time in a thread of the session.

    Attributes:
        wanted: what is being recorded, or None.
        capacity: maximum number of nodes that are recorded, or None for the default.

    Args:
        session: the session.
        parent: parent object.
    """

    recorded = Signal(object)
    """Emitted with a ``Recorded``."""
    opened = Signal(object, int)
    """Emitted with a ``Recorded`` that has more nodes, and the serial number of the node that was opened."""
    failed = Signal(str)
    """Emitted with a message if a tree cannot be recorded or a node cannot be opened."""
    ended = Signal()
    """Emitted after ``recorded``, ``opened`` or ``failed``, and if a recording was dropped."""

    def __init__(self, session: AnalysisSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._number = 0
        self._search: Any = None
        self._opening = -1
        self._kept: OrderedDict[Hashable, Recorded] = OrderedDict()
        self.wanted: Wanted | None = None
        self.capacity: int | None = None
        session.returned.connect(self._returned)
        session.failed.connect(self._failed)
        session.finished.connect(self._finished)

    @property
    def is_running(self) -> bool:
        """Whether a tree is being recorded, or a node opened."""
        return self._number > 0

    @property
    def number(self) -> int:
        """The number of the task in the session, or 0."""
        return self._number

    @property
    def opening(self) -> int:
        """The serial number of the node that is being opened, or -1."""
        return self._opening if self.is_running else -1

    def find(self, wanted: Wanted) -> Recorded | None:
        """Return the tree recorded for the same search, or None."""
        found = self._kept.get(wanted.key)
        if found is not None:
            self._kept.move_to_end(wanted.key)
        return found

    def record(self, wanted: Wanted, least: int = 0) -> None:
        """Start to record a tree. A recording that is running is dropped.

        Args:
            wanted: the search.
            least: the capacity, if it is greater than the usual one.
        """
        self.drop()
        self.wanted, query, spec = wanted, wanted.query, wanted.query.spec
        capacity = self.capacity or (SLOW_CAPACITY if slow_mode() or not spec.is_own else CAPACITY)
        capacity = max(capacity, least)

        def task(stop: Stop, on_start: Callable[[Any], object]) -> Recorded:
            if not spec.records_tree:
                raise SearchError("{name} does not show its tree.", name=spec.title)
            if not spec.is_own:
                tree, report = watch_plugin(query, stop, capacity)
                return Recorded(wanted, None, tree, prepare(tree), report, capacity=capacity)
            tree, report = _recorder()(query, Run(stop, on_start=self._with_search(on_start)), capacity, 0, None)
            return Recorded(wanted, query, tree, prepare(tree), report, capacity=capacity)

        self._number = self._session.run(task, spec.name)

    def open(self, recorded: Recorded, node: int) -> None:
        """Start to record the part below a node by repeating the search."""
        self.drop()
        query = recorded.query
        if query is None:
            return
        self.wanted, self._opening = recorded.wanted, recorded.tree.number("serial", node)

        def task(stop: Stop, on_start: Callable[[Any], object]) -> Recorded:
            before = len(recorded.tree)
            run = Run(stop, on_start=self._with_search(on_start))
            tree = open_node(recorded.tree, node, query, run, recorded.capacity, _recorder())
            if stop.requested:
                raise SearchError("the search was stopped before the node was reached")
            if len(tree) == before:
                raise SearchError("the moves of this node do not fit into the recording")
            return Recorded(
                recorded.wanted, query, tree, prepare(tree), recorded.report, recorded.file, recorded.capacity
            )

        self._number = self._session.run(task, query.spec.name)

    def _with_search(self, on_start: Callable[[Any], object]) -> Callable[[Any], object]:
        def both(search: Any) -> None:
            self._search = search
            on_start(search)

        return both

    def plies(self) -> list[int]:
        """Return the number of visits by ply in the iteration that is running. Any thread may count them meanwhile."""
        search = self._search
        trace = getattr(search, "trace", None) if self.is_running else None
        return list(trace.plies()) if trace is not None else []

    @property
    def depth(self) -> int:
        """The depth that is being searched, or 0."""
        return int(getattr(self._search, "depth", 0)) if self.is_running and self._search is not None else 0

    def stop(self) -> None:
        """Stop the recording. The last completed depth is shown, if there is one."""
        if self.is_running:
            self._session.stop([self._number])

    def drop(self) -> None:
        """Stop the recording without a result."""
        if self.is_running:
            self._session.drop([self._number])
            self._end()

    def _end(self) -> None:
        self._number, self._search, self._opening, self.wanted = 0, None, -1, None
        self.ended.emit()

    def _returned(self, number: int, result: object) -> None:
        if number != self._number or not isinstance(result, Recorded):
            return
        serial = self._opening
        if result.wanted is not None:
            self._kept[result.wanted.key] = result
            self._kept.move_to_end(result.wanted.key)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        if serial >= 0:
            self.opened.emit(result, serial)
        else:
            self.recorded.emit(result)

    def _failed(self, number: int, sentence: str) -> None:
        if number == self._number:
            self.failed.emit(sentence)

    def _finished(self, number: int) -> None:
        if number == self._number:
            self._end()


def _recorder() -> Recorder:
    """Return the function that records a tree: without compiled code, a search would block the window's thread."""
    return record_apart if slow_mode() else record_part


def why_not(wanted: Wanted) -> str:
    """Return why the tree of a search cannot be recorded, as a sentence in the language in use, or an empty string."""
    spec, position = wanted.query.spec, wanted.query.position
    if spec.is_external:
        return tr(
            "{name} is an external engine and does not show its tree. Its lines are in Algorithms: set its number of "
            "lines there to see several moves.",
            name=spec.title,
        )  # fmt: skip
    try:
        if not spec.records_tree:
            return tr("{name} does not keep a tree.", name=tr(spec_title(spec)))
    except KyVienError as error:
        return str(error)
    if not position.has_legal_move():
        return tr(NO_MOVE)
    return ""
