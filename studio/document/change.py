"""Description of a change of an open document, which allows views to be refreshed only if necessary."""

from dataclasses import dataclass, field

from engine.records.edits import Edit
from engine.records.tree import GameTree, Node


@dataclass(frozen=True, slots=True)
class Change:
    """Flags for the parts of a document that a change affects, so that views are refreshed only if necessary.

    The tree has three flags, because a comment changes neither the order of the move list nor the board.

    Attributes:
        record: whether another record is shown. If it is true, all other flags are true.
        moves: whether nodes were added, removed or reordered, or the move or the set-up of a node changed.
        marks: whether the embedded commands of a node changed, such as clocks, marks on the board and dead pieces.
        notes: whether the comments, the glyphs or the evaluations of a node changed.
        headers: whether the headers of the record changed.
        cursor: whether the cursor moved to another node.
        position: whether the position at the cursor changed.
        nodes: the numbers of the nodes that were added, removed or changed, or an empty set if another record is shown.
        trees: the trees before and after the change, or None if another record is shown.
    """

    record: bool = False
    moves: bool = False
    marks: bool = False
    notes: bool = False
    headers: bool = False
    cursor: bool = False
    position: bool = False
    nodes: frozenset[int] = field(default=frozenset(), compare=False)
    trees: tuple[GameTree, GameTree] | None = field(default=None, compare=False, repr=False)

    def __or__(self, later: "Change") -> "Change":
        """Return this change and the one that followed it, as one change."""
        if self.record or later.record:
            return ANOTHER_RECORD
        trees = later.trees if self.trees is None else self.trees
        if self.trees is not None and later.trees is not None:
            trees = self.trees[0], later.trees[1]
        return Change(
            moves=self.moves | later.moves, marks=self.marks | later.marks, notes=self.notes | later.notes,
            headers=self.headers | later.headers, cursor=self.cursor | later.cursor,
            position=self.position | later.position, nodes=self.nodes | later.nodes, trees=trees,
        )  # fmt: skip

    @property
    def tree(self) -> bool:
        """Whether any node changed."""
        return self.moves or self.marks or self.notes


ANOTHER_RECORD = Change(record=True, moves=True, marks=True, notes=True, headers=True, cursor=True, position=True)


def change_by(edit: Edit, trees: tuple[GameTree, GameTree], *, cursor: bool, position: bool) -> Change:
    """Return the ``Change`` made by an edit. Its fields ``cursor`` and ``position`` are set to the arguments."""
    moves = marks = notes = False
    for number, new in edit.after.items():
        old = edit.before[number]
        if old is None or new is None:
            moves = True
            continue
        moves |= (old.parent, old.move, old.children, old.setup) != (new.parent, new.move, new.children, new.setup)
        marks |= old.commands != new.commands
        notes |= _notes(old) != _notes(new)
    return Change(
        moves=moves, marks=marks, notes=notes, headers=edit.headers_after is not None, cursor=cursor, position=position,
        nodes=frozenset(edit.after), trees=trees,
    )  # fmt: skip


def _notes(node: Node) -> tuple[object, ...]:
    return node.comment, node.nags, node.evaluations, node.lead
