"""The tiles on the first page from which the user chooses a game."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from engine.core.game import Game
from engine.core.language import tr
from engine.core.position import Position
from studio.board.geometry import BoardGeometry
from studio.board.picture import BoardPicture, ground_pixmap
from studio.look import notation, palette, style
from studio.widgets.retranslated import Retranslated

WIDTH, HEIGHT, GAP = 120, 160, 16
"""Maximum width and height of a tile, and minimum space between tiles, in pixels."""
_LEAST = 88
"""Minimum width of a tile: ten games fit in a row of 1,072 px."""
_EDGE, _TITLE = 8, 44
_CENTERED = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
_KEYS = (
    Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End,
    Qt.Key.Key_Return, Qt.Key.Key_Enter,
)  # fmt: skip


class GameTiles(Retranslated, QWidget):
    """Widget with a tile for each game, which contains the title of the game and a picture of its board.

    The pictures are drawn one after the other after the tiles are painted, so that the window opens quickly.

    Args:
        games: the games, in the order of the tiles.
        parent: parent widget.
    """

    chosen = Signal(int)
    """Emitted with the index of the chosen game when the choice changes."""
    activated = Signal(int)
    """Emitted with the index of the chosen game after a double click, or when the user presses Return."""

    def __init__(self, games: Sequence[type[Game]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._games = list(games)
        self._current, self._hovered = 0, -1
        self._pictures: dict[int, QPixmap] = {}
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._draw_next)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.follow_changes()

    @property
    def current(self) -> int:
        """The index of the chosen game."""
        return self._current

    def choose(self, index: int) -> None:
        """Choose the game with the given index. An index that is out of range is ignored."""
        if index != self._current and 0 <= index < len(self._games):
            self._current = index
            self.retranslate()
            self.update()
            self.chosen.emit(index)

    @property
    def is_drawn(self) -> bool:
        """Whether the pictures of all boards are drawn."""
        return len(self._pictures) == len(self._games)

    # --- places ---------------------------------------------------------------------------------------------------

    def rects(self) -> list[QRect]:
        """Return the rectangles of the tiles."""
        across, width = self._columns(self.width())
        step = width + GAP if across < len(self._games) else (self.width() - width) // max(1, len(self._games) - 1)
        step = min(step, WIDTH + GAP)
        return [
            QRect(index % across * step, index // across * (HEIGHT + GAP), width, HEIGHT)
            for index in range(len(self._games))
        ]

    def _columns(self, room: int) -> tuple[int, int]:
        """Return the number of tiles in a row and the width of a tile in pixels for a width of ``room`` pixels."""
        across = max(1, min(len(self._games), (room + GAP) // (_LEAST + GAP)))
        return across, min(WIDTH, (room + GAP) // across - GAP)

    def hasHeightForWidth(self) -> bool:
        """Return True, because tiles are placed in several rows if they do not fit into one."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all rows of tiles in pixels if the widget is ``width`` pixels wide."""
        rows = -(-len(self._games) // self._columns(width)[0])
        return rows * (HEIGHT + GAP) - GAP

    def sizeHint(self) -> QSize:
        """Return the size of all tiles in one row."""
        return QSize(len(self._games) * (WIDTH + GAP) - GAP, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Return the size of two tiles of minimum width in one row."""
        return QSize(2 * _LEAST + GAP, HEIGHT)

    def _at(self, point: QPointF) -> int:
        """Return the index of the tile at a point, or -1 if there is no tile."""
        return next((index for index, rect in enumerate(self.rects()) if rect.contains(point.toPoint())), -1)

    # --- mouse and keyboard ---------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Accept the keys of the tiles, so that they do not trigger shortcuts of the window."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() in _KEYS
            and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose or activate a tile.

        The arrow keys choose a neighbouring tile, Home and End choose the first and the last tile, and Return and Enter
        activate the chosen tile.
        """
        key, across = Qt.Key(event.key()), self._columns(self.width())[0]
        last = len(self._games) - 1
        targets = {
            Qt.Key.Key_Left: self._current - 1, Qt.Key.Key_Right: self._current + 1, Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last, Qt.Key.Key_Up: self._current - across, Qt.Key.Key_Down: self._current + across,
        }  # fmt: skip
        if key in targets:
            self.choose(targets[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activated.emit(self._current)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the tile under the mouse if the left button is pressed."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.choose(self._at(event.position()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Choose and activate the tile under the mouse if the left button is double-clicked."""
        index = self._at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and index >= 0:
            self.choose(index)
            self.activated.emit(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Highlight the tile under the mouse."""
        self._hover(self._at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """Remove the highlight from the tiles."""
        self._hover(-1)

    def _hover(self, index: int) -> None:
        if index != self._hovered:
            self._hovered = index
            self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Redraw the tiles to show that they have the focus."""
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Redraw the tiles to show that they do not have the focus."""
        self.update()

    # --- display --------------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        self.setAccessibleName(tr("Games to choose from"))
        self.setAccessibleDescription(tr(self._games[self._current].title))
        self.update()

    def restyle(self) -> None:
        """Discard the pictures, so that they are redrawn in the colours of the theme in use."""
        self._pictures.clear()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Discard the pictures, so that they are redrawn in the new size."""
        self._pictures.clear()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the tiles, and schedule the drawing of missing pictures."""
        theme = palette.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index, rect in enumerate(self.rects()):
            is_current = index == self._current
            frame = theme.gold if is_current else theme.border if index == self._hovered else theme.line
            width = 2 if is_current else 1
            painter.setPen(QPen(frame, width))
            painter.setBrush(theme.chosen if is_current else theme.surface)
            half = width / 2
            painter.drawRoundedRect(QRectF(rect).adjusted(half, half, -half, -half), style.RADIUS, style.RADIUS)
            if is_current and self.hasFocus():
                painter.setPen(QPen(theme.gold, 1, Qt.PenStyle.DotLine))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(QRectF(rect).adjusted(4.5, 4.5, -4.5, -4.5), 3, 3)
            picture = self._pictures.get(index)
            if picture is not None:
                painter.drawPixmap(rect.topLeft(), picture)
            painter.setPen(theme.text)
            painter.setFont(style.font(bold=is_current))
            place = QRect(rect.left() + 2, rect.bottom() - _TITLE + 1, rect.width() - 4, _TITLE)
            painter.drawText(place, _CENTERED, tr(self._games[index].title))
        painter.end()
        if not self.is_drawn:
            self._timer.start()

    def _draw_next(self) -> None:
        """Draw the first missing picture, or stop the timer if no picture is missing."""
        missing = next((index for index in range(len(self._games)) if index not in self._pictures), None)
        if missing is None:
            self._timer.stop()
            return
        rect = self.rects()[missing]
        self._pictures[missing] = self._picture(self._games[missing](), rect.size())
        self.update(rect)

    def _picture(self, game: Game, size: QSize) -> QPixmap:
        """Return a picture of ``size`` pixels with the board of a game above the space for the title."""
        scale = self.devicePixelRatioF()
        position = shown_position(game)
        surface = notation.surface(position.game, position)
        area = QRectF(_EDGE, _EDGE, size.width() - 2 * _EDGE, size.height() - _EDGE - _TITLE)
        geometry = BoardGeometry.fit(surface, area, scale, flipped=False, named=False)
        pixmap = QPixmap(QSizeF(size * scale).toSize())
        pixmap.setDevicePixelRatio(scale)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        BoardPicture(surface).draw(painter, geometry, ground=ground_pixmap(surface, geometry, QSizeF(size)))
        painter.end()
        return pixmap


def shown_position(game: Game) -> Position:
    """Return the position shown in the picture of a game, which is defined by ``Game.showcase``."""
    shown = type(game).with_rules(game.showcase.rules) if game.showcase.rules else game
    position: Position = shown.start()
    for text in game.showcase.moves.split():
        position = position.play(shown.parse_move(position, text))
    return position
