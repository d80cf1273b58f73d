"""Two trees of one position, aligned node by node: classes, rows and sentences."""

from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from engine.core.language import ngettext, tr
from engine.search.visit import Reason
from engine.searchtree.difference import Class, Difference
from engine.searchtree.folding import run_key
from engine.searchtree.model import SearchTree
from studio.analysis import figures
from studio.tree.views.prepared import Prepared

ONLY_SECOND = len(Class)
"""Class of a node that only the second tree has."""
SIGNS: dict[int, str] = {
    Class.SAME: "=",
    Class.OTHER_BOUND: "≤",
    Class.OTHER_VALUE: "≠",
    Class.ONLY: "−",
    ONLY_SECOND: "+",
}
"""Signs of the classes, in the order in which they are shown."""
LEAST_RUN = 2


@dataclass(frozen=True, slots=True)
class PairRow:
    """A row of aligned nodes: one node of each tree, or a run of such pairs with equal fates.

    Attributes:
        pairs: the nodes of the first and of the second tree, -1 if a tree has none.
        level: indentation.
        kind: the class of the pairs, or ``ONLY_SECOND``.
    """

    pairs: tuple[tuple[int, int], ...]
    level: int
    kind: int

    @property
    def is_run(self) -> bool:
        """Whether the row shows several pairs."""
        return len(self.pairs) > 1


