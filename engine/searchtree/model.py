"""A recorded search tree: children, paths, positions, fates, folded rows, explanations, searching and statistics."""

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy
from numpy.typing import NDArray

from engine.core.errors import KyVienError
from engine.core.game import MoveStyle
from engine.core.position import Position
from engine.search.visit import NOT_EVALUATED, PROBE_FLAGS, Flag, Reason
from engine.searchtree.columns import NAMES, Columns, ends_of, levels_of, packed
from engine.searchtree.facts import Statistics, TreeFacts, reason_name, statistics_of
from engine.searchtree.node import FATES, Fate, Visit

if TYPE_CHECKING:
    from engine.searchtree.difference import Difference
    from engine.searchtree.explanation import Sentence
    from engine.searchtree.folding import Row
    from engine.searchtree.origins import BoundOrigin
    from engine.searchtree.visits import Visits

PASS = -2
"""The move of a visit after a pass that the rules do not allow."""

POSITIONS_KEPT = 256


class SearchTree:
    """The tree of one search: the recorded nodes, in the order of visits, so that a parent precedes its children.

    A node is identified by its index, from 0 for the first node recorded. All methods take such indices.

    Args:
        facts: what was searched.
        columns: a mapping of names of fields to arrays of equal length (``engine.searchtree.columns``).
        root: position of the first node, or None if it is unknown.

    Attributes:
        facts, columns: the arguments.
    """

    def __init__(self, facts: TreeFacts, columns: Columns, root: Position | None = None) -> None:
        self.facts = facts
        self.columns = columns
        self._root = root
        self._positions: OrderedDict[int, Position | None] = OrderedDict()
        self._difference: Any = None

    def __len__(self) -> int:
        return len(self.columns["parent"])

    @property
    def is_complete(self) -> bool:
        """Whether every visit is recorded."""
        return len(self) == self.facts.nodes

    # --- structure --------------------------------------------------------------------------------------------------

    def column(self, name: str) -> NDArray[Any]:
        """Return one column as an array of the numbers of all nodes."""
        return self.columns[name]

    def number(self, name: str, node: int) -> int:
        """Return one number of a node."""
        return int(self.columns[name][node])

    def visit(self, node: int) -> Visit:
        """Return everything recorded about a node."""
        number = {name: int(self.columns[name][node]) for name in NAMES}
        standing = number.get("standing", NOT_EVALUATED)
        return Visit(
            node=node, serial=number["serial"], parent=number["parent"], move=number["move"], ply=number["ply"],
            depth=number["depth"], alpha=number["alpha"], beta=number["beta"], value=number["value"],
            reason=Reason(number["reason"]), subtree=number["subtree"], visits=number["visits"],
            generated=number["generated"], tried=number["tried"], rank=number["rank"], reduced=number["reduced"],
            stored=number["stored"], writer=number["writer"], standing=None if standing == NOT_EVALUATED else standing,
            flags=Flag(number["flags"]),
            skipped=(number["late"], number["futile"], number["history"], number["exchange"]),
        )  # fmt: skip

    def end(self, node: int) -> int:
        """Return the index after the last recorded node below a node."""
        return int(self.ends[node])

    @cached_property
    def ends(self) -> NDArray[numpy.int32]:
        """The index after the last recorded node below each node."""
        return ends_of(self.columns["serial"], self.columns["subtree"])

    @cached_property
    def levels(self) -> NDArray[numpy.int32]:
        """The number of recorded ancestors of each node."""
        return levels_of(self.ends)

    def children(self, node: int) -> list[int]:
        """Return the recorded children of a node, in the order of visits. A move searched again is two children."""
        return self._between(node + 1, self.end(node))

    @cached_property
    def roots(self) -> list[int]:
        """The nodes without a recorded parent. There is one, except in files of other programs."""
        return self._between(0, len(self))

    def _between(self, node: int, end: int) -> list[int]:
        """Return the nodes from ``node`` to ``end``, without those below others of them."""
        found = []
        while node < end:
            found.append(node)
            node = self.end(node)
        return found

    def parent(self, node: int) -> int:
        """Return the parent of a node, or -1."""
        return int(self.columns["parent"][node])

    def path(self, node: int) -> list[int]:
        """Return the nodes from the root to ``node``, both included."""
        parents = self.columns["parent"]
        path = []
        while node >= 0:
            path.append(node)
            node = int(parents[node])
        return path[::-1]

    def line(self, node: int) -> tuple[int, ...]:
        """Return the moves from the root to a node. ``PASS`` is a pass that the rules do not allow."""
        return tuple(self.number("move", each) for each in self.path(node) if not self.is_same_position(each))

    def is_same_position(self, node: int) -> bool:
        """Whether a node is a root, or another search of the position of its parent."""
        parent = self.parent(node)
        return parent < 0 or self.number("ply", parent) == self.number("ply", node)

    def passes(self, node: int) -> list[int]:
        """Return the children that search the position of a node again, as MTD(f) does at the root, without tests."""
        same = [each for each in self.children(node) if self.is_same_position(each)]
        return [each for each in same if not self.number("flags", each) & PROBE_FLAGS]

    def is_probe(self, node: int) -> bool:
        """Whether a node is not one of the moves that its parent tried, but a test for pruning or another search."""
        return bool(self.number("flags", node) & PROBE_FLAGS) or self.is_same_position(node)

    def is_again(self, node: int) -> bool:
        """Whether an earlier sibling searched the same move."""
        if self.is_probe(node):
            return False
        parent, move = self.parent(node), self.number("move", node)
        return any(
            self.number("move", each) == move and not self.is_probe(each)
            for each in self.children(parent)
            if each < node
        )

    def is_trimmed(self, node: int) -> bool:
        """Whether children of a node were visited that are not recorded. They can be opened by another recording."""
        return self.number("visits", node) > len(self.children(node))

    def index_of(self, serial: int) -> int | None:
        """Return the node with this serial number, or None if it is not recorded."""
        place = self.last_before(serial + 1)
        return place if place >= 0 and self.number("serial", place) == serial else None

    def last_before(self, serial: int) -> int:
        """Return the last recorded node with a serial number less than this one, or -1."""
        # ``searchsorted`` would convert the whole column to the type of a Python number.
        return bisect_left(self.columns["serial"], serial) - 1

    def follow(self, moves: Sequence[int]) -> int | None:
        """Return the last node after these moves from the root, or None if none is recorded."""
        nodes = [0]
        for move in moves:
            nodes = [each for node in nodes for each in self.places_of_moves(node) if self.number("move", each) == move]
        return nodes[-1] if nodes else None

    def places_of_moves(self, node: int) -> Iterator[int]:
        """Yield the children of a node that are one ply deeper, also those of other searches of its position."""
        for child in self.children(node):
            if self.is_same_position(child):
                yield from self.places_of_moves(child)
            elif not self.is_probe(child):
                yield child

    # --- positions and moves ----------------------------------------------------------------------------------------

    def position(self, node: int) -> Position | None:
        """Return the position of a node, or None if it is unknown. The last positions are kept."""
        if node in self._positions:
            self._positions.move_to_end(node)
            return self._positions[node]
        parent = self.parent(node)
        if parent < 0:
            return self._root
        before = self.position(parent)
        after = before if before is None or self.is_same_position(node) else self._after(before, node)
        self._positions[node] = after
        if len(self._positions) > POSITIONS_KEPT:
            self._positions.popitem(last=False)
        return after

    def _after(self, before: Position, node: int) -> Position | None:
        if self.number("move", node) == PASS:
            return before.after_pass() if before.can_skip else None
        move = self._legal_move(before, node)
        return None if move is None else before.play(move)

    def _legal_move(self, before: Position, node: int) -> int | None:
        """Return the move that led to a node if it is legal in ``before``, or None: files can contain any number."""
        move = self.number("move", node)
        if not self.facts.moves:
            return move if move in before.legal_moves() else None
        try:
            return int(before.game.parse_move(before, self.facts.moves[move]))
        except (IndexError, KyVienError):
            return None

    def move(self, node: int) -> int | None:
        """Return the move of the game that led to a node, or None for a root, a pass, or an unknown position."""
        before = None if self.is_same_position(node) else self.position(self.parent(node))
        return None if before is None else self._legal_move(before, node)

    def side(self, node: int) -> int:
        """Return the side to move at a node, 0 or 1."""
        first = 0 if self._root is None else self._root.side
        return (first + self.number("ply", node) - self.number("ply", 0)) % 2

    def move_text(self, node: int, style: MoveStyle = "coordinates") -> str:
        """Return the text of the move that led to a node, or an empty string for the root.

        A pass that the rules do not allow is written ``--``. Without a position, it is the number of the move.
        """
        if self.is_same_position(node):
            return ""
        move = self.number("move", node)
        if move == PASS:
            return "--"
        if self.facts.moves:
            return self.facts.moves[move] if 0 <= move < len(self.facts.moves) else str(move)
        before = self.position(self.parent(node))
        if before is None or self._legal_move(before, node) is None:
            return str(move)
        return str(before.game.format_move(before, move, style))

    def find(self, text: str, after: int = -1) -> Iterator[int]:
        """Yield the nodes whose move contains ``text`` in the coordinate or display notation, case-insensitive.

        Args:
            text: part of a move.
            after: the node after which the search begins. It does not continue at the beginning.
        """
        wanted = text.casefold().strip()
        if not wanted:
            return
        for node in range(after + 1, len(self)):
            if self.is_same_position(node):
                continue
            texts = (self.move_text(node), self.move_text(node, "display"))
            if any(wanted in each.casefold() for each in texts):
                yield node

    def ghosts(self, node: int) -> list[int]:
        """Return the moves of a node that were never looked at, in the order generated.

        The order in which the search would have tried them is unknown. The list is empty if the position is unknown.
        """
        position = self.position(node)
        if position is None or self.facts.moves or not self.visit(node).never_tried:
            return []
        generated = self.number("generated", node)
        seen = {self.number("move", child) for child in self.places_of_moves(node)}
        quiet = position.likely_moves()
        for moves in (position.legal_moves(), quiet, position.noisy_moves(), position.evasions()):
            if len(moves) == generated and seen.issubset(moves):
                return [move for move in moves if move not in seen]
        return []

    # --- meaning ----------------------------------------------------------------------------------------------------

    @property
    def width_column(self) -> str:
        """The column with the effort that a node took: nodes visited below it, or simulations that passed it."""
        return {"visits": "simulations", "proof": "work"}.get(self.facts.kind, "subtree")

    def fate(self, node: int) -> Fate:
        """Return what became of a node."""
        if self.facts.kind != "windows":
            return self._fate_of_snapshot(node)
        reason = Reason(self.number("reason", node))
        if reason is Reason.TABLE:
            value = self.number("value", node)
            if value >= self.number("beta", node):
                return Fate.CUT
            return Fate.LOW if value <= self.number("alpha", node) else Fate.EXACT
        return FATES.get(reason, Fate.EXACT)

    def fates(self) -> NDArray[Any]:
        """Return the fate of every node as an index of ``list(Fate)``, in one array of bytes."""
        order = list(Fate)
        if self.facts.kind != "windows":
            proved = numpy.zeros(len(self), bool)
            if self.facts.kind == "visits":
                proved = self.columns["proved"] != 0
            elif self.facts.kind == "proof":
                proved = (self.columns["proof"] == 0) | (self.columns["disproof"] == 0)
            others = numpy.where(self.columns["visits"] > 0, order.index(Fate.UNKNOWN), order.index(Fate.LEAF))
            return numpy.where(proved, order.index(Fate.EXACT), others).astype(numpy.uint8)
        reason, value = self.columns["reason"], self.columns["value"]
        table = numpy.array([FATES.get(Reason(each), Fate.EXACT) for each in range(len(Reason))])
        codes = numpy.array([order.index(each) for each in table], numpy.uint8)
        fates: NDArray[Any] = codes[reason]
        by_table = reason == Reason.TABLE
        fates[by_table & (value <= self.columns["alpha"])] = order.index(Fate.LOW)
        fates[by_table & (value >= self.columns["beta"])] = order.index(Fate.CUT)
        return fates

    def _fate_of_snapshot(self, node: int) -> Fate:
        """Return the fate of a node of a search without windows: EXACT if it is proved, for the side to move."""
        if self.facts.kind == "visits":
            proved = bool(self.number("proved", node))
        elif self.facts.kind == "proof":
            proved = not (self.number("proof", node) and self.number("disproof", node))
        else:
            proved = False
        if proved:
            return Fate.EXACT
        return Fate.UNKNOWN if self.number("visits", node) else Fate.LEAF

    def bounds(self, node: int) -> tuple[int | None, int | None]:
        """Return the least and the greatest value that a node can have after its search, for the side to move.

        None is no bound. Both numbers are equal if the value is exact.
        """
        value = self.number("value", node)
        fate = self.fate(node)
        if fate is Fate.UNKNOWN:
            return None, None
        if fate is Fate.CUT:
            return value, None
        return (None, value) if fate is Fate.LOW else (value, value)

    def tried_children(self, node: int) -> list[int]:
        """Return the last visit of each move that a node tried, in the order of visits."""
        last: dict[int, int] = {}
        for each in self.places_of_moves(node):
            move = self.number("move", each)
            last.pop(move, None)
            last[move] = each
        return list(last.values())

    def best_child(self, node: int) -> int | None:
        """Return the child whose value is the value of the node, the first one, or None.

        It is the move that caused the cut-off, if there was one. If a search repeats the root, its last pass has the
        move. The children must be recorded.
        """
        value = self.number("value", node)
        if self.fate(node) is Fate.LEAF or self.number("reason", node) == Reason.TABLE:
            return None
        if passes := self.passes(node):
            return self.best_child(passes[-1])
        found = (each for each in self.tried_children(node) if -self.number("value", each) == value)
        return next((each for each in found if self.number("reason", each) != Reason.STOPPED), None)

    @cached_property
    def pv(self) -> tuple[int, ...]:
        """The nodes of the principal variation, beginning with the root, as far as they are recorded.

        Of a search without windows, they are the nodes most simulated, or those that it would visit next.
        """
        nodes = [0] if len(self) else []
        while nodes and self.facts.kind != "windows" and (best := self.preferred(nodes[-1])) is not None:
            nodes.append(best)
        if self.facts.kind != "windows":
            return tuple(nodes)
        while nodes and self.fate(nodes[-1]) is Fate.EXACT:
            best = self.best_child(nodes[-1])
            if best is None:
                break
            nodes.append(best)
        return tuple(nodes)

    def preferred(self, node: int) -> int | None:
        """Return the child that a search without windows prefers, or None if it has none or shows no preference."""
        children = self.children(node)
        if not children or self.facts.kind not in ("visits", "proof"):
            return None
        if self.facts.kind == "visits":
            return max(children, key=lambda each: (self.number("simulations", each), -each))
        column = "proof" if self.side(node) == self.facts.attacker else "disproof"
        return min(children, key=lambda each: (self.number(column, each), each))

    def raises(self, node: int) -> list[int]:
        """Return the children that raised alpha in a node, in the order of visits."""
        alpha = self.floor_at_start(node)
        raised = []
        for child in self.tried_children(node):
            value = -self.number("value", child)
            if value > alpha and self.number("reason", child) != Reason.STOPPED:
                alpha = value
                raised.append(child)
        return raised

    def floor_at_start(self, node: int) -> int:
        """Return alpha when a node begins with its first move: in quiescence, the evaluation may have raised it."""
        alpha, standing = self.number("alpha", node), self.number("standing", node)
        if self.number("depth", node) <= 0 and standing != NOT_EVALUATED:
            return max(alpha, standing)
        return alpha

    # --- further questions, in modules of their own -----------------------------------------------------------------

    @cached_property
    def visits(self) -> "Visits":
        """All visits by the moves that lead to them (``engine.searchtree.visits``)."""
        from engine.searchtree.visits import Visits

        return Visits(self)

    def bound_origin(self, node: int, bound: str) -> "BoundOrigin":
        """Return where a bound of the window of a node comes from (``engine.searchtree.origins``).

        Args:
            node: the node.
            bound: ``alpha`` or ``beta``.
        """
        from engine.searchtree.origins import origin

        return origin(self, node, bound)

    def groups(self, node: int, keep: Collection[int] = ()) -> "list[Row]":
        """Return the rows in which the children of a node are displayed (``engine.searchtree.folding``).

        Args:
            node: the node.
            keep: children that are not folded, such as the one selected.
        """
        from engine.searchtree.folding import rows

        return rows(self, node, keep)

    def explain(self, node: int, language: str = "", **options: Any) -> "list[Sentence]":
        """Return sentences that explain a node.

        Args:
            node: the node.
            language: code of the language, or an empty string for the current one.
            options: keyword arguments of ``engine.searchtree.explanation.explain``.
        """
        from engine.searchtree.explanation import explain

        return explain(self, node, language, **options)

    def diff(self, other: "SearchTree") -> "Difference":
        """Compare the tree with another one of the same position (``engine.searchtree.difference``)."""
        from engine.searchtree.difference import compare

        return compare(self, other)

    def stats(self) -> Statistics:
        """Return counts over all visits, recorded or not."""
        return statistics_of(self.facts)

    def reason_text(self, node: int) -> str:
        """Return the name of the reason of a node, such as ``fail_low``."""
        return reason_name(self.number("reason", node))

    def with_subtree(self, part: "SearchTree") -> "SearchTree":
        """Return the tree with the nodes of ``part`` in place of those below its first node.

        The indices of later nodes change, but not their serial numbers.

        Args:
            part: a recording of the visits of one subtree, made by repeating the search.

        Raises:
            ValueError: if the first node of ``part`` is not recorded in this tree.
        """
        place = self.index_of(part.number("serial", 0))
        if place is None:
            raise ValueError("the node is not recorded")
        end = self.end(place)
        columns = {}
        for name, column in self.columns.items():
            columns[name] = numpy.concatenate([column[:place], part.columns[name], column[end:]])
        parents = columns["parent"].copy()
        middle = slice(place, place + len(part))
        parents[middle] += place
        parents[place] = self.parent(place)
        after = parents[place + len(part) :]
        after[after >= end] += len(part) - (end - place)
        columns["parent"] = parents
        return SearchTree(self.facts, packed(columns), self._root)
