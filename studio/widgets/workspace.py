"""The interface of the workspaces that have a page of their own instead of the board."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from engine.core.game import Game


class Workspace(QWidget):
    """Page of a workspace. The window connects its signals, and calls its methods.

    A workspace is declared to the window by a ``WorkspaceEntry`` (``studio.analysis.workspaces``).
    """

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
    game_asked = Signal(int, int)
    """Emitted with the index of another game of the file and a node, which are to be shown in this workspace."""
    tree_asked = Signal(object, object, int)
    """Emitted with a query, its last report or None, and the node of its position when its tree is to be shown."""
    trees_asked = Signal(object, object, int)
    """Emitted with two queries and the node of their position when their trees are to be shown side by side."""
    file_read = Signal(object)
    """Emitted with the path of a file whose contents are to be shown in this workspace."""

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
