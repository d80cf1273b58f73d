"""The banner over the board that announces how a game ended, with buttons to review the game and to play again."""

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from engine.core.language import tr
from studio.board.view import BoardView
from studio.look import palette, style
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

MARGIN = 8
"""Minimum space in px between the banner and the edges of the board."""


class _Sheet(QWidget):
    """The background and the sentence of the banner. Mouse events pass through to the board."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.text = PlainLabel(parent=self)
        self.text.setWordWrap(True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.text.setFont(style.font(style.TITLE, bold=True))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a rounded rectangle through which the board is faintly visible."""
        look = palette.current()
        color = QColor(look.surface)
        color.setAlphaF(0.94)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(look.gold, 1))
        painter.setBrush(color)
        painter.drawRoundedRect(self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5), style.RADIUS, style.RADIUS)
        painter.end()


class ResultBanner(Retranslated, QWidget):
    """Banner that announces the result of a game over the board. Except on its buttons, mouse events reach the board.

    This widget contains only the buttons. The sentence and the background are a separate widget behind it. Both widgets
    are children of the board.

    Args:
        board: the board. The banner is placed away from the board's marks in the layer ``decisive``.
    """

    review_requested = Signal()
    """Emitted when the user requests an analysis of the game."""
    rematch_requested = Signal()
    """Emitted when the user requests another game with sides changed."""

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self._board = board
        self._sheet = _Sheet(board)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.review_button, self.rematch_button = QPushButton(), QPushButton()
        style.set_look(self.review_button, kind="primary")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        for button, signal in (
            (self.review_button, self.review_requested), (self.rematch_button, self.rematch_requested),
        ):  # fmt: skip
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(signal)
            self._row.addWidget(button)
        board.installEventFilter(self)
        self.follow_changes()
        self.hide()
        self._sheet.hide()

    @property
    def text(self) -> str:
        """The sentence shown, or an empty string if the banner is hidden."""
        return "" if self.isHidden() else self._sheet.text.text()

    @property
    def area(self) -> QRect:
        """The rectangle of the whole banner, in the coordinates of the board."""
        return self._sheet.geometry()

    def show_result(self, text: str, *, has_rematch: bool) -> None:
        """Show a sentence on the result, with the button for a rematch if ``has_rematch`` is true."""
        self._sheet.text.setText(text)
        self.rematch_button.setVisible(has_rematch)
        self._sheet.show()
        self.show()
        self.place()

    def dismiss(self) -> None:
        """Hide the banner."""
        self.hide()
        self._sheet.hide()

    def place(self) -> None:
        """Place the banner in the upper or lower part of the board, away from the decisive cells."""
        if self.isHidden() or self._board.surface is None:
            return
        geometry = self._board.board_geometry()
        board = geometry.board.toAlignedRect()
        self._row.activate()
        buttons, label = self.sizeHint(), self._sheet.text
        whole = label.fontMetrics().horizontalAdvance(label.text()) + 4
        width = min(board.width() - 2 * MARGIN, max(buttons.width(), whole) + 2 * style.PADDING)
        inner = max(1, width - 2 * style.PADDING)
        text_height = label.heightForWidth(inner)
        height = text_height + buttons.height() + style.PADDING * 2 + 8
        marks = [geometry.center(mark.cell).y() for mark in self._board.marks("decisive")]
        is_low = bool(marks) and sum(marks) / len(marks) < board.center().y()
        middle = board.top() + board.height() * (3 if is_low else 1) // 4
        top = min(max(middle - height // 2, board.top() + MARGIN), max(board.top(), board.bottom() - height - MARGIN))
        self._sheet.setGeometry(board.center().x() - width // 2, top, width, height)
        label.setGeometry(style.PADDING, style.PADDING, inner, text_height)
        buttons_width = min(buttons.width(), inner)
        self.setGeometry(
            board.center().x() - buttons_width // 2, top + style.PADDING + text_height + 8, buttons_width,
            buttons.height(),
        )  # fmt: skip
        self._sheet.raise_()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Place the banner again if the board is resized."""
        if event.type() == QEvent.Type.Resize:
            self.place()
        return super().eventFilter(watched, event)

    def retranslate(self) -> None:
        self.review_button.setText(tr("Review"))
        self.review_button.setToolTip(tr("Find the mistakes of the game in Review"))
        self.rematch_button.setText(tr("Rematch"))
        self.rematch_button.setToolTip(tr("A new game with the same players and sides changed"))
        self.place()
