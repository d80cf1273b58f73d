"""Recording of the tree of a search, and of parts that did not fit, by repeating the search."""

from collections.abc import Callable
from typing import Any, TypeAlias

from engine.core.errors import KyVienError, SearchError
from engine.core.evaluation import find_evaluation, format_evaluation, unit_of
from engine.core.language import mark
from engine.search.query import Query, Run
from engine.search.report import Limit, Report
from engine.search.search import Stop
from engine.search.spec import Spec
from engine.search.trace import Trace
from engine.searchtree.columns import Columns, columns_of
from engine.searchtree.facts import REPEATS, TreeFacts
from engine.searchtree.model import SearchTree
from engine.searchtree.snapshot import snapshot_columns, snapshot_counts

CAPACITY = 200_000
"""Default number of nodes that are recorded."""

CLOCK = mark("its limit is a time")
THREADS = mark("it uses several threads")
STOPPED = mark("it was stopped before its limit")
SLOW_SECONDS = 2.0
"""Expected time from which the user is asked before a search is repeated."""


Recorder: TypeAlias = Callable[[Query, Run, int, int, int | None], tuple[SearchTree, Report]]
"""A function with the arguments and the result of ``record_part``."""


def record(query: Query, run: Run | None = None, capacity: int = CAPACITY) -> tuple[SearchTree, Report]:
    """Run a new search and return the tree of its last completed depth, and its final report.

    If no depth was completed, the tree is that of the interrupted one.

    Args:
        query: the search. Only limits of depth and nodes can be repeated.
        run: what stops the search and observes it, or None. Other parts are ignored.
        capacity: maximum number of nodes to record.

    Raises:
        SearchError: if the algorithm records no tree, or if the game is over in the position.
        OptionError: for an unknown algorithm or evaluation.
    """
    return record_part(query, run or Run(), capacity, 0, None)


def record_part(query: Query, run: Run, capacity: int, first: int, last: int | None) -> tuple[SearchTree, Report]:
    """Run a new search as ``record`` does, and record only the visits from ``first`` to before ``last``.

    Raises:
        SearchError, OptionError: as ``record``.
    """
    position, spec = query.position, query.spec
    if not position.legal_moves():
        raise SearchError("the game is over in this position, so there is nothing to search")
    evaluation = find_evaluation(position.game.name, query.evaluation)
    trace = Trace(capacity, first, last)
    search = spec.build(evaluation, query.seed, trace)
    run.begin(search)
    columns: Columns = {}
    counts, report, depth, final = _counts(trace), None, 0, None
    for final in search.analyse(position, query.limit, run.stop, only=query.only):
        if report is None or (final.depth > report.depth and not final.unfinished):
            report, depth = final, final.depth
            columns = {}  # those of the smaller depth are freed first
            columns, counts = columns_of(trace), _counts(trace)
    trace.release()
    if report is None or final is None:
        raise SearchError("{name} has no tree to keep", name=spec.name)
    if not columns:
        if not position.has_legal_move():
            raise SearchError("the game is over")
        if not hasattr(search, "snapshot") or first:
            raise SearchError("{name} has no tree to keep", name=spec.name)
        by_ply, rows = search.snapshot(position, capacity)
        kind, columns = snapshot_columns(rows)
        depth = 0
        counts = snapshot_counts(columns, by_ply) | {"kind": kind, "attacker": int(getattr(search, "attacker", 0))}
    name, decimals = unit_of(position.game.name, query.evaluation)
    facts = TreeFacts(
        game=position.game.name,
        rules=position.game.rules_text(),
        position=str(position),
        history=tuple(position.history),
        algorithm=spec.text,
        evaluation=format_evaluation(evaluation.name, evaluation.parameters) if evaluation.name else "",
        seed=query.seed,
        only=query.only,
        depth=depth,
        limit_depth=query.limit.depth,
        limit_nodes=query.limit.nodes,
        first=first,
        seconds=final.seconds,
        unrepeatable=unrepeatable(query, run.stop),
        unit=name,
        decimals=decimals,
        **counts,
    )
    return SearchTree(facts, columns, position), final


def _counts(trace: Trace) -> dict[str, Any]:
    """Return the fields of ``TreeFacts`` that a trace counts."""
    counts = {name: tuple(values) for name, values in trace.statistics().items()}
    return {
        **counts,
        "nodes": trace.total,
        "elsewhere": trace.elsewhere,
        "repeated": trace.repeated,
        "complete_to_ply": trace.complete_to_ply,
    }


def unrepeatable(query: Query, stop: Stop | None = None) -> str:
    """Return the English reason why the search would not visit the same nodes again, or an empty string."""
    if query.limit.seconds is not None or query.limit.aim is not None:
        return CLOCK
    if query.spec.option("threads", 1) > 1:
        return THREADS
    return STOPPED if stop is not None and (stop.requested or stop.limit is not None) else REPEATS


def query_of(tree: SearchTree) -> Query | None:
    """Return the query that repeats the search of a tree, as one from a file, or None if this is not possible.

    It is not if the search does not repeat itself, or is not one of this program.
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
    query = Query(position, spec, facts.evaluation, limit, facts.seed, only=facts.only)
    return query if not unrepeatable(query) else None


def open_node(
    tree: SearchTree, node: int, query: Query, run: Run | None = None, capacity: int = CAPACITY,
    recorder: Recorder = record_part,
) -> SearchTree:  # fmt: skip
    """Return the tree with the part below a node that was not recorded, by repeating the whole search.

    ``tree.facts.seconds`` is the time to expect. If the part does not fit into ``capacity`` nodes, it is complete to a
    lower ply.

    Args:
        tree: a tree recorded for the same query.
        node: the node to open.
        query: the search.
        run: what stops the search and observes it, or None.
        capacity: maximum number of nodes to record.
        recorder: function that repeats the search, such as ``engine.asking.recording.record_apart``.

    Raises:
        SearchError: if the search does not repeat itself, or did not do so.
    """
    check_repeats(tree)
    serial = tree.number("serial", node)
    part, _ = recorder(query, run or Run(), capacity, serial, serial + tree.number("subtree", node))
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
