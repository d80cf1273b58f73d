"""The tree that a search visited, recorded in a buffer of limited size: complete upper plies and exact counts."""

from typing import Any

import cython

from engine.search.visit import LAYOUT, NOT_EVALUATED, PROBE_FLAGS, Flag, Reason, Skip, TraceNode

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc


if not cython.compiled:
    from engine.search.visit import EARLIER_WRITER, NO_STAMP, UNKNOWN_WRITER

    EXACT, CUTOFF, FAIL_LOW, TABLE, STAND_PAT, TERMINAL, LEAF, STOPPED, *_ = Reason
    CYCLE, MATE_DISTANCE, RAZORED, FUTILE, NULL_MOVE, PROBCUT, SINGULAR = list(Reason)[STOPPED + 1 :]
    SKIPPED_LATE, SKIPPED_FUTILE, SKIPPED_HISTORY, SKIPPED_EXCHANGE = Skip
    AFTER_PASS, VERIFYING, TRYING_CAPTURE, EXCLUDING, RAZORING, TABLE_MOVE, KILLER_MOVE, REPEATED = (
        1 << i for i in range(8)
    )
    SHORTENED, EXTENDED, NARROWED, ASSUMED = (1 << i for i in range(8, 12))
    PROBES = int(PROBE_FLAGS)
    SKIP_KINDS, REASONS, PLIES, MOST_OPEN, MOST_RANK, MOST_MOVES = len(Skip), 16, 140, 600, 64, 513
    UNKNOWN, DEEPEST_PLY = NOT_EVALUATED, 139

    class _Visit:
        """One entry of the buffer in interpreted code. Compiled code uses the C struct of ``trace.pxd`` instead."""

        __slots__ = (
            "alpha", "beta", "depth", "flags", "generated", "move", "parent", "ply", "rank", "reason", "reduced",
            "serial", "skipped", "standing", "stored", "subtree", "tried", "value", "visits", "writer",
        )  # fmt: skip

        def __init__(self) -> None:
            self.skipped = [0] * SKIP_KINDS

    class _Open:
        """One entry of the stack of open nodes in interpreted code."""

        __slots__ = (
            "flags", "generated", "index", "last_assumed", "move", "moves_assumed", "ply", "reduced", "serial",
            "step_assumed", "tried",
        )  # fmt: skip


def _without_last_zeros(counts: list[int]) -> list[int]:
    """Return the counts up to the last one that is not 0."""
    size = len(counts)
    while size > 0 and counts[size - 1] == 0:
        size -= 1
    return counts[:size]


def _packed(entries: Any) -> bytes:
    """Return entries of the buffer of interpreted code in the layout ``LAYOUT``."""
    return b"".join(
        LAYOUT.pack(
            each.serial, each.subtree, each.writer, each.parent, each.move, each.alpha, each.beta, each.value,
            each.visits, each.standing, each.generated, each.tried, each.rank, *each.skipped, each.ply, each.depth,
            each.reduced, each.stored, each.flags, each.reason, 0, 0,
        )
        for each in entries
    )  # fmt: skip


