"""The answer to a query, in this process or in a child process."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import engine
from engine.core.course import Course
from engine.search.query import Query, Run
from engine.search.report import Report

if TYPE_CHECKING:
    from engine.records.tree import GameTree


def course_of(tree: "GameTree", node: int) -> Course:
    """Return the position at a node of a record, with the moves that led to the position since the last set-up."""
    path = tree.since_setup(node)
    moves = [move for each in path[1:] if (move := tree.nodes[each].move) is not None]
    return Course.to(tree.position(node), tree.position(path[0]), moves)


def slow_mode() -> bool:
    """Whether the engine runs without compiled code, so that a search holds the global interpreter lock."""
    return not engine.is_compiled()


def answer(query: Query, run: Run | None = None) -> Iterator[Report]:
    """Yield the reports of ``query``. The last report is final.

    A plugin or an external engine that is stopped before its first report yields no report.

    Without ``run.kept``, every query has a new search, so that equal queries have equal reports except for the times.
    In slow mode (``slow_mode``), a built-in search runs in a child process for one query, and ``run.kept`` has no
    effect.

    Raises:
        SearchError: if a plugin or an external engine fails.
        OptionError: if the game has no such evaluation.
    """
    run = run or Run()
    if query.spec.is_own and slow_mode():
        # Imported only if needed, because the import takes longer than a short search.
        from engine.asking.process import ask_process

        return ask_process(query, run)
    return query.spec.answer(query, run)
