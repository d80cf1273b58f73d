"""The tree of a Monte Carlo search: nodes in one block of memory, which several threads may extend.

The children of a node are contiguous. A node has 32 bytes (see ``tree.h``): its move, the number of its visits and the
sum of their results, the same for all moves as first (RAVE), the prior of its move, and its *proof*. Results are for
the side that made the move, in units of ``1 / UNIT`` of a win.

A proof is n + 1 if the side to move at the node wins in n plies at most, -n - 1 if it loses in n plies at most,
``DRAW`` if the game is drawn, or 0 if nothing is proved.
"""

from typing import Any

import cython

from engine.core.errors import OptionError

if cython.compiled:
    from cython.cimports.engine.search.tree import number_taken, take
    from cython.cimports.libc.stdlib import free, malloc
else:
    from engine.search.tree_pure import (
        BUSY,
        DRAW,
        PLIES,
        ROOT,
        Node,
        first_child,
        proof_of,
        rave_total_of,
        rave_visits_of,
        set_proof,
        total_of,
        visits_of,
    )

LEAST_NODES = 1024


class Tree:
    """A tree with a fixed capacity. A new tree consists of the root.

    Args:
        capacity: maximum number of nodes, at least 1,024. ``keep`` allocates memory for as many again.

    Attributes:
        capacity: maximum number of nodes.

    Raises:
        OptionError: if there is not enough memory.
    """

    if not cython.compiled:
        nodes: Any
        spare: Any
        by_ply: list[int]
        capacity: int

    def __init__(self, capacity: int) -> None:
        if self.capacity:
            raise TypeError("a tree is initialised once")
        size = max(LEAST_NODES, capacity)
        if cython.compiled:
            self.nodes = cython.cast(
                cython.pointer(Node), malloc(cython.cast(cython.size_t, size) * cython.sizeof(Node))
            )
            if self.nodes == cython.NULL:
                raise OptionError("not enough memory for a tree of {size} MiB", size=max(1, size >> 15))
        else:
            self.nodes = []
        self.capacity = size
        self.clear()

    if not cython.compiled:

        def __new__(cls, *args: Any) -> "Tree":
            """Emulate Cython, in which fields are 0 before ``__init__``."""
            self = super().__new__(cls)
            self.capacity = 0
            self.by_ply = [0] * PLIES
            return self

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.nodes)
            free(self.spare)

    def clear(self) -> None:
        """Delete all nodes except the root, which is as if it had never been visited.

        Raises:
            ValueError: if the tree was made without its constructor.
        """
        self._check()
        if not cython.compiled:
            self.nodes = [Node() for _ in range(ROOT)]
        self.taken = ROOT
        self.add(1)
        self.set_node(ROOT, 0, 0)

    def _check(self) -> None:
        if not self.capacity:
            raise ValueError("the tree has no nodes")

    def keep(self, index: int) -> None:
        """Make a node the root, and delete all nodes that are not below it.

        The nodes are copied to a second block of memory, level by level. If there is not enough memory for it, all
        nodes are deleted.

        Raises:
            ValueError: if there is no such node.
        """
        if not ROOT <= index < self.used + ROOT:
            raise ValueError(f"node {index}")
        if cython.compiled:
            if self.spare == cython.NULL:
                self.spare = cython.cast(
                    cython.pointer(Node),
                    malloc(cython.cast(cython.size_t, self.capacity) * cython.sizeof(Node)),
                )
            if self.spare == cython.NULL:
                self.clear()
                return
        else:
            self.spare = [Node() for _ in range(len(self.nodes))]
        nodes = self.nodes
        spare = self.spare
        used = cython.declare(cython.longlong, ROOT + 1)
        place = cython.declare(cython.longlong, ROOT)
        first = cython.declare(cython.longlong, 0)
        spare[ROOT] = nodes[index]
        while place < used:
            first = spare[place].first
            if first > BUSY:
                for i in range(spare[place].count):
                    spare[used + i] = nodes[first + i]
                spare[place].first = used
                used += spare[place].count
            place += 1
        self.nodes = spare
        self.spare = nodes
        self.taken = used

    # --- for searches -----------------------------------------------------------------------------------------------

    def add(self, count: int) -> int:
        """Reserve ``count`` contiguous nodes, and return the index of the first one, or 0 if there is no room."""
        first = cython.declare(cython.longlong, self.number())
        if first + count > self.capacity:
            return 0
        if cython.compiled:
            first = take(cython.address(self.taken), count)
            if first + count > self.capacity:
                return 0
        else:
            self.taken += count
            self.nodes.extend([Node() for _ in range(count)])
        return first

    def number(self) -> int:
        """Return the number of nodes in use, or more if there was no room."""
        return number_taken(cython.address(self.taken)) if cython.compiled else self.taken

    def set_node(self, index: int, move: int, prior: int) -> None:
        """Initialise a node without visits and children, whose move has a prior."""
        nodes = self.nodes
        nodes[index].first = nodes[index].count = 0
        nodes[index].move = move
        nodes[index].prior = prior
        nodes[index].visits = nodes[index].rave_visits = 0
        nodes[index].total = 0
        nodes[index].rave_total = 0
        nodes[index].proof = 0

    def prove(self, index: int) -> None:
        """Set the proof of a node if it follows from those of its children, of which it has at least one."""
        nodes = self.nodes
        first = cython.declare(cython.longlong, first_child(nodes, index))
        shortest = 0
        longest = 0
        unknown = cython.declare(cython.bint, False)
        drawn = cython.declare(cython.bint, False)
        for i in range(first, first + nodes[index].count):
            proof = cython.declare(cython.int, proof_of(nodes, i))
            if proof == 0:
                unknown = True
            elif proof == DRAW:
                drawn = True
            elif proof > longest:
                longest = proof
            elif proof < 0 and (shortest == 0 or -proof < shortest):
                shortest = -proof
        if shortest:
            set_proof(nodes, index, shortest + 1)
        elif not unknown:
            set_proof(nodes, index, DRAW if drawn else -longest - 1)

    def tally(self, index: int, ply: int) -> int:
        """Return the number of visited nodes at and below a node, and add them to ``by_ply``."""
        nodes = self.nodes
        first = cython.declare(cython.longlong, first_child(nodes, index))
        found = cython.declare(cython.longlong, 1)
        self.by_ply[min(ply, PLIES - 1)] += 1
        if first > BUSY:
            for i in range(first, first + nodes[index].count):
                if visits_of(nodes, i) > 0 or proof_of(nodes, i):
                    found += self.tally(i, ply + 1)
        return found

    # --- for all other code -----------------------------------------------------------------------------------------

    @property
    def used(self) -> int:
        """The number of nodes in use."""
        return min(self.number(), self.capacity) - ROOT

    def children(self, index: int = ROOT) -> list[tuple[int, int, int, int, int, int]]:
        """Return index, move, visits, sum of results, prior and proof of each child of a node.

        Raises:
            ValueError: if there is no such node.
        """
        if not ROOT <= index < self.used + ROOT:
            raise ValueError(f"node {index}")
        nodes = self.nodes
        first = cython.declare(cython.longlong, first_child(nodes, index))
        if first <= BUSY:
            return []
        return [
            (i, nodes[i].move, visits_of(nodes, i), total_of(nodes, i), nodes[i].prior, proof_of(nodes, i))
            for i in range(first, first + nodes[index].count)
        ]

    def visited(self) -> list[int]:
        """Return the number of visited nodes at each ply.

        Raises:
            ValueError: if the tree was made without its constructor.
        """
        self._check()
        for i in range(PLIES):
            self.by_ply[i] = 0
        self.tally(ROOT, 0)
        found = [self.by_ply[i] for i in range(PLIES)]
        while not found[len(found) - 1]:
            found.pop()
        return found

    def rave(self, index: int) -> tuple[int, int]:
        """Return the visits and the sum of results of a node for all moves as first, in units of ``UNIT >> 13``.

        Raises:
            ValueError: if there is no such node.
        """
        if not ROOT <= index < self.used + ROOT:
            raise ValueError(f"node {index}")
        return rave_visits_of(self.nodes, index), rave_total_of(self.nodes, index)

    @property
    def root(self) -> tuple[int, int, int]:
        """The visits, the sum of results and the proof of the root.

        Raises:
            ValueError: if the tree was made without its constructor.
        """
        self._check()
        return visits_of(self.nodes, ROOT), total_of(self.nodes, ROOT), proof_of(self.nodes, ROOT)
