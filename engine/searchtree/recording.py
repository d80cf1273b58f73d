"""Recording of the tree of a search, and of parts that did not fit, by repeating the search."""

from collections.abc import Callable
from typing import Any, TypeAlias

from engine.core.errors import KyVienError, SearchError
from engine.core.evaluation import find_evaluation, format_evaluation, unit_of
from engine.core.language import mark
from engine.core.options import format_options
from engine.core.position import Position
from engine.core.values import Value
from engine.search.report import Limit, Report
from engine.search.search import Spec, Stop, find_algorithm
from engine.search.trace import Trace
from engine.searchtree.columns import split
from engine.searchtree.facts import REPEATS, Facts
from engine.searchtree.model import SearchTree
from engine.searchtree.snapshot import snapshot_columns, snapshot_counts

CAPACITY = 200_000
"""Default number of nodes that are recorded."""

CLOCK = mark("its limit is a time")
THREADS = mark("it uses several threads")
STOPPED = mark("it was stopped before its limit")
SLOW_SECONDS = 2.0
"""Expected time from which the user is asked before a search is repeated."""


class Recording(Value):
    """What to record.

    Attributes:
        position: the position to search, which is not modified.
        spec: the algorithm with its parameters.
        limit: conditions that end the search. Only limits of depth and nodes can be repeated.
        evaluation: the evaluation, or an empty string for the default of the game.
        seed: random seed.
        only: legal moves to which the root is restricted, or an empty tuple.
        capacity: maximum number of nodes to record.
    """

    position: Position
    spec: Spec
    limit: Limit
    evaluation: str = ""
    seed: int = 0
    only: tuple[int, ...] = ()
    capacity: int = CAPACITY


Runner: TypeAlias = Callable[
    [Recording, int, int | None, Stop | None, Callable[[Any], object] | None], tuple[SearchTree, Report]
]
"""A function with the arguments and the result of ``record_part``."""


def record(
    request: Recording, stop: Stop | None = None, on_start: Callable[[Any], object] | None = None
) -> tuple[SearchTree, Report]:
    """Run a new search and return the tree of its last completed depth, and its final report.

    If no depth was completed, the tree is that of the interrupted one.

    Args:
        request: what to record.
        stop: object that stops the search from another thread.
        on_start: function called with the search before it begins, whose counters any thread may read.

    Raises:
        SearchError: if the algorithm records no tree, or if the game is over in the position.
        OptionError: for an unknown algorithm or evaluation.
    """
    return record_part(request, 0, None, stop, on_start)


def record_part(
    request: Recording, first: int, last: int | None, stop: Stop | None, on_start: Callable[[Any], object] | None
) -> tuple[SearchTree, Report]:
    """Run a new search as ``record`` does, and record only the visits from ``first`` to before ``last``."""
    position, spec = request.position, request.spec
    if not position.legal_moves():
        raise SearchError("the game is over in this position, so there is nothing to search")
    evaluation = find_evaluation(position.game.name, request.evaluation)
    trace = Trace(request.capacity, first, last)
    search = spec.build(evaluation, request.seed, trace)
    if on_start is not None:
        on_start(search)
    data, counts, report, depth, final = b"", _counts(trace), None, 0, None
    for final in search.analyse(position, request.limit, stop, only=request.only):
        if report is None or (final.depth > report.depth and not final.unfinished):
            report, depth = final, final.depth
            data, counts = trace.data(), _counts(trace)
    if report is None or final is None:
        raise SearchError("{name} has no tree to keep", name=spec.name)
    if not data:
        if not position.has_legal_move():
            raise SearchError("the game is over")
        if not hasattr(search, "snapshot") or first:
            raise SearchError("{name} has no tree to keep", name=spec.name)
        by_ply, rows = search.snapshot(position, request.capacity)
        kind, columns = snapshot_columns(rows)
        depth = 0
        counts = snapshot_counts(columns, by_ply) | {"kind": kind, "attacker": int(getattr(search, "attacker", 0))}
    else:
        columns = split(data)
    name, decimals = unit_of(position.game.name, request.evaluation)
    facts = Facts(
        game=position.game.name,
        rules=position.game.rules_text(),
        position=str(position),
        history=tuple(position.history),
        algorithm=_spec_text(spec),
        evaluation=format_evaluation(evaluation.name, evaluation.parameters) if evaluation.name else "",
        seed=request.seed,
        only=request.only,
        depth=depth,
        limit_depth=request.limit.depth,
        limit_nodes=request.limit.nodes,
        first=first,
        seconds=final.seconds,
        unrepeatable=unrepeatable(request, stop),
        unit=name,
        decimals=decimals,
        **counts,
    )
    return SearchTree(facts, columns, position), final