class Pairs:
    """Two trees and their difference.

    Nodes below the ply to which one of the trees is complete are not compared.

    Args:
        first, second: the trees.
        first_prepared, second_prepared: their arrays.
        difference: their difference.

    Attributes:
        ply: greatest ply that is compared, counted from the root.
        counts: number of nodes of each class.
        open: the open pairs.
    """

    def __init__(
        self, first: SearchTree, second: SearchTree, first_prepared: Prepared, second_prepared: Prepared,
        difference: Difference,
    ) -> None:  # fmt: skip
        self.first, self.second = first, second
        self.first_prepared, self.second_prepared = first_prepared, second_prepared
        self.partner = difference.partner
        self.back = numpy.full(len(second), -1, numpy.int64)
        known = numpy.flatnonzero(self.partner >= 0)
        self.back[self.partner[known]] = known
        self.ply = difference.ply
        self._classes = difference.first
        here = first.column("ply").astype(int) - first.number("ply", 0) <= self.ply
        there = second.column("ply").astype(int) - second.number("ply", 0) <= self.ply
        self._here, self._there = here, there
        self.counts: dict[int, int] = {
            Class.SAME: difference.same, Class.OTHER_BOUND: difference.other_bound,
            Class.OTHER_VALUE: difference.other_value, Class.ONLY: difference.only_first,
            ONLY_SECOND: difference.only_second,
        }  # fmt: skip
        self.open: set[tuple[int, int]] = {(0, 0)}
        self._unfolded: set[tuple[int, int]] = set()
        self.filters: tuple[int, ...] = ()

    def kind_of(self, pair: tuple[int, int]) -> int:
        """Return the class of a pair."""
        return ONLY_SECOND if pair[0] < 0 else int(self._classes[pair[0]])

    def never_looked_at(self, row: PairRow) -> int | None:
        """Return how many moves of a row the tree that lacks its nodes never looked at.

        The number is 0 if the tree looked at all of them in other visits of the position above, as with a re-search,
        and None if it lacks the position above, too, but looked at it in another visit.
        """
        side = 0 if row.pairs[0][0] < 0 else 1
        lacking, own = (self.first, self.second) if side == 0 else (self.second, self.first)
        partner = self.back if side == 0 else self.partner
        nodes = [pair[1 - side] for pair in row.pairs]
        is_below = False
        while (above := own.parent(nodes[0])) >= 0 and partner[above] < 0:
            nodes, is_below = [above], True
        if above < 0:
            return len(row.pairs)
        moves = {lacking.number("move", each) for each in lacking.places_of_moves(int(partner[above]))}
        never = sum(not own.is_same_position(each) and own.number("move", each) not in moves for each in nodes)
        if is_below:
            return len(row.pairs) if never else None
        return never

    def children(self, pair: tuple[int, int]) -> list[tuple[int, int]]:
        """Return the pairs of children. Those of the second tree alone follow the pair before them there."""
        one = self.first.children(pair[0]) if pair[0] >= 0 else []
        two = self.second.children(pair[1]) if pair[1] >= 0 else []
        after: dict[int, list[int]] = {}
        last = -1
        for node in two:
            if self.back[node] < 0:
                after.setdefault(last, []).append(node)
            else:
                last = node
        found = [(-1, node) for node in after.get(-1, [])]
        for node in one:
            partner = int(self.partner[node])
            found.append((node, partner))
            found += [(-1, each) for each in after.get(partner, [])] if partner >= 0 else []
        return [each for each in found if self._is_compared(each)]

    def _is_compared(self, pair: tuple[int, int]) -> bool:
        return bool(self._here[pair[0]]) if pair[0] >= 0 else bool(self._there[pair[1]])

    def _key(self, pair: tuple[int, int]) -> Any:
        """Return what must be equal for pairs to be folded, or None if a pair is a separate row."""
        for tree, prepared, node in (
            (self.first, self.first_prepared, pair[0]),
            (self.second, self.second_prepared, pair[1]),
        ):
            if node < 0:
                continue
            parent = tree.parent(node)
            cut = parent >= 0 and tree.number("reason", parent) == Reason.CUTOFF
            if node in tree.pv or prepared.rose[node] or prepared.again[node] or tree.is_probe(node):
                return None
            if cut and tree.children(parent)[-1] == node:
                return None
        if pair in self.open or pair in self._unfolded or self.kind_of(pair) == Class.OTHER_VALUE:
            return None
        if self.kind_of(pair) in (Class.ONLY, ONLY_SECOND):
            return self.kind_of(pair)
        sides = [
            run_key(tree, node) if node >= 0 else None for tree, node in ((self.first, pair[0]), (self.second, pair[1]))
        ]
        return self.kind_of(pair), sides

    def rows(self) -> list[PairRow]:
        """Return all rows."""
        if self.filters:
            return self._filtered()
        found = [PairRow(((0, 0),), 0, self.kind_of((0, 0)))]
        stack = self._own((0, 0), 1)[::-1]
        while stack:
            row = stack.pop()
            found.append(row)
            if not row.is_run and row.pairs[0] in self.open:
                stack += self._own(row.pairs[0], row.level + 1)[::-1]
        return found

    def _own(self, pair: tuple[int, int], level: int) -> list[PairRow]:
        if pair not in self.open:
            return []
        found: list[PairRow] = []
        run: list[tuple[int, int]] = []
        last: Any = None

        def flush() -> None:
            if len(run) >= LEAST_RUN:
                found.append(PairRow(tuple(run), level, self.kind_of(run[0])))
            else:
                found.extend(PairRow((each,), level, self.kind_of(each)) for each in run)
            run.clear()

        for each in self.children(pair):
            key = self._key(each)
            if run and (key is None or key != last):
                flush()
            run.append(each)
            last = key
            if key is None:
                flush()
        flush()
        return found

    def _filtered(self) -> list[PairRow]:
        """Return the pairs of some classes, in the order of visits, with the indentation of their level."""
        found: list[tuple[float, PairRow]] = []
        kinds = [each for each in self.filters if each != ONLY_SECOND]
        nodes: NDArray[Any] = numpy.flatnonzero(numpy.isin(self._classes, kinds) & self._here)[:MOST_FILTERED]
        for node in nodes:
            pair = (int(node), int(self.partner[node]))
            row = PairRow((pair,), int(self.first_prepared.levels[node]), self.kind_of(pair))
            found.append((float(node), row))
        if ONLY_SECOND in self.filters:
            alone = numpy.flatnonzero((self.back < 0) & self._there)[:MOST_FILTERED]
            for node in alone:
                row = PairRow(((-1, int(node)),), int(self.second_prepared.levels[node]), ONLY_SECOND)
                found.append((self._place_of_second(int(node)), row))
        found.sort(key=lambda each: each[0])
        return [row for _, row in found]

    def _place_of_second(self, node: int) -> float:
        """Return where a node of the second tree belongs among the nodes of the first one."""
        while node >= 0 and self.back[node] < 0:
            node = self.second.parent(node)
        return float(self.back[node]) + 0.5 if node >= 0 else 0.5

    def can_open(self, pair: tuple[int, int]) -> bool:
        """Whether a pair has children that are compared."""
        one = pair[0] >= 0 and self.first_prepared.size(pair[0]) > 1
        two = pair[1] >= 0 and self.second_prepared.size(pair[1]) > 1
        return one or two

    def toggle(self, row: PairRow) -> None:
        """Open or close a pair, or unfold a run."""
        if row.is_run:
            self._unfolded.update(row.pairs)
        else:
            self.open ^= {row.pairs[0]}

    def reveal(self, pair: tuple[int, int]) -> None:
        """Open the pairs above a pair, and take it out of its run."""
        self._unfolded.add(pair)
        while True:
            above = self._above(pair)
            if above is None:
                return
            self.open.add(above)
            pair = above

    def _above(self, pair: tuple[int, int]) -> tuple[int, int] | None:
        if pair[0] >= 0:
            node = self.first.parent(pair[0])
            return (node, int(self.partner[node])) if node >= 0 else None
        node = self.second.parent(pair[1])
        return (int(self.back[node]), node) if node >= 0 else None

    def next_difference(self, pair: tuple[int, int]) -> tuple[int, int] | None:
        """Return the next pair, in the order of visits, that both trees have with another bound or value, or None."""
        wrong: NDArray[Any] = numpy.flatnonzero(
            ((self._classes == Class.OTHER_BOUND) | (self._classes == Class.OTHER_VALUE)) & self._here
        )
        if not len(wrong):
            return None
        place = int(wrong.searchsorted(max(pair[0], 0), "right"))
        node = int(wrong[place % len(wrong)])
        return node, int(self.partner[node])

    def summary(self, first: str, second: str) -> str:
        """Return a sentence with the share of the nodes, the nodes that only the second has, and contradictions.

        The share is that of the numbers shown for the two trees, which count nodes below the compared plies, too.
        """
        ratio = self.second.facts.nodes / max(1, self.first.facts.nodes)
        share = figures.percent(ratio) if ratio < 1.5 else tr("{factor} times", factor=figures.decimals(ratio, 1))
        only, wrong = self.counts[ONLY_SECOND], self.counts[Class.OTHER_VALUE]
        values = {"first": first, "second": second, "share": share, "count": figures.grouped(only)}
        if not only and not wrong:
            return tr("{second} looked at {share} of {first}’s nodes, at no other, and no value contradicts.", **values)
        if not wrong:
            return tr(
                "{second} looked at {share} as many nodes as {first}, {count} of them new, and no value contradicts.",
                **values,
            )
        return ngettext(
            "One value contradicts the other. This is a fault unless evaluation or depth differ.",
            "{count} values contradict each other. This is a fault unless evaluation or depth differ.",
            wrong, count=figures.grouped(wrong),
        )  # fmt: skip


MOST_FILTERED = 50_000
"""Rows of a filter that are listed."""
