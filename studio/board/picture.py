"""The picture of a board, which can be painted on a widget, an image or an SVG."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QRadialGradient,
)

from engine.core.surface import MoveShape, PieceKind, Sign, Surface
from engine.picture.board import AnyMark, in_lanes
from engine.picture.colors import LAST_ON_DARK
from studio.board.arrows import CHIP, CHIP_INK, CHIP_LINE, Arrow, draw_arrow, draw_ring, with_alpha
from studio.board.geometry import BoardGeometry
from studio.board.pieces import (
    DARK_INK,
    LIGHT_INK,
    draw_ornament,
    draw_piece,
    piece_ink,
    piece_pixmaps,
    piece_rect,
)
from studio.look import palette, style

_LAST_ON_DARK = QColor(LAST_ON_DARK)


class Mark(AnyMark[QColor]):
    """A mark on a cell of the window's board."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """Everything that is drawn on a board at one moment. ``draw`` does not depend on widgets.

    Attributes:
        surface: the board and its pieces.
        last: cells of the last move.
        checked: cells of the kings in check.
        chosen: the cell of the piece chosen to move, or None.
        hovered: the cell under the mouse if a move can end there, or None.
        targets: legal moves of the chosen piece.
        attacks: captures to highlight.
        arrows: arrows in drawing order.
        marks: marks in drawing order.
        signs: marks stored in the record.
        cursor: cell of the keyboard cursor, or None.
        hidden: cells whose piece is drawn elsewhere, because it is dragged or moving.
        moving: pieces in motion, each with its centre in px.
        faint: ids of pieces that are not on the board and are drawn faded, such as a stone to be placed, by cell.
        faded: cells whose piece is drawn faded, such as a dead stone.
        numbers: texts of the move numbers that are written on the pieces, by cell.
    """

    surface: Surface
    last: tuple[int, ...] = ()
    checked: tuple[int, ...] = ()
    chosen: int | None = None
    hovered: int | None = None
    targets: tuple[MoveShape, ...] = ()
    attacks: tuple[MoveShape, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    marks: tuple[Mark, ...] = ()
    signs: tuple[Sign, ...] = ()
    cursor: int | None = None
    hidden: frozenset[int] = frozenset()
    moving: tuple[tuple[str, QPointF], ...] = ()
    faint: Mapping[int, str] = field(default_factory=dict)
    faded: frozenset[int] = frozenset()
    numbers: Mapping[int, str] = field(default_factory=dict)

    def cells_unlike(self, other: "BoardPicture") -> set[int] | None:
        """Return the cells that look different in another picture, or None if the pictures differ in more than cells.

        Signs, marks and chips of a cell can reach into the cells around it. Pieces in motion are not compared.
        """
        mine, theirs = self._parts_of_cells(), other._parts_of_cells()
        if self._rest() != other._rest():
            return None
        return {cell for cell in {*mine, *theirs} if mine.get(cell) != theirs.get(cell)}

    def _parts_of_cells(self) -> dict[int, list[object]]:
        """Return everything that is drawn at each cell, in the order of the layers."""
        found: dict[int, list[object]] = {cell: [piece] for cell, piece in self.surface.pieces.items()}
        # Loops, because a board is described at each step of the cursor, and a comprehension is a call.
        for place, cell in enumerate(self.last):
            found.setdefault(cell, []).append((place, len(self.last)))
        for layer in ("checked", "hidden", "faded"):
            for cell in getattr(self, layer):
                found.setdefault(cell, []).append(layer)
        for layer in ("chosen", "hovered", "cursor"):
            if getattr(self, layer) is not None:
                found.setdefault(getattr(self, layer), []).append(layer)
        for mark in self.marks:
            found.setdefault(mark.cell, []).append(mark)
        for sign in self.signs:
            found.setdefault(sign.cell, []).append(sign)
        for shape in self.targets:
            if shape.target is not None:
                found.setdefault(shape.target, []).append((bool(shape.captured), shape.hint))
        for layer in ("faint", "numbers"):
            for cell, text in getattr(self, layer).items():
                found.setdefault(cell, []).append((layer, text))
        return found

    def _rest(self) -> tuple[object, ...]:
        """Return everything that is drawn across cells, except pieces in motion."""
        return ground_of(self.surface), self.surface.kinds, self.attacks, self.arrows

    def draw(
        self,
        painter: QPainter,
        geometry: BoardGeometry,
        *,
        ground: QPixmap | None = None,
        clip: QRectF | None = None,
    ) -> None:
        """Paint the board and everything on it.

        Args:
            painter: painter on a widget, an image or an SVG.
            geometry: the place of the board.
            ground: the empty board as returned by ``ground_pixmap``. If None, everything is drawn as vectors.
            clip: the area to draw, in px, or None for the whole board. Pieces and numbers outside it are skipped.
        """
        if ground is None:
            draw_ground(painter, self.surface, geometry)
        else:
            painter.drawPixmap(QPointF(0, 0), ground)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_tints(painter, geometry)
        self._draw_pieces(painter, geometry, clip, vector=ground is None)
        self._draw_numbers(painter, geometry, clip)
        self._draw_signs(painter, geometry)
        self._draw_targets(painter, geometry)
        self._draw_marks(painter, geometry)
        self._draw_attacks(painter, geometry)
        for arrow, lane, lanes in in_lanes(self.arrows):
            draw_arrow(painter, geometry, arrow, lane, lanes)
        self._draw_chips(painter, geometry)
        if self.cursor is not None:
            _draw_cursor(painter, geometry.rect(self.cursor))

    # --- layers ---------------------------------------------------------------------------------------------------

    def _draw_tints(self, painter: QPainter, geometry: BoardGeometry) -> None:
        gold = palette.current().gold
        # Boards of points have no squares to tint; the last stone is marked with a ring instead.
        for cell in self.last if self.surface.style == "squares" else ():
            painter.fillRect(geometry.rect(cell), with_alpha(gold, 0.52))
        if self.chosen is not None:
            painter.fillRect(geometry.rect(self.chosen), with_alpha(gold, 0.74))
        if self.hovered is not None and self.hovered != self.chosen:
            painter.fillRect(geometry.rect(self.hovered), with_alpha(gold, 0.44))
        for mark in self.marks:
            if mark.kind == "square":
                painter.fillRect(geometry.rect(mark.cell), with_alpha(mark.color, 0.4))
        for cell in self.checked:
            _draw_check(painter, geometry, cell)

    def _draw_pieces(self, painter: QPainter, geometry: BoardGeometry, clip: QRectF | None, *, vector: bool) -> None:
        kinds = {kind.id: kind for kind in self.surface.kinds}
        scale = geometry.scale
        # A Go board holds hundreds of pieces of two kinds, so values that depend only on the kind are computed once.
        inner = piece_rect(QRectF(0, 0, geometry.side, geometry.side), self.surface)
        pixmaps = {} if vector else piece_pixmaps(self.surface, inner.width(), scale)
        for cell, rect in self._visible(self.surface.pieces, geometry, clip):
            piece = self.surface.pieces[cell]
            if cell in self.hidden or piece not in kinds:
                continue
            if cell in self.faded:
                painter.setOpacity(0.4)
            if vector:
                draw_piece(painter, piece_rect(rect, self.surface), self.surface, kinds[piece])
            else:
                left, top = rect.left() + inner.left(), rect.top() + inner.top()
                painter.drawPixmap(QPointF(round(left * scale) / scale, round(top * scale) / scale), pixmaps[piece])
            if cell in self.faded:
                painter.setOpacity(1.0)
        painter.setOpacity(0.45)
        for cell, piece in self.faint.items():
            self._draw_piece(painter, geometry.rect(cell), kinds[piece], geometry.scale, vector)
        painter.setOpacity(1.0)
        for piece, middle in self.moving:
            rect = QRectF(0, 0, geometry.side, geometry.side)
            rect.moveCenter(middle)
            self._draw_piece(painter, rect, kinds[piece], geometry.scale, vector)
        if self.surface.style == "points" and self.last:
            cell = self.last[-1]
            taken = cell in self.hidden or cell in self.numbers or any(sign.cell == cell for sign in self.signs)
            if cell in self.surface.pieces and not taken:
                painter.setPen(QPen(palette.current().gold, max(1.5, geometry.side * 0.07)))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                # Around a piece that was moved, whose label a small ring would cover, and small where it came from.
                radius = geometry.side * (0.22 if len(self.last) == 1 else 0.46)
                painter.drawEllipse(geometry.center(cell), radius, radius)
                for origin in self.last[:-1]:
                    painter.drawEllipse(geometry.center(origin), geometry.side * 0.14, geometry.side * 0.14)

    @staticmethod
    def _visible(cells: Iterable[int], geometry: BoardGeometry, clip: QRectF | None) -> list[tuple[int, QRectF]]:
        """Return each cell that touches ``clip``, with its square in px. If ``clip`` is None, return all ``cells``."""
        columns, rows, side = geometry.columns, geometry.rows, geometry.side
        left, top, right, bottom = 0, 0, columns, rows
        if clip is not None:
            left = math.floor((clip.left() - geometry.left) / side)
            right = math.ceil((clip.right() - geometry.left) / side)
            top = math.floor((clip.top() - geometry.top) / side)
            bottom = math.ceil((clip.bottom() - geometry.top) / side)
        found = []
        for cell in cells:
            # As in ``BoardGeometry.rect``, which would be called for each piece at each paint.
            column, row = cell % columns, cell // columns
            column, row = (columns - 1 - column, row) if geometry.flipped else (column, rows - 1 - row)
            if left <= column < right and top <= row < bottom:
                found.append((cell, QRectF(geometry.left + column * side, geometry.top + row * side, side, side)))
        return found

    def _draw_numbers(self, painter: QPainter, geometry: BoardGeometry, clip: QRectF | None) -> None:
        """Draw the move numbers.

        On a board of points, the numbers are in the middle of the pieces. On a board of squares, they are in a corner
        of the square.
        """
        if not self.numbers:
            return
        pieces = self.surface.pieces
        inks = {kind.id: piece_ink(self.surface, kind) for kind in self.surface.kinds}
        side, on_points = geometry.side, self.surface.style == "points"
        fonts = [style.font(max(7, round(side * share)), bold=True, tabular=True) for share in (0.44, 0.4, 0.33)]
        small = style.font(max(7, min(12, round(side * 0.27))), bold=True, tabular=True)
        labelled = {sign.cell for sign in self.signs if sign.kind == "label"}
        for cell, rect in self._visible(self.numbers, geometry, clip):
            text = self.numbers[cell]
            if cell in labelled:
                continue
            if pieces.get(cell) not in inks or cell in self.hidden or cell in self.faded:
                continue
            is_last = cell == self.last[-1] if self.last else False
            if on_points:
                ink = inks[pieces[cell]]
                last = palette.light().accent if ink.lightness() < 128 else _LAST_ON_DARK
                painter.setPen(last if is_last else ink)
                painter.setFont(fonts[min(len(text), 3) - 1])
                painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
            else:
                painter.setPen(palette.light().accent if is_last else palette.light().secondary)
                painter.setFont(small)
                corner = rect.adjusted(2, 0, -2, 0)
                painter.drawText(corner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom, text)

    def _draw_piece(self, painter: QPainter, cell: QRectF, kind: PieceKind, scale: float, vector: bool) -> None:
        rect = piece_rect(cell, self.surface)
        if vector:
            draw_piece(painter, rect, self.surface, kind)
            return
        corner = QPointF(round(rect.left() * scale) / scale, round(rect.top() * scale) / scale)
        painter.drawPixmap(corner, piece_pixmaps(self.surface, rect.width(), scale)[kind.id])

    def _draw_targets(self, painter: QPainter, geometry: BoardGeometry) -> None:
        ink = palette.board(self.surface.colors).ink
        side = geometry.side
        # Several moves to one cell (promotions) share one mark.
        for target, takes in dict.fromkeys((shape.target, bool(shape.captured)) for shape in self.targets):
            if target is None:
                continue
            if takes:
                draw_ring(painter, geometry.center(target), side * 0.495, max(2.0, side * 0.055), with_alpha(ink, 0.62))
            else:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(with_alpha(ink, 0.34))
                painter.drawEllipse(geometry.center(target), side * 0.12, side * 0.12)

    def _draw_marks(self, painter: QPainter, geometry: BoardGeometry) -> None:
        side = geometry.side
        for mark in self.marks:
            center = geometry.center(mark.cell)
            if mark.kind == "ring":
                draw_ring(painter, center, side * 0.495, max(2.0, side * 0.06), mark.color)
            elif mark.kind == "dot":
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(mark.color)
                painter.drawEllipse(center, side * 0.12, side * 0.12)
            elif mark.kind == "allowed":
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(with_alpha(mark.color, 0.55))
                painter.drawEllipse(center, side * 0.13, side * 0.13)
            elif mark.kind == "area":
                reach = side * 0.15
                painter.setPen(QPen(with_alpha(palette.board(self.surface.colors).ink, 0.55), max(0.75, side * 0.02)))
                painter.setBrush(mark.color)
                painter.drawRect(QRectF(center.x() - reach, center.y() - reach, 2 * reach, 2 * reach))
            elif mark.kind == "cross":
                painter.setPen(QPen(mark.color, max(2.0, side * 0.06), c=Qt.PenCapStyle.RoundCap))
                reach = side * 0.28
                painter.drawLine(center + QPointF(-reach, -reach), center + QPointF(reach, reach))
                painter.drawLine(center + QPointF(-reach, reach), center + QPointF(reach, -reach))

    def _draw_signs(self, painter: QPainter, geometry: BoardGeometry) -> None:
        """Draw the signs in a colour that is legible on the piece or the board. Shapes have a contrasting outline."""
        side, colors = geometry.side, palette.board(self.surface.colors)
        on_points = self.surface.style == "points"
        kinds = {kind.id: kind for kind in self.surface.kinds}
        for sign in self.signs:
            piece = kinds.get(self.surface.pieces.get(sign.cell, ""))
            # On a board of squares, pieces may be drawings directly on the paper instead of discs.
            disc = piece if on_points else None
            ink = piece_ink(self.surface, disc) if disc is not None else DARK_INK
            ground = colors.paper if disc is None else LIGHT_INK if ink == DARK_INK else DARK_INK
            center = geometry.center(sign.cell)
            if sign.kind == "label":
                self._draw_sign_text(painter, geometry, sign, ink, ground if disc is None else None)
                continue
            path = _sign_path(sign.kind, center, side)
            width = max(1.5, side * 0.06)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for color, thickness in ((with_alpha(ground, 0.85), width * 2.2), (ink, width)):
                painter.setPen(QPen(color, thickness, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin))
                painter.drawPath(path)

    @staticmethod
    def _draw_sign_text(
        painter: QPainter, geometry: BoardGeometry, sign: Sign, ink: QColor, ground: QColor | None
    ) -> None:
        """Draw a label in the middle of a cell.

        Below the label, draw a patch of the colour ``ground``, which hides the lines of the board. If ``ground`` is
        None, draw no patch.
        """
        side = geometry.side
        share = (0.5, 0.42, 0.32)[min(len(sign.text), 3) - 1]
        font = style.font(max(7, round(side * share)), bold=True, tabular=True)
        rect = geometry.rect(sign.cell)
        if ground is not None:
            advance = QFontMetricsF(font).horizontalAdvance(sign.text)
            width, height = min(max(advance + side * 0.12, side * 0.5), side * 0.96), side * 0.6
            patch = QRectF(0, 0, width, height)
            patch.moveCenter(rect.center())
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawRoundedRect(patch, height * 0.4, height * 0.4)
        text = QFontMetricsF(font).elidedText(sign.text, Qt.TextElideMode.ElideRight, side * 0.96)
        painter.setFont(font)
        painter.setPen(ink)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)

    def _draw_attacks(self, painter: QPainter, geometry: BoardGeometry) -> None:
        accent = palette.light().accent
        side = geometry.side
        for shape in self.attacks:
            if shape.target is None:
                continue
            starts = [cell for cell in (*shape.support, shape.origin) if cell is not None]
            if starts:
                painter.setPen(
                    QPen(with_alpha(accent, 0.55), max(1.0, side * 0.03), Qt.PenStyle.DashLine, Qt.PenCapStyle.FlatCap)
                )
                start, end = geometry.center(starts[0]), geometry.center(shape.target)
                away = end - start
                length = math.hypot(away.x(), away.y()) or 1.0
                painter.drawLine(start + away * (side * 0.45 / length), end - away * (side * 0.47 / length))
        for cell in dict.fromkeys(cell for shape in self.attacks for cell in shape.captured):
            painter.setPen(Qt.PenStyle.NoPen)
            draw_ring(painter, geometry.center(cell), side * 0.495, max(2.0, side * 0.065), with_alpha(accent, 0.9))

    def _draw_chips(self, painter: QPainter, geometry: BoardGeometry) -> None:
        hints: dict[int, list[str]] = {}
        for shape in (*self.attacks, *self.targets):
            if shape.hint and shape.target is not None:
                texts = hints.setdefault(shape.target, [])
                if shape.hint not in texts:
                    texts.append(shape.hint)
        for cell, texts in hints.items():
            text = texts[0] if len(texts) == 1 else f"{texts[0]} …"
            draw_chip(painter, geometry, cell, text)
        for mark in self.marks:
            if mark.kind in ("text", "glyph"):
                draw_chip(painter, geometry, mark.cell, mark.text, mark.color if mark.kind == "glyph" else None)


def _sign_path(kind: str, center: QPointF, side: float) -> QPainterPath:
    """Return the outline of a sign: a triangle, a square, a circle or a cross, smaller than a piece."""
    path = QPainterPath()
    if kind == "circle":
        path.addEllipse(center, side * 0.25, side * 0.25)
    elif kind == "square":
        path.addRect(QRectF(center.x() - side * 0.22, center.y() - side * 0.22, side * 0.44, side * 0.44))
    elif kind == "triangle":
        corners = [center + QPointF(x, y) * (side * 0.3) for x, y in ((0, -1), (0.866, 0.5), (-0.866, 0.5))]
        path.addPolygon(QPolygonF(corners))
        path.closeSubpath()
    else:
        for rise in (-1, 1):
            path.moveTo(center + QPointF(-1, rise) * (side * 0.2))
            path.lineTo(center + QPointF(1, -rise) * (side * 0.2))
    return path


def _draw_check(painter: QPainter, geometry: BoardGeometry, cell: int) -> None:
    """Draw a red glow under a king in check. The glow is wider than a piece."""
    # Boards are light in both themes.
    color = palette.light().accent
    center, radius = geometry.center(cell), geometry.side * 0.72
    glow = QRadialGradient(center, radius)
    for stop, share in ((0.0, 0.95), (0.62, 0.85), (0.78, 0.5), (1.0, 0.0)):
        glow.setColorAt(stop, with_alpha(color, share))
    painter.save()
    painter.setClipRect(geometry.board, Qt.ClipOperation.IntersectClip)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(glow)
    painter.drawEllipse(center, radius, radius)
    painter.restore()


# --- the empty board ----------------------------------------------------------------------------------------------


def ground_of(surface: Surface) -> list[object]:
    """Return all fields of ``surface`` that the empty board depends on."""
    return [getattr(surface, name) for name in surface.__fields__ if name not in ("pieces", "kinds")]


def ground_pixmap(surface: Surface, geometry: BoardGeometry, size: QSizeF) -> QPixmap:
    """Return a pixmap of ``size``, in px, with the empty board and its coordinates on a transparent background."""
    pixmap = QPixmap(round(size.width() * geometry.scale), round(size.height() * geometry.scale))
    pixmap.setDevicePixelRatio(geometry.scale)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    draw_ground(painter, surface, geometry)
    painter.end()
    return pixmap


def draw_ground(painter: QPainter, surface: Surface, geometry: BoardGeometry) -> None:
    """Draw the empty board and its coordinates."""
    colors = palette.board(surface.colors)
    pixel = 1 / geometry.scale
    board = geometry.board
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.fillRect(board.adjusted(-pixel, -pixel, pixel, pixel), colors.frame)
    painter.fillRect(board, colors.paper)
    if surface.style == "squares":
        if colors.alternate != colors.paper:
            for cell in range(surface.columns * surface.rows):
                if (cell % surface.columns + cell // surface.columns) % 2 == 0:
                    painter.fillRect(geometry.rect(cell), colors.alternate)
        if colors.ruled:
            for column in range(1, surface.columns):
                painter.fillRect(
                    QRectF(board.left() + column * geometry.side, board.top(), pixel, board.height()), colors.line
                )
            for row in range(1, surface.rows):
                painter.fillRect(
                    QRectF(board.left(), board.top() + row * geometry.side, board.width(), pixel), colors.line
                )
    else:
        _draw_lines(painter, surface, geometry)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for cell in surface.crossed:
        rect = geometry.rect(cell)
        painter.setPen(QPen(colors.line, max(pixel, geometry.side * 0.022)))
        painter.save()
        painter.setClipRect(rect)
        painter.drawLine(rect.topLeft(), rect.bottomRight())
        painter.drawLine(rect.bottomLeft(), rect.topRight())
        painter.restore()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colors.line)
    for cell in surface.stars:
        radius = max(1.5, geometry.side * 0.09)
        painter.drawEllipse(_crossing(geometry, cell), radius, radius)
    for ornament in surface.ornaments:
        rect = QRectF(_crossing(geometry, ornament.first), _crossing(geometry, ornament.last)).normalized()
        draw_ornament(painter, rect, surface.theme, ornament.picture)
    if geometry.gutter:
        _draw_names(painter, surface, geometry)


def _line_width(geometry: BoardGeometry) -> float:
    return max(1, round(geometry.side * geometry.scale * 0.025)) / geometry.scale


def _crossing(geometry: BoardGeometry, cell: int) -> QPointF:
    """Return the point, aligned to whole pixels, where the lines of a cell cross.

    The centre of the cell's square may not be aligned.
    """
    rect, width = geometry.rect(cell), _line_width(geometry)
    half = math.floor((geometry.side - width) / 2 * geometry.scale) / geometry.scale + width / 2
    return QPointF(rect.left() + half, rect.top() + half)


def _draw_lines(painter: QPainter, surface: Surface, geometry: BoardGeometry) -> None:
    colors = palette.board(surface.colors)
    width = _line_width(geometry)
    if surface.lines is not None:
        _draw_given_lines(painter, surface, geometry, surface.lines)
        return
    first = _crossing(geometry, geometry.cell_seen_at(0, 0)) - QPointF(width / 2, width / 2)
    across = (surface.columns - 1) * geometry.side + width
    down = (surface.rows - 1) * geometry.side + width
    for column in range(surface.columns):
        painter.fillRect(QRectF(first.x() + column * geometry.side, first.y(), width, down), colors.line)
    for row in range(surface.rows):
        painter.fillRect(QRectF(first.x(), first.y() + row * geometry.side, across, width), colors.line)


def _draw_given_lines(
    painter: QPainter, surface: Surface, geometry: BoardGeometry, lines: Sequence[tuple[int, int]]
) -> None:
    """Draw ``lines``, which the surface defines, and the ticks around the points in ``surface.ticked``."""
    colors = palette.board(surface.colors)
    width = _line_width(geometry)
    half = QPointF(width / 2, width / 2)
    for cells in lines:
        start, end = (_crossing(geometry, cell) for cell in cells)
        if start.x() == end.x() or start.y() == end.y():
            rect = QRectF(start, end).normalized()
            painter.fillRect(QRectF(rect.topLeft() - half, rect.bottomRight() + half), colors.line)
        else:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(colors.line, width))
            painter.drawLine(start, end)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    gap, arm = geometry.side * 0.08, geometry.side * 0.14
    for cell in surface.ticked:
        center, (place, _) = _crossing(geometry, cell), geometry.place(cell)
        for right in (-1, 1):
            if not 0 <= place + right < surface.columns:
                continue
            for down in (-1, 1):
                corner = center + QPointF(right * gap, down * gap)
                for reach in (QPointF(right * arm, 0), QPointF(0, down * arm)):
                    rect = QRectF(corner, corner + reach).normalized()
                    painter.fillRect(QRectF(rect.topLeft() - half, rect.bottomRight() + half), colors.line)


def _draw_names(painter: QPainter, surface: Surface, geometry: BoardGeometry) -> None:
    painter.setFont(style.font(style.CAPTION, tabular=True))
    painter.setPen(palette.current().secondary)
    board = geometry.board
    flags = Qt.AlignmentFlag.AlignCenter
    if surface.file_names is not None:
        first, second = surface.file_names
        below, above = (second, first) if geometry.flipped else (first, second)
        for column in range(surface.columns):
            cell = geometry.cell_seen_at(column, 0)
            left, place = geometry.rect(cell).left(), cell % surface.columns
            for names, top in ((below, board.bottom() + 2), (above, board.top() - geometry.gutter)):
                painter.drawText(QRectF(left, top, geometry.side, geometry.gutter - 2), flags, names[place])
        return
    for column in range(surface.columns):
        cell = geometry.cell_seen_at(column, surface.rows - 1)
        rect = QRectF(geometry.rect(cell).left(), board.bottom() + 2, geometry.side, geometry.gutter - 2)
        painter.drawText(rect, flags, surface.column_names[cell % surface.columns])
    for row in range(surface.rows):
        cell = geometry.cell_seen_at(0, row)
        rect = QRectF(board.left() - geometry.gutter, geometry.rect(cell).top(), geometry.gutter - 2, geometry.side)
        painter.drawText(rect, flags, surface.row_names[cell // surface.columns])


# --- on top -------------------------------------------------------------------------------------------------------


def chip_rect(geometry: BoardGeometry, cell: int, text: str) -> QRectF:
    """Return the rectangle of a cell's chip in px, over the upper right corner of the cell and within the board."""
    metrics = QFontMetricsF(_chip_font(geometry))
    height = metrics.height() + 1
    width = max(height, metrics.horizontalAdvance(text) + 9)
    square, board = geometry.rect(cell), geometry.board
    rect = QRectF(square.right() - width * 0.72, square.top() - height * 0.4, width, height)
    rect.moveLeft(min(max(rect.left(), board.left() - 2), board.right() + 2 - width))
    rect.moveTop(max(rect.top(), board.top() - 2))
    return rect


