"""What a change of an open document concerns, so that each part of the window redraws only what it shows."""

from dataclasses import dataclass

from engine.records.edits import Edit
from engine.records.tree import Node


@dataclass(frozen=True, slots=True)
class Change:
    """Flags for the parts of a document that a change affects, so that views are refreshed only if necessary.

    The tree has three flags, because a comment changes neither the order of the move list nor the board.

    Attributes:
        record: another record is shown. All other flags are then also set.
        moves: nodes were added, removed or reordered, or the move or the set-up of a node changed.
        marks: the embedded commands of a node changed, such as clocks, marks on the board and dead pieces.
        notes: the comments, the glyphs or the evaluations of a node changed.
        headers: the headers of the record changed.
        cursor: the cursor is at another node.
        position: the position at the cursor differs.
    """

    record: bool = False
    moves: bool = False
    marks: bool = False
    notes: bool = False
    headers: bool = False
    cursor: bool = False
    position: bool = False

    @property
    def tree(self) -> bool:
        """Whether any node changed."""
        return self.moves or self.marks or self.notes


ANOTHER_RECORD = Change(record=True, moves=True, marks=True, notes=True, headers=True, cursor=True, position=True)


def change_by(edit: Edit, *, cursor: bool, position: bool) -> Change:
    """Return the ``Change`` made by an edit. The flags ``cursor`` and ``position`` are set to the arguments."""
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
        moves=moves, marks=marks, notes=notes, headers=edit.headers_after is not None, cursor=cursor, position=position
    )


def _notes(node: Node) -> tuple[object, ...]:
    return node.comment, node.nags, node.evaluations, node.lead
