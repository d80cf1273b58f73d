"""The panel next to the board with the players' names, clocks, points and captured pieces, and the game's state."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from engine.core.game import Game
from engine.core.language import tr
from engine.core.outcome import Outcome, Player, Termination
from engine.core.position import Position
from engine.core.surface import Surface, Tally
from studio.board.pieces import piece_pixmap
from studio.board.sides import seen_colors, side_names
from studio.document.document import Change, Document
from studio.look import notation, palette, style
from studio.play.clock import format_seconds
from studio.play.controller import PlayController
from studio.play.seat import limit_text
from studio.play.series import format_points
from studio.widgets.elided import ElidedLabel
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

WIDTH = 208
PIECE = 22
RESULTS = {"1-0": Player.FIRST, "0-1": Player.SECOND, "1/2-1/2": None}

PGN_TERMINATIONS = {"time forfeit": Termination.TIME, "adjudication": Termination.ADJUDICATION}
"""Values of the PGN tag ``Termination`` (section 9.8.1 of the standard) that add a reason to the result."""


def reason_text(termination: str) -> str:
    """Return the text of a value of ``Termination`` in the language in use. Unknown values are returned unchanged."""
    texts = {
        Termination.ZERO: tr("the zero was taken"),
        Termination.POINTS: tr("the target was reached"),
        Termination.POINTS_AT_END: tr("on points"),
        Termination.REPETITION: tr("the position was repeated"),
        Termination.NO_CAPTURE: tr("no capture for long, points decide"),
        Termination.NO_MOVE: tr("no legal move"),
        Termination.NO_PAIR: tr("no pair left, points decide"),
        Termination.LINE: tr("a line is complete"),
        Termination.FULL_BOARD: tr("the board is full"),
        Termination.FORBIDDEN: tr("a forbidden move"),
        Termination.CAPTURE: tr("stones were captured"),
        Termination.SCORE: tr("by score"),
        Termination.PERPETUAL_CHECK: tr("perpetual check"),
        Termination.PERPETUAL_CHASE: tr("perpetual chase"),
        Termination.CHECKMATE: tr("checkmate"),
        Termination.STALEMATE: tr("stalemate"),
        Termination.INSUFFICIENT_MATERIAL: tr("too little material to mate"),
        Termination.NO_PROGRESS: tr("too long without a capture or a pawn's move"),
        Termination.RESIGNATION: tr("by resignation"),
        Termination.TIME: tr("on time"),
        Termination.AGREEMENT: tr("by agreement"),
        Termination.ADJUDICATION: tr("by adjudication"),
    }
    try:
        return texts.get(Termination(termination), termination)
    except ValueError:
        return termination


def outcome_text(sides: tuple[str, str], outcome: Outcome) -> str:
    """Return a sentence on how a game ended, such as “Red won: the zero was taken.”.

    Args:
        sides: English names of the sides of FIRST and SECOND.
        outcome: the outcome of the game.
    """
    reason = reason_text(outcome.termination.value)
    if outcome == Outcome(None, Termination.TIME):
        reason = tr("the time is up, but the other side has too little to mate with")
    if outcome.winner is None:
        return tr("A draw: {reason}.", reason=reason)
    return tr("{side} won: {reason}.", side=tr(sides[outcome.winner]), reason=reason)


class CapturedPieces(QWidget):
    """A row of small pictures of captured pieces."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._surface: Surface | None = None
        self._pieces: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(PIECE)

    @property
    def pieces(self) -> tuple[str, ...]:
        """The identifiers of the pieces shown."""
        return self._pieces

    def show_pieces(self, surface: Surface, pieces: tuple[str, ...]) -> None:
        """Show the pieces of ``surface`` with these identifiers."""
        self._surface, self._pieces = surface, pieces
        names = [tr(surface.kind(piece).name) for piece in pieces]
        self.setAccessibleName(tr("Captured: {pieces}", pieces=", ".join(names) or "–"))
        self.setToolTip(", ".join(names))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the pieces from left to right, overlapping if they do not fit."""
        if self._surface is None or not self._pieces:
            return
        painter = QPainter(self)
        step = min(PIECE, (self.width() - PIECE) / max(1, len(self._pieces) - 1))
        if palette.wants_paper(self._surface.colors):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.board(self._surface.colors).paper)
            width = step * (len(self._pieces) - 1) + PIECE
            painter.drawRoundedRect(QRectF(-1, 0, width, PIECE), 4, 4)
        for index, piece in enumerate(self._pieces):
            pixmap = piece_pixmap(self._surface, self._surface.kind(piece), PIECE - 2, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(index * step, 0), pixmap)
        painter.end()


class PointsBar(QWidget):
    """Thin bar in the colour of a side that shows its points as a share of their target."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share = 0.0
        self._color = QColor()
        self.setFixedHeight(4)

    def show_share(self, share: float, color: QColor) -> None:
        """Show ``share``, clipped to 0 … 1, in ``color``."""
        self._share, self._color = min(1.0, max(0.0, share)), color
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the groove and the bar."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(palette.current().line)
        painter.drawRoundedRect(QRectF(self.rect()), 2, 2)
        if self._share > 0:
            painter.setBrush(self._color)
            painter.drawRoundedRect(QRectF(0, 0, max(4.0, self.width() * self._share), self.height()), 2, 2)
        painter.end()


