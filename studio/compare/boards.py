"""The small boards of a comparison: the position, and one board for each distinct best move."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from engine.core.game import Game
from engine.core.language import ngettext, tr
from engine.core.position import Position
from studio.board.arrows import Arrow
from studio.board.mini import MiniBoard
from studio.compare.rows import ComparisonRow
from studio.look import foreign, notation, palette, style
from studio.look.marks import draw_mark
from studio.widgets.elided import ElidedLabel
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated
from studio.widgets.scroll_area import ScrollArea

CAPTION, NAME, DOTS, GAP = 16, 20, 16, 8
"""Heights of the captions, of the names and of the dots, and the distance between two boards, in pixels."""
LEAST, MOST = 120, 420
"""Minimum and maximum width of a board in pixels."""
_DOT = 8


def move_arrow(position: Position, move: int, name: str, count: int) -> Arrow:
    """Return an arrow for a move in the colour of an algorithm.

    Args:
        position: the position before the move.
        move: the move.
        name: identifier of the algorithm.
        count: number of algorithms that play the move. It is written on the arrow if it is greater than 1.
    """
    shape = position.game.shape(position, move)
    origin = -1 if shape.origin is None else shape.origin
    target = shape.target if shape.target is not None else origin
    return Arrow(origin, target, palette.algorithm_color(name), 0.7, str(count) if count > 1 else "")


class DotsLabel(QWidget):
    """Label with the marks of algorithms, followed by a text.

    Args:
        parent: parent widget.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[tuple[str, int], ...] = ()
        self._text = ""
        self.setFixedHeight(DOTS)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_dots(self, names: Sequence[tuple[str, int]], text: str) -> None:
        """Set the algorithms whose marks are shown, and the text.

        Args:
            names: for each algorithm, its identifier and the number of earlier algorithms with the same identifier.
            text: the text after the marks.
        """
        self._names, self._text = tuple(names), foreign.one_line(text)
        self.setAccessibleName(self._text)
        self.update()

    @property
    def text(self) -> str:
        """The text after the marks."""
        return self._text

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the marks and the text. The text is elided if it does not fit."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left = draw_dots(painter, self._names, QPointF(0, self.height() / 2))
        painter.setFont(style.font(style.CAPTION))
        painter.setPen(palette.current().secondary)
        room = QRectF(left, 0, self.width() - left, self.height())
        text = painter.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()


def draw_dots(painter: QPainter, names: Sequence[tuple[str, int]], at: QPointF) -> float:
    """Draw the marks of algorithms in a row that begins at the point ``at``.

    Args:
        painter: the painter.
        names: for each algorithm, its identifier and the number of earlier algorithms with the same identifier.
        at: the left end of the row, at half of its height.

    Returns:
        The x coordinate at which a text after the marks begins.
    """
    left = at.x()
    for name, repetition in names:
        draw_mark(painter, QRectF(left - 1, at.y() - _DOT / 2 - 1, _DOT + 2, _DOT + 2), name, repetition)
        left += _DOT + 4
    return left + 4 if names else left


class BoardCard(QFrame):
    """Card with a board, a name and a line of text below the name.

    Args:
        parent: parent widget.
    """

    chosen = Signal()
    """Emitted when the card is clicked, or when Return is pressed on it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.board = MiniBoard()
        self.board.setMinimumSize(40, 40)
        self.board.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.name, self.dots = ElidedLabel(), DotsLabel()
        self.name.setFont(style.font(bold=True))
        self.name.setFixedHeight(NAME)
        self._is_marked = False
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.board, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.name)
        layout.addWidget(self.dots)
        layout.addStretch(1)

    def set_board_size(self, size: QSize) -> None:
        """Set the size of the board, which determines the width of the card."""
        self.board.setFixedSize(size)
        self.setFixedWidth(size.width())

    def set_marked(self, is_marked: bool) -> None:
        """Set whether the board is marked by a gold line below it."""
        if is_marked != self._is_marked:
            self._is_marked = is_marked
            self.update()
            self.board.update()

    @property
    def is_marked(self) -> bool:
        """Whether the board is marked by a gold line below it."""
        return self._is_marked

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Emit ``chosen`` if the left button is pressed."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit()
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Emit ``chosen`` if Return or Enter is pressed."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a gold line below the board if the board is marked or the card has the focus."""
        super().paintEvent(event)
        if self._is_marked or self.hasFocus():
            painter = QPainter(self)
            edge = self.board.geometry().bottom() + 1
            painter.fillRect(QRectF(1, edge, self.board.width() - 2, 2), palette.current().gold)
            painter.end()


