"""The row of games on the first page, of which one is chosen."""

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
"""Greatest width of a tile, its height, and the least space between tiles, in px."""
_LEAST = 104
_EDGE, _TITLE = 8, 44
_CENTERED = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
_KEYS = (
    Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End,
    Qt.Key.Key_Return, Qt.Key.Key_Enter,
)  # fmt: skip


class GameTiles(Retranslated, QWidget):
    """One tile for each game, with a picture of its board and its title.

    The pictures are drawn one after the other once the tiles have been painted, so that the window opens soon.

    Args:
        games: the games, in the order of the tiles.
        parent: parent widget.
    """

    chosen = Signal(int)
    """Emitted with the index of the game when the user chooses another one."""
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
        """Choose the game with this index."""
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
        """Return the number of tiles in a row, and the width of a tile, if ``room`` px are available."""
        across = max(1, min(len(self._games), (room + GAP) // (_LEAST + GAP)))
        return across, min(WIDTH, (room + GAP) // across - GAP)

    def hasHeightForWidth(self) -> bool:
        """Return True, because tiles are placed in several rows if they do not fit into one."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height in px of all rows of tiles."""
        rows = -(-len(self._games) // self._columns(width)[0])
        return rows * (HEIGHT + GAP) - GAP

    def sizeHint(self) -> QSize:
        """Return the size of tiles in one row."""
        return QSize(len(self._games) * (WIDTH + GAP) - GAP, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Return the size of two tiles."""
        return QSize(2 * _LEAST + GAP, HEIGHT)

    def _at(self, point: QPointF) -> int:
        """Return the index of the tile at a point, or -1."""
        return next((index for index, rect in enumerate(self.rects()) if rect.contains(point.toPoint())), -1)

    # --- mouse and keyboard ---------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Reserve the keys of the tiles, which are shortcuts elsewhere in the window."""
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
        """Choose a neighbouring tile with the arrow keys, the first or last one, or activate the chosen one."""
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
        """Choose the tile under the mouse."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.choose(self._at(event.position()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Activate the tile under the mouse."""
        index = self._at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and index >= 0:
            self.choose(index)
            self.activated.emit(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Highlight the tile under the mouse."""
        self._hover(self._at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """Highlight no tile."""
        self._hover(-1)

    def _hover(self, index: int) -> None:
        if index != self._hovered:
            self._hovered = index
            self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that the tiles have the focus."""
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the tiles do not have the focus."""
        self.update()

    # --- display --------------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self.setAccessibleName(tr("Games to choose from"))
        self.setAccessibleDescription(tr(self._games[self._current].title))
        self.update()

    def restyle(self) -> None:
        """Draw all boards with the colours of the theme in use."""
        self._pictures.clear()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw all boards in the new size of the tiles."""
        self._pictures.clear()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the tiles, and start to draw the missing pictures of boards."""
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
        """Draw the picture of one board."""
        missing = next((index for index in range(len(self._games)) if index not in self._pictures), None)
        if missing is None:
            self._timer.stop()
            return
        rect = self.rects()[missing]
        self._pictures[missing] = self._picture(self._games[missing](), rect.size())
        self.update(rect)

    def _picture(self, game: Game, size: QSize) -> QPixmap:
        """Return a picture of the game's board, which is centred above the title of a tile of ``size`` px."""
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
    """Return the position by which a game is shown, ``Game.showcase``."""
    shown = type(game).with_rules(game.showcase.rules) if game.showcase.rules else game
    position: Position = shown.start()
    for text in game.showcase.moves.split():
        position = position.play(shown.parse_move(position, text))
    return position