class PlayerCard(QFrame):
    """Card of one player, with name, clock, points and captured pieces."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        style.set_look(self, role="card")
        self.name, self.detail = ElidedLabel(), ElidedLabel()
        self.clock, self.points, self.unit = (PlainLabel() for _ in range(3))
        self.name.setFont(style.font(bold=True))
        for label in (self.detail, self.unit):
            style.set_look(label, role="caption")
        style.set_look(self.points, role="score")
        self.clock.setFont(style.font(style.TITLE, bold=True, tabular=True))
        self.points.setFont(style.font(style.SCORE, bold=True, tabular=True))
        self.bar, self.captured = PointsBar(), CapturedPieces()
        head, line = QHBoxLayout(), QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.detail, 1)
        head.addWidget(self.clock)
        line.setSpacing(6)
        line.addWidget(self.points, 0, Qt.AlignmentFlag.AlignBaseline)
        line.addWidget(self.unit, 1, Qt.AlignmentFlag.AlignBaseline)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(style.PADDING, 10, style.PADDING, style.PADDING)
        layout.setSpacing(4)
        layout.addWidget(self.name)
        layout.addLayout(head)
        layout.addLayout(line)
        layout.addWidget(self.bar)
        layout.addSpacing(4)
        layout.addWidget(self.captured)
        self._is_to_move = False
        self._color = QColor()

    @property
    def is_to_move(self) -> bool:
        """Whether the card is marked as that of the side to move."""
        return self._is_to_move

    def show_name(self, name: str, detail: str, color: QColor, is_to_move: bool) -> None:
        """Show the name of the player, a second line, the colour of the side and whether it is to move."""
        self._color, self._is_to_move = color, is_to_move
        self.name.set_whole(name)
        self.detail.set_whole(detail)
        self._fit_head()
        self.setAccessibleName(tr("{name}, to move", name=name) if is_to_move else name)
        self.update()

    def show_clock(self, text: str, is_low: bool = False) -> None:
        """Show the time left, in the colour of errors if ``is_low`` is true. An empty string hides the clock."""
        self.clock.setText(text)
        self.clock.setVisible(bool(text))
        self._fit_head()
        if (self.clock.property("role") == "error") != is_low:
            style.set_look(self.clock, role="error" if is_low else "")

    def _fit_head(self) -> None:
        # With a clock, even an empty detail is visible, because it keeps the clock at the right.
        self.detail.setVisible(bool(self.detail.whole) or bool(self.clock.text()))

    def show_tally(self, tally: Tally | None, player: Player, surface: Surface) -> None:
        """Show the points and captured pieces of the player, or hide them if ``tally`` is None."""
        self.points.setVisible(tally is not None)
        self.unit.setVisible(tally is not None)
        self.bar.setVisible(tally is not None and tally.target is not None)
        # Space for captured pieces is reserved if there can be some, so that cards do not grow during a game.
        has_row = tally is not None and (any(tally.pieces) or tally.target is not None)
        self.captured.setVisible(has_row)
        if tally is None:
            return
        value, target = tally.values[player], tally.target
        self.points.setText(str(value))
        label = tr(tally.label).lower()
        self.unit.setText(tr("of {target} {label}", target=target, label=label) if target else label)
        self.bar.show_share(value / target if target else 0.0, self._color)
        self.captured.show_pieces(surface, tally.pieces[player])

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card, and a strip in the side's colour if the side is to move."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._color if self._is_to_move else palette.current().line)
        painter.drawRoundedRect(QRectF(0, 10, 3, self.height() - 20), 1.5, 1.5)
        painter.end()


class PlacelessMoves(QWidget):
    """Buttons for the moves without a cell on the board, such as passing. Hidden if there are none."""

    chosen = Signal(int)
    """Emitted with the move of a pressed button."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: list[QPushButton] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 8, 0, 0)
        self._layout.setSpacing(4)
        self.hide()

    def show_moves(self, game: Game, position: Position, *, may_move: bool) -> None:
        """Show a button for each legal move of ``position`` without a cell, enabled if ``may_move``."""
        for button in self.buttons:
            self._layout.removeWidget(button)
            button.deleteLater()
        self.buttons = []
        for shape in game.shapes(position):
            if shape.target is not None:
                continue
            text = tr(shape.hint) if shape.hint else notation.move_text(position, shape.move)
            button = QPushButton(text[:1].upper() + text[1:])
            button.setEnabled(may_move)
            button.clicked.connect(lambda _=False, move=shape.move: self.chosen.emit(move))
            self._layout.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
            self.buttons.append(button)
        self.setVisible(bool(self.buttons))