@dataclass(frozen=True)
class MoveBoard:
    """The contents of the board of a best move.

    Attributes:
        move: the move.
        text: the move and, if a score is known, the score.
        short: ``text`` without the arithmetic of the move.
        algorithms: for each algorithm that plays the move, its identifier and the number of earlier algorithms with the
            same identifier.
        numbers: the indices of the algorithms that play the move.
        color_of: identifier of the algorithm that determines the colour of the arrow.
        titles: the names of the algorithms that play the move.
    """

    move: int
    text: str
    short: str
    algorithms: tuple[tuple[str, int], ...]
    numbers: tuple[int, ...]
    color_of: str
    titles: tuple[str, ...]


def move_boards(rows: Sequence[ComparisonRow], reference: int) -> list[MoveBoard]:
    """Return the boards of the distinct best moves in one position, the most frequent first.

    Args:
        rows: the rows of the algorithms, in any order.
        reference: index of the algorithm that determines the colour of the arrow if it plays the move. Otherwise the
            first algorithm that plays the move determines the colour.
    """
    found: dict[int, list[ComparisonRow]] = {}
    for row in sorted(rows, key=lambda row: row.number):
        if row.only is not None and row.only.move is not None:
            found.setdefault(row.only.move, []).append(row)
    boards = []
    for move, members in sorted(found.items(), key=lambda item: -len(item[1])):
        known = [score for row in members if (score := row.score()) is not None]
        score = max(known, key=known.count, default=None)
        best = str(members[0].best())
        value = f", {members[0].score_text(score)}" if score is not None else ""
        chief = next((row for row in members if row.number == reference), members[0])
        boards.append(
            MoveBoard(
                move, best + value, notation.without_arithmetic(best) + value,
                tuple((row.spec.name, row.repetition) for row in members),
                tuple(row.number for row in members), chief.spec.name, tuple(row.title for row in members),
            )
        )  # fmt: skip
    return boards


