"""The mode in which the user sets up a position on the board."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from engine.core.errors import KyVienError
from engine.core.position import Position
from studio.board.editor import SetupEditor
from studio.board.view import BoardView
from studio.document.document import Document
from studio.widgets.notice import NoticeBar
from studio.window.layouts import Layouts


class Editing(QObject):
    """The set-up of a position on the board.

    Attributes:
        changed: signal emitted when the set-up has changed.
        ended: signal emitted when the set-up is applied or cancelled. A slot must then show the position of the record.
        editor: the editor, or None before the first call of ``begin``.
        is_active: whether a position is being set up.

    Args:
        window: the main window, which contains the dock of the editor.
        place: the widget in the dock of the editor. It must have a ``QVBoxLayout``.
        board: the board used for the set-up.
        document: the open record.
        layouts: the layouts of the docks.
        notice: the bar that shows the error message if a position is rejected.
    """

    changed = Signal()
    ended = Signal()

    def __init__(
        self,
        window: QMainWindow,
        place: QWidget,
        board: BoardView,
        document: Document,
        layouts: Layouts,
        notice: NoticeBar,
    ) -> None:
        super().__init__(window)
        self._window, self._place, self._board = window, place, board
        self._document, self._layouts, self._notice = document, layouts, notice
        self.editor: SetupEditor | None = None
        self.is_active = False

    def begin(self) -> None:
        """Start to set up the position at the cursor."""
        if self.editor is None:
            self.editor = SetupEditor(self._board)
            self.editor.applied.connect(self._apply)
            self.editor.changed.connect(self.changed)
            self.editor.cancelled.connect(self.end)
            layout = self._place.layout()
            assert isinstance(layout, QVBoxLayout)
            layout.addWidget(self.editor)
        self._layouts.begin_editing()
        self.is_active = True
        self.editor.edit(self._document.game, self._document.position)
        dock, width = self._layouts.docks["editor"], self.editor.sizeHint().width()
        self._window.resizeDocks([dock], [width], Qt.Orientation.Horizontal)

    def cancel(self) -> None:
        """Cancel the set-up, if there is one, without changing the record."""
        if self.is_active and self.editor is not None:
            self.editor.cancel()

    def clear_tool(self) -> bool:
        """Put the picked piece or the eraser away, and return whether one was picked."""
        return self.is_active and self.editor is not None and self.editor.clear_tool()

    def undo(self) -> None:
        """Undo the last change of the set-up."""
        if self.editor is not None:
            self.editor.undo()

    def redo(self) -> None:
        """Redo the last undone change of the set-up."""
        if self.editor is not None:
            self.editor.redo()

    def end(self) -> None:
        """Restore the docks of the workspace and emit ``ended``, if a position is being set up."""
        if not self.is_active:
            return
        self.is_active = False
        # Before the focused button of the editor is hidden: Qt would pass its focus on as if Tab had been pressed.
        self._board.setFocus(Qt.FocusReason.OtherFocusReason)
        self._layouts.end_editing()
        self.ended.emit()

    def _apply(self, position: Position) -> None:
        self.end()
        try:
            self._document.set_up(self._document.game.format_position(position))
        except KyVienError as error:
            self._notice.show_notice(str(error), is_error=True)