class PlayersPanel(Retranslated, QWidget):
    """Panel with the upper player, the state of the game and its commands, and the lower player."""

    move_chosen = Signal(int)
    """Emitted with a move without a cell when the user chooses one."""

    def __init__(self, document: Document, controller: PlayController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._controller = controller
        self._flipped = False
        self.setFixedWidth(WIDTH)
        self.cards = (PlayerCard(), PlayerCard())
        self.state, self.thinking, self.series = PlainLabel(), PlainLabel(), PlainLabel()
        for label in (self.state, self.thinking, self.series):
            label.setWordWrap(True)
        style.set_look(self.thinking, role="caption")
        style.set_look(self.series, role="secondary")
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(2)
        self.placeless = PlacelessMoves()
        self.placeless.chosen.connect(self.move_chosen)
        middle = QVBoxLayout()
        middle.setContentsMargins(style.PADDING, 0, 0, 0)
        middle.setSpacing(4)
        middle.addWidget(self.series)
        middle.addWidget(self.state)
        middle.addWidget(self.thinking)
        middle.addSpacing(4)
        middle.addLayout(self._buttons)
        middle.addWidget(self.placeless)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(style.PADDING)
        self._column.addWidget(self.cards[Player.SECOND])
        self._column.addStretch(1)
        self._column.addLayout(middle)
        self._column.addStretch(1)
        self._column.addWidget(self.cards[Player.FIRST])
        document.changed.connect(self._changed)
        controller.changed.connect(self.refresh)
        controller.ticked.connect(self._tick)
        self.follow_changes()

    def set_actions(self, actions: list[object]) -> None:
        """Add the game's commands (``QAction``) as buttons."""
        for action in actions:
            button = QToolButton()
            button.setDefaultAction(action)  # type: ignore[arg-type]
            button.setIconSize(QSize(style.ICON, style.ICON))
            self._buttons.addWidget(button)
        self._buttons.addStretch(1)

    def set_flipped(self, flipped: bool) -> None:
        """Set whether FIRST is at the top."""
        if flipped != self._flipped:
            self._flipped = flipped
            upper, lower = (self.cards[0], self.cards[1]) if flipped else (self.cards[1], self.cards[0])
            self._column.removeWidget(upper)
            self._column.removeWidget(lower)
            self._column.insertWidget(0, upper)
            self._column.addWidget(lower)

    def _changed(self, change: Change) -> None:
        if change.moves or change.marks or change.headers or change.cursor:
            self.refresh()

    def refresh(self) -> None:
        """Update the players, their points, the buttons for moves and the state of the game."""
        document, controller = self._document, self._controller
        position = document.position
        surface = notation.surface(document.game, position)
        colors, sides = seen_colors(document.game, position), side_names(document.game, position)
        tallies = document.game.tallies(position)
        at_end = not document.tree.nodes[document.cursor].children and not controller.is_playing
        over = document.outcome_at(document.cursor) is not None or (at_end and bool(self._result()))
        for player, card in zip(Player, self.cards, strict=True):
            color = colors[player]
            seat = controller.seats[player]
            detail = limit_text(seat.limit) if seat.is_engine else ""
            name, side = controller.title(player), tr(sides[player])
            if name != side:
                detail = ", ".join(part for part in (side, detail) if part)
            card.show_name(name, detail, color, not over and position.hand is player)
            card.show_tally(tallies[0] if tallies else None, player, surface)
        self.placeless.show_moves(document.game, position, may_move=controller.may_move())
        self._show_state()
        self._tick()

    def _result(self) -> str:
        """Return a sentence on the result in the record's headers, or an empty string for ``*``.

        The sentence contains the reason if the header ``Termination`` has a known value.
        """
        record = self._document.record
        if record.result == "*":
            return ""
        sides = side_names(self._document.game, self._document.position)
        winner, word = RESULTS[record.result], record.headers.get("Termination", "").lower()
        known = {each.value: each for each in Termination} | PGN_TERMINATIONS
        if word in known:
            return outcome_text(sides, Outcome(winner, known[word]))
        return tr("A draw.") if winner is None else tr("{side} won.", side=tr(sides[winner]))

    def _show_state(self) -> None:
        document, controller = self._document, self._controller
        outcome = document.outcome_at(document.cursor)
        count = document.count_at(document.cursor)
        last = not document.tree.nodes[document.cursor].children
        told = self._result() if last and not controller.is_playing else ""
        if outcome is not None:
            # The outcome by the rules counts all stones as living, but the players decide which ones are dead.
            waits = document.game.has_count and outcome.termination is Termination.SCORE and count is None
            outcome, told = (None, told) if waits else (outcome, "")
        else:
            waits = False
        sides = side_names(document.game, document.position)
        if outcome is not None:
            text = outcome_text(sides, outcome)
            if count is not None:
                text += f" {count.result}"
        elif told:
            text = told
        elif waits:
            text = tr("Both have passed: count the score.")
        elif controller.is_playing and controller.is_paused:
            text = tr("The game waits.")
        elif controller.is_playing and document.cursor != controller.live:
            text = tr("The game goes on elsewhere: {key} leads there.", key="End")
        else:
            prompt = document.game.prompt(document.position)
            text = tr(prompt) if prompt else tr("{side} to move", side=tr(sides[document.position.turn]))
        self.state.setText(text)
        series = controller.series
        if series.games > 1 and (controller.is_playing or series.outcomes):
            names = [seat.title(tr(side)) for seat, side in zip(controller.contestants, sides, strict=True)]
            first, second = (format_points(points) for points in series.score)
            text = tr("Match over {games} games", games=series.games)
            text += f"\n{first}  {names[0]}\n{second}  {names[1]}"
            if series.is_over:
                winner = series.winner
                text += "\n" + (
                    tr("{name} won the match.", name=names[winner]) if winner is not None else tr("The match is drawn.")
                )
            self.series.setText(text)
        else:
            self.series.clear()
        self.series.setVisible(bool(self.series.text()))

    def _tick(self) -> None:
        clock = self._controller.clock
        # Outside a game with a clock, the clocks stored in the record are shown.
        noted = (None, None) if clock is not None else self._document.tree.clocks(self._document.cursor)
        for player, card in zip(Player, self.cards, strict=True):
            left = clock.left(player) if clock is not None else noted[player]
            text = "" if left is None else format_seconds(left)
            card.show_clock(text, is_low=clock is not None and left is not None and left < 10)
        report = self._controller.thinking_report
        if not self._controller.is_thinking:
            text = ""
        elif report is None or report.depth == 0:
            text = tr("Thinking…")
        else:
            text = tr("Thinking… depth {depth}", depth=report.depth)
        if self.thinking.text() != text or not text:
            self.thinking.setText(text or " ")

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self.refresh()

    def restyle(self) -> None:
        """Draw the panel in the colours of the theme in use."""
        self.refresh()
