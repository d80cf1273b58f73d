"""The steps of a replay of a search, and what is known after each of them.

A step is one event: an inner node is entered; a leaf is read; a finished node returns to its parent; or the search
decides something. The value of a leaf or of a finished node is used at once, that is compared with the best value and
the bound of the parent, unless a decision about it follows. Decisions are

- alpha-beta, negamax alpha-beta and NegaScout: whether a node is left, as long as it has moves left (CUT);
- minimax and negamax: whether the value of a move after the first one is the best so far (BEST);
- NegaScout: whether a move is searched again after a null window answered its question (AGAIN). There is none if the
  node itself has a null window, because no value lies between its bounds.

Of other searches, and of nodes in quiescence, only what is recorded is replayed, without decisions. Nothing that is
known after a step depends on a later one.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, StrEnum, auto

from engine.core.errors import KyVienError
from engine.core.score import INFINITY
from engine.core.values import Value, replace
from engine.search.spec import Spec
from engine.search.visit import NOT_EVALUATED, Flag, Reason
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate


class EventKind(StrEnum):
    """The kinds of events. The last three are decisions."""

    ENTER = "enter"
    LEAF = "leaf"
    RETURN = "return"
    CUT = "cut"
    BEST = "best"
    AGAIN = "again"


DECISIONS = frozenset((EventKind.CUT, EventKind.BEST, EventKind.AGAIN))


class Style(Enum):
    """How a search uses the values of the children of a node."""

    FULL = auto()
    """It keeps the best value."""
    PRUNING = auto()
    """It raises alpha, and leaves the node if alpha is not less than beta."""
    ASKING = auto()
    """Like PRUNING, but about each move after the first it asks a question first."""
    RECORDED = auto()
    """Unknown."""


STYLES: Mapping[str, Style] = {
    "minimax": Style.FULL, "negamax": Style.FULL, "alphabeta": Style.PRUNING, "negamax_alphabeta": Style.PRUNING,
    "negascout": Style.ASKING,
}  # fmt: skip
"""The searches whose decisions are replayed."""


class Event(Value):
    """One event.

    Attributes:
        kind: its kind.
        visit: the node that is entered, read or finished, or the node that decides.
        child: the child that a decision is about, or -1.
        answer: the decision: whether the node is left, the value is the best so far, or the child is searched again.
        is_used: whether the value of the child is used in this event.
        left: number of moves of the node that decides, or of the parent, that were not looked at in this visit so far.
    """

    kind: EventKind
    visit: int
    child: int = -1
    answer: bool = False
    is_used: bool = False
    left: int = 0

    @property
    def is_decision(self) -> bool:
        """Whether the search decides something."""
        return self.kind in DECISIONS


class Known(Enum):
    """What a number of a node means: its value is exactly, at least or at most this.

    SO_FAR is the value of an open node that proves nothing yet: the moves searched so far give at most this.
    """

    NOTHING = auto()
    EXACT = auto()
    LEAST = auto()
    MOST = auto()
    SO_FAR = auto()

    @property
    def turned(self) -> "Known":
        """The same for the other side."""
        return {Known.LEAST: Known.MOST, Known.MOST: Known.LEAST}.get(self, self)


OF_FATES = {
    Fate.EXACT: Known.EXACT, Fate.LEAF: Known.EXACT, Fate.CUT: Known.LEAST, Fate.LOW: Known.MOST,
    Fate.UNKNOWN: Known.NOTHING,
}  # fmt: skip


_FATES = list(Fate)


class SourceKind(Enum):
    """Where a bound of a node comes from.

    NONE is no bound. CHILD is a child of the node. ABOVE is the bound of an ancestor, which one of its children set.
    QUESTION is the null window with which an ancestor asks about a move, whose bound is one unit away. AGAIN is the
    answer of an earlier search of the node or of an ancestor. OUTSIDE is the search itself, or not recorded.
    """

    NONE = auto()
    CHILD = auto()
    ABOVE = auto()
    QUESTION = auto()
    AGAIN = auto()
    OUTSIDE = auto()


class Source(Value):
    """The source of a bound.

    Attributes:
        kind: its kind.
        visit: the child, the ancestor, or the earlier search, or -1.
    """

    kind: SourceKind
    visit: int = -1


NO_SOURCE, OUTSIDE = Source(SourceKind.NONE, -1), Source(SourceKind.OUTSIDE, -1)


class NodeState(Value):
    """What is known about a visit of a node after some steps. All values are for the side to move at the node.

    Attributes:
        visit: the visit.
        is_open: whether its search is not finished.
        alpha, beta: the current window. If the visit is finished, it is the last one.
        entry: the window with which it began.
        score: the best value of the children so far, or the value returned. It is 0 as long as nothing is known.
        known: what ``score`` means.
        alpha_from, beta_from: where the bounds come from.
        score_from: the child with ``score``, or -1.
        is_question: whether the visit only answers a question: it began with the null window of an ancestor.
    """

    visit: int
    is_open: bool
    alpha: int
    beta: int
    entry: tuple[int, int]
    score: int
    known: Known
    alpha_from: Source
    beta_from: Source
    score_from: int
    is_question: bool

    def turned(self) -> "NodeState":
        """Return the same for the other side: alpha and beta exchange their places."""
        return NodeState(
            self.visit, self.is_open, -self.beta, -self.alpha, (-self.entry[1], -self.entry[0]), -self.score,
            self.known.turned, self.beta_from, self.alpha_from, self.score_from,
            self.is_question,
        )  # fmt: skip


SHOWN = ("is_open", "alpha", "beta", "score", "known")
"""The fields of a node that are marked when they change."""


class TreeState(Mapping[int, NodeState]):
    """What is known after some steps: the states of the visits made so far, by visit.

    Attributes:
        step: number of steps.
        path: the open visits, from the root.
        last: the event of the last step, or None before the first one.
    """

    def __init__(self, events: "SearchEvents", step: int) -> None:
        self._events, self.step = events, step
        self.path = events.path(step)
        self.last = events.events[step - 1] if step else None

    def __getitem__(self, visit: int) -> NodeState:
        found = self._events.node(visit, self.step)
        if found is None:
            raise KeyError(visit)
        return found

    def __iter__(self) -> Iterator[int]:
        return iter(self._events.entered(self.step))

    def __len__(self) -> int:
        return len(self._events.entered(self.step))

    @property
    def changed(self) -> Mapping[int, frozenset[str]]:
        """What the last step changed: names of fields of ``SHOWN``, by visit."""
        return self._events.changed(self.step)

    def before(self, visit: int) -> NodeState | None:
        """Return what was known about a visit one step earlier, or None if it was not entered."""
        return self._events.node(visit, self.step - 1)


class SearchEvents:
    """The events of a recorded search with windows, in their order, with the states after each of them.

    Args:
        tree: the tree.
        top: the visit whose events are replayed, with all visits below it.
        visits: the visits that are replayed, in increasing order, or None for all from ``top`` on. The first one is
            ``top``, and the parents of the others are among them. The visits below others are folded: what is above
            them becomes one step. If some children of a visit are missing, there are no decisions about it.

    Attributes:
        tree, top, visits: the arguments.
        style: how the search uses values.
        algorithm: name of the algorithm, or an empty string if it is unknown.
        events: the events.
        decisions: the indices of the events that are decisions.
    """

    def __init__(self, tree: SearchTree, top: int = 0, visits: Sequence[int] | None = None) -> None:
        self.tree, self.top = tree, top
        has_steps = tree.facts.kind == "windows" and len(tree) > 0
        self.visits: Sequence[int] = (range(top, tree.end(top)) if has_steps else ()) if visits is None else visits
        self._places = {visit: place for place, visit in enumerate(self.visits)}
        try:
            self.algorithm = Spec.parse(tree.facts.algorithm).name
        except KyVienError:
            self.algorithm = ""
        self.style = STYLES.get(self.algorithm, Style.RECORDED)
        made = _Replay(tree, self.visits, self._places, self.style) if self.visits else None
        self.events: tuple[Event, ...] = tuple(made.events) if made is not None else ()
        self._states: list[list[NodeState]] = made.states if made is not None else []
        self._steps: list[list[int]] = made.steps if made is not None else []
        self._open: list[int] = made.open_after if made is not None else []
        self._changes: list[Sequence[int]] = made.changes if made is not None else []
        self._entered = made.entered_after if made is not None else []
        self.decisions = tuple(at for at, event in enumerate(self.events) if event.is_decision)

    def __len__(self) -> int:
        return len(self.events)

    def state(self, step: int) -> TreeState:
        """Return what is known after ``step`` events, from 0 to their number.

        Raises:
            ValueError: if there are fewer events.
        """
        if not 0 <= step <= len(self.events):
            raise ValueError(step)
        return TreeState(self, step)

    def node(self, visit: int, step: int) -> NodeState | None:
        """Return what is known about a visit after ``step`` events, or None if it was not entered."""
        at = self._places.get(visit)
        if at is None:
            return None
        place = bisect_right(self._steps[at], step) - 1
        return self._states[at][place] if place >= 0 else None

    def is_folded(self, visit: int) -> bool:
        """Whether visits below one that is replayed are recorded, but not replayed."""
        return self.tree.end(visit) > visit + 1 and visit + 1 not in self._places

    def entered(self, step: int) -> Sequence[int]:
        """Return the visits that were entered in the first ``step`` events."""
        return self.visits[: self._entered[step - 1] if step > 0 else 0]

    def path(self, step: int) -> tuple[int, ...]:
        """Return the open visits after ``step`` events, from the first one."""
        last = self._open[step - 1] if step > 0 else -1
        path = []
        while last >= self.top:
            path.append(last)
            last = self.tree.parent(last)
        return tuple(reversed(path))

    def changed(self, step: int) -> dict[int, frozenset[str]]:
        """Return what changed in the last of ``step`` events: names of fields of ``SHOWN``, by visit.

        Of a visit that was entered in this event, it is ``is_open`` alone.
        """
        found = {}
        for visit in self._changes[step - 1] if step > 0 else ():
            before, after = self.node(visit, step - 1), self.node(visit, step)
            names = [name for name in SHOWN if before is None or getattr(before, name) != getattr(after, name)]
            found[visit] = frozenset(names) if before is not None else frozenset(("is_open",))
        return found

    def place(self, event: Event) -> int:
        """Return the node whose values an event is about: the one entered, or the one that uses or decides."""
        if event.kind is EventKind.ENTER or event.is_decision or event.visit == self.top:
            return event.visit
        return self.tree.parent(event.visit)

    def subject(self, event: Event) -> int:
        """Return the child that an event is about: the leaf or the finished node, or that of a decision, or -1."""
        if event.is_decision:
            return event.child
        return -1 if event.kind is EventKind.ENTER else event.visit

    def next_child(self, event: Event) -> int:
        """Return the child that the node of an event visits next, or -1."""
        node, last = self.place(event), self.subject(event)
        following = self.tree.end(last) if last >= 0 else node + 1
        return following if following < self.tree.end(node) else -1


class _Open:
    """A node whose search is not finished.

    Attributes:
        state: what is known about it.
        style: how it uses values.
        moves: number of moves searched so far.
        generated: number of its moves.
    """

    __slots__ = ("generated", "moves", "state", "style")

    def __init__(self, state: NodeState, style: Style, generated: int) -> None:
        self.state, self.style, self.generated = state, style, generated
        self.moves = 0


class _Replay:
    """The events of some visits, made in one pass over them. ``places`` are their indices."""

    def __init__(self, tree: SearchTree, visits: Sequence[int], places: Mapping[int, int], style: Style) -> None:
        self.tree, self.style, self._places = tree, style, places
        rows = slice(visits.start, visits.stop) if isinstance(visits, range) else list(visits)
        names = ("parent", "alpha", "beta", "value", "reason", "generated", "visits", "depth", "standing", "flags",
                 "move", "ply")  # fmt: skip
        # Lists are read several times faster than single numbers of arrays.
        self._column = {name: tree.column(name)[rows].tolist() for name in names}
        self._fates = tree.fates()[rows].tolist()
        self.events: list[Event] = []
        self.states: list[list[NodeState]] = [[] for _ in visits]
        self.steps: list[list[int]] = [[] for _ in visits]
        self.open_after: list[int] = []
        self.changes: list[Sequence[int]] = []
        self.entered_after: list[int] = []
        self._entered = 0
        self._changed: dict[int, NodeState] = {}
        self._stack: list[_Open] = []
        self._count = [0] * len(visits)
        for visit in visits[1:]:
            self._count[places[self._number("parent", visit)]] += 1
        for visit in visits:
            while self._stack and self._stack[-1].state.visit != self._number("parent", visit):
                self._finish()
            self._begin(visit)
        while self._stack:
            self._finish()

    def _number(self, name: str, visit: int) -> int:
        number: int = self._column[name][self._places[visit]]
        return number

    # --- events -------------------------------------------------------------------------------------------------------

    def _put(self, event: Event) -> None:
        """Add an event, with the states that it changed."""
        self.events.append(event)
        step = len(self.events)
        for visit, state in self._changed.items():
            self.states[self._places[visit]].append(state)
            self.steps[self._places[visit]].append(step)
        self.changes.append(tuple(self._changed))
        self._changed = {}
        self.open_after.append(self._stack[-1].state.visit if self._stack else -1)
        self.entered_after.append(self._entered)

    def _set(self, node: _Open, state: NodeState) -> None:
        node.state = state
        self._changed[state.visit] = state

    # --- visits -------------------------------------------------------------------------------------------------------

    def _begin(self, visit: int) -> None:
        self._entered += 1
        alpha, beta = self._number("alpha", visit), self._number("beta", visit)
        sources = self._sources(visit, alpha, beta)
        is_question = any(each.kind is SourceKind.QUESTION for each in sources) and beta - alpha == 1
        state = NodeState(visit, True, alpha, beta, (alpha, beta), 0, Known.NOTHING, *sources, -1, is_question)
        if not self._count[self._places[visit]]:
            self._changed[visit] = self._closed(state)
            self._leave(EventKind.LEAF, visit)
            return
        is_quiet = self._number("depth", visit) <= 0 and self._number("standing", visit) != NOT_EVALUATED
        is_whole = self._number("visits", visit) <= self._count[self._places[visit]]
        style = self.style if is_whole and not is_quiet else Style.RECORDED
        node = _Open(state, style, self._number("generated", visit))
        self._stack.append(node)
        self._set(node, state)
        self._put(Event(EventKind.ENTER, visit))

    def _finish(self) -> None:
        node = self._stack.pop()
        self._changed[node.state.visit] = self._closed(node.state)
        self._leave(EventKind.RETURN, node.state.visit)

    def _closed(self, state: NodeState) -> NodeState:
        """Return the state of a visit after it returned its value."""
        known = self._known(state.visit)
        score = self._number("value", state.visit) if known is not Known.NOTHING else 0
        return replace(state, is_open=False, score=score, known=known)

    def _known(self, visit: int) -> Known:
        return OF_FATES[_FATES[self._fates[self._places[visit]]]]

    def _sources(self, visit: int, alpha: int, beta: int) -> tuple[Source, Source]:
        """Return where the bounds of the window of a visit come from."""
        if not self._stack:
            return self._outside(visit, "alpha", alpha), self._outside(visit, "beta", beta)
        above = self._stack[-1]
        if above.style not in (Style.PRUNING, Style.ASKING):
            return _unknown(alpha), _unknown(beta)
        state = above.state
        own = state.alpha_from
        high = Source(SourceKind.ABOVE, state.visit) if own.kind is SourceKind.CHILD else own
        low = state.beta_from
        if alpha != -state.beta:
            low = Source(SourceKind.QUESTION, state.visit)
        if self._number("flags", visit) & Flag.REPEATED:
            high = Source(SourceKind.AGAIN, self._last_child(visit))
        return low, high

    def _last_child(self, visit: int) -> int:
        """Return the visit of the same move just before one that is searched again."""
        at = visit - 1
        parent = self._number("parent", visit)
        while self.tree.parent(at) != parent:
            at = self.tree.parent(at)
        return at

    def _outside(self, visit: int, bound: str, value: int) -> Source:
        """Return where a bound of the first visit comes from, if it is not the root."""
        found = self.tree.bound_origin(visit, bound)
        if found.node < 0 or self.tree.parent(found.node) < 0:
            return _unknown(value)
        return Source(SourceKind.ABOVE, self.tree.parent(found.node))

    # --- values -------------------------------------------------------------------------------------------------------

    def _leave(self, kind: EventKind, visit: int) -> None:
        """Add the event that a visit ends, the use of its value at the node above, and the decision that follows."""
        if not self._stack:
            self._put(Event(kind, visit))
            return
        node = self._stack[-1]
        is_again = bool(self._number("flags", visit) & Flag.REPEATED)
        node.moves += not is_again
        left = max(0, node.generated - node.moves)
        is_known = self._number("reason", visit) != Reason.STOPPED
        if node.style is Style.RECORDED or not is_known:
            self._put(Event(kind, visit, left=left))
            return
        score = -self._number("value", visit)
        if node.style is Style.FULL and node.moves > 1:
            self._put(Event(kind, visit, left=left))
            is_best = score > node.state.score
            self._use(node, visit, score)
            self._put(Event(EventKind.BEST, node.state.visit, visit, is_best, True, left))
            return
        alpha, beta = node.state.alpha, node.state.beta
        if node.style is Style.ASKING and node.moves > 1 and not is_again and beta - alpha > 1:
            self._put(Event(kind, visit, left=left))
            again = alpha < score < beta
            if not again:
                self._use(node, visit, score)
            self._put(Event(EventKind.AGAIN, node.state.visit, visit, again, not again, left))
            if again:
                return
        else:
            self._use(node, visit, score)
            self._put(Event(kind, visit, is_used=True, left=left))
        if left and node.style is not Style.FULL:
            is_cut = node.state.alpha >= node.state.beta
            self._put(Event(EventKind.CUT, node.state.visit, visit, is_cut, left=left))

    def _use(self, node: _Open, child: int, score: int) -> None:
        """Compare the score of a child with the best value and with alpha of its parent."""
        state = node.state
        is_proved = self._known(child) in (Known.EXACT, Known.MOST)
        changed = state
        if state.known is Known.NOTHING or score > state.score:
            known = Known.LEAST if is_proved else Known.SO_FAR
            changed = replace(changed, score=score, known=known, score_from=child)
        elif score == state.score and is_proved:
            changed = replace(changed, known=Known.LEAST)
        if score > state.alpha and node.style is not Style.FULL:
            changed = replace(changed, alpha=score, alpha_from=Source(SourceKind.CHILD, child))
        if changed is not state:
            self._set(node, changed)


def _unknown(value: int) -> Source:
    return NO_SOURCE if abs(value) >= INFINITY else OUTSIDE