def _counts(trace: Trace) -> dict[str, Any]:
    """Return the fields of ``Facts`` that a trace counts."""
    counts = {name: tuple(values) for name, values in trace.statistics().items()}
    return {
        **counts,
        "nodes": trace.total,
        "elsewhere": trace.elsewhere,
        "repeated": trace.repeated,
        "complete_to_ply": trace.complete_to_ply,
    }


def _spec_text(spec: Spec) -> str:
    parameters = format_options(spec.parameters)
    return f"{spec.name}:{parameters}" if parameters else spec.name


def unrepeatable(request: Recording, stop: Stop | None = None) -> str:
    """Return the English reason why the search would not visit the same nodes again, or an empty string."""
    if request.limit.seconds is not None or request.limit.aim is not None:
        return CLOCK
    if getattr(request.spec.parameters, "threads", 1) > 1:
        return THREADS
    return STOPPED if stop is not None and (stop.requested or stop.limit is not None) else REPEATS


def recording_of(tree: SearchTree, capacity: int = CAPACITY) -> Recording | None:
    """Return what to record to repeat the search of a tree, as one from a file, or None if this is not possible.

    It is not if the search does not repeat itself, or is not one of this program.

    Args:
        tree: the tree.
        capacity: maximum number of nodes to record.
    """
    facts, position = tree.facts, tree.position(0) if len(tree) else None
    if position is None or facts.moves or facts.unrepeatable or facts.kind != "windows":
        return None
    try:
        spec, limit = Spec.parse(facts.algorithm), Limit(depth=facts.limit_depth, nodes=facts.limit_nodes)
        find_evaluation(position.game.name, facts.evaluation)
    except KyVienError:
        return None
    legal = position.legal_moves()
    if not all(move in legal for move in facts.only):
        return None
    request = Recording(position, spec, limit, facts.evaluation, facts.seed, facts.only, capacity)
    return request if not unrepeatable(request) else None


def records_trees(spec: Spec) -> bool:
    """Whether the algorithm records the windows of the nodes that it visits."""
    kind = find_algorithm(spec.name)
    return kind.deepens or spec.name in ("greedy", "threats")


def open_node(
    tree: SearchTree, node: int, request: Recording, stop: Stop | None = None,
    on_start: Callable[[Any], object] | None = None, run: Runner = record_part,
) -> SearchTree:  # fmt: skip
    """Return the tree with the part below a node that was not recorded, by repeating the whole search.

    ``tree.facts.seconds`` is the time to expect. If the part does not fit into ``request.capacity`` nodes, it is
    complete to a lower ply.

    Args:
        tree: a tree recorded with the same request, or with another capacity.
        node: the node to open.
        request: what was recorded.
        stop: object that stops the search from another thread.
        on_start: function called with the search before it begins.
        run: function that repeats the search, such as ``engine.analysis.recording.record_apart``.

    Raises:
        SearchError: if the search does not repeat itself, or did not do so.
    """
    check_repeats(tree)
    serial = tree.number("serial", node)
    part, _ = run(request, serial, serial + tree.number("subtree", node), stop, on_start)
    names = ("serial", "subtree", "move", "alpha", "beta", "value", "reason", "visits", "ply")
    same = len(part) > 0 and all(part.number(name, 0) == tree.number(name, node) for name in names)
    if not same or part.facts.nodes != tree.facts.nodes or part.facts.depth != tree.facts.depth:
        raise SearchError("the search did not repeat itself; make the tree again")
    return tree.with_subtree(part)


def check_repeats(tree: SearchTree) -> None:
    """Check that the search of a tree visits the same nodes if it is repeated.

    Raises:
        SearchError: if it does not.
    """
    from engine.core.language import tr

    if tree.facts.kind == "plays":
        raise SearchError("the search ran in another program and cannot be repeated; use a larger capacity")
    if tree.facts.unrepeatable:
        raise SearchError(
            "this search does not repeat itself, because {reason}; search again with a limit of nodes or depth",
            reason=tr(tree.facts.unrepeatable),
        )
