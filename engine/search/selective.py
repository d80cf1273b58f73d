"""The base class of the searches that play to win: memory, statistics, the order of moves, and quiescence."""

import math
from typing import Any

import cython
from cython.cimports.engine.core.position import INFINITY, WIN_BOUND
from cython.cimports.engine.search.histories import quotient
from cython.cimports.engine.search.search import POLL_NODES, now
from cython.cimports.engine.search.table import (
    BOUND_LOWER,
    BOUND_NONE,
    BOUND_UPPER,
    GREATEST_VALUE,
    NO_EVALUATION,
    NO_MOVE,
    entry_bound,
    entry_depth,
    entry_evaluation,
    entry_move,
    value_at,
)
from cython.cimports.engine.search.trace import (
    ASSUMED,
    LEAF,
    SKIPPED_EXCHANGE,
    SKIPPED_FUTILE,
    SKIPPED_LATE,
    STAND_PAT,
    TABLE,
    TERMINAL,
)

from engine.core.evaluation import Evaluation
from engine.core.position import Position
from engine.search.histories import Histories
from engine.search.search import Search, Stop
from engine.search.switches import StrongParameters, preset_values
from engine.search.table import Table
from engine.search.team import Team
from engine.search.trace import Trace

if cython.compiled:
    from cython.cimports.libc.stdlib import free, malloc
else:
    NONE, PASS, DEEPEST, WORDS, HEAD, EVASIONS = -1, -2, 120, 24576, 8, 2
    MIDDLE, GOOD, REFUTER = 1 << 30, 1 << 28, 1 << 27

SHORT_QUIESCENCE = 2
"""Most plies of quiescence with the switch ``short_quiescence``."""
DIVISOR, NARROW_DIVISOR = 2.1, 1.4
"""The reduction of a late move is the product of the logarithms of depth and number, divided by this. The second value
is that with the switch ``narrow``."""
NARROW_PERCENT = 30
"""Late quiet moves that are not skipped with the switch ``narrow``, in per cent of those without it."""