class Trace:
    """The tree that a search visited in its last iteration, as far as the buffer has room.

    The buffer contains the complete upper plies of the tree: if it is full, the nodes of the deepest ply are removed,
    and no node of this ply or below is recorded from then on. All visits are counted. A search that is repeated can
    record the visits ``first`` to ``last`` only, which opens a part of the tree that did not fit before.

    A search that begins the root again with another window calls ``restart``, so that the tree is that of the last
    window.

    A *stamp* identifies a visit among all those of the search, those of earlier iterations and windows included. A
    search with a table writes it into the table together with each entry, so that a node decided by an entry names the
    visit that wrote it.

    Args:
        capacity: maximum number of nodes to record, 1 to 10,000,000 (80 bytes each).
        first: serial number of the first visit to record.
        last: serial number of the first visit after those to record, or None for no limit.

    Attributes:
        capacity, first, last: the arguments.
        count: number of nodes recorded.
        total: number of nodes visited.
        elsewhere: number of nodes visited in the iteration before the root was begun again, or for further lines.
        repeated: number of visits that search a move again that was searched just before.
        most_ply: greatest ply that can be recorded.

    Raises:
        ValueError: if an argument is out of range, or a search records in the trace that is initialised again.
        MemoryError: if the buffer cannot be allocated.
    """

    if not cython.compiled:
        busy: Any = False
        buffer: Any
        stack: Any
        by_ply: Any
        by_reason: Any
        by_cut_rank: Any
        by_generated: Any
        kept_by_ply: Any
        moved: Any
        starts: Any

    def __init__(self, capacity: int = 200_000, first: int = 0, last: int | None = None) -> None:
        if not 1 <= capacity <= 10_000_000:
            raise ValueError(f"capacity {capacity}: must be 1 to 10,000,000")
        if first < 0 or (last is not None and last <= first):
            raise ValueError(f"visits {first} to {last}")
        if self.busy:
            raise ValueError("a search records in this trace")
        if cython.compiled:
            free(self.buffer)
            free(self.moved)
            size = cython.cast(cython.size_t, capacity)
            self.buffer = cython.cast(
                cython.pointer(Visit),  # type: ignore[name-defined]  # noqa: F821 - a C struct of trace.pxd
                malloc(size * cython.sizeof(Visit)),  # type: ignore[name-defined]  # noqa: F821
            )
            self.moved = cython.cast(cython.pointer(cython.int), malloc(size * cython.sizeof(cython.int)))
            if self.buffer == cython.NULL or self.moved == cython.NULL:
                raise MemoryError
        else:
            self.buffer = []
            self.moved = [0] * capacity
            self.stack = [_Open() for _ in range(MOST_OPEN)]
            self.by_ply, self.kept_by_ply = [0] * PLIES, [0] * PLIES
            self.by_reason, self.by_cut_rank = [0] * REASONS, [0] * (MOST_RANK + 1)
            self.by_generated = [0] * (MOST_MOVES + 1)
            self.starts = [0] * PLIES
        self.capacity = capacity
        self.first = first
        self.last = 2**62 if last is None else last
        self.past = self.oldest = 0
        self.total = NO_STAMP
        self.depth = 0
        self.clear(0)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.buffer)
            free(self.moved)

    # --- called by searches -----------------------------------------------------------------------------------------

    def clear(self, depth: int) -> None:
        """Remove all recorded nodes and set all counters to 0, at the start of an iteration to ``depth`` plies.

        Another analysis begins with an iteration that is not deeper than the last one.
        """
        self.elsewhere = 0
        self.begin()
        depth = min(depth, DEEPEST_PLY)
        if depth <= self.depth:
            self.oldest = self.past
            self.depth = -1
        while self.depth < depth:
            self.depth += 1
            self.starts[self.depth] = self.past

    def begin(self) -> None:
        """Remove all recorded nodes and set the counters of the tree to 0."""
        self.past += self.total + 1
        self.count = 0
        self.total = 0
        self.repeated = 0
        self.open = 0
        self.outside = 0
        self.muted = False
        self.next_reduced = 0
        self.next_flags = 0
        self.most_ply = DEEPEST_PLY
        for i in range(PLIES):
            self.by_ply[i] = 0
            self.kept_by_ply[i] = 0
        for i in range(REASONS):
            self.by_reason[i] = 0
        for i in range(MOST_RANK + 1):
            self.by_cut_rank[i] = 0
        for i in range(MOST_MOVES + 1):
            self.by_generated[i] = 0

    def restart(self) -> None:
        """Begin the tree again, because the root is searched with another window."""
        self.elsewhere += self.total
        self.begin()

    def mute(self) -> None:
        """Record no more nodes, and count further visits in ``elsewhere``."""
        self.muted = True

    def enter(self, move: int, ply: int, depth: int, alpha: int, beta: int) -> None:
        """Record the start of a node."""
        reduced = self.next_reduced
        flags = self.next_flags
        self.next_reduced = 0
        self.next_flags = 0
        if self.muted or self.open >= MOST_OPEN:
            self.elsewhere += 1
            self.outside += 1
            return
        if ply > DEEPEST_PLY:
            ply = DEEPEST_PLY
        level = self.open
        serial = self.total
        self.total += 1
        self.by_ply[ply] += 1
        rank = 0
        index = -1
        if level > 0:
            above = level - 1
            if self.stack[above].index >= 0:
                self.buffer[self.stack[above].index].visits += 1
            # A visit at the ply of its parent is another search of the same position.
            if flags & PROBES == 0 and self.stack[above].ply != ply:
                if self.stack[above].tried > 0 and self.stack[above].move == move:
                    flags |= REPEATED
                    self.repeated += 1
                else:
                    self.stack[above].tried += 1
                    self.stack[above].move = move
                rank = self.stack[above].tried
        if ply <= self.most_ply and self.first <= serial and serial < self.last:
            if self.count >= self.capacity:
                self.trim(ply)
            if ply <= self.most_ply:
                index = self.count
                self.count += 1
                self.kept_by_ply[ply] += 1
                if not cython.compiled and index == len(self.buffer):
                    self.buffer.append(_Visit())
                self.buffer[index].serial = serial
                self.buffer[index].subtree = 0
                self.buffer[index].writer = UNKNOWN_WRITER
                self.buffer[index].parent = self.stack[level - 1].index if level > 0 else -1
                self.buffer[index].move = move
                self.buffer[index].alpha = alpha
                self.buffer[index].beta = beta
                self.buffer[index].value = 0
                self.buffer[index].visits = 0
                self.buffer[index].standing = UNKNOWN
                self.buffer[index].generated = 0
                self.buffer[index].tried = 0
                self.buffer[index].rank = rank
                for i in range(SKIP_KINDS):
                    self.buffer[index].skipped[i] = 0
                self.buffer[index].ply = ply
                self.buffer[index].depth = depth
                self.buffer[index].reduced = reduced
                self.buffer[index].stored = 0
                self.buffer[index].flags = flags
                self.buffer[index].reason = STOPPED
                if cython.compiled:
                    self.buffer[index].spare = 0
                    self.buffer[index].room = 0
        self.stack[level].serial = serial
        self.stack[level].index = index
        self.stack[level].ply = ply
        self.stack[level].move = -1
        self.stack[level].tried = 0
        self.stack[level].generated = -1
        self.stack[level].flags = flags
        self.stack[level].reduced = reduced > 0
        self.stack[level].step_assumed = False
        self.stack[level].moves_assumed = False
        self.stack[level].last_assumed = False
        self.open += 1

    def leave(self, value: int, reason: int) -> None:
        """Record the value of the innermost open node and the reason why it was returned."""
        if self.outside > 0:
            self.outside -= 1
            return
        if self.open == 0:
            return
        self.open -= 1
        here = self.open
        self.by_reason[reason] += 1
        if reason == CUTOFF:
            self.by_cut_rank[min(self.stack[here].tried, MOST_RANK)] += 1
        if self.stack[here].generated >= 0:
            self.by_generated[min(self.stack[here].generated, MOST_MOVES)] += 1
        assumed = cython.declare(cython.bint, self.stack[here].step_assumed or self.stack[here].last_assumed)
        if reason != CUTOFF and self.stack[here].moves_assumed:
            assumed = True
        if reason == CYCLE or reason >= RAZORED:
            assumed = True
        if here > 0 and self.stack[here].flags & PROBES == 0:
            if self.stack[here].flags & REPEATED == 0 and self.stack[here - 1].last_assumed:
                self.stack[here - 1].moves_assumed = True
            self.stack[here - 1].last_assumed = assumed or self.stack[here].reduced
        index = self.stack[here].index
        if index >= 0:
            self.buffer[index].value = value
            self.buffer[index].reason = reason
            self.complete(here)
            if assumed:
                self.buffer[index].flags |= ASSUMED

    def complete(self, level: int) -> None:
        """Copy the numbers of an open node to its entry in the buffer."""
        index = self.stack[level].index
        self.buffer[index].subtree = self.total - self.stack[level].serial
        self.buffer[index].tried = self.stack[level].tried

    def moves(self, generated: int) -> None:
        """Record the number of moves that the innermost open node has generated."""
        if self.outside > 0 or self.open == 0:
            return
        self.stack[self.open - 1].generated = generated
        index = self.stack[self.open - 1].index
        if index >= 0:
            self.buffer[index].generated = generated

    def reduce(self, plies: int) -> None:
        """Record that the depth of the next node is reduced by ``plies``, or extended if the number is negative."""
        self.next_reduced = plies

    def flag(self, flags: int) -> None:
        """Record facts (``Flag``) about the next node."""
        self.next_flags |= flags

    def note(self, flags: int) -> None:
        """Record facts (``Flag``) about the innermost open node."""
        if self.outside > 0 or self.open == 0:
            return
        here = self.open - 1
        if flags & (SHORTENED | ASSUMED):
            self.stack[here].step_assumed = True
        if self.stack[here].index >= 0:
            self.buffer[self.stack[here].index].flags |= flags

    def narrow(self, alpha: int, beta: int) -> None:
        """Record a narrower window of the innermost open node, outside of which no win or loss is possible."""
        if self.outside > 0 or self.open == 0:
            return
        index = self.stack[self.open - 1].index
        if index >= 0 and (self.buffer[index].alpha != alpha or self.buffer[index].beta != beta):
            self.buffer[index].alpha = alpha
            self.buffer[index].beta = beta
            self.buffer[index].flags |= NARROWED

    def stamp(self) -> int:
        """Return the stamp of the innermost open node, or ``NO_STAMP`` if there is none."""
        if self.muted:
            return self.past + self.total
        if self.outside > 0 or self.open == 0:
            return NO_STAMP
        return self.past + self.stack[self.open - 1].serial

    def writer_of(self, stamp: int) -> int:
        """Return the value of ``TraceNode.writer`` for the stamp of an entry of the table."""
        if stamp >= self.past:
            return stamp - self.past
        if stamp < 0:
            return UNKNOWN_WRITER
        if stamp < self.oldest:
            return EARLIER_WRITER
        depth = self.depth
        while depth > 0 and self.starts[depth] > stamp:
            depth -= 1
        return EARLIER_WRITER - depth

    def found(self, depth: int, proved: bool, stamp: int) -> None:
        """Record the entry of the table that decides the innermost open node.

        Args:
            depth: depth of the entry.
            proved: whether the entry is the result of a search without assumptions.
            stamp: stamp of the visit that wrote the entry, or ``NO_STAMP``.
        """
        if self.outside > 0 or self.open == 0:
            return
        if not proved:
            self.stack[self.open - 1].step_assumed = True
        index = self.stack[self.open - 1].index
        if index >= 0:
            self.buffer[index].stored = depth
            self.buffer[index].writer = self.writer_of(stamp)

    def stand(self, value: int) -> None:
        """Record the evaluation of the innermost open node."""
        if self.outside > 0 or self.open == 0:
            return
        index = self.stack[self.open - 1].index
        if index >= 0:
            self.buffer[index].standing = value

    def skip(self, kind: int) -> None:
        """Count a move of the innermost open node that is not searched. ``kind`` is a ``Skip``."""
        if self.outside > 0 or self.open == 0:
            return
        self.stack[self.open - 1].moves_assumed = True
        index = self.stack[self.open - 1].index
        if index >= 0:
            self.buffer[index].skipped[kind] += 1

    def trim(self, ply: int) -> None:
        """Remove the nodes of the deepest ply, which is that of the next node if it is deeper. Keep the first node.

        Args:
            ply: ply of the next node.
        """
        deepest = DEEPEST_PLY
        while deepest > ply and self.kept_by_ply[deepest] == 0:
            deepest -= 1
        self.most_ply = deepest - 1
        if self.kept_by_ply[deepest] == 0:
            return
        self.kept_by_ply[deepest] = 0
        kept = 1
        self.moved[0] = 0
        for i in range(1, self.count):
            if self.buffer[i].ply > self.most_ply:
                self.moved[i] = -1
                continue
            self.moved[i] = kept
            if self.buffer[i].parent > 0:
                self.buffer[i].parent = self.moved[self.buffer[i].parent]
            if kept != i:
                if cython.compiled:
                    self.buffer[kept] = self.buffer[i]
                else:
                    self.buffer[kept], self.buffer[i] = self.buffer[i], self.buffer[kept]
            kept += 1
        self.count = kept
        for level in range(self.open):
            if self.stack[level].index > 0:
                self.stack[level].index = self.moved[self.stack[level].index]

    # --- for all other code -----------------------------------------------------------------------------------------

    @property
    def missed(self) -> int:
        """The number of nodes visited that are not recorded."""
        return self.total - self.count

    @property
    def complete_to_ply(self) -> int:
        """The greatest ply of which all visits are recorded, or -1 if not even those of the root are.

        If all nodes are recorded, it is the greatest ply visited.
        """
        plies = len(self.plies()) - 1
        return min(plies, self.most_ply)

    def plies(self) -> list[int]:
        """Return the number of visits at each ply, from the root to the greatest ply visited."""
        return _without_last_zeros([self.by_ply[i] for i in range(PLIES)])

    def statistics(self) -> dict[str, list[int]]:
        """Return the counts over all visits, whether they are recorded or not.

        Returns:
            ``by_ply``: visits at each ply. ``by_reason``: visits by the number of their reason; a node in which the
            search was stopped counts as STOPPED. ``by_cut_rank``: cut-offs by the rank of the move that caused them,
            the last element for all higher ranks. ``by_generated``: nodes by the number of moves generated.
        """
        reasons = [self.by_reason[i] for i in range(len(Reason))]
        reasons[Reason.STOPPED] += self.open
        ranks = [self.by_cut_rank[i] for i in range(MOST_RANK + 1)]
        generated = _without_last_zeros([self.by_generated[i] for i in range(MOST_MOVES + 1)])
        return {"by_ply": self.plies(), "by_reason": reasons, "by_cut_rank": ranks, "by_generated": generated}

    def data(self, start: int = 0, end: int | None = None) -> bytes:
        """Return recorded nodes in the order of visits, each in the layout ``LAYOUT``.

        Args:
            start: index of the first node.
            end: index after the last node, or None for all.
        """
        for level in range(self.open):
            if self.stack[level].index >= 0:
                self.complete(level)
        start, end, _ = slice(start, end).indices(self.count)
        end = max(start, end)
        if cython.compiled:
            size = cython.declare(cython.Py_ssize_t, cython.sizeof(Visit))  # type: ignore[name-defined]  # noqa: F821
            return cython.cast(cython.pointer(cython.char), self.buffer)[start * size : end * size]
        else:
            return _packed(self.buffer[start:end])

    def release(self) -> None:
        """Free the buffer, after which there are no recorded nodes. All counts over the visits remain.

        Raises:
            ValueError: if a search records in the trace.
        """
        if self.busy:
            raise ValueError("a search records in this trace")
        if cython.compiled:
            free(self.buffer)
            free(self.moved)
            self.buffer = cython.NULL
            self.moved = cython.NULL
        else:
            self.buffer, self.moved = [], []
        # Without capacity, a search that goes on with this trace only counts.
        self.capacity = self.count = 0
        self.most_ply = -1
        for i in range(PLIES):
            self.kept_by_ply[i] = 0
        for level in range(self.open):
            self.stack[level].index = -1

    def nodes(self) -> list[TraceNode]:
        """Return the recorded nodes as objects, in the order of visits. It is slow for many nodes."""
        return [
            TraceNode(*[*values[:13], values[13:17], *values[17:21], Flag(values[21]), Reason(values[22])])
            for values in LAYOUT.iter_unpack(self.data())
        ]
