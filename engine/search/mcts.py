"""Monte Carlo tree search: UCT with statistics for all moves as first, priors, proofs, and several threads on one tree.

A simulation walks down the tree by the statistics of its nodes (selection), adds the children of the leaf that it
reaches if the leaf was visited often enough (expansion), judges the leaf (simulation), and adds the result to the nodes
on its way (backup). What judges a leaf depends on the game: a playout, which is a game to the end by random moves that
the game's position draws, or the evaluation of the position, turned into a chance of winning by its scale.

Sources of the ideas: Kocsis and Szepesvári (2006) for UCT; Coulom (2006) for the search as a whole; Gelly and Silver
(2007) for the statistics of all moves as first (RAVE) and priors; Winands, Björnsson and Saito (2008) for proofs;
Chaslot, Winands and van den Herik (2008) for virtual losses.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any

import cython
from cython.cimports.engine.core.playout import MOST_PLAYED, UNFINISHED
from cython.cimports.engine.core.position import INFINITY, MAX_PLY, NO_CYCLE, WIN, WIN_BOUND
from cython.cimports.engine.search.search import POLL_NODES, now
from cython.cimports.engine.search.tree import (
    BUSY,
    DRAW,
    ROOT,
    UNIT,
    add_rave,
    add_result,
    add_visits,
    claim,
    first_child,
    proof_of,
    publish,
    rave_total_of,
    rave_visits_of,
    set_proof,
    total_of,
    visits_of,
)
from cython.cimports.libc.math import exp, log, sqrt

from engine.core.errors import OptionError
from engine.core.evaluation import Evaluation
from engine.core.outcome import Player
from engine.core.playout import Playout
from engine.core.position import Position
from engine.core.score import Score
from engine.core.values import Value, replace
from engine.search.report import Limit, Line, Report
from engine.search.sampling import KINDS, MonteCarloParameters
from engine.search.search import GREATEST_DEPTH, Search, Stop, register
from engine.search.stopwatch import Stopwatch
from engine.search.team import Helpers, Team
from engine.search.trace import Trace
from engine.search.tree import Tree

if not cython.compiled:
    DEEPEST, RAVE_SHIFT, MOST_RAVE = 110, 13, 1 << 24
    PLAYOUT, EVALUATION, MIXED = range(3)

FIRST_REPORT = 500
"""Visits of the root before the first report. The visits before each further one are a quarter of those so far."""
LEAST_CHANCE = 0.001
"""Least chance that a score expresses. A score cannot express certainty without a proof."""
LEAST_VISITS = 2
"""Least visits of a node on a reported line, after its first move."""


class Snapshot(Value):
    """A node of the tree when the search has ended.

    Attributes:
        parent: index of the parent among the nodes returned, which precedes it, or -1 for the root.
        move: the move that leads to the node, or -1 for the root.
        ply: distance from the root.
        generated: number of children in the tree.
        tried: number of those that were visited.
        visits: number of simulations that passed the node.
        mean: mean of their results for the side that made the move, in millionths of a win.
        prior: virtual visits with which the move began.
        proof: what is proved (``engine.search.tree``), or 0.
        size: number of visited nodes at and below the node, returned or not.
    """

    parent: int
    move: int
    ply: int
    generated: int
    tried: int
    visits: int
    mean: int
    prior: int
    proof: int
    size: int


class MonteCarlo(Search):
    """Monte Carlo tree search.

    It has no depth: a limit of depth alone ends it after ``MonteCarloParameters.visits`` visits of the root, except a
    depth of 100, which is no limit. It ends early if the result of the position is proved. Every position that is made
    counts as a node, in the tree, in playouts and in quiescence. The search keeps the part of its tree below the
    position of the next analysis, if that position is at most two plies later.

    The score is the chance of the best move, expressed by the scale of the evaluation (``Evaluation.scale``).
    """

    name = "mcts"
    title = "Monte Carlo tree search"
    Parameters = MonteCarloParameters
    deepens = False
    records_windows = False
    is_random = True
    remembers = True

    def __init__(
        self, parameters: Any = None, evaluation: Evaluation | None = None, seed: int = 0, trace: Trace | None = None
    ) -> None:
        super().__init__(parameters, evaluation, seed, trace)
        if not cython.compiled:
            self.marks = [0] * 65536
            self.line = [0] * 130
            self.tree: Any = None
        self.tracing = False
        self.ordering = True  # in quiescence
        self.playout = Playout(seed)
        self.root_position: Any = None
        self.crew: list[Any] = []
        self.helpers = ()
        self.team = Team(1)
        self.member = 0
        self.joined = False
        self.stamp = 0

    # --- preparation ------------------------------------------------------------------------------------------------

    def forget(self) -> None:
        """Delete the tree."""
        self.root_position = None

    def prepare(self, position: Position) -> None:
        """Set the constants of the search for the game of ``position``, and its random numbers."""
        values = self.parameters
        scale = type(self.evaluation).scale_for(self.evaluation.parameters)
        plays_out = position.game.plays_out
        leaf = values.leaf
        if leaf == "auto":
            leaf = "playout" if plays_out or not scale else "evaluation"
        self.judge_kind = KINDS.index(leaf)
        self.scale = scale
        rave = values.rave
        if rave is None:
            rave = 3000 if plays_out and self.judge_kind != EVALUATION else 0
        self.equivalence = rave
        exploration = values.exploration
        if exploration is None:
            exploration = 0 if rave else 70
        self.exploration = exploration / 100.0
        self.expansion = values.expansion or (1 if self.judge_kind == EVALUATION else 8)
        self.uses_priors = values.priors
        self.even = 0.0
        if self.uses_priors:
            self.even = 14.0 if rave else 1.0
        self.uses_cycles = position.can_recur
        member = cython.cast(cython.ulonglong, self.member)
        self.playout.reseed(self.seed * 0x9E3779B97F4A7C15 ^ position.key ^ member << 32)
        for i in range(65536):
            self.marks[i] = 0
        self.stamp = 0
        self.killers[0][0] = -1
        for i in range(MAX_PLY):
            self.killers[i][0] = self.killers[i][1] = -1
        own = cython.declare(Position, position)
        own.begin_playouts()

    def place_root(self, position: Position) -> None:
        """Keep the part of the tree that begins at ``position``, or begin a new tree."""
        if self.tree is None:
            self.tree = Tree(self.parameters.memory_mb << 14)  # two blocks of nodes of 32 bytes
            self.root_position = None
        index = 0
        before = self.root_position
        if before is not None and not self.chosen_count and before.game == position.game:
            index = self.index_of(before, position)
        if not index:
            self.tree.clear()
        elif index != ROOT:
            self.tree.keep(index)
        # A tree whose root lacks moves is not kept.
        self.root_position = None if self.chosen_count else position.copy()

    def index_of(self, before: Position, position: Position) -> int:
        """Return the node of ``position`` in the tree of ``before``, or 0 if there is none."""
        own = cython.declare(Position, before.copy())
        self.path[0] = self.path[1] = -1
        index = self.find(own, position.key, ROOT, 2)
        here: Any = before
        if index:
            for ply in range(2):
                if self.path[ply] >= 0:
                    here = here.play(self.path[ply])
        return index if index and here == position else 0

    def find(self, position: Position, key: int, index: int, plies: int) -> int:
        """Return the index of a visited node with the key of a position, at most ``plies`` plies below a node, or 0.

        ``path`` contains the moves to the node, from its last element, and -1 for no move.

        Args:
            position: the position of the node ``index``, which is restored.
            key: the key to find.
            index: the node at which to begin.
            plies: plies to search, at most 2.
        """
        nodes = self.tree.nodes
        found = cython.declare(cython.longlong, 0)
        if position.key == key:
            return index
        first = cython.declare(cython.longlong, first_child(nodes, index))
        if plies == 0 or first <= BUSY or position.is_over():
            return 0
        for i in range(first, first + nodes[index].count):
            if visits_of(nodes, i) == 0:
                continue
            self.path[2 - plies] = nodes[i].move
            position.make(nodes[i].move)
            found = self.find(position, key, i, plies - 1)
            position.unmake(nodes[i].move)
            if found:
                return found
            self.path[2 - plies] = -1
        return 0

    # --- the analysis -----------------------------------------------------------------------------------------------

    def deepen(
        self, position: Position, limit: Limit, after: Report | None, moves: Sequence[int], watch: Stopwatch
    ) -> Iterator[Report]:
        """Run simulations, with several threads if required, and yield reports at growing intervals.

        Raises:
            OptionError: if several threads are required and the code is not compiled.
        """
        self.helpers = ()
        size = self.parameters.threads
        if size > 1 and not cython.compiled:
            raise OptionError("several threads need compiled code; this installation runs from source")
        self.prepare(position)
        self.place_root(position)
        self.begin_tree(position)
        if size == 1:
            yield from self.report_often(position, limit, moves, watch)
            return
        self.crew += [type(self)(self.parameters, self.evaluation, self.seed) for _ in range(size - 1 - len(self.crew))]
        self.team = Team(size)
        self.joined = True
        helpers = Helpers(self, self.crew, position)
        self.helpers = tuple(self.crew)
        helpers.start()
        try:
            yield from self.report_often(position, limit, moves, watch)
        finally:
            helpers.end()
            self.joined = False

    def report_often(
        self, position: Position, limit: Limit, moves: Sequence[int], watch: Stopwatch
    ) -> Iterator[Report]:
        """Run simulations and yield reports until the search must end."""
        visits = self.tree.root[0]
        step = FIRST_REPORT
        while True:
            later = self.stop.limit
            bounds = limit if later is None else later
            ends = bounds.nodes is None and bounds.seconds is None and (bounds.depth or 0) < GREATEST_DEPTH
            last = self.parameters.visits if ends else 1 << 30
            self.run(position, min(visits + step, last))
            visits, _, proof = self.tree.root
            final = bool(self.stopping or proof or visits >= last)
            yield self.summary(position.turn, moves, watch, final)
            if final:
                return
            step = max(FIRST_REPORT, visits // 4)
            watch.resume()

    def must_have_begun(self, position: Position) -> None:
        """Raise a ``ValueError`` if the search has not begun an analysis, or if there is no position."""
        if self.tree is None or not isinstance(position, Position):
            raise ValueError("a search needs a tree and a position")

    def begin_tree(self, position: Position) -> None:
        """Visit the root, and add its children if it has none.

        Raises:
            ValueError: if the search has not begun an analysis, or if there is no position.
        """
        self.must_have_begun(position)
        own = cython.declare(Position, position)
        if self.nodes >= self.node_limit or self.is_hurried(self.nodes):
            self.stopping = True
        elif self.visit(0) and first_child(self.tree.nodes, ROOT) <= BUSY:
            self.expand(own, ROOT, 0)

    def run(self, position: Position, visits: int) -> None:
        """Run simulations, without the global interpreter lock, until the root has this many visits.

        Raises:
            ValueError: if the search has not begun an analysis, or if there is no position.
        """
        self.must_have_begun(position)
        own = cython.declare(Position, position)
        target = cython.declare(cython.longlong, visits)
        with cython.nogil:
            self.work(own, target)

    # --- parallel search --------------------------------------------------------------------------------------------

    def join_team(self, leader: Any, position: Position, member: int, stop: Stop) -> None:
        """Prepare this search to help ``leader``, with the same tree and limits.

        Args:
            leader: the search that reports, which has begun an analysis.
            position: the position to search.
            member: number of this search in the team, from 1.
            stop: flag that ends this search.
        """
        if not isinstance(leader, MonteCarlo):
            raise TypeError("the leader must be a Monte Carlo search")
        they = cython.declare(MonteCarlo, leader)
        self.tree = they.tree
        self.team = they.team
        self.member = member
        self.joined = True
        self.stop = stop
        self.nodes = self.leaf_evaluations = self.comparisons = self.cutoffs = self.table_hits = self.seldepth = 0
        self.node_limit, self.deadline = they.node_limit, they.deadline
        self.poll_at = POLL_NODES
        self.stopping = False
        self.prepare(position)

    def help(self, position: Position, depth: int) -> bool:
        """Run simulations as a helper until the team has ended, and return False.

        Raises:
            ValueError: if the search has not begun an analysis, or if there is no position.
        """
        self.must_have_begun(position)
        own = cython.declare(Position, position)
        own.begin_playouts()
        self.run(own, 1 << 30)
        return False

    def poll(self) -> None:
        """Check the limits and the stop flag as ``Search.poll`` does, with the nodes of the whole team."""
        if not self.joined:
            Search.poll(self)
            return
        self.team.count(self.member, self.nodes)
        if self.team.total() >= self.node_limit or self.is_hurried(self.team.total()) or now() >= self.deadline:
            self.stopping = True
        self.poll_at = self.nodes + POLL_NODES

    # --- reports ----------------------------------------------------------------------------------------------------

    def summary(self, turn: Player, moves: Sequence[int], watch: Stopwatch, final: bool) -> Report:
        """Return a report with the most visited moves.

        Args:
            turn: the side to move at the root.
            moves: the moves at the root, of which the first is reported if nothing was searched.
            watch: measurement of the analysis.
            final: whether this is the last report.
        """
        ranked = sorted(self.tree.children(), key=_rank, reverse=True)
        searched = [each for each in ranked if each[2] > 0 or each[5]]
        if not searched:
            return self.report(0, None, tuple(moves[:1]), 0, watch, final=final)
        lines = tuple(self.line_of(turn, each) for each in searched[: self.parameters.lines])
        best = lines[0]
        proof = self.tree.root[2]
        report = self.report(0, best.score, best.pv, 0, watch, final=final, exhausted=proof != 0)
        if self.helpers:
            report = replace(
                report,
                nodes=report.nodes + sum(each.nodes for each in self.helpers),
                leaf_evaluations=report.leaf_evaluations + sum(each.leaf_evaluations for each in self.helpers),
                comparisons=report.comparisons + sum(each.comparisons for each in self.helpers),
                cutoffs=report.cutoffs + sum(each.cutoffs for each in self.helpers),
                seldepth=max(report.seldepth, *(each.seldepth for each in self.helpers)),
            )
        return replace(report, visits=best.visits, chance=best.chance, lines=lines if self.parameters.lines > 1 else ())

    def line_of(self, turn: Player, child: tuple[int, int, int, int, int, int]) -> Line:
        """Return the line that begins with a child of the root, by the most visited moves after it."""
        index, move, visits, total, _, proof = child
        chance = _chance(visits, total, proof)
        pv = [move]
        while len(pv) < MAX_PLY:
            below = self.tree.children(index)
            best = max(below, key=_rank) if below else None
            if best is None or (best[2] < LEAST_VISITS and not best[5]):
                break
            index = best[0]
            pv.append(best[1])
        if proof and proof != DRAW:
            value = WIN + proof if proof < 0 else proof - WIN
        else:
            value = round(self.scale * math.atanh(2 * min(max(chance, LEAST_CHANCE), 1 - LEAST_CHANCE) - 1))
        return Line(Score(value, turn), tuple(pv), visits, chance)

    def snapshot(self, position: Position, capacity: int) -> tuple[list[int], list[Snapshot]]:
        """Return the number of visited nodes of the tree at each ply, and those of its complete upper plies.

        Args:
            position: the position of the last analysis. It is not used, because the tree contains all numbers.
            capacity: maximum number of nodes to return, at least 1.
        """
        visits, total, proof = self.tree.root
        by_ply = self.tree.visited()
        rows = [Snapshot(-1, -1, 0, 0, 0, visits, _millionths(visits, total), 0, proof, sum(by_ply))]
        ply = [ROOT]
        first = 0
        while ply:
            found: list[tuple[int, int, tuple[int, int, int, int, int, int]]] = []
            for place, index in enumerate(ply, first):
                below = self.tree.children(index)
                seen = [child for child in below if child[2] > 0 or child[5]]
                rows[place] = replace(rows[place], generated=len(below), tried=len(seen))
                found += [(place, rows[place].ply + 1, child) for child in seen]
            if len(rows) + len(found) > capacity:
                break
            first = len(rows)
            ply = [child[0] for _, _, child in found]
            for parent, deeper, (index, move, count, sum_of_results, prior, known) in found:
                size = self.tree.tally(index, deeper)
                rows.append(
                    Snapshot(parent, move, deeper, 0, 0, count, _millionths(count, sum_of_results), prior, known, size)
                )
        return by_ply, rows

    # --- simulations ------------------------------------------------------------------------------------------------

    def work(self, position: Position, target: int) -> None:
        """Run simulations from the root until it has ``target`` visits or is proved, or the search must stop."""
        nodes = self.tree.nodes
        while not self.stopping and proof_of(nodes, ROOT) == 0 and visits_of(nodes, ROOT) < target:
            self.simulate(position)

    def simulate(self, position: Position) -> bool:
        """Run one simulation, restore the position, and return whether the simulation was completed.

        Each node is counted as visited before the result is known. Until then the visit counts as a loss, so that other
        threads prefer other nodes (virtual loss).
        """
        nodes = self.tree.nodes
        index = cython.declare(cython.longlong, ROOT)
        value = cython.declare(cython.longlong, -1)
        side = position.side
        ply = 0
        self.stamp += 2
        self.playout.count = 0
        self.line[0] = ROOT
        add_visits(nodes, ROOT, 1)
        while True:
            if ply > 0 and proof_of(nodes, index):
                value = self.result_of(proof_of(nodes, index), position.side)
                break
            if first_child(nodes, index) <= BUSY:
                value = self.arrive(position, index, ply)
                if value >= 0 or self.stopping:
                    break
            index = self.select(index)
            ply += 1
            self.line[ply] = index
            self.path[ply] = nodes[index].move
            add_visits(nodes, index, 1)
            position.make(self.path[ply])
            if not self.visit(ply):
                break
        if value >= 0:
            self.back_up(ply, side, value)
            if self.equivalence > 0.0 and visits_of(nodes, ROOT) < MOST_RAVE:
                self.share(ply, side, value)
        else:
            for i in range(ply + 1):
                add_visits(nodes, self.line[i], -1)
        while ply > 0:
            position.unmake(self.path[ply])
            ply -= 1
        return value >= 0

    def result_of(self, proof: int, side: int) -> int:
        """Return the result for FIRST of a proved node at which ``side`` is to move."""
        if proof == DRAW:
            return UNIT >> 1
        return UNIT if (proof > 0) == (side == 0) else 0

    def select(self, index: int) -> int:
        """Return the child of a node to visit next.

        The value of a move is the mean of its results, including the virtual visits of its prior and, with a weight
        that decreases with its visits, of the results of all playouts in which it was made later. The exploration term
        of UCT is added. Moves that are proved to lose are omitted.
        """
        nodes = self.tree.nodes
        first = cython.declare(cython.longlong, first_child(nodes, index))
        chosen = cython.declare(cython.longlong, first)
        best = cython.declare(cython.double, -1.0)
        value = cython.declare(cython.double, 0.0)
        weight = cython.declare(cython.double, 0.0)
        share = cython.declare(cython.double, 0.0)
        rave = cython.declare(cython.double, 0.0)
        start = cython.declare(cython.double, 0.5)
        unit = cython.declare(cython.double, UNIT)
        explore = cython.declare(cython.double, 0.0)
        visits = cython.declare(cython.double, visits_of(nodes, index))
        if self.exploration > 0.0 and visits > 1.0:
            explore = self.exploration * sqrt(log(visits))
        if self.equivalence == 0.0 and visits > 1.0:
            # An unvisited move is expected to be as good as the moves tried so far.
            start = 1.0 - total_of(nodes, index) / unit / visits
        for i in range(first, first + nodes[index].count):
            proof = proof_of(nodes, i)
            if proof == DRAW:
                value = 0.5
            elif proof > 0:
                continue
            else:
                prior = cython.declare(cython.int, nodes[i].prior)
                weight = visits_of(nodes, i) + self.even + abs(prior)
                if weight == 0.0:
                    return i
                value = total_of(nodes, i) / unit + self.even * start
                if prior > 0:
                    value += prior
                value /= weight
                if self.equivalence > 0.0:
                    rave = rave_visits_of(nodes, i)
                if rave > 0.0:
                    share = rave / (rave + weight + rave * weight / self.equivalence)
                    value += share * (rave_total_of(nodes, i) / (rave * (1 << (20 - RAVE_SHIFT))) - value)
                value += explore / sqrt(weight)
            if value > best:
                best = value
                chosen = i
        return chosen

    def arrive(self, position: Position, index: int, ply: int) -> int:
        """Return the result for FIRST of a node without children, or -1 if children were added or the search must stop.

        The result is that of the game if it is over, of a repetition, or of an estimate.
        """
        if position.is_over():
            return self.end(index, position.outcome_score(0), position.side)
        if ply > 0 and self.uses_cycles:
            score = position.cycle_score(ply)
            if score != NO_CYCLE:
                return self.chance(score, position.side)
        if ply < DEEPEST and (ply == 0 or visits_of(self.tree.nodes, index) > self.expansion):
            if self.expand(position, index, ply):
                return -1
            if proof_of(self.tree.nodes, index):
                return self.result_of(proof_of(self.tree.nodes, index), position.side)
        return self.assess(position, ply)

    def end(self, index: int, score: int, side: int) -> int:
        """Store the result of a game that is over as a proof, and return it for FIRST.

        Args:
            index: the node of the position.
            score: score for the side to move.
            side: the side to move.
        """
        if score == 0:
            set_proof(self.tree.nodes, index, DRAW)
        elif score > WIN_BOUND:
            set_proof(self.tree.nodes, index, WIN - score + 1)
        elif score < -WIN_BOUND:
            set_proof(self.tree.nodes, index, -WIN - score - 1)
        return self.chance(score, side)

    def expand(self, position: Position, index: int, ply: int) -> bool:
        """Add the children of a node, and return whether it has children now.

        If there are no moves, the result is stored as a proof. No children are added if there is no room, or if another
        thread is adding them.
        """
        nodes = self.tree.nodes
        if not claim(nodes, index):
            return first_child(nodes, index) > BUSY
        moves = self.moves_at(ply)
        count = self.generate(position, moves, ply)
        first = cython.declare(cython.longlong, 0)
        if count == 0:
            self.end(index, position.no_move_score(0), position.side)
        else:
            first = self.tree.add(count)
        if first == 0:
            publish(nodes, index, 0)
            return False
        nodes = self.tree.nodes
        for i in range(count):
            self.tree.set_node(first + i, moves[i], position.prior(moves[i]) if self.uses_priors else 0)
        nodes[index].count = count
        publish(nodes, index, first)
        return True

    def assess(self, position: Position, ply: int) -> int:
        """Return the estimated result of a position for FIRST, or -1 if the search must stop."""
        value = cython.declare(cython.longlong, -1)
        static = cython.declare(cython.longlong, 0)
        if self.judge_kind != EVALUATION:
            left = cython.declare(cython.longlong, self.node_limit - self.nodes)
            if left > MOST_PLAYED:
                left = MOST_PLAYED
            self.playout.most = left
            self.playout.made = ply
            position.play_out(self.playout)
            self.nodes += self.playout.count
            if self.playout.result != UNFINISHED:
                value = self.playout.result * (UNIT >> 1)
            elif self.nodes >= self.node_limit:
                self.stopping = True
                return -1
            if self.judge_kind == PLAYOUT and value >= 0:
                return value
        if self.scale == 0.0:
            return value if value >= 0 else UNIT >> 1
        if self.quiescence:
            self.pv_length[ply] = ply
            static = self.chance(self.quiesce(position, self.quiescence_depth, -INFINITY, INFINITY, ply), position.side)
        else:
            self.leaf_evaluations += 1
            static = self.chance(self.evaluation.evaluate(position), position.side)
        if self.stopping:
            return -1
        return static if value < 0 else (value + static) >> 1

    def chance(self, score: int, side: int) -> int:
        """Return the result for FIRST that is expected at a score for ``side``.

        A score of the scale means 88 % of the points between equal players (``Evaluation.scale``).
        """
        result = cython.declare(cython.longlong, UNIT >> 1)
        x = cython.declare(cython.double, 0.0)
        if score > WIN_BOUND or (score > 0 and self.scale == 0.0):
            result = UNIT
        elif score < -WIN_BOUND or (score < 0 and self.scale == 0.0):
            result = 0
        elif score != 0:
            x = -2.0 * score / self.scale
            if x > 30.0:
                x = 30.0
            elif x < -30.0:
                x = -30.0
            x = UNIT / (1.0 + exp(x))
            result = cython.cast(cython.longlong, x) if cython.compiled else int(x)
        return UNIT - result if side else result

    def back_up(self, ply: int, side: int, value: int) -> None:
        """Add the result of a simulation to its nodes, and derive proofs.

        Args:
            ply: ply of the last node.
            side: the side to move at the root.
            value: result for FIRST.
        """
        nodes = self.tree.nodes
        proves = cython.declare(cython.bint, proof_of(nodes, self.line[ply]) != 0)
        for i in range(ply, -1, -1):
            # The move to a node at an odd ply was made by the side to move at the root.
            if (side ^ i ^ 1) & 1:
                add_result(nodes, self.line[i], UNIT - value)
            else:
                add_result(nodes, self.line[i], value)
            if proves and i < ply and proof_of(nodes, self.line[i]) == 0:
                self.tree.prove(self.line[i])
                proves = proof_of(nodes, self.line[i]) != 0

    def share(self, ply: int, side: int, value: int) -> None:
        """Add the result of a simulation to the children of its nodes whose moves the same side made later.

        The arguments are those of ``back_up``.
        """
        nodes = self.tree.nodes
        mover = (side ^ ply) & 1
        i = self.playout.count - 1
        # A move counts for the side that made it first, so the moves are marked from the last one.
        while i >= 0:
            self.marks[self.playout.moves[i]] = self.stamp + (mover ^ (i & 1))
            i -= 1
        for k in range(ply - 1, -1, -1):
            mover = (side ^ k) & 1
            mark = cython.declare(cython.uint, self.stamp + mover)
            amount = cython.declare(cython.uint, (UNIT - value if mover else value) >> RAVE_SHIFT)
            self.marks[self.path[k + 1]] = mark
            first = cython.declare(cython.longlong, first_child(nodes, self.line[k]))
            for j in range(first, first + nodes[self.line[k]].count):
                if self.marks[nodes[j].move] == mark:
                    add_rave(nodes, j, amount)


def _chance(visits: int, total: int, proof: int) -> float:
    """Return the chance of the side that made a move, by its proof or by the mean of its results."""
    if proof:
        return 0.5 if proof == DRAW else 1.0 if proof < 0 else 0.0
    return total / UNIT / visits if visits else 0.5


def _millionths(visits: int, total: int) -> int:
    """Return the mean of some results in millionths of a win, or 500,000 without visits."""
    return round(total * 1_000_000 / UNIT / visits) if visits else 500_000


def _rank(child: tuple[int, int, int, int, int, int]) -> tuple[int, float, float, int]:
    """Return a number by which the moves of a node are ordered.

    Proved wins are first, the shortest first, and proved losses last, the longest first. The other moves are ordered by
    their visits, the results of equal ones, and the order in which they were generated.
    """
    index, _, visits, total, _, proof = child
    if proof < 0:
        return 2, proof, 0.0, -index
    if proof and proof != DRAW:
        return 0, proof, 0.0, -index
    return 1, visits, _chance(visits, total, proof), -index


register(MonteCarlo)
