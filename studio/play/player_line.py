"""The line above or below the board with the name, the points, the captured pieces and the clock of a player."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from engine.core.language import tr
from engine.core.outcome import Player
from engine.core.surface import Surface, Tally
from studio.board.pieces import piece_pixmaps
from studio.look import foreign, palette, style
from studio.widgets.elided import ElidedLabel
from studio.widgets.plain_label import PlainLabel

LINE, PIECE, DISC, DOT, BAR, LEAST_STEP = 26, 22, 12, 8, 72, 6
"""Heights of a line and of a captured piece, diameters of the disc and the dot, width of the points bar, and the least
distance between two captured pieces, in px."""


class CapturedPieces(QWidget):
    """A row of small pictures of captured pieces."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._surface: Surface | None = None
        self._pieces: tuple[str, ...] = ()
        self.setFixedHeight(PIECE)

    @property
    def pieces(self) -> tuple[str, ...]:
        """The identifiers of the pieces shown."""
        return self._pieces

    def show_pieces(self, surface: Surface, pieces: tuple[str, ...]) -> None:
        """Show pieces of ``surface``, given by their identifiers."""
        self._surface, self._pieces = surface, pieces
        names = [tr(surface.kind(piece).name) for piece in pieces]
        self.setAccessibleName(tr("Captured: {pieces}", pieces=", ".join(names) or "–"))
        self.setToolTip(", ".join(names))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size at which each piece overlaps the next one by a quarter of its width."""
        count = len(self._pieces)
        return QSize(PIECE + round((count - 1) * 0.75 * PIECE) + 4 if count else 0, PIECE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the pieces, aligned to the right. If they do not fit, they overlap more."""
        if self._surface is None or not self._pieces:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = self.width() - PIECE - 4
        step = min(0.75 * PIECE, room / max(1, len(self._pieces) - 1))
        left = self.width() - 2 - PIECE - step * (len(self._pieces) - 1)
        if palette.needs_paper(self._surface.colors):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.board(self._surface.colors).paper)
            painter.drawRoundedRect(QRectF(left - 2, 0, self.width() - left + 2, PIECE), 4, 4)
        pixmaps = piece_pixmaps(self._surface, PIECE - 2, self.devicePixelRatioF())
        for index, piece in enumerate(self._pieces):
            painter.drawPixmap(QPointF(round(left + index * step) + 1, 1), pixmaps[piece])
        painter.end()


