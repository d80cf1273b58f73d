"""Trees recorded in a child process equal those recorded in this one, whole or in part, stopped or not."""

import threading
from typing import Any

import numpy
import pytest

from engine.asking.recording import record_apart
from engine.core.errors import SearchError
from engine.core.game import find_game
from engine.core.values import replace
from engine.search.query import Query, Run
from engine.search.report import Limit
from engine.search.search import Stop
from engine.search.spec import Spec
from engine.searchtree.files import tree_bytes
from engine.searchtree.model import SearchTree
from engine.searchtree.recording import open_node, record


def wanted(text: str = "alphabeta", depth: int = 3) -> Query:
    return Query(find_game("tictactoe")().start(), Spec.parse(text), "", Limit(depth=depth))


def same(one: SearchTree, other: SearchTree) -> bool:
    assert replace(one.facts, seconds=0.0) == replace(other.facts, seconds=0.0)
    return all(numpy.array_equal(one.column(name), other.column(name)) for name in one.columns)


def test_a_tree_and_its_parts_are_those_of_this_process() -> None:
    query = wanted("minimax", 2)
    workers: list[Any] = []
    tree, report = record_apart(query, Run(on_start=workers.append), 30, 0, None)
    here, reported = record(query, capacity=30)
    assert same(tree, here) and report.pv == reported.pv and tree.position(5) == here.position(5)
    node = next(each for each in range(len(tree)) if tree.is_trimmed(each))
    opened = open_node(tree, node, query, recorder=record_apart)
    assert same(opened, open_node(here, node, query)) and not opened.is_trimmed(node)


@pytest.mark.slow
def test_errors_of_the_child_process_are_errors_here() -> None:
    with pytest.raises(SearchError, match="no tree"):
        record_apart(wanted("random"), Run(), 10_000, 0, None)


@pytest.mark.slow
def test_a_stop_returns_the_last_completed_depth() -> None:
    stop, started = Stop(), threading.Event()
    found: list[tuple[SearchTree, Any]] = []
    query = Query(find_game("chess")().start(), Spec.parse("minimax"), "", Limit(depth=30))
    workers: list[Any] = []

    def begin(worker: Any) -> None:
        workers.append(worker)
        started.set()

    thread = threading.Thread(
        target=lambda: found.append(record_apart(query, Run(stop, on_start=begin), 10_000, 0, None))
    )
    thread.start()
    assert started.wait(30)
    while workers[0].depth < 4 or not workers[0].trace.plies():
        pass
    stop.request()
    thread.join(30)
    tree, _ = found[0]
    assert tree.facts.depth >= 3 and tree.facts.unrepeatable


@pytest.mark.slow
def test_a_tree_of_more_than_a_megabyte_arrives() -> None:
    query = Query(find_game("chess")().start(), Spec.parse("alphabeta"), "", Limit(depth=6))
    tree, _ = record_apart(query, Run(), 1_500_000, 0, None)
    assert len(tree_bytes(tree)) > 1_000_000 and len(tree) == tree.facts.nodes == 748_221
