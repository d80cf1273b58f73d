"""Proof-number search: it proves a win, a loss or a draw from the rules, and has no score before.

The search asks whether one side, the attacker, can force a win. Every position has two numbers, from the point of view
of the side to move: φ and δ, the least numbers of positions to solve before this side is known to reach its goal, or
not to reach it. The goal of the attacker is to win, that of the defender is to prevent it. At the root, φ is the proof
number and δ the disproof number. The search visits the position that contributes to both. It needs no evaluation.

In games that define threats (``Position.has_threats``), the attacker makes forcing moves only, so that a win is proved,
but not its absence. In games whose positions can be repeated, a repetition is a failure of the attacker. This keeps
proofs true: a position that was proved to be won is won without any repetition. A failure that depends on the moves
that led to the position is stored for these moves only (Kishimoto and Müller, “A general solution to the graph history
interaction problem”, AAAI 2004).
"""

from collections.abc import Iterator, Sequence
from typing import Any

import cython
from cython.cimports.engine.core.position import WIN
from cython.cimports.engine.search.proof_nodes import ALL, DEEPEST, OUTSIDE, scrambled
from cython.cimports.engine.search.proof_table import INFINITE

from engine.core.evaluation import Evaluation
from engine.core.language import mark
from engine.core.options import option
from engine.core.position import Position
from engine.core.score import Score
from engine.core.values import Value, replace
from engine.search.proof_nodes import ProofNodes
from engine.search.proof_table import ProofTable
from engine.search.report import Limit, Report
from engine.search.search import Stop, register
from engine.search.stopwatch import Stopwatch
from engine.search.trace import Trace

LENGTH_NOTE = mark("The length is that of the line found, not of the shortest.")
"""Remark of a report of a proved win or loss."""

UNPROVED_NOTE = mark("No forced win or loss was found.")
"""Remark of the last report if all lines were searched and nothing was proved."""

FIRST_REPORT = 10_000
"""Number of nodes before the first report. The number is doubled for each further report."""

ENTRY_BYTES = 24
"""Size of an entry of the table."""


class ProofParameters(Value):
    """Parameters of the proof-number search."""

    moves: str = option(
        "auto",
        "Moves of the side that is to win: forcing moves only, or all; automatic: forcing moves in games that define "
        "them",
        label="Moves of the attacker",
        choices=("auto", "forcing", "all"),
        texts=("Automatic", "Forcing", "All"),
    )
    level: int = option(
        2,
        "1: only threats to win with the next move; 2: also threats to make such a threat",
        label="Level of threats",
        minimum=1,
        maximum=2,
    )
    weak: bool = option(
        True,
        "Add the number of the other moves to the greatest number instead of the sum, because moves that lead to the "
        "same positions would count several times",
        label="Weak proof numbers",
    )
    mobility: bool = option(
        True, "Begin with the number of moves of a position instead of 1", label="Begin with the number of moves"
    )
    table_mb: int = option(
        16, "Size of the table of proof numbers", label="Table size", minimum=1, maximum=4096, unit="MiB"
    )


class Snapshot(Value):
    """A node of the search when it has ended.

    Attributes:
        parent: index of the parent among the nodes returned, which precedes it, or -1 for the root.
        move: the move that leads to the node, or -1 for the root.
        ply: distance from the root.
        generated: number of moves to search.
        tried: number of those whose positions are in the table.
        work: number of nodes visited for the numbers.
        proof: least number of positions to solve before a win of the attacker is proved.
        disproof: least number of positions to solve before it is disproved.
        size: number of nodes in the table at and below the node, as far as they are returned or one ply below those.
    """

    parent: int
    move: int
    ply: int
    generated: int
    tried: int
    work: int
    proof: int
    disproof: int
    size: int = 1