class Selective(Search):
    """A search with a transposition table, statistics of moves, and refinements that are switched singly.

    It keeps the table and the statistics from one analysis to the next (``forget``). Algorithms that derive from this
    class define ``root``. In all methods, ``data`` is the entry of the table for the position, or 0.
    """

    Parameters = StrongParameters
    remembers = True
    orders_moves = True
    if not cython.compiled:
        words: Any
        prepared: Any

    def __init__(
        self, parameters: Any = None, evaluation: Evaluation | None = None, seed: int = 0, trace: Trace | None = None
    ) -> None:
        super().__init__(parameters, evaluation, seed, trace)
        self.prepared = None
        if cython.compiled:
            free(self.words)
            self.words = cython.cast(
                cython.pointer(cython.ulonglong),
                malloc(cython.cast(cython.size_t, WORDS) * cython.sizeof(cython.ulonglong)),
            )
            if self.words == cython.NULL:
                raise MemoryError
        else:
            self.words = [0] * WORDS
            self.traits_at, self.excluded = [NONE] * 132, [NONE] * 132
            self.standing, self.judged = [0] * 132, [0] * 132
            self.reductions = [[0] * 64 for _ in range(64)]
            self.root_moves = [0] * 512
            self.listed, self.gains, self.orders, self.traits = ([0] * 512 for _ in range(4))
        for ply in range(132):
            self.traits_at[ply] = self.excluded[ply] = NONE
        self.top = self.root_count = self.root_first = 0
        self.root_stale = True
        self.team = Team(1)
        self.member = 0
        self.joined = False

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.words)

    def forget(self) -> None:
        """Delete the table and the statistics."""
        if self.prepared is not None:
            self.table.clear()
            self.histories.clear()

    def make_ready(self, position: Position) -> None:
        """Allocate and clear the table."""
        self.evaluation_attach(position.copy())
        self.forget()

    # --- preparation ------------------------------------------------------------------------------------------------

    def evaluation_attach(self, position: Position) -> None:
        """Prepare the position for the evaluation, and the search for the game and its rules."""
        super().evaluation_attach(position)
        if self.prepared != position.game:
            self.prepare(position)
            self.prepared = position.game

    def prepare(self, position: Position) -> None:
        """Set the switches for the game of ``position``, and begin with an empty table and empty statistics."""
        values = preset_values(type(position.game), self.parameters.preset)
        for name in values:
            chosen = getattr(self.parameters, name)
            if chosen != "auto":
                values[name] = chosen == "on"
        strong = self.parameters.preset == "strong"
        self.uses_table, self.aspiration = values["table"], values["aspiration"]
        self.mate_distance, self.cycles = values["mate_distance"], values["cycles"] and position.can_recur
        self.uses_killers, self.counter_moves = values["killers"], values["counter_moves"]
        self.uses_history, self.continuation = values["history"], values["continuation"]
        self.exchange, self.quiescence = values["exchange"], values["quiescence"]
        self.settling = self.quiescence_depth
        if values["short_quiescence"]:
            self.settling = min(self.settling, SHORT_QUIESCENCE)
        self.settles_danger, self.delta = values["danger_quiescence"], values["delta"]
        self.null_move, self.verification = values["null_move"], values["verification"]
        divisor = NARROW_DIVISOR if values["narrow"] else DIVISOR
        for depth in range(1, 64):
            for number in range(1, 64):
                self.reductions[depth][number] = int(0.4 + math.log(depth) * math.log(number) / divisor)
        self.late_percent = NARROW_PERCENT if values["narrow"] else 100
        self.late_reductions, self.late_pruning = values["late_reductions"], values["late_pruning"]
        self.futility, self.reverse_futility = values["futility"], values["reverse_futility"]
        self.razoring, self.probcut = values["razoring"], values["probcut"]
        self.exchange_pruning, self.history_pruning = values["exchange_pruning"], values["history_pruning"]
        self.danger_extension, self.danger_exemption = values["danger_extension"], values["danger_exemption"]
        self.singular, self.few_evasions = values["singular"], values["few_evasions"]
        self.answers, self.threat_extension = values["answers"], values["threat_extension"]
        self.threat_proof = values["threat_proof"] and strong
        self.internal_reduction, self.correction = values["internal_reduction"], values["correction"]
        self.ordering = True  # in the quiescence of the textbook searches
        self.exact = not strong
        # A score can depend on the moves that led to a position, so a sound search must not take it from the table.
        self.cuts_by_table = self.uses_table and (strong or not position.can_recur)
        self.settles_deeply = self.quiescence and (strong or self.delta or self.settles_danger)
        self.gain_scale = self.evaluation.gain_scale
        scale = type(self.evaluation).scale_for(self.evaluation.parameters)
        self.margin = self.evaluation.margin or self.gain_scale or scale // 6
        self.width = max(1, scale // 16) if scale else 0
        if not self.margin:
            self.futility = self.reverse_futility = self.razoring = self.probcut = self.correction = False
        if not self.gain_scale:
            self.delta = self.probcut = False
        self.judges = (
            self.null_move or self.futility or self.reverse_futility or self.razoring or self.probcut or self.correction
            or self.late_pruning or self.late_reductions
        )  # fmt: skip
        self.asks_danger = self.judges or self.danger_extension or self.exchange_pruning or self.history_pruning
        self.use_table(self.parameters.table_mb << 16 if self.uses_table else 1)
        self.histories = Histories(position.traits, self.continuation)

    def use_table(self, entries: int) -> None:
        """Replace the table by an empty one of this many entries. Tests use this method for very small tables."""
        self.table = Table(entries)
        if self.tracing:
            self.table.keep_stamps()

    # --- parallel search ----------------------------------------------------------------------------------------------

    def join_team(self, leader: "Selective", position: Position, member: int, stop: Stop) -> None:
        """Prepare this search to help ``leader``, with the same table, limits and moves at the root.

        Args:
            leader: the search that reports, which has begun an analysis.
            position: the position to search.
            member: number of this search in the team, from 1.
            stop: flag that ends this search.
        """
        if not isinstance(leader, Selective):
            raise TypeError("the leader must be a search of the same kind")
        they = cython.declare(Selective, leader)
        self.evaluation_attach(position.copy())
        self.table = they.table
        self.team = they.team
        self.member = member
        self.joined = True
        self.stop = stop
        self.nodes = self.leaf_evaluations = self.comparisons = self.cutoffs = self.table_hits = self.seldepth = 0
        self.last_pv_length = 0
        self.node_limit, self.deadline = they.node_limit, they.deadline
        self.poll_at = POLL_NODES
        self.stopping = False
        self.root_stale = True
        self.chosen_count = they.chosen_count
        for i in range(they.chosen_count):
            self.chosen[i] = they.chosen[i]
        self.histories.fade()

    def help(self, position: Position, depth: int) -> bool:
        """Search one depth as a helper, and return whether the depth was completed."""
        self.depth = depth
        self.iterate(position, depth)
        return not self.stopping

    def poll(self) -> None:
        """Check the limits and the stop flag as ``Search.poll`` does, with the nodes of the whole team."""
        if not self.joined:
            Search.poll(self)
            return
        self.team.count(self.member, self.nodes)
        if self.team.total() >= self.node_limit or self.is_hurried(self.team.total()) or now() >= self.deadline:
            self.stopping = True
        self.poll_at = self.nodes + POLL_NODES

    # --- evaluation and statistics ----------------------------------------------------------------------------------

    def judge(self, position: Position, data: int, ply: int) -> int:
        """Return the evaluation of the position, corrected by the errors found after the same move."""
        value = NO_EVALUATION
        if data:
            value = entry_evaluation(data)
        if value == NO_EVALUATION:
            self.leaf_evaluations += 1
            value = self.evaluation.evaluate(position)
        self.judged[ply] = value
        if self.correction:
            value += quotient(self.histories.correction(self.traits_at[ply + 2]) * self.margin, 100)
            if value > GREATEST_VALUE:
                value = GREATEST_VALUE
            elif value < -GREATEST_VALUE:
                value = -GREATEST_VALUE
        return value

    def settled_by(self, data: int, value: int, alpha: int, beta: int, deep: bool) -> bool:
        """Whether an entry of the table gives the score of a node, whose position need not be searched.

        With a null window, an entry of sufficient depth does if it exceeds the window. A win or loss that is known does
        to every depth and in every window.

        Args:
            data: the entry.
            value: its value at the node.
            alpha: lower bound of the window.
            beta: upper bound of the window.
            deep: whether the depth of the entry is sufficient.
        """
        bound = entry_bound(data)
        wide = cython.declare(cython.bint, beta - alpha > 1)
        usable = cython.declare(cython.bint, deep and not wide)
        won = cython.declare(cython.bint, not self.exact and bound & BOUND_LOWER and value >= WIN_BOUND)
        lost = cython.declare(cython.bint, not self.exact and bound & BOUND_UPPER and value <= -WIN_BOUND)
        if wide and ((won and value > alpha) or (lost and value < beta)):
            return True
        if bound & BOUND_LOWER and value >= beta and (usable or won):
            return True
        return bool(bound & BOUND_UPPER) and value <= alpha and bool(usable or lost)

    def better_estimate(self, standing: int, data: int, ply: int) -> int:
        """Return the value in the table if it is known to be closer to the score than the evaluation, ``standing``."""
        if data:
            value = value_at(data, ply)
            bound = entry_bound(data)
            if (bound & BOUND_LOWER and value > standing) or (bound & BOUND_UPPER and value < standing):
                return value
        return standing

    def credit(self, position: Position, base: int, index: int, move: int, depth: int, ply: int) -> None:
        """Reward the move that exceeded the window, and the opposite for the ``index`` ones before it from ``base``."""
        bonus = 24 * depth * depth + 96 * depth
        if bonus > 2000:
            bonus = 2000
        last = self.traits_at[ply + 2] if self.continuation else NONE
        earlier = self.traits_at[ply + 1] if self.continuation else NONE
        gain = position.gain(move)
        if gain <= 0:
            if self.uses_killers and self.killers[ply][0] != move:
                self.killers[ply][1] = self.killers[ply][0]
                self.killers[ply][0] = move
            if self.counter_moves:
                self.histories.learn_reply(self.traits_at[ply + 2], move)
            if self.uses_history:
                self.histories.reward(position.trait(move), last, earlier, bonus)
        elif self.uses_history:
            self.histories.reward_capture(position.trait(move), gain, bonus)
        if not self.uses_history:
            return
        for i in range(base, base + index):
            other = cython.cast(cython.int, self.words[i] & 0xFFFF)
            taken = position.gain(other)
            if taken > 0:
                self.histories.reward_capture(position.trait(other), taken, -bonus)
            elif gain <= 0:
                self.histories.reward(position.trait(other), last, earlier, -bonus)

    # --- the order of moves -----------------------------------------------------------------------------------------

    def list_moves(self, position: Position, ply: int, guess: int) -> int:
        """Write the moves of a node to ``words``, from ``top``, and return their number.

        The move ``guess`` is first if it is among them. The other moves have no rank yet.
        """
        moves = self.moves_at(ply)
        base = self.top
        count = 0
        if ply == 0:
            count = self.root_count - self.root_first
            for i in range(count):
                moves[i] = self.root_moves[self.root_first + i]
            guess = NONE
        else:
            if self.answers:
                count = position.generate_answers(moves)
            if count == 0:
                count = self.generate(position, moves, ply)
        if self.tracing:
            self.trace.moves(count)
        if base + count > WORDS - 512:
            count = 1  # never in practice: 24,000 moves of open nodes
        for i in range(count):
            self.words[base + i] = cython.cast(cython.ulonglong, 65535 - i) << 16 | moves[i]
            if moves[i] == guess:
                self.words[base + i] = self.words[base]
                self.words[base] = cython.cast(cython.ulonglong, MIDDLE + 3 * GOOD) << 32 | guess
        self.top += count
        return count

    def rank_moves(self, position: Position, ply: int, first: int, end: int) -> None:
        """Rank the moves in ``words`` from ``first`` to ``end``, which have no rank yet.

        A word contains the rank, the place in the order generated, which makes ranks distinct, and the move. Captures
        are first, by gain, then killer moves and replies, and the other quiet moves by the game's order and their
        statistics. The order of the moves at the root is that of the last depth.
        """
        rank = cython.declare(cython.longlong, 0)
        last = self.traits_at[ply + 2]
        earlier = self.traits_at[ply + 1] if self.continuation else NONE
        reply = self.histories.reply_to(last) if self.counter_moves else NONE
        if not self.continuation:
            last = NONE
        count = end - first
        words, moves = self.words, self.listed
        for i in range(count):
            moves[i] = cython.cast(cython.int, words[first + i] & 0xFFFF)
        if ply == 0:
            for i in range(count):
                words[first + i] = cython.cast(cython.ulonglong, MIDDLE) << 32 | words[first + i]
            return
        gains, orders, traits, quiets = self.gains, self.orders, self.traits, self.histories.main
        position.describe_moves(moves, count, gains, orders, traits)
        best = self.killers[ply][0] if self.uses_killers else NONE
        second = self.killers[ply][1] if self.uses_killers else NONE
        single = cython.declare(cython.bint, self.uses_history and not self.continuation)
        paired = cython.declare(cython.bint, self.uses_history and self.continuation)
        for i in range(count):
            move = moves[i]
            gain = gains[i]
            if gain > 0:
                rank = MIDDLE + GOOD + 16 * cython.cast(cython.longlong, gain)
                if self.uses_history:
                    rank += quotient(self.histories.captures(traits[i], gain), 8) + 2048
            elif move == best:
                rank = MIDDLE + REFUTER + 3
            elif move == second:
                rank = MIDDLE + REFUTER + 2
            elif move == reply:
                rank = MIDDLE + REFUTER + 1
            else:
                rank = MIDDLE + 64 * cython.cast(cython.longlong, orders[i])
                if single:
                    rank += quiets[traits[i]]
                elif paired:
                    rank += self.histories.quiet(traits[i], last, earlier)
            words[first + i] = cython.cast(cython.ulonglong, rank) << 32 | words[first + i]

    def pick(self, first: int, end: int) -> int:
        """Swap the greatest word from ``first`` to ``end`` to ``first``, and return it."""
        place = first
        greatest = cython.declare(cython.ulonglong, self.words[first])
        for i in range(first + 1, end):
            if self.words[i] > greatest:
                greatest = self.words[i]
                place = i
        self.words[place] = self.words[first]
        self.words[first] = greatest
        return greatest

    def sort_head(self, first: int, end: int) -> int:
        """Move the ``HEAD`` greatest words from ``first`` to ``end`` to the front, the greatest first.

        Return the end of the sorted part. Few moves of most nodes are searched, so the others stay unsorted.
        """
        words = self.words
        head = cython.declare(cython.ulonglong[8])  # HEAD words
        word = cython.declare(cython.ulonglong, 0)
        other = cython.declare(cython.ulonglong, 0)
        for i in range(HEAD):
            head[i] = 0
        for i in range(first, end):
            word = words[i]
            if word < head[HEAD - 1]:
                continue
            # The least word of the head replaces this one. Without branches, which would be mispredicted often.
            for place in range(HEAD):
                other = head[place]
                head[place] = max(other, word)
                word = min(word, other)
            if i - first >= HEAD:
                words[i] = word
        sorted_end = min(end, first + HEAD)
        for i in range(first, sorted_end):
            words[i] = head[i - first]
        return sorted_end

    # --- quiescence -------------------------------------------------------------------------------------------------

    def settle(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Search noisy moves only, with the table and pruning, and return the score for the side to move.

        If the side to move is in danger, all evasions are searched, apart from those that ``few_evasions`` skips.
        ``depth`` is 0, minus the plies of quiescence. This is the inner loop of quiescence.
        """
        if not self.visit(ply):
            return 0
        self.pv_length[ply] = ply
        if self.tracing:
            self.trace.enter(self.path[ply], ply, depth, alpha, beta)
        if position.is_over():
            if depth == 0:
                self.leaves += 1
            value = position.outcome_score(ply)
            if self.tracing:
                self.trace.leave(value, TERMINAL)
            return value
        self.met_horizon = True
        if depth == 0:
            self.leaves += 1
        data = cython.declare(cython.ulonglong, 0)
        wide = cython.declare(cython.bint, beta - alpha > 1)
        if self.uses_table:
            data = self.table.probe(position.key)
            if data and self.cuts_by_table and not position.is_near_limit():
                value = value_at(data, ply)
                if self.settled_by(data, value, alpha, beta, True):
                    self.table_hits += 1
                    if self.tracing:
                        self.trace.found(entry_depth(data), self.exact, self.table.stamp(position.key))
                        self.trace.leave(value, TABLE)
                    return value
        last = cython.declare(cython.bint, depth <= -self.settling or ply >= DEEPEST + 4)
        danger = cython.declare(cython.bint, self.settles_danger and not last and not position.may_stand_pat())
        floor = alpha
        best = -INFINITY
        best_move = NONE
        standing = -INFINITY
        base = self.top
        if not danger:
            standing = self.judge(position, data, ply)
            best = self.better_estimate(standing, data, ply)
            if self.tracing:
                self.trace.stand(best)
                if best != standing and not self.exact:
                    self.trace.note(ASSUMED)
            self.comparisons += 1
            if best >= beta or last:
                if best >= beta:
                    self.cutoffs += 1
                if self.tracing:
                    self.trace.leave(best, STAND_PAT if best >= beta else LEAF)
                return best
            if best > floor:
                floor = best
        count = self.rank_noisy(position, ply, entry_move(data) if data else NONE, danger)
        if danger and count == 0:
            self.top = base
            best = position.no_move_score(ply)
            if self.tracing:
                self.trace.leave(best, TERMINAL)
            return best
        if self.tracing:
            self.trace.moves(count)
        for i in range(count):
            move = cython.cast(cython.int, self.pick(base + i, base + count) & 0xFFFF)
            if danger and self.few_evasions and i >= EVASIONS and best > -WIN_BOUND and position.gain(move) <= 0:
                if self.tracing:
                    self.trace.skip(SKIPPED_LATE)
                continue
            if not danger:
                if self.delta:
                    hoped = standing + (position.gain(move) * self.gain_scale + 99) // 100 + 2 * self.margin
                    if hoped <= floor and hoped < WIN_BOUND:
                        if hoped > best:
                            best = hoped
                        if self.tracing:
                            self.trace.skip(SKIPPED_FUTILE)
                        continue
                if self.exchange and not position.exchange(move, 0):
                    if self.tracing:
                        self.trace.skip(SKIPPED_EXCHANGE)
                    continue
            trait = position.trait(move)
            position.make(move)
            if self.uses_table:
                self.table.prefetch(position.key)
            self.path[ply + 1] = move
            self.traits_at[ply + 3] = trait
            score = -self.settle(position, depth - 1, -beta, -floor, ply + 1)
            position.unmake(move)
            if self.stopping:
                self.top = base
                return 0
            self.comparisons += 1
            if score > best:
                best = score
                if score > floor:
                    floor = score
                    best_move = move
                    self.extend_pv(move, ply)
                    self.comparisons += 1
                    if score >= beta:
                        self.cutoffs += 1
                        break
        self.top = base
        if self.uses_table and not self.exact:
            if best_move == NONE:
                best_move = NO_MOVE
            bound = BOUND_LOWER if best >= beta else BOUND_UPPER
            if position.is_near_limit():
                bound = BOUND_NONE
            judged = NO_EVALUATION if danger else self.judged[ply]
            self.table.keep(position.key, best_move, best, judged, 0, bound, 1 if wide else 0, ply, self.own_stamp())
        return self.leave(best, alpha, beta)

    def rank_noisy(self, position: Position, ply: int, guess: int, danger: bool) -> int:
        """Write the ranked moves of quiescence to ``words``, from ``top``, and return their number.

        The move ``guess`` is first. In danger, the moves are those that evade it.
        """
        moves = self.moves_at(ply)
        rank = cython.declare(cython.longlong, 0)
        count = position.generate_evasions(moves) if danger else position.generate_noisy(moves)
        if self.top + count > WORDS:
            count = 0
        for i in range(count):
            move = moves[i]
            gain = position.gain(move)
            rank = MIDDLE + 16 * cython.cast(cython.longlong, gain)
            if move == guess:
                rank = MIDDLE + GOOD
            elif self.uses_history:
                if gain > 0:
                    rank += quotient(self.histories.captures(position.trait(move), gain), 8)
                else:
                    rank += quotient(self.histories.quiet(position.trait(move), NONE, NONE), 64) - 2048
            self.words[self.top + i] = (
                cython.cast(cython.ulonglong, rank) << 32 | cython.cast(cython.ulonglong, 65535 - i) << 16 | move
            )
        self.top += count
        return count
