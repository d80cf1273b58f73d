"""The interface of the pages of workspaces, which are shown instead of the board."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget

from studio.look import style
from studio.widgets.presented import Presented

if TYPE_CHECKING:
    from engine.core.game import Game
    from engine.search.query import Query
    from engine.search.report import Report

Answered = Callable[[Sequence["Report | None"]], object]
"""Function that is called with the last report of each of some searches, or None for one without a report."""


def header_of(control: QWidget, more: QWidget | None = None) -> QHBoxLayout:
    """Return a header with the control of the views at its left. It needs no space while the control is hidden.

    Args:
        control: the control.
        more: the button at the right, or None for none.
    """
    line = QHBoxLayout()
    line.setContentsMargins(style.PADDING, style.HEADER_MARGIN, style.PADDING, style.HEADER_MARGIN)
    line.addWidget(control)
    line.addStrut(style.HEADER - 2 * style.HEADER_MARGIN)
    line.addStretch(1)
    if more is not None:
        line.addWidget(more)
    return line


class Workspace(QWidget):
    """Page of a workspace. The window connects its signals, and calls its methods.

    A workspace is declared to the window by a ``WorkspaceEntry`` (``studio.analysis.workspaces``).

    Attributes:
        header: the row at the top of the page, or None if there is none. The row of a page next to the board is that of
            a widget, which is shown above both. A row for the control of the views is then
            inserted into the layout of the page, which must be a ``QBoxLayout``.
    """

    header: QBoxLayout | None = None

    failed = Signal(str)
    """Emitted with an error message of one sentence."""
    message_shown = Signal(str)
    """Emitted with a sentence for the status bar."""
    succeeded = Signal(str)
    """Emitted with a sentence for the status bar after a success, which hides the error of an earlier attempt."""
    workspace_asked = Signal(str)
    """Emitted with the name of a workspace that is to be shown."""
    engines_asked = Signal()
    """Emitted when the user chooses the command to configure external engines."""
    line_chosen = Signal(list)
    """Emitted with moves from the cursor that are to be shown on the board of the Analyse workspace."""
    opened = Signal(int)
    """Emitted with a node of the record that is to be shown in the Analyse workspace."""
    record_chosen = Signal(object)
    """Emitted with a ``Record`` that is to be opened in the Analyse workspace."""
    position_chosen = Signal(object)
    """Emitted with a ``Position`` with which a new record is to begin."""
    game_asked = Signal(int, int)
    """Emitted with the index of another game of the file and a node, which are to be shown in this workspace."""
    tree_asked = Signal(object, object, int)
    """Emitted with a query, its last report or None, and the node of its position when its tree is to be shown."""
    trees_asked = Signal(object, object, int)
    """Emitted with two queries and the node of their position when their trees are to be shown side by side."""
    experiment_asked = Signal(object, int)
    """Emitted with a ``Lesson`` and the index of the predicted answer when its experiment is to be shown."""
    file_read = Signal(object)
    """Emitted with the path of a file whose contents are to be shown in this workspace."""
    covered = Signal(bool)
    """Emitted with whether the list of moves is covered, because the user is to guess what comes next."""

    def place_views(self, control: QWidget, more: QWidget | None = None) -> None:
        """Place the control of the views of the tab at the left of the header. Called once.

        Args:
            control: the control.
            more: the button of the menu of the view at the right of the header, or None if it has none.
        """
        if self.header is not None:
            self.header.insertWidget(0, control)
            if more is not None:
                self.header.addWidget(more)
            self.header.addStrut(style.HEADER - 2 * style.HEADER_MARGIN)
            return
        layout = self.layout()
        assert isinstance(layout, QBoxLayout)
        layout.insertLayout(0, header_of(control, more))

    def panels(self) -> dict[str, "tuple[QWidget, QWidget | None]"]:
        """Return the panels of a page next to the board by the names of their docks, with their heads, if any."""
        return {}

    @property
    def is_covering(self) -> bool:
        """Whether the list of moves is covered."""
        return False

    def show_view(self, name: str) -> None:
        """Show the view with a name. Called whenever one of the workspaces of this page is shown."""

    def show_queries(self, queries: Sequence["Query"], answered: Answered) -> None:
        """Run searches of the position at the cursor, whatever is chosen, and show their results.

        Args:
            queries: the searches, with the same limit of depth.
            answered: function that is called with the last report of each search, or None for a search that has none,
                when all have ended. It is not called if they are abandoned.
        """

    def presented(self) -> Presented:
        """Return what the view shown contributes to its presentation. Called when the presentation begins."""
        return Presented()

    def toggle(self) -> None:
        """Start or stop the activity of the workspace. The shortcut is Space."""

    def run(self) -> None:
        """Start the activity of the workspace."""

    def stop(self) -> None:
        """Stop the activity of the workspace. The shortcut is Esc."""

    def end_mode(self) -> bool:
        """End a temporary mode of the workspace, and return whether there was one. Esc then stops nothing else."""
        return False

    def copy(self) -> bool:
        """Copy what the workspace shows to the clipboard, and return whether there was something to copy."""
        return False

    def show_game(self, game: "Game") -> None:
        """Show another game than before. Called when a record of this game is opened."""

    def keep(self) -> None:
        """Store what the next session restores. Called before the window closes."""

    def close_threads(self) -> None:
        """Stop all threads, and block until they have ended. Called before the window closes."""
