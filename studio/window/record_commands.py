"""Commands that edit the open record or move its cursor."""

from collections.abc import Callable
from functools import partial

from engine.core.language import mark
from engine.records.tree import ROOT
from studio.board.editor import SetupEditor
from studio.document.document import Document
from studio.document.moves import MovesPanel
from studio.document.undo import UndoStack
from studio.play.board_page import BoardPage
from studio.widgets.command import EDIT, MOVE, Aspect, Command, Condition
from studio.window.editing import Editing
from studio.window.layouts import Layouts

CONTEXT = (
    "nag_3", "nag_1", "nag_5", "nag_6", "nag_2", "nag_4", "-", "comment", "-", "promote", "to_main_line", "delete",
)  # fmt: skip
"""Identifiers of the commands in the context menu of the move list, with ``-`` for a separator."""


class RecordCommands:
    """Commands that edit the open record or move its cursor.

    Undo, redo and deletion also commit a comment that is being edited, so that its text is not lost.

    Args:
        document: the open record.
        page: the page with the board and the line on trial.
        moves: the move list.
        editing: the set-up of a position, whose changes are undone and redone while it lasts.
        layouts: the layouts of the workspaces.
    """

    def __init__(
        self, document: Document, page: BoardPage, moves: MovesPanel, editing: Editing, layouts: Layouts
    ) -> None:
        self._document, self._page, self._moves, self._editing = document, page, moves, editing
        self._layouts = layouts

    def commands(self) -> list[Command]:
        """Return the commands."""
        document, is_free = self._document, self._layouts.is_free

        def at_cursor(test: Callable[[], bool]) -> Condition:
            return is_free & Condition(test, Aspect.RECORD | Aspect.MOVES | Aspect.CURSOR)

        is_after_root = at_cursor(lambda: document.cursor != ROOT)
        is_in_variation = at_cursor(
            lambda: document.cursor != ROOT and not document.tree.is_on_main_line(document.cursor)
        )
        can_go_back = at_cursor(lambda: document.cursor != ROOT or bool(self._page.trial))
        can_go_on = at_cursor(lambda: bool(document.tree[document.cursor].children or self._page.trial))
        has_siblings = at_cursor(lambda: len(document.tree.siblings(document.cursor)) > 1)
        can_delete = at_cursor(lambda: document.cursor != ROOT or len(document.tree) > 1)
        edits = Aspect.UNDO | Aspect.RECORD | Aspect.WORKSPACE
        can_undo = Condition(lambda: self._undone.can_undo, edits)
        can_redo = Condition(lambda: self._undone.can_redo, edits)

        def travel(name: str, text: str, key: str, enabled: Condition, section: int, icon: str = "") -> Command:
            return Command(name, MOVE, text, partial(self.travel, name), key, icon, section, enabled=enabled)

        def annotate(nag: int, text: str, key: str) -> Command:
            act = partial(self._annotate, nag)
            return Command(
                f"nag_{nag}", MOVE, text, act, key, section=2, submenu=mark("Annotate"), enabled=is_after_root
            )

        def change(name: str, text: str, key: str, icon: str, act: Callable[[int], object], on: Condition) -> Command:
            return Command(name, MOVE, text, lambda: act(document.cursor), key, icon, 3, enabled=on)

        return [
            Command("undo", EDIT, "Undo", self.undo, "Ctrl+Z", "undo", enabled=can_undo),
            Command("redo", EDIT, "Redo", self.redo, "Ctrl+Shift+Z Ctrl+Y", "redo", enabled=can_redo),
            travel("back", "One ply back", "Left", can_go_back, 0, "previous"),
            travel("forward", "One ply forward", "Right", can_go_on, 0, "next"),
            travel("to_start", "To the start", "Home", can_go_back, 0, "first"),
            travel("to_end", "To the end", "End", can_go_on, 0, "last"),
            travel("previous_sibling", "Previous variation", "Up", has_siblings, 1),
            travel("next_sibling", "Next variation", "Down", has_siblings, 1),
            travel("previous_branch", "Previous branch point", "Shift+Left", can_go_back, 1),
            travel("next_branch", "Next branch point", "Shift+Right", can_go_on, 1),
            annotate(3, "Annotate !!", "1"),
            annotate(1, "Annotate !", "2"),
            annotate(5, "Annotate !?", "3"),
            annotate(6, "Annotate ?!", "4"),
            annotate(2, "Annotate ?", "5"),
            annotate(4, "Annotate ??", "6"),
            Command("comment", MOVE, "Write a comment", self.write_comment, "Ctrl+M", "comment", 2, enabled=is_free),
            change("promote", "Promote the variation", "Ctrl+Up", "promote", document.promote, is_in_variation),
            change(
                "to_main_line", "Make it the main line", "Ctrl+L", "main-line", document.to_main_line, is_in_variation
            ),
            change("delete", "Delete from this move on", "Del", "delete", self.delete_move, can_delete),
        ]

    @property
    def _undone(self) -> SetupEditor | UndoStack:
        """What undo and redo change: the position being set up if there is one, otherwise the record."""
        editor = self._editing.editor
        return editor if editor is not None and self._editing.is_active else self._document.undo_stack

    def _annotate(self, nag: int) -> None:
        if self._document.cursor != ROOT:
            self._document.toggle_nag(self._document.cursor, nag)

    def undo(self) -> None:
        """Undo the last edit or, while a position is being set up, the last change of the set-up."""
        if self._editing.is_active:
            self._editing.undo()
        else:
            self._moves.commit()
            self._document.undo()

    def redo(self) -> None:
        """Redo the last undone edit or, while a position is being set up, the last undone change of the set-up."""
        if self._editing.is_active:
            self._editing.redo()
        else:
            # Committing a comment would clear the redo stack, so redo comes first, unless it removes the comment's
            # move.
            if self._document.redo_removes(self._document.cursor):
                self._moves.commit()
            self._document.redo()
            self._moves.commit()

    def delete_move(self, node: int) -> None:
        """Commit the comment on the move at the cursor, and delete the move of a node. Undo restores both."""
        self._moves.commit()
        self._document.delete(node)

    def travel(self, name: str) -> None:
        """Move the cursor by calling the method ``name`` of the document.

        While a line is on trial, ``back`` and ``forward`` step through this line instead, and ``to_start`` and
        ``to_end`` end the trial first.
        """
        if self._page.trial and name in ("to_start", "to_end"):
            self._page.end_trial()
        elif self._page.trial and name in ("back", "forward"):
            self._page.board.wheel_turned.emit(-1 if name == "back" else 1)
            return
        getattr(self._document, name)()

    def write_comment(self) -> None:
        """Show the move list, and move the focus to the comment on the move at the cursor."""
        self._layouts.docks["moves"].show()
        self._moves.edit_comment()

    def add_line(self, moves: list[int]) -> None:
        """Add ``moves``, a sequence of legal moves from the cursor, without moving the cursor.

        Do nothing if ``moves`` is empty.
        """
        if moves:
            self._document.add_line(self._document.cursor, moves)
