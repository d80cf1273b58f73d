"""The column with the board of the Review workspace."""

import math

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from engine.core.language import tr
from studio.board.geometry import largest_side
from studio.board.view import BoardView
from studio.look import icons, style
from studio.widgets.elided import ElidedLabel
from studio.widgets.fitted import Fitted
from studio.widgets.retranslated import Retranslated

BUTTONS = (("first", "to_start"), ("previous", "back"), ("next", "forward"), ("last", "to_end"))
"""Icons and commands of the buttons below the board."""


class _Place(Fitted, QWidget):
    """Area that gives a board the largest cells of whole pixels, and centres it horizontally."""

    def __init__(self, board: BoardView) -> None:
        super().__init__()
        self._board = board
        board.setParent(self)
        board.setMinimumSize(1, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        """Return the size of a board with cells of 36 px."""
        return QSize(360, 420)

    def _fit(self) -> None:
        surface = self._board.surface
        if surface is None or self.width() < 2 or self.height() < 2:
            return
        side, around = largest_side(
            surface, self.width(), self.height(), self.devicePixelRatioF(), named=self._board.has_coordinates
        )
        width = math.ceil(side * surface.columns + around[0] + around[2])
        height = math.ceil(side * surface.rows + around[1] + around[3])
        self._board.setGeometry(max(0, (self.width() - width) // 2), 0, width, height)

    def place(self) -> None:
        """Place the board again, for example for another game."""
        self._fit()


class ReviewBoard(Retranslated, QWidget):
    """Column with a caption, the board and buttons.

    Attributes:
        board: the board.
        eye_button: the button that hides the evaluations until the user guesses a move.
    """

    asked = Signal(str)
    """Emitted with ``to_start``, ``back``, ``forward`` or ``to_end``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.board = BoardView()
        self.caption = ElidedLabel()
        style.set_look(self.caption, role="caption")
        self._place = _Place(self.board)
        self.buttons = {command: self._button(icon) for icon, command in BUTTONS}
        for command, button in self.buttons.items():
            button.clicked.connect(lambda _=False, command=command: self.asked.emit(command))
        self.flip_button, self.eye_button = self._button("flip"), self._button("eye-off")
        self.eye_button.setCheckable(True)
        self.flip_button.clicked.connect(lambda: self.board.set_flipped(not self.board.flipped))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        for button in self.buttons.values():
            row.addWidget(button)
        row.addSpacing(24)
        row.addWidget(self.flip_button)
        row.addWidget(self.eye_button)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(style.PADDING, 6, style.PADDING, 6)
        layout.setSpacing(4)
        layout.addWidget(self.caption)
        layout.addWidget(self._place, 1)
        layout.addLayout(row)
        self.follow_changes()

    @staticmethod
    def _button(icon: str) -> QToolButton:
        button = QToolButton()
        button.setIcon(icons.icon(icon))
        button.setIconSize(QSize(16, 16))
        return button

    def place(self) -> None:
        """Place the board again."""
        self._place.place()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        texts = {
            "to_start": tr("To the start"), "back": tr("One ply back"), "forward": tr("One ply forward"),
            "to_end": tr("To the end"),
        }  # fmt: skip
        for command, button in self.buttons.items():
            button.setToolTip(texts[command])
            button.setAccessibleName(texts[command])
        for button, text in (
            (self.flip_button, tr("Turn the board")),
            (self.eye_button, tr("Guess first, hide the evaluations")),
        ):
            button.setToolTip(text)
            button.setAccessibleName(text)
