"""Commands that edit the open record or move its cursor."""

from typing import TYPE_CHECKING

from engine.records.tree import ROOT

if TYPE_CHECKING:
    from studio.window.main_window import MainWindow


class RecordCommands:
    """Commands that edit the open record or move its cursor.

    Undo, redo and deletion also commit a comment that is being edited, so that its text is not lost.

    Args:
        window: the main window.
    """

    def __init__(self, window: "MainWindow") -> None:
        self._window = window

    def undo(self) -> None:
        """Undo the last edit or, while a position is being set up, the last change of the set-up."""
        if self._window.is_editing:
            self._window.editing.undo()
        else:
            self._window.moves.commit()
            self._window.document.undo()

    def redo(self) -> None:
        """Redo the last undone edit or, while a position is being set up, the last undone change of the set-up."""
        if self._window.is_editing:
            self._window.editing.redo()
        else:
            # Committing a comment would clear the redo stack, so redo comes first, unless it removes the comment's
            # move.
            if self._window.document.redo_removes(self._window.document.cursor):
                self._window.moves.commit()
            self._window.document.redo()
            self._window.moves.commit()

    def delete_move(self) -> None:
        """Commit the comment on the move at the cursor, and delete the move. Undo restores both."""
        self._window.moves.commit()
        self._window.document.delete(self._window.document.cursor)

    def take_back(self) -> None:
        """Take back the last moves of the game in progress. If there is no game, delete the move at the cursor."""
        if self._window.controller.is_playing:
            self._window.controller.take_back()
        elif self._window.document.cursor != ROOT:
            self.delete_move()

    def travel(self, name: str) -> None:
        """Move the cursor by calling the method ``name`` of the document.

        While a line is on trial, ``back`` and ``forward`` step through this line instead, and ``to_start`` and
        ``to_end`` end the trial first.
        """
        if self._window.page.trial and name in ("to_start", "to_end"):
            self._window.page.end_trial()
        elif self._window.page.trial and name in ("back", "forward"):
            self._window.board.wheel_turned.emit(-1 if name == "back" else 1)
            return
        getattr(self._window.document, name)()

    def write_comment(self) -> None:
        """Show the move list, and move the focus to the comment on the move at the cursor."""
        self._window.docks["moves"].show()
        self._window.moves.edit_comment()

    def add_line(self, moves: list[int]) -> None:
        """Add ``moves``, a sequence of legal moves from the cursor, without moving the cursor.

        Do nothing if ``moves`` is empty.
        """
        if moves:
            self._window.document.add_line(self._window.document.cursor, moves)