def _chip_font(geometry: BoardGeometry) -> QFont:
    return style.font(max(9, min(15, round(geometry.side * 0.21))), bold=True, tabular=True)


def draw_chip(painter: QPainter, geometry: BoardGeometry, cell: int, text: str, fill: QColor | None = None) -> None:
    """Draw a short text, such as the arithmetic of a capture, over the corner of a cell.

    Args:
        painter: the painter.
        geometry: the geometry of the board.
        cell: the cell.
        text: the text.
        fill: a dark colour of the chip, on which the text is light, or None for a light chip.
    """
    rect = chip_rect(geometry, cell, text)
    painter.setPen(QPen(CHIP_LINE if fill is None else CHIP, 1))
    painter.setBrush(CHIP if fill is None else fill)
    painter.drawRoundedRect(rect, rect.height() * 0.35, rect.height() * 0.35)
    painter.setFont(_chip_font(geometry))
    painter.setPen(CHIP_INK if fill is None else CHIP)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)


def _draw_cursor(painter: QPainter, cell: QRectF) -> None:
    """Draw the keyboard cursor as the four corners of a cell."""
    width = max(2.0, cell.width() * 0.06)
    rect = cell.adjusted(width / 2, width / 2, -width / 2, -width / 2)
    arm = cell.width() * 0.28
    path = QPainterPath()
    for corner, right, down in (
        (rect.topLeft(), 1, 1), (rect.topRight(), -1, 1), (rect.bottomRight(), -1, -1), (rect.bottomLeft(), 1, -1),
    ):  # fmt: skip
        path.moveTo(corner + QPointF(0, down * arm))
        path.lineTo(corner)
        path.lineTo(corner + QPointF(right * arm, 0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for color, extra in ((CHIP, 2.0), (palette.light().accent, 0.0)):
        painter.setPen(QPen(color, width + extra, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin))
        painter.drawPath(path)


def bare(picture: BoardPicture) -> BoardPicture:
    """Return a copy of the picture for an export. The marks of the mouse and the keyboard and motions are omitted."""
    return replace(picture, chosen=None, hovered=None, targets=(), cursor=None, hidden=frozenset(), moving=(), faint={})
