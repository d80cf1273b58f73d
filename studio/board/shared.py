"""The board that the views of a record share, and what each view adds to it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from engine.core.position import Position
from studio.board.arrows import Arrow
from studio.board.picture import Mark
from studio.board.view import BoardView
from studio.widgets.evaluation_bar import BarScore


@dataclass(frozen=True)
class Preview:
    """A position that a view shows in place of that at the cursor, which does not move.

    Attributes:
        position: the position, of the game of the record.
        move: the move that led to it, or None.
        before: the position in which that move was played, or None.
        text: what is shown in place of the state of the game.
    """

    position: Position
    move: int | None
    before: Position | None
    text: str


@dataclass(frozen=True)
class Overlay:
    """What a view adds to the board.

    Attributes:
        arrows: its arrows.
        marks: its marks.
        score: the score of the evaluation bar, or None for none.
        others: the scores that are ticks of the bar.
        play: function that is called with a move of the user, who then does not change the record, or None.
        is_locked: whether the user may make no move.
        preview: the position shown in place of that at the cursor, or None.
        is_passing: whether all this ends when the cursor moves (``SharedBoard.end_passing``). A preview does.
    """

    arrows: Sequence[Arrow] = ()
    marks: Sequence[Mark] = ()
    score: BarScore | None = None
    others: Sequence[BarScore] = ()
    play: Callable[[int], object] | None = None
    is_locked: bool = False
    preview: Preview | None = None
    is_passing: bool = False


NOTHING = Overlay()


class SharedBoard(QObject):
    """The board, with the overlay of the view that is shown.

    Args:
        view: the board.
        parent: parent object.

    Attributes:
        view: the board.
    """

    changed = Signal()
    """Emitted when the overlay that is shown has changed."""
    left = Signal()
    """Emitted when the overlays that pass have ended."""

    def __init__(self, view: BoardView, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.view = view
        self._overlays: dict[str, Overlay] = {}
        self._shown, self._is_hidden = "", False

    @property
    def overlay(self) -> Overlay:
        """The overlay of the view that is shown, without its answers while these are hidden."""
        shown = self.of(self._shown)
        return replace(shown, arrows=(), marks=(), score=None, others=()) if self._is_hidden else shown

    def of(self, name: str) -> Overlay:
        """Return the overlay of the view with a name."""
        return self._overlays.get(name, NOTHING)

    def set_overlay(self, name: str, overlay: Overlay) -> None:
        """Set what a view adds to the board. It is shown as long as the view is."""
        self._overlays[name] = overlay
        if name == self._shown:
            self.changed.emit()

    def end_passing(self) -> bool:
        """End the overlays that pass, and return whether the view shown had a preview."""
        shown = self.overlay
        self._overlays = {name: each for name, each in self._overlays.items() if not each.is_passing}
        self.left.emit()
        if shown.is_passing:
            self.changed.emit()
        return shown.preview is not None

    def show_view(self, name: str) -> None:
        """Show the overlay of another view."""
        self._shown = name
        self.changed.emit()

    def hide_answers(self, is_hidden: bool) -> None:
        """Hide the arrows, marks and scores of every view, or show them again."""
        self._is_hidden = is_hidden
        self.changed.emit()
