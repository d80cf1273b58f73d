"""All visits of a search after the same moves, and whether more of them may exist than are recorded."""

from collections import OrderedDict

from engine.search.visit import PROBE_FLAGS
from engine.searchtree.model import SearchTree
from engine.searchtree.storage import StorageKind, storage

LINES_KEPT = 256


class Place:
    """What is recorded of the visits after one line of moves.

    Attributes:
        visits: the visits, in their order.
        below: the visits one ply deeper, by move.
        closed: the visits below which more may have been visited: nodes that are not recorded, or what an entry of the
            table rests on that was stored after other moves or before this tree.
        is_tested: whether there are tests for pruning below a visit.
    """

    __slots__ = ("below", "closed", "is_tested", "visits")

    def __init__(self, tree: SearchTree, waiting: list[int]) -> None:
        self.visits: list[int] = []
        self.below: dict[int, list[int]] = {}
        self.closed: set[int] = set()
        self.is_tested = False
        while waiting:
            visit = waiting.pop(0)
            self.visits.append(visit)
            children = tree.children(visit)
            if len(children) != tree.number("visits", visit) or not _is_own(tree, visit):
                self.closed.add(visit)
            for child in children:
                if tree.number("flags", child) & PROBE_FLAGS:
                    self.is_tested = True
                elif tree.is_same_position(child):
                    waiting.append(child)
                else:
                    self.below.setdefault(tree.number("move", child), []).append(child)
        self.visits.sort()


class Visits:
    """The visits of a tree by the moves that lead to them. The last ones are kept.

    Args:
        tree: the tree.
    """

    def __init__(self, tree: SearchTree) -> None:
        self._tree = tree
        self._known: OrderedDict[tuple[int, ...], Place] = OrderedDict()

    def after(self, line: tuple[int, ...]) -> Place:
        """Return the visits after some moves from the root, which some visit must have made."""
        if line in self._known:
            self._known.move_to_end(line)
            return self._known[line]
        waiting = sorted(self.after(line[:-1]).below.get(line[-1], [])) if line else [0]
        self._known[line] = Place(self._tree, waiting)
        if len(self._known) > LINES_KEPT:
            self._known.popitem(last=False)
        return self._known[line]

    def others(self, node: int) -> tuple[list[int], bool]:
        """Return the other visits after the moves to a node, and whether nothing but them can have looked at its moves.

        A node below a test for pruning has no other visits that are known.
        """
        line = self._tree.line(node)
        places = [self.after(line[:length]) for length in range(len(line) + 1)]
        if node not in places[-1].visits:
            return [], False
        is_whole = all(place.closed <= {node} and not place.is_tested for place in places)
        return [each for each in places[-1].visits if each != node], is_whole


def _is_own(tree: SearchTree, node: int) -> bool:
    """Whether no entry of the table decided a node, or one that was stored after the same moves in this tree."""
    found = storage(tree, node)
    return found is None or (found.kind is StorageKind.HERE and tree.line(found.node) == tree.line(node))
