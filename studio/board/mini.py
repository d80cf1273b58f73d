"""A small read-only board, for example for a hovered variation or a diagram."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.core.game import Game
from engine.core.language import tr
from engine.core.position import Position
from studio.board.arrows import Arrow
from studio.board.geometry import GUTTER, SMALLEST_NAMED, BoardGeometry
from studio.board.picture import BoardPicture, ground_pixmap
from studio.look import notation, palette
from studio.widgets.retranslated import Retranslated

_CELL, _EDGE = 24, 8
"""Default edge of a cell, and margin around the board, in px."""
_NAMED_SIDE, _WIDEST_NAMED, _LARGEST_NAMED = 308, 420, 40
"""Default edge of a board with coordinates, its maximum width, and the maximum edge of its cells, in px."""


class MiniBoard(Retranslated, QWidget):
    """A small board that ignores the mouse and the keyboard.

    Args:
        parent: the parent widget. If the board floats, it stays above the window of this widget.
        floats: whether the board is a separate small window, shown by ``show_beside``.
        named: whether the board has coordinates if there is enough space for them.
    """

    def __init__(self, parent: QWidget | None = None, *, floats: bool = False, named: bool = False) -> None:
        super().__init__(parent, Qt.WindowType.ToolTip if floats else Qt.WindowType.Widget)
        self._floats, self._named = floats, named
        self._picture: BoardPicture | None = None
        self._flipped = False
        self._geometry: BoardGeometry | None = None
        self._ground: QPixmap | None = None
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setMinimumSize(72, 72)
        if floats:
            self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.follow_changes()

    def show_position(
        self,
        game: Game,
        position: Position,
        arrows: Sequence[Arrow] = (),
        last_move: int | None = None,
        before: Position | None = None,
    ) -> None:
        """Show a position.

        Args:
            game: the game of the position.
            position: the position to show.
            arrows: arrows in drawing order.
            last_move: the move that led to ``position``, or None. The cells of the move are tinted.
            before: the position in which ``last_move`` was played. If None, no move is shown.
        """
        last: tuple[int, ...] = ()
        if last_move is not None and before is not None:
            shape = game.shape(before, last_move)
            last = tuple(cell for cell in (shape.origin, shape.target) if cell is not None)
        surface = notation.surface(game, position)
        self.show_picture(BoardPicture(surface, last=last, checked=game.checked(position), arrows=tuple(arrows)))

    def show_picture(self, picture: BoardPicture) -> None:
        """Show a picture with its marks."""
        surface = picture.surface
        old = self._picture.surface if self._picture is not None else None
        if old is None or (old.theme, old.columns, old.rows) != (surface.theme, surface.columns, surface.rows):
            self._forget()
            self.updateGeometry()
        self._picture = picture
        if self._floats:
            self.resize(self.sizeHint())
        self.update()

    @property
    def picture_parts(self) -> BoardPicture | None:
        """The description of what is drawn, or None before the first ``show_position`` or ``show_picture``."""
        return self._picture

    def set_flipped(self, flipped: bool) -> None:
        """Set whether SECOND is at the bottom."""
        self._flipped = flipped
        self._forget()

    def show_beside(self, point: QPoint) -> None:
        """Show a floating board below a point in global coordinates, or above it if the screen has no space below.

        The board is to the right of the point, but is moved to the left if it would extend beyond the screen.
        """
        screen = QGuiApplication.screenAt(point) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        size = self.sizeHint()
        x = min(point.x() + 16, room.right() - size.width())
        y = point.y() + 20
        if y + size.height() > room.bottom():
            y = point.y() - size.height() - 12
        self.setGeometry(max(room.left(), x), max(room.top(), y), size.width(), size.height())
        self.show()

    def show_left_of(self, place: QRect) -> None:
        """Show a floating board to the left of a rectangle in global coordinates, with the same upper edge.

        If the screen has no space to the left, the board is to the right of the rectangle.
        """
        screen = QGuiApplication.screenAt(place.topLeft()) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        size = self.sizeHint()
        x = place.left() - size.width() - 8
        if x < room.left():
            x = min(place.right() + 8, room.right() - size.width())
        y = max(room.top(), min(place.top(), room.bottom() - size.height()))
        self.setGeometry(x, y, size.width(), size.height())
        self.show()

    def sizeHint(self) -> QSize:
        """Return the size for cells of 24 px, or of 15 px if the board has more than 12 rows or columns.

        With coordinates, cells have 19 to 40 px, so that the longer side of the board measures about 308 px. A board
        that would be wider than 420 px has smaller cells and no coordinates.
        """
        if self._picture is None:
            return QSize(9 * _CELL + 2 * _EDGE, 11 * _CELL + 2 * _EDGE)
        surface = self._picture.surface
        if self._named:
            largest = _NAMED_SIDE // max(surface.columns, surface.rows)
            cell = max(SMALLEST_NAMED + 1, min(_LARGEST_NAMED, largest))
            cell = min(cell, _WIDEST_NAMED // surface.columns)
            return QSize(surface.columns * cell + 2 * GUTTER + 2, surface.rows * cell + 2 * GUTTER + 2)
        cell = _CELL if max(surface.columns, surface.rows) <= 12 else 15
        return QSize(surface.columns * cell + 2 * _EDGE, surface.rows * cell + 2 * _EDGE)

    def retranslate(self) -> None:
        self.setAccessibleName(tr("Small board"))

    def restyle(self) -> None:
        """Draw the board with the colours of the theme in use."""
        self._forget()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Recompute the geometry for the new size."""
        self._forget()

    def _forget(self) -> None:
        self._geometry = None
        self._ground = None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the board. A floating board has a background and a frame."""
        if self._picture is None:
            return
        scale = self.devicePixelRatioF()
        painter = QPainter(self)
        if self._floats:
            painter.fillRect(self.rect(), palette.current().surface)
            painter.setPen(QPen(palette.current().border, 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        if self._geometry is None or self._geometry.scale != scale or self._ground is None:
            edge = _EDGE if self._floats else 1
            area = QRectF(self.rect()).adjusted(edge, edge, -edge, -edge)
            self._geometry = BoardGeometry.fit(
                self._picture.surface, area, scale, flipped=self._flipped, named=self._named
            )
            self._ground = ground_pixmap(self._picture.surface, self._geometry, QSizeF(self.size()))
        self._picture.draw(painter, self._geometry, ground=self._ground)
        painter.end()