class PointsBar(QWidget):
    """Thin bar that shows the points of a side as a share of the target, in the colour of the side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share = 0.0
        self._color = QColor()
        self.setFixedHeight(4)

    def show_share(self, share: float, color: QColor) -> None:
        """Show ``share``, clipped to the range from 0 to 1, in ``color``."""
        self._share, self._color = min(1.0, max(0.0, share)), color
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the background and, if the share is greater than 0, the filled part of the bar."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(palette.current().line)
        painter.drawRoundedRect(QRectF(self.rect()), 2, 2)
        if self._share > 0:
            painter.setBrush(self._color)
            painter.drawRoundedRect(QRectF(0, 0, max(4.0, self.width() * self._share), self.height()), 2, 2)
        painter.end()


class PlayerLine(QWidget):
    """Line of 28 px with a player's colour, name, points, captured pieces and clock.

    A gold dot and the words “to move” mark the player to move. Parts that do not fit are omitted or reduced in this
    order: the detail, the words “to move” and the points bar are omitted, the captured pieces overlap more, the points
    are omitted, and the name is elided.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(LINE)
        self.name = ElidedLabel(self)
        self.name.setFont(style.font(bold=True))
        self.detail, self.points, self.lead, self.turn = (PlainLabel(parent=self) for _ in range(4))
        for label in (self.detail, self.points, self.lead, self.turn):
            style.set_look(label, role="caption")
            label.setFont(style.font(style.CAPTION, tabular=True))
        self.clock = PlainLabel(parent=self)
        self.clock.setFont(style.font(style.SCORE, bold=True, tabular=True))
        self.bar, self.captured = PointsBar(self), CapturedPieces(self)
        self._color = QColor()
        self._is_to_move = False
        self._has_bar = False
        # Whether there is room for the words “to move”.
        self._has_turn = False
        # What ``show_name`` and ``show_tally`` showed last. A change of the language or the theme is one of it.
        self._named: tuple[object, ...] | None = None
        self._tallied: tuple[object, ...] | None = None

    @property
    def is_to_move(self) -> bool:
        """Whether the line is marked as the line of the side to move."""
        return self._is_to_move

    def show_name(self, name: str, detail: str, color: QColor, is_to_move: bool) -> None:
        """Show the name of the player, a detail, the colour of the side, and whether the side is to move."""
        named = (name, detail, color, tr("to move"))
        if (named, is_to_move) == (self._named, self._is_to_move):
            return
        is_new = named != self._named
        self._named, self._color, self._is_to_move = named, color, is_to_move
        self.setAccessibleName(tr("{name}, to move", name=name) if is_to_move else name)
        if is_new:
            self.name.set_whole(name)
            self.detail.setText(foreign.one_line(detail))
            self.turn.setText(tr("to move"))
            self._arrange()
        else:
            self.turn.setVisible(self._has_turn and is_to_move)
            self.update()

    def show_detail(self, text: str) -> None:
        """Replace the detail, for example by the depth of a search."""
        text = foreign.one_line(text)
        if self.detail.text() != text:
            self._named = None
            self.detail.setText(text)
            self._arrange()

    def show_clock(self, text: str, *, is_running: bool = False, is_low: bool = False) -> None:
        """Show a remaining time, or hide the clock if ``text`` is empty.

        Args:
            text: the time.
            is_running: whether the time is that of the clock of a game, which is larger than a time in the record.
            is_low: whether the time is shown in the colour of errors.
        """
        if (self.clock.property("role") == "error") != is_low:
            style.set_look(self.clock, role="error" if is_low else "")
        if self.clock.text() != text or self.clock.font().pixelSize() != (style.SCORE if is_running else style.TITLE):
            self.clock.setFont(style.font(style.SCORE if is_running else style.TITLE, bold=True, tabular=True))
            self.clock.setText(text)
            self._arrange()

    def show_tally(self, tally: Tally | None, player: Player, surface: Surface) -> None:
        """Show the points and the captured pieces of ``player``, or remove both if ``tally`` is None."""
        tallied = (tally, player, surface.theme, surface.kinds, surface.colors, self._color, tr("to move"))
        if tallied == self._tallied:
            return
        self._tallied = tallied
        self._has_bar = tally is not None and tally.target is not None
        points = lead = ""
        if tally is not None:
            value, target = tally.values[player], tally.target
            if tally.is_lead:
                lead = f"+{value - tally.values[player.other]}" if value > tally.values[player.other] else ""
            elif target:
                points = tr("{value} of {target} {label}", value=value, target=target, label=tr(tally.label).lower())
            else:
                points = f"{tr(tally.label)}: {value}"
            self.bar.show_share(value / target if target else 0.0, self._color)
            self.captured.show_pieces(surface, tally.pieces[player])
        else:
            self.captured.show_pieces(surface, ())
        self.points.setText(points)
        self.lead.setText(lead)
        self._arrange()

    def _arrange(self) -> None:
        """Place the parts, and hide those for which there is no room."""
        gap, width = 8, self.width()
        parts = (self.name, self.detail, self.points, self.lead, self.turn, self.clock, self.captured)
        sizes: dict[QWidget, int] = {part: part.sizeHint().width() for part in parts}
        sizes[self.bar] = BAR
        present: dict[QWidget, bool] = {
            self.detail: bool(self.detail.text()), self.points: bool(self.points.text()), self.bar: self._has_bar,
            self.captured: bool(self.captured.pieces), self.lead: bool(self.lead.text()),
            self.clock: bool(self.clock.text()), self.turn: True,
        }  # fmt: skip
        fixed = DISC + gap + DOT + gap

        def needed() -> int:
            return fixed + sizes[self.name] + sum([sizes[part] + gap for part, is_in in present.items() if is_in])

        for spare in (self.detail, self.turn, self.bar):
            if needed() > width:
                present[spare] = False
        if needed() > width and present[self.captured]:
            pieces = len(self.captured.pieces)
            least = min(sizes[self.captured], max(2 * PIECE, PIECE + 4 + (pieces - 1) * LEAST_STEP))
            sizes[self.captured] = max(least, sizes[self.captured] - (needed() - width))
        if needed() > width:
            present[self.points] = False
        sizes[self.name] = max(0, sizes[self.name] - max(0, needed() - width))
        left = DISC + gap
        beginning: tuple[QWidget, ...] = (self.name, self.detail, self.points, self.bar)
        for part in beginning:
            if present.get(part, True):
                self._place(part, left, sizes[part])
                left += sizes[part] + gap
        right = width - DOT - gap
        end: tuple[QWidget, ...] = (self.turn, self.clock, self.lead, self.captured)
        for part in end:
            if present[part]:
                self._place(part, right - sizes[part], sizes[part])
                right -= sizes[part] + gap
        for part, is_in in present.items():
            # The place of the words is kept on both lines, so that the other parts do not move with every ply.
            part.setVisible(is_in and (part is not self.turn or self._is_to_move))
        self._has_turn = present[self.turn]
        rows = (self.name.whole, self.detail.text(), self.points.text(), self.captured.toolTip())
        self.setToolTip(foreign.tool_tip("\n".join(row for row in rows if row)))
        self.update()

    def _place(self, part: QWidget, left: int, width: int) -> None:
        height = part.height() if part in (self.bar, self.captured) else LINE
        part.setGeometry(left, (LINE - height) // 2, width, height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the parts for the new width."""
        super().resizeEvent(event)
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the disc in the side's colour, and the gold dot if the side is to move."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = LINE / 2
        look = palette.current()
        # A dark disc needs a lighter ring on a dark ground.
        is_dark_on_dark = look.is_dark and self._color.lightness() < 128
        painter.setPen(QPen(look.secondary if is_dark_on_dark else look.border, 1))
        painter.setBrush(self._color)
        painter.drawEllipse(QPointF(DISC / 2, middle), DISC / 2 - 0.5, DISC / 2 - 0.5)
        if self._is_to_move:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.current().gold)
            painter.drawEllipse(QPointF(self.width() - DOT / 2, middle), DOT / 2, DOT / 2)
        painter.end()
