"""The undo stack of a record.

The class ``QUndoStack`` of Qt is not used, for two reasons. With PySide6 6.11, Python's garbage collector may free the
commands of a stack before the stack, which then frees the commands a second time. In addition, a command that changes
the stack while the command runs deletes itself.
"""

from engine.records.edits import Edit


class UndoStack:
    """The edits of a record. The edits that can be undone come first, followed by the edits that can be redone.

    The stack only stores the edits. The document applies them.
    """

    def __init__(self) -> None:
        self._edits: list[tuple[Edit, str]] = []
        self._index = 0
        # The index at which the record equals the saved one, or None if there is none.
        self._clean: int | None = 0

    @property
    def count(self) -> int:
        """The number of edits, including those that can be redone."""
        return len(self._edits)

    @property
    def index(self) -> int:
        """The number of edits that can be undone."""
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
        """The edit to undo next, or None if there is none."""
        return self._edits[self._index - 1][0] if self.can_undo else None

    @property
    def redo_edit(self) -> Edit | None:
        """The edit to redo next, or None if there is none."""
        return self._edits[self._index][0] if self.can_redo else None

    @property
    def undo_text(self) -> str:
        """The name of the edit to undo next, for display, or an empty string if there is none."""
        return self._edits[self._index - 1][1] if self.can_undo else ""

    @property
    def redo_text(self) -> str:
        """The name of the edit to redo next, for display, or an empty string if there is none."""
        return self._edits[self._index][1] if self.can_redo else ""

    @property
    def is_clean(self) -> bool:
        """Whether the record is equal to the saved record."""
        return self._index == self._clean

    def push(self, edit: Edit, text: str) -> None:
        """Add an applied edit with its name for display, and remove the edits that could be redone."""
        del self._edits[self._index :]
        if self._clean is not None and self._clean > self._index:
            self._clean = None
        self._edits.append((edit, text))
        self._index += 1

    def step_back(self) -> None:
        """Mark ``undo_edit`` as undone."""
        self._index -= 1

    def step_forward(self) -> None:
        """Mark ``redo_edit`` as redone."""
        self._index += 1

    def set_clean(self, is_clean: bool = True) -> None:
        """Mark the current state as saved. If ``is_clean`` is false, mark no state as saved."""
        self._clean = self._index if is_clean else None
