"""The nodes of a proof-number search: their numbers, the table, and the depth-first search for the node to solve.

``engine.search.pn`` defines the numbers and asks the questions.
"""

import random
from typing import Any

import cython
from cython.cimports.engine.core.position import NEAR_LIMIT
from cython.cimports.engine.search.proof_table import INFINITE

from engine.core.evaluation import Evaluation
from engine.core.position import Position
from engine.search.search import Search
from engine.search.trace import Trace

if not cython.compiled:
    LARGE, FREE, OUTSIDE, DEEPEST = 1_000_000_000, 127, -1, 120
    ALL, MIXER = 0, 0


@cython.infer_types(None)
def _fill_constants() -> None:
    global ALL, MIXER
    ALL = 2**64 - 1
    MIXER = 0xBF58476D1CE4E5B9  # of the generator splitmix64


_fill_constants()


class ProofNodes(Search):
    """The base class of the proof-number search, which solves positions for the present question.

    Subclasses set the question: the attacker, the moves to search, the greatest ply, the table, and the hash of the
    history of the root.

    Attributes:
        proof, disproof: the present numbers of the root, as in ``Report``. Any thread may read them during a search.
        table: the table of the present game, or None before the first analysis.
    """

    if not cython.compiled:
        table: Any

    def __init__(
        self, parameters: Any = None, evaluation: Evaluation | None = None, seed: int = 0, trace: Trace | None = None
    ) -> None:
        super().__init__(parameters, evaluation, seed, trace)
        self.table = None
        self.proof = self.disproof = 1
        if not cython.compiled:
            self.depth_keys, self.histories, self.counts = [0] * 129, [0] * 129, [0] * 129
            self.phis, self.deltas, self.lengths, self.lowests = [[[0] * 512 for _ in range(129)] for _ in range(4)]
        rng = random.Random(20020101)  # any random seed will do
        for plies in range(129):
            self.depth_keys[plies] = rng.getrandbits(64)
        self.attacker = self.reach = self.first_key = self.mixer = self.root_code = self.plies = self.rest = 0
        self.level = 1
        self.forcing = self.cyclic = self.historic = self.bounded = self.separate = False
        self.weak = self.mobility = self.opened = False
        self.phi = self.delta = self.second = 1
        self.lowest = FREE

    def key_at(self, position: Position, ply: int) -> int:
        """Return the key of a position in the table, which depends on the question."""
        key = cython.declare(cython.ulonglong, position.key ^ self.mixer)
        if self.historic:
            key ^= self.histories[ply]
        if self.bounded:
            key ^= self.depth_keys[self.reach - ply]
        return key

    def recurs(self, position: Position, ply: int) -> bool:
        """Whether the position occurred before, in the search or in the game. If so, ``lowest`` is set."""
        i = position.key_count - 4
        while i >= 0:
            if position.keys[i] == position.key:
                at = ply - (position.key_count - i)
                # Within an analysis, the positions before the root are the same for all lines.
                self.lowest = at if at >= 0 else FREE
                return True
            i -= 2
        return False

    def settle(self, success: bool) -> None:
        """Set the numbers of a position in which it is known whether the side to move reaches its goal."""
        self.phi = 0 if success else INFINITE
        self.delta = INFINITE if success else 0

    def settle_score(self, score: int, attacks: bool) -> None:
        """Set the numbers of a position in which the game is over. A draw is a failure of the attacker."""
        self.leaves += 1
        self.settle(score > 0 if attacks else score >= 0)

    def settle_stuck(self, position: Position, ply: int, attacks: bool) -> None:
        """Set the numbers of a position without moves to search, in which the attacker fails if there are others."""
        if self.forcing and position.can_move():
            self.settle(not attacks)
        else:
            self.settle_score(position.no_move_score(ply), attacks)

    def list_moves(self, position: Position, moves: Any, ply: int, attacks: bool) -> int:
        """Fill ``moves`` with the moves to search, and return their number.

        If only forcing moves are searched, all moves are searched at the root for the defender, who may be to move
        without being threatened.
        """
        if self.forcing and attacks:
            count = position.generate_forcing(moves, self.level)
            return self.keep_chosen(moves, count) if ply == 0 else count
        if ply == 0 and self.chosen_count > 0:
            return self.write_chosen(moves)
        if self.forcing and ply > 0:
            return position.generate_answers(moves)
        return position.generate(moves)

    def enter(self, position: Position, move: int, ply: int) -> None:
        """Make a move in the position at ``ply``."""
        position.make(move)
        self.histories[ply + 1] = 0
        if self.historic or self.cyclic:
            self.histories[ply + 1] = self.extended(self.histories[ply], position.keys[position.key_count - 1])

    def extended(self, history: int, key: int) -> int:
        """Return the hash of earlier positions, extended by the one with ``key``.

        It depends on the order of the positions only in games in which they can be repeated.
        """
        if self.cyclic:
            return scrambled(history ^ key)
        return history + scrambled(key) & ALL

    def look(self, position: Position, ply: int) -> None:
        """Set ``phi``, ``delta``, ``plies`` and ``lowest`` of the position reached at ``ply``, without a search."""
        attacks = cython.declare(cython.bint, position.side == self.attacker)
        self.plies = 0
        self.lowest = FREE
        if self.cyclic and self.recurs(position, ply):
            self.settle(not attacks)
            return
        if position.is_over():
            self.settle_score(position.outcome_score(ply), attacks)
            return
        if ply >= self.reach:
            if position.can_move():
                self.settle(not attacks)
                if not self.bounded:
                    self.lowest = OUTSIDE
                    self.met_horizon = True
            else:
                self.settle_score(position.no_move_score(ply), attacks)
            return
        if self.recall(position, ply, attacks):
            return
        self.phi = self.delta = 1
        if self.mobility:
            count = self.list_moves(position, self.moves_at(ply), ply, attacks)
            if count == 0:
                self.settle_stuck(position, ply, attacks)
            else:
                self.delta = count

    def recall(self, position: Position, ply: int, attacks: bool) -> bool:
        """Set the numbers of a position to those in the table, and return whether there are any."""
        key = cython.declare(cython.ulonglong, self.key_at(position, ply))
        place = cython.declare(cython.longlong, -1)
        if self.cyclic or self.met_horizon:
            place = self.table.find(key ^ self.path_code(ply))
        is_bound_to_path = cython.declare(cython.bint, place >= 0)
        if not is_bound_to_path and not (self.cyclic and position.is_near_limit()):
            place = self.table.find(key)
        if place < 0:
            return False
        self.phi, self.delta = self.table.phi(place), self.table.delta(place)
        self.plies = self.table.plies(place)
        if is_bound_to_path and (self.delta if attacks else self.phi) == 0:
            self.lowest = self.plies - 1
            self.plies = 0
        self.table_hits += 1
        return True

    def expand(self, position: Position, ply: int) -> bool:
        """Look at the position after each move of a node, and return False if the search must stop.

        The children that follow one in which the opponent does not reach its goal are omitted.
        """
        self.counts[ply] = 0
        moves = self.moves_at(ply)
        count = self.list_moves(position, moves, ply, position.side == self.attacker)
        for i in range(count):
            if not self.visit(ply + 1):
                return False
            self.enter(position, moves[i], ply)
            self.look(position, ply + 1)
            position.unmake(moves[i])
            self.keep_child(i, ply)
            self.counts[ply] = i + 1
            if self.delta == 0:
                break
        return True

    def keep_child(self, i: int, ply: int) -> None:
        """Store the results of child ``i`` of the node at ``ply``."""
        self.phis[ply][i] = self.phi
        self.deltas[ply][i] = self.delta
        self.lengths[ply][i] = self.plies
        self.lowests[ply][i] = self.lowest

    def combine(self, ply: int) -> int:
        """Set the numbers of a node to those that follow from its children, and return the best child.

        The best child is the one with the least δ. The result is −1 if all children are solved and none is a success.
        ``second`` is the second least δ, and ``rest`` the part of the node's δ that belongs to the other children.
        """
        least = cython.declare(cython.uint, INFINITE)
        second = cython.declare(cython.uint, INFINITE)
        greatest = cython.declare(cython.longlong, 0)
        total = cython.declare(cython.longlong, 0)
        unsolved = cython.declare(cython.longlong, 0)
        best = -1
        for i in range(self.counts[ply]):
            delta = self.deltas[ply][i]
            phi = self.phis[ply][i]
            if delta < least:
                second = least
                least = delta
                best = i
            elif delta < second:
                second = delta
            if phi:
                unsolved += 1
                total += phi
                if phi > greatest:
                    greatest = phi
        self.phi = least
        self.second = second
        if least == 0:
            self.delta = INFINITE
            return best
        if best < 0:
            self.delta = 0
            return best
        if self.weak:
            self.rest = unsolved - 1
            total = greatest + self.rest
        else:
            self.rest = total - self.phis[ply][best]
        self.delta = cython.cast(cython.uint, min(LARGE, total))
        return best

    def chosen_child(self, ply: int) -> int:
        """Return the child of a solved node that the line follows, or −1 if the node is not solved.

        It is the quickest success of the side to move or, if there is none, the slowest success of the opponent.
        """
        child = -1
        won = unsolved = False
        for i in range(self.counts[ply]):
            length = self.lengths[ply][i]
            if self.deltas[ply][i] == 0:
                if not won or length < self.lengths[ply][child]:
                    child = i
                won = True
            elif self.phis[ply][i]:
                unsolved = True
            elif not won and (child < 0 or length > self.lengths[ply][child]):
                child = i
        return -1 if unsolved and not won else child

    def descend(self, position: Position, best: int, phi_limit: int, delta_limit: int, ply: int) -> bool:
        """Search the child ``best`` of the node at ``ply`` to its limits of phi and delta. Return False if stopped."""
        if not self.visit(ply + 1):
            return False
        move = self.moves_at(ply)[best]
        self.enter(position, move, ply)
        self.solve(position, phi_limit, delta_limit, ply + 1)
        position.unmake(move)
        if self.stopping:
            return False
        self.keep_child(best, ply)
        return True

    def solve(self, position: Position, phi_limit: int, delta_limit: int, ply: int) -> None:
        """Search a position until it is solved or one of its numbers reaches its limit.

        The position is not over. Its results are in ``phi``, ``delta``, ``plies`` and ``lowest`` unless the search must
        stop.
        """
        began = cython.declare(cython.longlong, self.nodes)
        child_phi = cython.declare(cython.longlong, 0)
        child_delta = cython.declare(cython.longlong, 0)
        best = -1
        if not self.expand(position, ply):
            return
        if self.counts[ply] == 0:
            self.settle_stuck(position, ply, position.side == self.attacker)
        else:
            while True:
                best = self.combine(ply)
                if self.phi == 0 or self.delta == 0 or self.phi >= phi_limit or self.delta >= delta_limit:
                    break
                child_phi = INFINITE
                if delta_limit < INFINITE:
                    child_phi = delta_limit - self.rest
                    if child_phi <= self.phis[ply][best]:
                        child_phi = cython.cast(cython.longlong, self.phis[ply][best]) + 1  # numbers above LARGE
                child_delta = cython.cast(cython.longlong, self.second) + self.second // 4 + 1
                if child_delta > phi_limit:
                    child_delta = phi_limit
                if not self.descend(position, best, child_phi, child_delta, ply):
                    return
        self.conclude(position, best, ply, self.nodes - began)

    def conclude(self, position: Position, best: int, ply: int, work: int) -> None:
        """End a node: set its line and the lowest ply on which its result depends, and store the result.

        ``best`` is the index of the best child, and ``work`` the number of nodes visited for the result.

        Results that are not true for all paths to the position are stored for this path only:

        - a failure of the attacker because of a repetition, unless the first of the repeated positions is the node or
          was reached after it, or because of the greatest ply;
        - all results near the limit of a counter that can end the game, and wins that are so long that they can reach
          the limit. From a position that is not near a limit, a win of at most ``NEAR_LIMIT`` plies cannot reach it.
        """
        attacks = cython.declare(cython.bint, position.side == self.attacker)
        key = cython.declare(cython.ulonglong, self.key_at(position, ply))
        move = 0
        plies = 0
        self.plies = 0
        self.lowest = FREE
        if self.counts[ply]:
            if self.phi == 0 or self.delta == 0:
                best = self.chosen_child(ply)
                plies = 1 + self.lengths[ply][best]
            move = self.moves_at(ply)[best]
        is_bound_to_path = cython.declare(cython.bint, self.cyclic and (plies > NEAR_LIMIT or position.is_near_limit()))
        self.plies = plies
        if (self.delta if attacks else self.phi) == 0:
            self.lowest = self.lowest_of(ply, best, attacks)
            if self.lowest >= ply:
                self.lowest = FREE
            else:
                is_bound_to_path = True
            if self.separate:
                self.plies = 0
            if is_bound_to_path:
                plies = self.lowest + 1
        if is_bound_to_path:
            key ^= self.path_code(ply)
        self.table.keep(key, self.phi, self.delta, move, plies, work + 1)

    def path_code(self, ply: int) -> int:
        """Return a number to combine with the key of a position for a result that is true for one path only.

        In games without repetition, such a result depends only on the ply.
        """
        return self.histories[ply] if self.cyclic else scrambled(self.depth_keys[ply])

    def lowest_of(self, ply: int, best: int, attacks: bool) -> int:
        """Return the lowest ply on which the attacker's failure in a node with this best child depends."""
        if self.counts[ply] == 0:
            return FREE
        if not attacks:
            return self.lowests[ply][best]
        lowest = FREE
        for i in range(self.counts[ply]):
            if self.lowests[ply][i] < lowest:
                lowest = self.lowests[ply][i]
        return lowest

    def step(self, position: Position) -> bool:
        """Search the best move of the root until its numbers have grown, and return whether the question is open.

        The limits are a quarter above the present numbers, so that the numbers of the root are reported often.
        """
        if not self.opened:
            if not self.visit(0):
                return False
            self.opened = True
            if not self.expand(position, 0):
                return False
        best = self.number_root(position)
        if self.phi == 0 or self.delta == 0:
            return False
        child_phi = cython.declare(cython.longlong, self.phis[0][best])
        child_delta = cython.declare(cython.longlong, self.deltas[0][best])
        if not self.descend(position, best, child_phi + child_phi // 4 + 1, child_delta + child_delta // 4 + 1, 0):
            return False
        self.number_root(position)
        return self.phi != 0 and self.delta != 0

    def number_root(self, position: Position) -> int:
        """Set the numbers of the root, and return its best child, or −1 if there is none."""
        best = -1
        if self.counts[0] == 0:
            self.settle_stuck(position, 0, position.side == self.attacker)
        else:
            best = self.combine(0)
        self.proof, self.disproof = self.phi, self.delta
        return best

    def walk(self, position: Position, successful: bool) -> bool:
        """Set the principal variation to the line of the solved root, and return whether it leads to the end.

        The node after each move is solved again, which takes no search as long as its children are in the table.
        ``successful`` is whether the attacker reaches its goal.
        """
        ply = 0
        is_whole = False
        self.pv_length[0] = 0
        while ply < DEEPEST:
            child = self.chosen_child(ply)
            if child < 0 or not self.visit(ply + 1):
                break
            move = self.moves_at(ply)[child]
            self.enter(position, move, ply)
            self.pv[0][ply] = move
            ply += 1
            self.pv_length[0] = ply
            if position.is_over() or not position.can_move():
                is_whole = True
                break
            self.solve(position, INFINITE, INFINITE, ply)
            if self.stopping or (self.phi == 0) != ((position.side == self.attacker) == successful):
                break
        for i in range(ply - 1, -1, -1):
            position.unmake(self.pv[0][i])
        return is_whole

    def follow(self, position: Position, ply: int) -> None:
        """Set the hash of the earlier positions for a position ``ply`` plies after the root.

        Raises:
            ValueError: if there is no position, or if ``ply`` is negative or greater than 128.
        """
        if not isinstance(position, Position) or not 0 <= ply <= 128:
            raise ValueError("a question needs a position at most 128 plies after the root")
        own = cython.declare(Position, position)
        history = cython.declare(cython.ulonglong, self.root_code)
        if self.historic or self.cyclic:
            for i in range(self.first_key, own.key_count):
                history = self.extended(history, own.keys[i])
        self.histories[ply] = history


def scrambled(key: int) -> int:
    """Return a hash of a key, so that sums of hashes differ where sets of keys differ."""
    key = (key ^ key >> 31) * MIXER & ALL
    return key ^ key >> 29