class BoardStrip(Retranslated, QWidget):
    """Row with the board of the position at the left, followed by the boards of the best moves, which can scroll."""

    position_chosen = Signal()
    """Emitted when the user chooses the board of the position."""
    move_chosen = Signal(int)
    """Emitted with the move whose board the user chooses."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._boards: list[MoveBoard] = []
        self._position: Position | None = None
        self.caption, self.moves_caption = PlainLabel(), PlainLabel()
        for label in (self.caption, self.moves_caption):
            style.set_look(label, role="caption")
            label.setFixedHeight(CAPTION)
        self.more_button = QToolButton()
        style.set_look(self.more_button, kind="quiet")
        self.more_button.setFixedHeight(CAPTION)
        self.more_button.setStyleSheet("padding: 0; border: none; font-size: 11px;")
        self.more_button.clicked.connect(self._scroll_on)
        self.position_card = BoardCard()
        self.position_card.chosen.connect(self.position_chosen)
        self.cards: list[BoardCard] = []
        self._is_stale = self._is_showing = False
        self._row = QHBoxLayout()
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(GAP)
        self._row.addStretch(1)
        inside = QWidget()
        inside.setLayout(self._row)
        self.area = ScrollArea()
        self.area.setWidget(inside)
        self.area.setWidgetResizable(True)
        self.area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.horizontalScrollBar().valueChanged.connect(self._show_more)
        # The space of the boards changes after the size of this row, when the layout is applied.
        self.area.viewport().installEventFilter(self)
        self._build()
        self.setMinimumSize(240, LEAST + CAPTION + NAME + DOTS)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.follow_changes()

    def _build(self) -> None:
        left, right, head = QVBoxLayout(), QVBoxLayout(), QHBoxLayout()
        head.setSpacing(GAP)
        head.addWidget(self.moves_caption)
        head.addStretch(1)
        head.addWidget(self.more_button)
        for column in (left, right):
            column.setSpacing(4)
        left.addWidget(self.caption)
        left.addWidget(self.position_card, 1)
        right.addLayout(head)
        right.addWidget(self.area, 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GAP)
        layout.addLayout(left)
        layout.addLayout(right, 1)

    def show_boards(self, game: Game, position: Position, place: str, boards: Sequence[MoveBoard]) -> None:
        """Show a position and the best moves in it.

        Args:
            game: the game.
            position: the position compared.
            place: the text below the board of the position, such as its ply.
            boards: the best moves.
        """
        self._position, self._boards = position, list(boards)
        self.position_card.board.show_position(game, position)
        side = tr(game.sides[position.turn])
        self.position_card.name.set_whole(tr("{side} to move", side=side))
        self.position_card.dots.show_dots((), place)
        while len(self.cards) > len(boards):
            card = self.cards.pop()
            self._row.removeWidget(card)
            card.deleteLater()
        while len(self.cards) < len(boards):
            card = BoardCard()
            card.chosen.connect(lambda card=card: self._card_chosen(card))
            self.cards.append(card)
            self._row.insertWidget(len(self.cards) - 1, card)
        for card, each in zip(self.cards, boards, strict=True):
            arrow = move_arrow(position, each.move, each.color_of, len(each.numbers))
            card.board.show_position(game, position, [arrow])
            card.name.set_whole(each.text, each.short)
            titles = ", ".join(each.titles)
            card.setToolTip(foreign.tool_tip(titles + "\n" + tr("Click to try this move in Algorithms")))
        self.retranslate()
        self._fit()

    def mark(self, number: int) -> None:
        """Mark the board of the move that algorithm ``number`` plays, and scroll to it. Mark no board if it is -1."""
        for card, each in zip(self.cards, self._boards, strict=True):
            card.set_marked(number in each.numbers)
            if number in each.numbers:
                self.area.ensureWidgetVisible(card, 0, 0)

    def board_size(self) -> QSize:
        """Return the size of each board in pixels.

        The size is limited by the height of the widget, by the width of three boards side by side, and by ``MOST``.
        """
        surface = self.position_card.board.picture_parts
        columns, rows = (surface.surface.columns, surface.surface.rows) if surface is not None else (9, 11)
        height = self.height() - CAPTION - NAME - DOTS - 8
        across = min(3, 1 + max(1, len(self._boards)))
        width = (self.width() - (across - 1) * GAP) // across
        cell = min(height / rows, min(MOST, max(LEAST, width)) / columns)
        # The board is drawn with a margin of 2 px.
        cell = max(4, int(cell - 4 / columns))
        return QSize(cell * columns + 4, cell * rows + 4)

    def _fit(self) -> None:
        size = self.board_size()
        for card in (self.position_card, *self.cards):
            card.set_board_size(size)
        layout = self.layout()
        if layout is not None:
            # A layout that is only invalidated while it is applied keeps the widths of the cards before.
            layout.activate()
        self._show_more()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show or hide the button when the space of the boards has changed."""
        if event.type() == QEvent.Type.Resize and watched is self.area.viewport():
            self._show_more()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the boards to the new size."""
        super().resizeEvent(event)
        self._fit()

    def retranslate(self) -> None:
        self.caption.setText(tr("Position"))
        self.moves_caption.setText(tr("Distinct best moves: {count}", count=len(self._boards)) if self._boards else "")
        self.position_card.setToolTip(tr("Click to go to this position in Algorithms"))
        for card, each in zip(self.cards, self._boards, strict=True):
            count = len(each.numbers)
            text = ngettext("{count} algorithm", "{count} algorithms", count) if count > 1 else each.titles[0]
            card.dots.show_dots(each.algorithms[:8], text)
            card.setAccessibleName(f"{foreign.name(each.text)}: {', '.join(each.titles)}")
        if self._position is not None:
            side = tr(self._position.game.sides[self._position.turn])
            self.position_card.name.set_whole(tr("{side} to move", side=side))
        self._show_more()

    def restyle(self) -> None:
        """Draw the boards in the colours of the theme in use."""
        self.update()

    def hidden_boards(self) -> int:
        """Return the number of boards that are not completely visible at the right edge of the visible area."""
        edge = self.area.horizontalScrollBar().value() + self.area.viewport().width()
        width = self.board_size().width() + GAP
        return sum((place + 1) * width - GAP > edge for place in range(len(self.cards)))

    def _show_more(self, *_: object) -> None:
        """Show the button if there are boards to scroll to.

        Qt applies layouts while it shows the button, and calls this method again. To hide the button then would leave
        it visible and hidden at once, so it is done afterwards.
        """
        self._is_stale = True
        if self._is_showing:
            return
        self._is_showing = True
        while self._is_stale:
            self._is_stale = False
            width = self.board_size().width() + GAP
            self.more_button.setVisible(len(self.cards) * width - GAP > self.area.viewport().width())
            hidden = self.hidden_boards()
            self.more_button.setText(tr("+{count} more", count=hidden) + " ›" if hidden else "‹")
            self.area.horizontalScrollBar().setSingleStep(width)
        self._is_showing = False

    def _scroll_on(self) -> None:
        bar = self.area.horizontalScrollBar()
        step = self.board_size().width() + GAP
        bar.setValue(bar.value() + step if self.hidden_boards() else 0)

    def _card_chosen(self, card: BoardCard) -> None:
        if card in self.cards:
            self.move_chosen.emit(self._boards[self.cards.index(card)].move)
