"""The board page, with the board, the evaluation bar, the players and buttons.

The page can also put a line on trial: it shows the moves of the line without adding them to the record. A view can
show a preview of another position.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QHelpEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QToolTip, QVBoxLayout, QWidget

from engine.core.language import tr
from engine.core.outcome import Outcome, Player, Termination
from engine.core.position import Position
from engine.core.surface import Count, MoveShape, Reckoning
from engine.records.formats import signs_of
from engine.records.tree import ROOT
from studio.board.arrows import arrow_at
from studio.board.shared import Preview, SharedBoard
from studio.board.sides import seen_colors, side_colors, side_names
from studio.board.view import Arrow, BoardView, Mark
from studio.document.change import Change
from studio.document.document import Document
from studio.document.steps import presented_moves
from studio.look import foreign, notation, palette, style
from studio.play.board_column import BOTTOM, BoardColumn
from studio.play.controller import PlayController
from studio.play.counting import Counting
from studio.play.players import PlayersPanel
from studio.play.result_banner import ResultBanner
from studio.play.scoring import ScoringPanel
from studio.widgets.command import BOARD, Aspect, Command, Condition
from studio.widgets.evaluation_bar import EvaluationBar
from studio.widgets.presented import Presented
from studio.widgets.retranslated import Retranslated

LIBERTY = QColor("#0072B2")
"""Colour of the liberties of a group that is not in danger. It is legible on every board."""
BUTTON, SPACE = QSize(36, 32), 16
"""Size of a button below the board, and space between two groups of buttons, in px."""


class BoardPage(Retranslated, QWidget):
    """Page that shows the position at the cursor or, temporarily, that of a line on trial or of a preview.

    Args:
        document: the open record.
        controller: the controller that makes the user's moves.
        parent: parent widget.
    """

    trial_changed = Signal(bool)
    """Emitted with True when the trial of a line starts, and with False when it ends."""
    counting_changed = Signal(bool)
    """Emitted with True when a count of the score starts, and with False when it ends."""

    def __init__(self, document: Document, controller: PlayController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._controller = controller
        self._trial: list[int] = []
        self._shown = 0
        self._attacked = False
        self._extra: list[Arrow] = []
        self._is_analysing = False
        # Whether the view that is shown decides about the moves of the user.
        self._is_taken = False
        self._previewed: Preview | None = None
        # The node where a game ended while the record was open, or None.
        self._end: int | None = None
        self._with_liberties = True
        self._numbered: int | None = None
        self._shapes: dict[tuple[int, int], MoveShape] = {}
        self.counting = Counting(self)
        self.board = BoardView()
        self.shared = SharedBoard(self.board, self)
        # Before the players are told, because a preview is a position of the record before the change.
        document.changed.connect(self._end_passing)
        self.bar = EvaluationBar()
        self.bar.hide()
        self.bar.set_span(self._board_span)
        self.players = PlayersPanel(document, controller)
        self.scoring = ScoringPanel(self.counting)
        self.scoring.hide()
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(0)
        self._game_bar = QWidget()
        self._game_row = QHBoxLayout(self._game_bar)
        self._game_row.setSpacing(0)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addLayout(self._buttons)
        row.addWidget(self._game_bar)
        row.addStretch(1)
        self._foot = foot = QWidget()
        lines = QVBoxLayout(foot)
        lines.setContentsMargins(0, 6, 0, BOTTOM)
        lines.setSpacing(4)
        lines.addWidget(self.players)
        lines.addLayout(row)
        self._rows = (row, lines)
        self._column = BoardColumn(self.board, self.bar, self.players.lines, foot)
        below = QHBoxLayout()
        below.setSpacing(0)
        below.addWidget(self._column, 1)
        below.addWidget(self.scoring)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(below, 1)
        self.shared.changed.connect(self._show_overlay)
        self.board.move_played.connect(self._played)
        self.players.move_chosen.connect(self._played)
        self.board.cell_hovered.connect(self._hovered)
        self.board.cell_clicked.connect(self._clicked)
        self.counting.changed.connect(self._show_count)
        self.scoring.done.connect(self._counted)
        self.scoring.left.connect(self.end_counting)
        self.board.wheel_turned.connect(self._wheel)
        self.board.installEventFilter(self)
        self.banner = ResultBanner(self.board)
        self.banner.review_requested.connect(self._begin_review)
        self._is_reviewed = False
        document.changed.connect(self._changed)
        controller.changed.connect(self._allow)
        controller.changed.connect(self._show_banner)
        controller.ended.connect(self._ended)
        self.follow_changes()
        self.show_position()

    def commands(self, is_on_board: Condition) -> list[Command]:
        """Return the commands of the board.

        Args:
            is_on_board: the condition that the board is shown and no position is being set up.
        """
        return [
            Command(
                "flip", BOARD, "Turn the board", lambda: self.set_flipped(not self.board.flipped), "F", "flip",
                seen=is_on_board,
            ),
            Command(
                "attacked", BOARD, "Show attacked pieces", self.set_attacked, "A", "target", 1, enabled=is_on_board,
                checked=Condition(lambda: self._attacked, Aspect.WORKSPACE),
            ),
        ]  # fmt: skip

    def presented(self) -> Presented:
        """Return the moves as the steps of a presentation, with the chances of both sides as an answer."""
        return presented_moves(self._document, Presented(
            controls=(self._foot,), answers=(self.bar,), hide_answers=self.shared.hide_answers,
            end=lambda: self.shared.hide_answers(False),
        ))  # fmt: skip

    def set_actions(self, actions: Sequence[QAction], game_actions: Sequence[QAction] = ()) -> None:
        """Add a button below the board for each action, and a space for each separator.

        Args:
            actions: the actions whose buttons are always shown.
            game_actions: the actions whose buttons are shown only during a game and outside the Analyse workspace.
        """
        for action in actions:
            if action.isSeparator():
                self._buttons.addSpacing(SPACE)
            else:
                self._buttons.addWidget(_button(action))
        for action in game_actions:
            self._game_row.addWidget(_button(action))
        self._show_game_buttons()

    def _show_game_buttons(self) -> None:
        """Show or hide the buttons for a game in progress.

        They are placed to the right of the other buttons, or below these if there is no room.
        """
        self._game_bar.setVisible(self._controller.is_playing and not self._is_analysing)
        row, lines = self._rows
        width = self.width() - (0 if self.scoring.isHidden() else self.scoring.width())
        has_room = width >= self._buttons.sizeHint().width() + self._game_row.sizeHint().width() + SPACE
        self._game_row.setContentsMargins(SPACE if has_room else 0, 0, 0, 0)
        if has_room and row.indexOf(self._game_bar) < 0:
            lines.removeWidget(self._game_bar)
            row.insertWidget(row.count() - 1, self._game_bar)
        elif not has_room and row.indexOf(self._game_bar) >= 0:
            row.removeWidget(self._game_bar)
            lines.addWidget(self._game_bar, 0, Qt.AlignmentFlag.AlignHCenter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the buttons for a game in progress according to the new width."""
        super().resizeEvent(event)
        self._show_game_buttons()

    # --- the position ---------------------------------------------------------------------------------------------

    def show_position(self, *_: object) -> None:
        """Show the position of a preview or of the line on trial, if there is one, or else that at the cursor."""
        document = self._document
        tree, cursor = document.tree, document.cursor
        position, move, before = document.position, tree.nodes[cursor].move, None
        parent = tree.nodes[cursor].parent
        if cursor != ROOT and parent is not None and move is not None:
            before = tree.position(parent)
        for each in self._trial[: self._shown]:
            before, move = position, each
            position = position.play(each)
        self._previewed = preview = None if self.counting.is_active else self.shared.overlay.preview
        if preview is not None:
            position, move, before = preview.position, preview.move, preview.before
        self.board.show_position(document.game, position, move if before is not None else None, before)
        self._allow()
        self._show_attacks()
        self._show_forbidden()
        self._show_allowed()
        self._show_decisive()
        self._show_banner()
        # The marks in the record belong to its nodes, not to other positions.
        self.board.set_signs([] if self._is_elsewhere else signs_of(document.game, tree.nodes[cursor]))
        self._show_numbers()
        self._show_count()
        self._show_arrows()
        self._hovered(-1)
        if not self.bar.isHidden():
            self.restyle()
        self._column.place()

    @property
    def _is_elsewhere(self) -> bool:
        """Whether another position than that at the cursor is shown."""
        return bool(self._trial) or self._previewed is not None

    @property
    def trial(self) -> list[int]:
        """The moves of the line on trial up to the position shown, or an empty list if no line is on trial."""
        return self._trial[: self._shown]

    def try_line(self, moves: Sequence[int]) -> None:
        """Put a line on trial: show the position after ``moves`` from the cursor, without changing the record.

        During the trial, the mouse wheel steps through the line. No effect if ``moves`` is empty.
        """
        if not moves:
            return
        self._trial, self._shown = list(moves), len(moves)
        self._show_trial()
        self.show_position()
        self.trial_changed.emit(True)

    def end_trial(self) -> None:
        """End the trial of a line or a preview, if there is one, and show the position at the cursor."""
        self.shared.end_passing()
        if self._leave_trial():
            self.show_position()
            self.trial_changed.emit(False)

    def _leave_trial(self) -> bool:
        """Discard the line on trial, if any, and return whether there was one."""
        if not self._trial:
            return False
        self._trial, self._shown = [], 0
        self.players.set_trial("")
        return True

    def _show_trial(self) -> None:
        position, words = self._document.position, []
        for each in self._trial[: self._shown]:
            words.append(notation.move_text(position, each))
            position = position.play(each)
        text = tr("Preview: {line} (Esc goes back, playing on keeps it)", line=" ".join(words[-6:]))
        self.players.set_trial(text if words else "")

    def _end_passing(self, change: Change) -> None:
        if change.cursor or change.position:
            self.shared.end_passing()

    def _changed(self, change: Change) -> None:
        was_counting, was_on_trial = False, False
        if change.record:
            self._shapes.clear()
            self._end = None
        if change.position:
            was_counting, was_on_trial = self._leave_counting(), self._leave_trial()
            self._extra = []
        if change.position or change.cursor or change.marks:
            self.show_position()
        elif change.moves:
            # The node of the game's present position may have changed.
            self._allow()
        elif change.headers:
            self._show_banner()
        if was_counting:
            self.counting_changed.emit(False)
        if was_on_trial:
            self.trial_changed.emit(False)

    def _played(self, move: int) -> None:
        if self.shared.overlay.play is not None:
            self.shared.overlay.play(move)
            self.show_position()
            return
        line = self.trial
        if line:
            # A move after a line on trial adds the line to the record together with the move.
            document = self._document
            node = document.add_line(document.cursor, [*line, move])
            self.end_trial()
            document.go(node)
            return
        self._controller.play(move)

    def _wheel(self, steps: int) -> None:
        if self._trial:
            self._shown = min(len(self._trial), max(0, self._shown + steps))
            if self._shown == 0:
                self.end_trial()
                return
            self._show_trial()
            self.show_position()
        elif steps > 0:
            self._document.forward()
        else:
            self._document.back()

    def _allow(self) -> None:
        self._show_game_buttons()
        overlay = self.shared.overlay
        self._is_taken = overlay.play is not None or overlay.is_locked
        may_move = overlay.play is not None or bool(self._trial) or self._controller.may_move()
        self.board.set_interactive(may_move and not overlay.is_locked and not self.counting.is_active)

    # --- drawing --------------------------------------------------------------------------------------------------

    def set_flipped(self, flipped: bool) -> None:
        """Set whether the board, the evaluation bar and the players are turned so that FIRST is at the top."""
        self.board.set_flipped(flipped)
        self.bar.set_flipped(flipped)
        self._column.set_flipped(flipped)

    def set_attacked(self, shown: bool) -> None:
        """Set whether groups in danger and their liberties are marked.

        If there is no such group, the attacks of both sides are shown instead.
        """
        self._attacked = shown
        self._show_attacks()

    def set_extra_arrows(self, arrows: Sequence[Arrow]) -> None:
        """Set additional arrows, such as that of a threat. They are shown until the position changes."""
        self._extra = list(arrows)
        self._show_arrows()

    def show_view(self, name: str, *, is_analysing: bool) -> None:
        """Show what a view adds to the board.

        Args:
            name: name of the view.
            is_analysing: whether the evaluation bar is shown, and the buttons for a game in progress are not.
        """
        self._is_analysing = is_analysing
        self.bar.setVisible(is_analysing)
        self.restyle()
        self._show_game_buttons()
        self._column.place()
        self.shared.show_view(name)
        self._show_banner()

    def _show_overlay(self) -> None:
        overlay = self.shared.overlay
        if (overlay.score, tuple(overlay.others)) != (self.bar.shown, self.bar.others):
            self.bar.show_score(overlay.score, overlay.others)
        if overlay.preview is not self._previewed and not self.board.is_editing:
            if overlay.preview is not None and self._leave_trial():
                self.trial_changed.emit(False)
            shown = overlay.preview
            self.players.set_trial(*("", None) if shown is None else (shown.text, shown.position))
            self.show_position()
        self._show_arrows()
        if overlay.play is not None or overlay.is_locked or self._is_taken:
            self._allow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the tool tip of the arrow under the mouse pointer."""
        if watched is self.board and event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            arrow = arrow_at(self.board.board_geometry(), self.board.arrows(), QPointF(event.pos()))
            if arrow is not None and arrow.tip:
                QToolTip.showText(event.globalPos(), foreign.tool_tip(arrow.tip), self.board)
            else:
                QToolTip.hideText()
            return True
        return super().eventFilter(watched, event)

    def point_at(self, reckoning: Reckoning | None) -> None:
        """Mark the cells and the target of a line of the calculator, or remove the marks if ``reckoning`` is None."""
        marks = []
        if reckoning is not None:
            look = palette.current()
            marks = [Mark(cell, look.gold) for cell in reckoning.cells]
            if reckoning.target is not None:
                marks.append(Mark(reckoning.target, look.accent))
        self.board.set_marks(marks)

    def _board_span(self) -> tuple[float, float]:
        """Return the y coordinates in px of the top and the bottom of the board's cells."""
        geometry, surface = self.board.board_geometry(), self.board.surface
        assert surface is not None
        corners = [geometry.rect(cell) for cell in (0, surface.columns * surface.rows - 1)]
        return min(rect.top() for rect in corners), max(rect.bottom() for rect in corners)

    def _show_attacks(self) -> None:
        attacks: list[MoveShape] = []
        marks: list[Mark] = []
        position, game = self.board.position, self._document.game
        if self._attacked and position is not None and position.outcome() is None:
            accent = palette.light().accent
            for group in game.groups_in_danger(position):
                marks += [Mark(cell, accent, "ring") for cell in group.cells]
                marks += [Mark(cell, accent, "dot") for cell in group.liberties]
            if not marks:
                attacks = [shape for player in Player for shape in game.attacks(position, player)]
        self.board.set_attacks(attacks)
        self.board.set_marks(marks, "danger")

    def _show_forbidden(self) -> None:
        """Mark with a cross the points that are forbidden to the side to move."""
        position = self.board.position
        cells = self._document.game.forbidden(position, position.turn) if position is not None else {}
        self.board.set_marks([Mark(cell, palette.light().accent, "cross") for cell in cells], "forbidden")

    def _show_allowed(self) -> None:
        """Mark the cells on which a piece may be placed, in games whose rules exclude most empty cells."""
        position = self.board.position
        cells = self._document.game.allowed_cells(position) if position is not None else ()
        ink = palette.light().good
        self.board.set_marks([Mark(cell, ink, "allowed") for cell in cells], "allowed")

    def _show_decisive(self) -> None:
        """If the game is over, mark the cells that decided it, such as a completed row."""
        position, last = self.board.position, self.board.last_shape
        cells = self._document.game.decisive(position, last) if position is not None and last is not None else ()
        self.board.set_marks([Mark(cell, palette.light().gold, "ring") for cell in cells], "decisive")

    def _show_arrows(self) -> None:
        shown = not self._trial and not self.counting.is_active
        overlay = self.shared.overlay
        extra = self._extra if self._previewed is None else ()
        self.board.set_arrows([*extra, *(overlay.arrows if shown else ())])
        self.board.set_marks(overlay.marks if shown else (), "view")

    # --- groups and numbers ---------------------------------------------------------------------------------------

    def set_liberties(self, shown: bool) -> None:
        """Set whether the liberties of the group under the mouse are shown."""
        self._with_liberties = shown
        self._hovered(-1)

    def set_numbers(self, most: int | None) -> None:
        """Show the numbers of the last moves on the moved pieces.

        Args:
            most: the number of moves to show, 0 for all moves, or None to hide the numbers.
        """
        self._numbered = most
        self._show_numbers()

    def _hovered(self, cell: int) -> None:
        """Show why ``cell`` is forbidden or, if liberties are switched on, mark the liberties of the group on ``cell``.

        If ``cell`` is −1, remove the marks.
        """
        marks: list[Mark] = []
        position, game = self.board.position, self._document.game
        if cell >= 0 and position is not None and not self.board.is_editing:
            fault = game.forbidden(position, position.turn).get(cell)
            if fault is not None:
                marks = [Mark(cell, palette.light().accent, "text", tr(fault))]
            elif self._with_liberties and not self.counting.is_active:
                group = game.group(position, cell)
                if group is not None:
                    look = palette.light()
                    color = look.accent if len(group.liberties) == 1 else LIBERTY
                    marks = [Mark(each, color, "dot") for each in group.liberties]
                    marks.append(Mark(cell, color, "text", str(len(group.liberties))))
        self.board.set_marks(marks, "group")

    def _show_numbers(self) -> None:
        numbers: dict[int, int] = {}
        if self._numbered is not None and self._previewed is None and not self.counting.is_active:
            tree = self._document.tree
            line: list[tuple[Position, int] | None] = []
            for node in tree.path(self._document.cursor)[1:]:
                parent, move = tree[node].parent, tree[node].move
                line.append((tree.position(parent), move) if move is not None and parent is not None else None)
            position = self._document.position
            for move in self.trial:
                line.append((position, move))
                position = position.play(move)
            first = len(line) - self._numbered if self._numbered else 0
            for number, step in enumerate(line):
                if step is None:
                    numbers.clear()
                    continue
                position, move = step
                shape = self._shapes.get((position.key, move))
                if shape is None:
                    shape = self._shapes[position.key, move] = self._document.game.shape(position, move)
                for cell in (shape.origin, *shape.captured):
                    numbers.pop(cell, None)  # type: ignore[arg-type]
                if shape.target is not None and number >= first:
                    numbers[shape.target] = number + 1
        self.board.set_numbers({cell: str(number) for cell, number in numbers.items()})

    # --- the end of a game ----------------------------------------------------------------------------------------

    def _ended(self, outcome: Outcome) -> None:
        """Store the node at which a game ended, and show the banner there."""
        self._end = self._controller.live if self._controller.can_rematch else self._document.cursor
        self._is_reviewed = False
        self._show_banner()

    def _begin_review(self) -> None:
        self._is_reviewed = True
        self._show_banner()

    def _show_banner(self) -> None:
        """Show the banner if the cursor is at the node where a game ended. Otherwise hide it.

        The banner is also hidden if the game is no longer over, during a trial, during a count, and in the Analyse
        workspace after the user requested a review.
        """
        document = self._document
        is_end = self._end == document.cursor and not document.tree.nodes[document.cursor].children
        is_left = self._is_analysing and self._is_reviewed
        if not is_end or is_left or self._is_elsewhere or self.counting.is_active or not self._is_over():
            self.banner.dismiss()
        else:
            self.banner.show_result(self.players.state.whole, has_rematch=self._controller.can_rematch)

    def _is_over(self) -> bool:
        document = self._document
        return document.record.result != "*" or document.outcome_at(document.cursor) is not None

    # --- counting -------------------------------------------------------------------------------------------------

    def begin_counting(self) -> None:
        """Start to count the score of the position at the cursor.

        The pieces initially marked as dead are those marked in the record or, if the record has no count, those
        proposed by the engine. No effect if the game has no count, or if a count is in progress.
        """
        document = self._document
        if not document.game.has_count or self.counting.is_active:
            return
        self.end_trial()
        earlier = document.count_at(document.cursor)
        self.scoring.set_sides(side_names(document.game, document.position))
        self.counting.begin(document.game, document.position, earlier.dead if earlier is not None else None)
        self.players.show_or_hide(is_hidden=True)
        self.scoring.show()
        self.show_position()
        self.counting_changed.emit(True)

    def end_counting(self) -> None:
        """Cancel the count in progress, if there is one."""
        if self._leave_counting():
            self.show_position()
            self.counting_changed.emit(False)

    def _leave_counting(self) -> bool:
        """Discard the count in progress, if any, and return whether there was one."""
        if not self.counting.is_active:
            return False
        self.counting.end()
        self.scoring.hide()
        self.players.show_or_hide()
        self.board.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def _counted(self, count: Count) -> None:
        self.end_counting()
        self._document.set_count(count)
        self._controller.settle(Outcome(count.winner, Termination.SCORE))

    def _clicked(self, cell: int) -> None:
        self.counting.toggle(cell)

    def _show_count(self) -> None:
        """Mark the owners of the points and fade the dead pieces of the count in progress.

        If no count is in progress, use the count stored in the record, if there is one.
        """
        document = self._document
        count = self.counting.count
        if count is None and not self._is_elsewhere:
            count = document.count_at(document.cursor)
        marks: list[Mark] = []
        if count is not None:
            colors = side_colors(document.game, document.position)
            pieces = document.game.surface(document.position).pieces
            marks = [
                Mark(cell, colors[owner], "area")
                for cell, owner in count.owners.items()
                if cell not in pieces or cell in count.dead
            ]
        self.board.set_marks(marks, "owners")
        self.board.set_faded(count.dead if count is not None else ())

    def retranslate(self) -> None:
        if self._trial:
            self._show_trial()
        if self.banner.text:
            # Qt informs the players, whose state is the sentence of the banner, only after this page.
            self.players.refresh()
            self._show_banner()

    def restyle(self) -> None:
        """Set the colours of the evaluation bar for the theme in use."""
        self.bar.set_colors(*seen_colors(self._document.game, self._document.position))


def _button(action: QAction) -> QToolButton:
    button = QToolButton()
    button.setDefaultAction(action)
    button.setIconSize(QSize(style.ICON, style.ICON))
    button.setFixedSize(BUTTON)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
