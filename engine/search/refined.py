"""The inner nodes of the strong search: the steps of a node, from its table entry to the last of its moves.

The steps use what the game knows about its moves through ``Position`` (``in_danger``, ``gain``, ``exchange`` …) and
margins computed from the scale of the evaluation. Sources of the ideas: Marsland (1983) for principal variation search;
Donninger (1993) for the null move; Buro (1995) for ProbCut; Anantharaman, Campbell and Hsu (1990) for singular
extensions; Schaeffer (1989) for the history heuristic. The values of the constants were set by matches of this project.

The steps of a node are one module, because they share C fields, and the C compiler inlines calls only within a module.
"""

from typing import Any

import cython
from cython.cimports.engine.core.position import INFINITY, NO_CYCLE, WIN, WIN_BOUND
from cython.cimports.engine.search.histories import quotient
from cython.cimports.engine.search.selective import DEEPEST, GOOD, MIDDLE, NONE, PASS, REFUTER, WORDS
from cython.cimports.engine.search.table import (
    BOUND_EXACT,
    BOUND_LOWER,
    BOUND_NONE,
    BOUND_UPPER,
    NO_EVALUATION,
    NO_MOVE,
    entry_bound,
    entry_depth,
    entry_move,
    value_at,
)
from cython.cimports.engine.search.trace import (
    AFTER_PASS,
    CYCLE,
    EXCLUDING,
    EXTENDED,
    FUTILE,
    KILLER_MOVE,
    MATE_DISTANCE,
    NULL_MOVE,
    PROBCUT,
    RAZORED,
    RAZORING,
    SHORTENED,
    SINGULAR,
    SKIPPED_EXCHANGE,
    SKIPPED_FUTILE,
    SKIPPED_HISTORY,
    SKIPPED_LATE,
    TABLE,
    TABLE_MOVE,
    TERMINAL,
    TRYING_CAPTURE,
    VERIFYING,
)

from engine.core.evaluation import Evaluation
from engine.core.position import Position
from engine.search.selective import Selective
from engine.search.trace import Trace


