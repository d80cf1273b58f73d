"""What can be undone and redone.

Not Qt's ``QUndoStack``: Python's garbage collector may free the commands of one before the stack itself, which then
frees them a second time (PySide6 6.11), and a command that changes the stack while it runs deletes itself. Edits are
values, so the stack needs no commands.
"""

from engine.records.edits import Edit


class UndoStack:
    """The edits of a record: those made, then those undone. It only remembers them; the document applies them."""

    def __init__(self) -> None:
        self._edits: list[tuple[Edit, str]] = []
        self._index = 0
        # The index at which the record is as it was saved, or None if there is none.
        self._clean: int | None = 0

    @property
    def count(self) -> int:
        """How many edits there are, undone ones included."""
        return len(self._edits)

    @property
    def index(self) -> int:
        """How many edits can be undone."""
        return self._index

    @property
    def can_undo(self) -> bool:
        """Whether an edit can be undone."""
        return self._index > 0

    @property
    def can_redo(self) -> bool:
        """Whether an edit can be redone."""
        return self._index < len(self._edits)

    @property
    def undo_edit(self) -> Edit | None:
        """The edit that is undone next, or None."""
        return self._edits[self._index - 1][0] if self.can_undo else None

    @property
    def redo_edit(self) -> Edit | None:
        """The edit that is redone next, or None."""
        return self._edits[self._index][0] if self.can_redo else None

    @property
    def undo_text(self) -> str:
        """What a menu calls the edit that is undone next; empty if there is none."""
        return self._edits[self._index - 1][1] if self.can_undo else ""

    @property
    def redo_text(self) -> str:
        """What a menu calls the edit that is redone next; empty if there is none."""
        return self._edits[self._index][1] if self.can_redo else ""

    @property
    def is_clean(self) -> bool:
        """Whether the record is as it was saved."""
        return self._index == self._clean

    def push(self, edit: Edit, text: str) -> None:
        """Add an edit that was made; those undone before it can no longer be redone."""
        del self._edits[self._index :]
        if self._clean is not None and self._clean > self._index:
            self._clean = None
        self._edits.append((edit, text))
        self._index += 1

    def step_back(self) -> None:
        """Note that ``undo_edit`` was undone."""
        self._index -= 1

    def step_forward(self) -> None:
        """Note that ``redo_edit`` was redone."""
        self._index += 1

    def set_clean(self, is_clean: bool = True) -> None:
        """Note that the record is saved as it is now, or that no state of it is."""
        self._clean = self._index if is_clean else None