class ProofNumber(ProofNodes):
    """Depth-first proof-number search (Nagai 2002).

    A node is left once its numbers reach its limits, which are those at which a sibling would be searched. They are
    increased by a quarter so that the search changes less often between siblings (Pawlewicz and Lew, “Improving
    depth-first PN-search: 1 + ε trick”, Computers and Games 2006). With the option ``weak``, δ is the greatest φ of the
    moves, plus 1 for each other move that is not solved (Ueda, Hashimoto, Hashimoto and Iida, “Weak proof-number
    search”, Computers and Games 2008).

    The limit ``depth`` is the greatest length of lines. Without it, lines have at most 120 plies.
    """

    name = "pn"
    title = "Proof-number search"
    Parameters = ProofParameters
    deepens = False
    records_windows = False
    solves = True
    needs_evaluation = False
    remembers = True
    if not cython.compiled:
        prepared: Any
        last: Any

    def __init__(
        self, parameters: Any = None, evaluation: Evaluation | None = None, seed: int = 0, trace: Trace | None = None
    ) -> None:
        super().__init__(parameters, evaluation, seed, trace)
        self.weak, self.mobility, self.level = self.parameters.weak, self.parameters.mobility, self.parameters.level
        self.prepared = self.last = None
        self.table_entries = (self.parameters.table_mb << 20) // ENTRY_BYTES
        self.draws = False

    def forget(self) -> None:
        """Delete the table."""
        self.last = None
        if self.prepared is not None:
            self.table.clear()

    def use_table(self, entries: int) -> None:
        """Use a new table of this many entries. Tests use this method for very small tables."""
        self.table_entries = entries
        self.prepared = None

    # --- questions --------------------------------------------------------------------------------------------------

    def deepen(
        self, position: Position, limit: Limit, after: Report | None, moves: Sequence[int], watch: Stopwatch
    ) -> Iterator[Report]:
        """Ask whether the side to move wins, then whether the opponent does. Yield a report when the nodes double."""
        self.prepare(position, limit, moves)
        due = self.nodes + FIRST_REPORT
        score, line = None, tuple(moves[:1])
        for attacker in (position.side, position.side ^ 1):
            self.ask(position, attacker)
            while self.advance(position):
                if self.nodes >= due:
                    due = 2 * self.nodes
                    yield self.statement(None, self.first_move(moves), watch, False)
                    watch.resume()
            line = self.first_move(moves)
            if self.stopping:
                break
            sign = self.verdict(position)
            if sign:
                plies, line = self.line_found(position, sign > 0)
                score = Score(sign * (WIN - plies), position.turn)
            elif sign == 0:
                score = Score(0, position.turn)
            if score is not None or not self.separate:
                break
        yield self.statement(score, line, watch, True)

    def find_win(self, position: Position, limit: Limit, stop: Stop) -> tuple[int, tuple[int, ...]] | None:
        """Return a win of the side to move that is proved within a limit, or None.

        Other searches use this method. The table is kept, so that a question that is asked again continues.

        Args:
            position: a position that is not over.
            limit: the conditions that end the search.
            stop: object that ends it earlier.

        Returns:
            The number of plies within which the side to move wins against every answer, and the moves of a line, which
            can be fewer.
        """
        own = position.copy()
        self.stop, self.stopping, self.chosen_count = stop, False, 0
        self.begin(limit, None)
        self.prepare(own, limit, own.legal_moves())
        self.ask(own, own.side)
        while self.advance(own):
            pass
        if self.stopping or self.verdict(own) != 1:
            return None
        plies = 1 + self.lengths[0][self.chosen_child(0)]
        _, line = self.line_found(own, True)
        return (max(plies, len(line)), line) if line else None

    def prepare(self, position: Position, limit: Limit, moves: Sequence[int]) -> None:
        """Prepare the search for the game, its rules and the limits of an analysis."""
        own = cython.declare(Position, position)
        self.forcing = self.parameters.moves == "forcing" or (self.parameters.moves == "auto" and own.has_threats())
        self.cyclic = own.has_cycles()
        self.bounded = limit.depth is not None and limit.depth < DEEPEST
        self.reach = limit.depth if limit.depth is not None and limit.depth < DEEPEST else DEEPEST
        # Whether the answer no to the first question does not mean that the opponent wins.
        self.separate = self.forcing or self.cyclic or self.bounded or own.has_draws()
        # Where the rules depend on earlier positions, making a move stores a key.
        self.first_key = own.key_count
        own.make(moves[0])
        self.historic = own.key_count > self.first_key and not self.cyclic
        own.unmake(moves[0])
        if self.prepared != position.game:
            self.table = ProofTable(self.table_entries)
            self.prepared = position.game
        else:
            self.renew(position)
        self.table.new_search()
        self.last = position.copy()
        self.root_code = 0
        for number in position.history:
            self.root_code = scrambled(self.root_code ^ (number & ALL))
        self.stopping = self.nodes >= self.node_limit or self.is_hurried(self.nodes)
        self.leaves = 0
        self.met_horizon = False

    def renew(self, position: Position) -> None:
        """Clear the table for an analysis if the rules depend on earlier positions, unless the position is the same.

        A proof stored before may lead to a position that has occurred since then.
        """
        if (self.cyclic or self.historic) and self.last != position:
            self.table.clear()

    def ask(self, position: Position, attacker: int) -> None:
        """Begin the question whether the side ``attacker`` wins."""
        self.attacker = attacker
        self.mixer = self.depth_keys[127 + attacker] if self.separate else 0
        self.counts[0] = 0
        self.proof = self.disproof = 1
        self.opened = False
        self.follow(position, 0)

    def advance(self, position: Position) -> bool:
        """Search without the global interpreter lock, and return whether the question is still open.

        The result is False if the search must stop.
        """
        own = cython.declare(Position, position)
        is_open = cython.declare(cython.bint, not self.stopping)
        if is_open:
            with cython.nogil:
                is_open = self.step(own)
        return is_open

    def verdict(self, position: Position) -> int | None:
        """Return 1, −1 or 0 if a win, a loss or a draw of the side to move at the root is proved, or None.

        A failure of the attacker proves a loss or a draw only if all moves were searched and no line was too long.
        """
        attacks = position.side == self.attacker
        if (self.phi if attacks else self.delta) == 0:
            return 1 if attacks else -1
        is_complete = True
        for i in range(self.counts[0]):
            is_complete = is_complete and self.lowests[0][i] != OUTSIDE
        if not self.separate:
            return -1 if is_complete else None
        is_decided = is_complete and not (self.forcing or self.cyclic or self.bounded)
        self.draws = is_decided if attacks else self.draws and is_decided
        return 0 if not attacks and self.draws else None

    def first_move(self, moves: Sequence[int]) -> tuple[int, ...]:
        """Return a line of one move: the best one of the present question, or the first one."""
        best = self.combine(0)
        return (self.moves_at(0)[best],) if best >= 0 else tuple(moves[:1])

    def line_found(self, position: Position, wins: bool) -> tuple[int, tuple[int, ...]]:
        """Return the length of the line that was found, and its moves.

        The loser delays the end as long as possible against the moves of the proof. The moves can be fewer than the
        length if the search must stop, or if the line would return to one of its positions.
        """
        own = cython.declare(Position, position)
        is_whole = cython.declare(cython.bint, False)
        plies = 1 + self.lengths[0][self.chosen_child(0)]
        successful = cython.declare(cython.bint, wins == (position.side == self.attacker))
        with cython.nogil:
            is_whole = self.walk(own, successful)
        line = tuple([self.pv[0][i] for i in range(self.pv_length[0])])
        return (len(line) if is_whole else plies), line

    def statement(self, score: Score | None, line: tuple[int, ...], watch: Stopwatch, final: bool) -> Report:
        """Return a report with the present numbers of the root. The last report is ``final``."""
        note = ""
        if score is not None:
            note = LENGTH_NOTE if score.value else ""
        elif final and not self.stopping:
            note = UNPROVED_NOTE
        exhausted = score is not None or (final and not self.stopping and not self.bounded)
        report = self.report(0, score, line, self.nodes, watch, self.leaves, final, exhausted)
        return replace(report, note=note, proof=self.proof, disproof=self.disproof, proved=score is not None)

    # --- proofs -------------------------------------------------------------------------------------------------------

    def winning_move(self, position: Position, ply: int) -> int:
        """Return a move of the side to move that keeps a win that was proved by the last analysis.

        If the table does not contain the move any more, the position is searched again, without limits.

        Args:
            position: a position of the proof, with the moves since the root in its history.
            ply: number of moves since the root.

        Raises:
            LookupError: if no win is found, or if nothing was analysed.
        """
        if self.last is None:
            raise LookupError("nothing was analysed")
        own = cython.declare(Position, position.copy())
        depth = cython.declare(cython.int, ply)
        self.chosen_count, self.stop, self.stopping = 0, Stop(), False
        self.node_limit, self.deadline, self.poll_at = 2**62, 1e300, self.nodes
        self.ask(own, own.side)
        self.follow(own, ply)
        with cython.nogil:
            self.solve(own, INFINITE, INFINITE, depth)
        child = self.chosen_child(ply)
        if self.phi or child < 0:
            raise LookupError("no win was found")
        return self.moves_at(ply)[child]

    def snapshot(self, position: Position, capacity: int) -> tuple[list[int], list[Snapshot]]:
        """Return the number of nodes in the table at each ply, and those of complete upper plies with their numbers.

        Positions whose entries in the table were replaced are missing. Nodes are counted down to one ply below those
        that are returned: moves that lead to the same positions would make the whole number too large to count.

        Args:
            position: the position of the last analysis, which is not modified.
            capacity: maximum number of nodes to return, at least 1.
        """
        wins = position.side == self.attacker
        proof, disproof = (self.proof, self.disproof) if wins else (self.disproof, self.proof)
        rows = [Snapshot(-1, -1, 0, 0, 0, self.nodes, proof, disproof)]
        lines: list[tuple[int, ...]] = [()]
        first = 0
        while lines:
            found: list[tuple[tuple[int, ...], Snapshot]] = []
            for place, line in enumerate(lines, first):
                below = self.numbers_after(position, line)
                # The numbers of a finished game are known without an entry.
                seen = [each for each in below if each[3] > 0 or not each[1] or not each[2]]
                rows[place] = replace(rows[place], generated=len(below), tried=len(seen))
                for move, phi, delta, work in seen:
                    attacks = (position.side + len(line) + 1) % 2 == self.attacker
                    numbers = (phi, delta) if attacks else (delta, phi)
                    found.append(((*line, move), Snapshot(place, move, len(line) + 1, 0, 0, work, *numbers)))
            if not found or len(rows) + len(found) > capacity:
                break
            first = len(rows)
            lines = [line for line, _ in found]
            rows += [row for _, row in found]
        sizes = [1] * len(rows)
        by_ply = [0] * (max(row.ply for row in rows) + 2)
        for row in rows:
            by_ply[row.ply] += 1
        for place in range(len(rows) - 1, -1, -1):
            row = rows[place]
            if place >= first:
                sizes[place] += row.tried
                by_ply[row.ply + 1] += row.tried
            rows[place] = replace(row, size=sizes[place])
            if place:
                sizes[row.parent] += sizes[place]
        return [count for count in by_ply if count], rows

    def numbers_after(self, position: Position, line: Sequence[int]) -> list[tuple[int, int, int, int]]:
        """Return move, φ, δ and work of each move in the position after ``line``. The work is 0 without an entry."""
        own = cython.declare(Position, position.copy())
        leaves, met_horizon, lowest = self.leaves, self.met_horizon, self.lowest
        self.follow(own, 0)
        for ply, move in enumerate(line):
            self.enter(own, move, ply)
        ply = len(line)
        found: list[tuple[int, int, int, int]] = []
        if ply < DEEPEST and not own.is_over():
            moves = self.moves_at(ply)
            count = cython.declare(cython.int, self.list_moves(own, moves, ply, own.side == self.attacker))
            for i in range(count):
                move = moves[i]
                self.enter(own, move, ply)
                entry = self.table.entry(self.key_at(own, ply + 1))
                self.look(own, ply + 1)
                found.append((move, self.phi, self.delta, 0 if entry is None else entry[4]))
                own.unmake(move)
        self.leaves, self.met_horizon, self.lowest = leaves, met_horizon, lowest
        return found


register(ProofNumber)