class Refined(Selective):
    """Base class of the strong search that searches the nodes below the root, and keeps the best line of the root.

    The methods for a node have the arguments of ``search``, such as ``cut``, and ``danger``: the side to move is in it;
    ``data``, the entry of the table or 0; ``estimate``, the evaluation or a value in the table that is closer.
    """

    def __init__(
        self, parameters: Any = None, evaluation: Evaluation | None = None, seed: int = 0, trace: Trace | None = None
    ) -> None:
        super().__init__(parameters, evaluation, seed, trace)
        if not cython.compiled:
            self.partial_pv = [0] * 128
        self.null_from = self.partial_length = 0
        self.move_start = self.best_nodes = 0

    # --- the root ---------------------------------------------------------------------------------------------------

    def lead(self, move: int) -> None:
        """Move ``move`` to the front of the root moves that the present line searches."""
        i = self.root_first
        while i < self.root_count and self.root_moves[i] != move:
            i += 1
        if i == self.root_count:
            return
        while i > self.root_first:
            self.root_moves[i] = self.root_moves[i - 1]
            i -= 1
        self.root_moves[i] = move

    def keep_partial(self, score: int) -> None:
        """Store the best line so far of a depth that may be interrupted, and the nodes spent below its first move."""
        self.best_nodes = self.nodes - self.move_start
        self.partial_score = score
        self.partial_length = self.pv_length[0]
        for i in range(self.pv_length[0]):
            self.partial_pv[i] = self.pv[0][i]

    # --- a node -----------------------------------------------------------------------------------------------------

    def search(self, position: Position, depth: int, alpha: int, beta: int, ply: int, cut: bool) -> int:
        """Search a node and return its score, fail-soft, for the side to move.

        The steps are: the end of the game and the horizon; mate distance and repetitions; the table; the evaluation;
        pruning of the node; its moves. This is the inner loop of the search.

        In the presets ``plain`` and ``sound``, the result r satisfies, v being the minimax score: r ≤ alpha ⇒ v ≤ r;
        r ≥ beta ⇒ v ≥ r; else r = v.

        Args:
            position: the position, which is restored.
            depth: plies to search.
            alpha: lower bound of the window.
            beta: upper bound of the window.
            ply: plies from the root.
            cut: whether a score of at least ``beta`` is expected.
        """
        if depth <= 0 and self.settles_deeply:
            return self.settle(position, 0, alpha, beta, ply)
        if not self.visit(ply):
            return 0
        self.pv_length[ply] = ply
        if self.tracing:
            self.trace.enter(self.path[ply], ply, depth, alpha, beta)
        if position.is_over():
            self.leaves += 1
            value = position.outcome_score(ply)
            if self.tracing:
                self.trace.leave(value, TERMINAL)
            return value
        if depth <= 0 or ply >= DEEPEST:
            return self.leaf(position, alpha, beta, ply)
        if ply > 0:
            if self.mate_distance:
                if alpha < ply - WIN:
                    alpha = ply - WIN
                if beta > WIN - ply - 1:
                    beta = WIN - ply - 1
                if alpha >= beta:
                    if self.tracing:
                        self.trace.leave(alpha, MATE_DISTANCE)
                    return alpha
                if self.tracing:
                    self.trace.narrow(alpha, beta)
            if self.cycles:
                value = position.cycle_score(ply)
                if value != NO_CYCLE:
                    if self.tracing:
                        self.trace.leave(value, CYCLE)
                    return value
        wide = cython.declare(cython.bint, beta - alpha > 1)
        data = cython.declare(cython.ulonglong, 0)
        if self.uses_table and self.excluded[ply] == NONE:
            data = self.table.probe(position.key)
            if data and self.cuts_by_table and ply > 0 and not position.is_near_limit():
                stored = entry_depth(data)
                value = value_at(data, ply)
                if self.settled_by(data, value, alpha, beta, stored == depth if self.exact else stored >= depth):
                    self.table_hits += 1
                    self.met_horizon = True
                    if self.tracing:
                        self.trace.found(stored, self.exact, self.table.stamp(position.key))
                        self.trace.leave(value, TABLE)
                    return value
        danger = cython.declare(cython.bint, False)
        self.standing[ply] = -INFINITY
        self.judged[ply] = NO_EVALUATION
        if self.asks_danger:
            danger = position.in_danger()
            if self.judges and not danger:
                self.standing[ply] = self.judge(position, data, ply)
                if self.tracing:
                    self.trace.stand(self.standing[ply])
                if ply > 0 and not wide and self.excluded[ply] == NONE and -WIN_BOUND < alpha and beta < WIN_BOUND:
                    estimate = self.better_estimate(self.standing[ply], data, ply)
                    value = self.prune(position, depth, alpha, beta, ply, cut, estimate, data)
                    if self.stopping:
                        return 0
                    if value != NO_CYCLE:
                        return value
                    self.pv_length[ply] = ply
        if danger and self.danger_extension and ply < 2 * self.depth:
            depth += 1
            if self.tracing:
                self.trace.note(EXTENDED)
        elif self.threat_extension and ply < 2 * self.depth and position.generate_answers(self.moves_at(ply)) > 0:
            depth += 1  # the moves generated here are not used, because others may answer, too
            if self.tracing:
                self.trace.note(EXTENDED)
        elif self.internal_reduction and depth >= 4 and (wide or cut) and (data == 0 or entry_move(data) == NO_MOVE):
            depth -= 1
            if self.tracing:
                self.trace.note(SHORTENED)
        return self.try_moves(position, depth, alpha, beta, ply, cut, danger, data)

    def prune(
        self, position: Position, depth: int, alpha: int, beta: int, ply: int, cut: bool, estimate: int, data: int
    ) -> int:
        """Return the score of a node that need not be searched, or ``NO_CYCLE``. The window is a null window."""
        margin = self.margin
        if self.razoring and depth <= 3 and estimate + margin * (2 + depth * depth) <= alpha:
            if self.tracing:
                self.trace.flag(RAZORING)
            value = self.settle(position, 0, alpha, beta, ply)
            if self.stopping:
                return 0
            if value <= alpha:
                if self.tracing:
                    self.trace.leave(value, RAZORED)
                return value
        if (
            self.reverse_futility
            and depth <= 7
            and estimate - margin * depth * 9 // 10 >= beta
            and estimate < WIN_BOUND
        ):
            if self.tracing:
                self.trace.leave(estimate, FUTILE)
            return estimate
        if (
            self.null_move
            and depth >= 3
            and ply >= self.null_from
            and estimate >= beta
            and self.standing[ply] >= beta - margin // 2
            and self.path[ply] != PASS
            and position.may_skip()
        ):
            value = self.skip_turn(position, depth, beta, ply, cut, estimate)
            if self.stopping:
                return 0
            if value != NO_CYCLE:
                if self.tracing:
                    self.trace.leave(value, NULL_MOVE)
                return value
        if self.probcut and depth >= 5 and beta + 2 * margin < WIN_BOUND:
            raised = beta + 2 * margin
            if (
                data == 0
                or entry_depth(data) < depth - 3
                or not entry_bound(data) & BOUND_UPPER
                or value_at(data, ply) >= raised
            ):
                value = self.try_captures(position, depth, raised, ply, cut)
                if self.stopping:
                    return 0
                if value != NO_CYCLE:
                    if self.tracing:
                        self.trace.leave(value, PROBCUT)
                    return value
        return NO_CYCLE

    def skip_turn(self, position: Position, depth: int, beta: int, ply: int, cut: bool, estimate: int) -> int:
        """Return a score of at least ``beta`` if even a pass reaches it in a reduced search, or ``NO_CYCLE``.

        At a depth of 12 or more, a search without passes must confirm the score, because the obligation to move may
        be a disadvantage.
        """
        surplus = (estimate - beta) // (2 * self.margin)
        reduced = 3 + depth // 4 + (min(3, surplus))
        position.make_pass()
        self.path[ply + 1] = PASS
        self.traits_at[ply + 3] = NONE
        if self.tracing:
            self.trace.reduce(reduced)
            self.trace.flag(AFTER_PASS)
        value = -self.search(position, depth - 1 - reduced, -beta, 1 - beta, ply + 1, not cut)
        position.unmake_pass()
        if self.stopping or value < beta:
            return NO_CYCLE
        if value > WIN_BOUND:
            value = beta  # a win after a pass is no win
        if not self.verification or depth < 12 or self.null_from > 0:
            return value
        self.null_from = ply + 3 * (depth - reduced) // 4 + 1
        if self.tracing:
            self.trace.reduce(reduced)
            self.trace.flag(VERIFYING)
        confirmed = self.search(position, depth - reduced, beta - 1, beta, ply, False)
        self.null_from = 0
        if self.stopping or confirmed < beta:
            return NO_CYCLE
        return value

    def try_captures(self, position: Position, depth: int, beta: int, ply: int, cut: bool) -> int:
        """Return a score of at least ``beta`` that a capture reaches in a reduced search, or ``NO_CYCLE``."""
        base = self.top
        count = self.rank_noisy(position, ply, NONE, False)
        found = NO_CYCLE
        least = quotient((beta - self.standing[ply]) * 100, self.gain_scale)
        for i in range(count):
            move = cython.cast(cython.int, self.pick(base + i, base + count) & 0xFFFF)
            if not position.exchange(move, least):
                continue
            trait = position.trait(move)
            position.make(move)
            self.path[ply + 1] = move
            self.traits_at[ply + 3] = trait
            if self.tracing:
                self.trace.flag(TRYING_CAPTURE)
            value = -self.settle(position, 0, -beta, 1 - beta, ply + 1)
            if value >= beta and not self.stopping:
                if self.tracing:
                    self.trace.reduce(3)
                    self.trace.flag(TRYING_CAPTURE)
                value = -self.search(position, depth - 4, -beta, 1 - beta, ply + 1, not cut)
            position.unmake(move)
            if self.stopping:
                break
            if value >= beta:
                found = value
                if self.uses_table:
                    self.table.keep(
                        position.key, move, value, self.judged[ply], depth - 3, BOUND_LOWER, 0, ply, self.own_stamp()
                    )
                break
        self.top = base
        return found

    def try_moves(
        self, position: Position, depth: int, alpha: int, beta: int, ply: int, cut: bool, danger: bool, data: int
    ) -> int:
        """Search the moves of a node, end the node and return its score.

        This is the inner loop of the search: order, skip, extend, reduce and search each move, then store the result.
        """
        excluded = self.excluded[ply]
        guess = NONE
        if data and entry_move(data) != NO_MOVE:
            guess = entry_move(data)
        base = self.top
        count = self.list_moves(position, ply, guess)
        if count == 0:
            self.top = base
            return self.leave_stuck(position, alpha, beta, ply)
        wide = cython.declare(cython.bint, beta - alpha > 1)
        improving = cython.declare(cython.bint, ply < 2 or self.standing[ply] >= self.standing[ply - 2])
        unsorted = cython.declare(cython.bint, False)
        word = cython.declare(cython.ulonglong, 0)
        best = -INFINITY
        floor = alpha
        best_move = NONE
        searched = 0
        quiets = 0
        last = self.traits_at[ply + 2]
        earlier = self.traits_at[ply + 1] if self.continuation else NONE
        most_quiets = WORDS
        if self.late_pruning and depth <= 6 and ply > 0 and not danger:
            most_quiets = (6 + 3 * depth * depth) * self.late_percent // (100 if improving else 200)
        index = 0
        sorted_end = 0
        ranked = cython.declare(cython.bint, False)
        while index < count:
            word = self.words[base + index]
            # The move of the table is searched before the others are ranked, because it often ends the node.
            if index > 0 or ranked or word >> 32 == 0:
                if not ranked:
                    self.rank_moves(position, ply, base + index, base + count)
                    ranked = True
                if index >= sorted_end and not unsorted:
                    sorted_end = self.sort_head(base + index, base + count) - base
                word = self.words[base + index]
            move = cython.cast(cython.int, word & 0xFFFF)
            rank = cython.cast(cython.longlong, word >> 32)
            if self.exchange and MIDDLE + GOOD <= rank < MIDDLE + 2 * GOOD and not position.exchange(move, 0):
                # A capture that loses material: rank it below the quiet moves.
                word -= cython.cast(cython.ulonglong, 2 * GOOD) << 32
                place = index
                while place + 1 < sorted_end and self.words[base + place + 1] > word:
                    self.words[base + place] = self.words[base + place + 1]
                    place += 1
                self.words[base + place] = word
                if place + 1 == sorted_end:
                    sorted_end -= 1  # an unsorted move may be better
                continue
            index += 1
            if move == excluded:
                continue
            quiet = cython.declare(cython.bint, MIDDLE - REFUTER < rank < MIDDLE + GOOD)
            if (
                quiet
                and quiets >= most_quiets
                and best > -WIN_BOUND
                and not (self.danger_exemption and position.puts_in_danger(move))
            ):
                # All further quiet moves are skipped, in any order.
                unsorted = True
                if self.tracing:
                    self.trace.skip(SKIPPED_LATE)
                continue
            if rank < MIDDLE - 2000 * depth and quiet:
                unsorted = True
            if rank >= MIDDLE + 2 * GOOD or ply == 0:
                quiet = position.gain(move) <= 0
            trait = position.trait(move)
            history = 0
            if quiet:
                quiets += 1
                if self.uses_history:
                    history = self.histories.quiet(trait, last if self.continuation else NONE, earlier)
            if (
                ply > 0 and best > -WIN_BOUND and not danger and self.asks_danger
                and self.skips(position, move, depth, floor, ply, quiet, history, searched)
            ):  # fmt: skip
                continue
            extension = 0
            if (
                self.singular
                and move == guess
                and depth >= 7
                and ply > 0
                and excluded == NONE
                and ply < 2 * self.depth
                and entry_depth(data) >= depth - 3
                and entry_bound(data) & BOUND_LOWER
                and -WIN_BOUND < value_at(data, ply)
                and value_at(data, ply) < WIN_BOUND
            ):
                extension = self.prove_singular(position, move, depth, beta, ply, cut, data)
                if self.stopping:
                    self.top = base
                    return 0
                if extension > 1:
                    # Another move exceeds the window, too, so that the node is pruned with this score.
                    self.top = base
                    score = extension - 2 * INFINITY
                    if self.tracing:
                        self.trace.leave(score, SINGULAR)
                    return score
                self.pv_length[ply] = ply
            if ply == 0:
                self.move_start = self.nodes
            position.make(move)
            if self.uses_table:
                self.table.prefetch(position.key)
            self.path[ply + 1] = move
            self.traits_at[ply + 3] = trait
            deeper = depth - 1 + extension
            if self.tracing and ply > 0:
                if move == guess:
                    self.trace.flag(TABLE_MOVE)
                elif self.uses_killers and (move == self.killers[ply][0] or move == self.killers[ply][1]):
                    self.trace.flag(KILLER_MOVE)
            if searched == 0:
                if self.tracing and extension:
                    self.trace.reduce(-extension)
                score = -self.search(position, deeper, -beta, -floor, ply + 1, not (cut or wide))
            else:
                reduced = 0
                if self.late_reductions and depth >= 3 and searched >= (3 if wide else 2) and not danger:
                    reduced = self.reductions[depth if depth < 64 else 63][searched if searched < 64 else 63]
                    if quiet:
                        if wide:
                            reduced -= 1
                        if cut:
                            reduced += 1
                        if not improving:
                            reduced += 1
                        if rank >= MIDDLE + REFUTER:
                            reduced -= 1
                        reduced -= quotient(history, 8192)
                    else:
                        reduced = 1 if rank < MIDDLE else 0
                    if position.in_danger():
                        reduced -= 1
                    if reduced > deeper - 1:
                        reduced = deeper - 1
                    if reduced < 0:
                        reduced = 0
                if self.tracing and reduced:
                    self.trace.reduce(reduced)
                score = -self.search(position, deeper - reduced, -floor - 1, -floor, ply + 1, True)
                self.comparisons += 1
                if reduced and score > floor and not self.stopping:
                    score = -self.search(position, deeper, -floor - 1, -floor, ply + 1, not cut)
                    self.comparisons += 1
                if wide and floor < score < beta and not self.stopping:
                    score = -self.search(position, deeper, -beta, -floor, ply + 1, False)
            position.unmake(move)
            if self.stopping:
                self.top = base
                return 0
            searched += 1
            self.comparisons += 1
            if score > best:
                best = score
                self.comparisons += 1
                if score > floor:
                    floor = score
                    best_move = move
                    self.extend_pv(move, ply)
                    self.comparisons += 1
                    if ply == 0:
                        self.lead(move)
                        if self.root_first == 0:
                            self.keep_partial(score)
                    if score >= beta:
                        self.cutoffs += 1
                        self.credit(position, base, index - 1, move, depth, ply)
                        break
        self.top = base
        if searched == 0:
            best = alpha  # all moves but the excluded one were skipped
        elif excluded == NONE:
            if self.uses_table and not (ply == 0 and (self.root_first > 0 or self.chosen_count > 0)):
                bound = BOUND_UPPER
                if best >= beta:
                    bound = BOUND_LOWER
                elif best > alpha:
                    bound = BOUND_EXACT
                if position.is_near_limit():
                    bound = BOUND_NONE
                self.table.keep(
                    position.key, NO_MOVE if best_move == NONE else best_move, best, self.judged[ply], depth, bound,
                    1 if wide else 0, ply, self.own_stamp(),
                )  # fmt: skip
            if (
                self.correction
                and not danger
                and (best_move == NONE or position.gain(best_move) <= 0)
                and -WIN_BOUND < best
                and best < WIN_BOUND
                and not (best >= beta and best <= self.standing[ply])
                and not (best <= alpha and best >= self.standing[ply])
            ):
                self.histories.correct(last, quotient((best - self.standing[ply]) * 100, self.margin), depth)
        return self.leave(best, alpha, beta)

    def skips(
        self, position: Position, move: int, depth: int, alpha: int, ply: int, quiet: bool, history: int, searched: int
    ) -> bool:
        """Whether a move near the leaves need not be searched.

        ``history`` is the sum of the statistics of a quiet move, and ``searched`` the number of moves tried before.
        """
        kind = -1
        left = depth - 1 - self.reductions[depth if depth < 64 else 63][searched if searched < 64 else 63]
        if left < 0:
            left = 0
        if quiet:
            if self.futility and left <= 6 and self.standing[ply] + self.margin * (1 + left) <= alpha:
                kind = SKIPPED_FUTILE
            elif self.history_pruning and left <= 3 and history < -2000 * depth:
                kind = SKIPPED_HISTORY
            elif self.exchange_pruning and left <= 6 and not position.exchange(move, -30 * left * left):
                kind = SKIPPED_EXCHANGE
        elif self.exchange_pruning and depth <= 6 and not position.exchange(move, -100 * depth):
            kind = SKIPPED_EXCHANGE
        if kind < 0 or (quiet and self.danger_exemption and position.puts_in_danger(move)):
            return False
        if self.tracing:
            self.trace.skip(kind)
        return True

    def prove_singular(
        self, position: Position, move: int, depth: int, beta: int, ply: int, cut: bool, data: int
    ) -> int:
        """Return the extension of the move in the table: 1 if it is better than all other moves by a margin.

        If another move also exceeds the window, the result is 2 * INFINITY plus the score with which the node can be
        pruned. If the other moves may exceed it, the result is -1.
        """
        value = value_at(data, ply)
        bar = value - self.margin * depth // 50 - 1
        saved = self.standing[ply]
        judged = self.judged[ply]
        self.excluded[ply] = move
        if self.tracing:
            self.trace.reduce(depth - (depth - 1) // 2)
            self.trace.flag(EXCLUDING)
        score = self.search(position, (depth - 1) // 2, bar - 1, bar, ply, cut)
        self.excluded[ply] = NONE
        self.standing[ply] = saved
        self.judged[ply] = judged
        if self.stopping:
            return 0
        if score < bar:
            return 1
        if bar >= beta:
            return bar + 2 * INFINITY
        return -1 if value >= beta else 0
