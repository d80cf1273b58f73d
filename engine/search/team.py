"""The threads of one parallel search: their counters, and the helpers that share a transposition table with it.

Every thread searches the same position. Because they share the table, each finds results of the others in it (“Lazy
SMP”). The interpreter lock is released during each depth.
"""

import threading
from typing import Any

import cython
from cython.cimports.engine.search.table import load_word, store_word

from engine.core.position import Position
from engine.search.search import GREATEST_DEPTH, Stop

if not cython.compiled:
    MOST_THREADS = 64


class Team:
    """Counters of the nodes that the members of a team have visited.

    Args:
        size: number of members, 1 to 64. The search that reports is member 0.

    Raises:
        ValueError: if ``size`` is out of range.
    """

    def __init__(self, size: int) -> None:
        if not 1 <= size <= MOST_THREADS:
            raise ValueError(f"a team of {size} threads")
        if not cython.compiled:
            self.counts = [0] * MOST_THREADS
        self.size = size

    def count(self, member: int, nodes: int) -> None:
        """Publish the number of nodes of a member. Only its own thread calls this method."""
        store_word(self.counts, member, nodes)

    def total(self) -> int:
        """Return the number of nodes of all members, as last published."""
        nodes = cython.declare(cython.longlong, 0)
        for member in range(self.size):
            nodes += load_word(self.counts, member)
        return nodes


class Helpers:
    """The threads that search in addition to the thread that reports.

    Args:
        leader: the search that reports, which has begun an analysis.
        searches: one search for each thread, which will share the table of ``leader``.
        position: the position to search, which is copied for each thread.
    """

    def __init__(self, leader: Any, searches: list[Any], position: Position) -> None:
        self._ended = Stop()
        self._threads = []
        for member, search in enumerate(searches, 1):
            search.join_team(leader, position, member, self._ended)
            own = position.copy()
            thread = threading.Thread(target=self._deepen, args=(search, own, member), daemon=True)
            self._threads.append(thread)

    def start(self) -> None:
        """Start the threads."""
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """End the threads, and return after they have ended."""
        self._ended.request()
        for thread in self._threads:
            thread.join()

    def _deepen(self, search: Any, position: Position, member: int) -> None:
        """Search increasing depths until the team has ended. Every second member begins one ply deeper."""
        for depth in range(1 + member % 2, GREATEST_DEPTH + 1):
            if not search.help(position, depth):
                return
