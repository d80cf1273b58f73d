"""The board page, with the board, the evaluation bar, both players and buttons. It also shows lines on trial."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from engine.core.language import tr
from engine.core.outcome import Outcome, Player, Termination
from engine.core.position import Position
from engine.core.surface import Count, MoveShape, Reckoning
from engine.records.formats import signs_of
from engine.records.tree import ROOT
from studio.board.geometry import GUTTER
from studio.board.sides import seen_colors, side_colors, side_names
from studio.board.view import Arrow, BoardView, Mark
from studio.document.document import Change, Document
from studio.look import notation, palette, style
from studio.play.controller import PlayController
from studio.play.counting import Counting
from studio.play.players import PlayersPanel
from studio.play.scoring import ScoringPanel
from studio.widgets.evaluation_bar import EvaluationBar
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

LIBERTY = QColor("#0072B2")
"""Colour of the liberties of a group that is not in danger; readable on every board."""


class BoardPage(Retranslated, QWidget):
    """Page that shows the document's position, or temporarily a line on trial, which is not in the record.

    Args:
        document: the open record.
        controller: receives the user's moves.
        parent: parent widget.
    """

    trial_changed = Signal(bool)
    """Emitted with True when a line is put on trial, and with False when the trial ends."""
    counting_changed = Signal(bool)
    """Emitted with True when a count of the score starts, and with False when it ends."""

    def __init__(self, document: Document, controller: PlayController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._controller = controller
        self._trial: list[int] = []
        self._shown = 0
        self._attacked = False
        self._arrows: list[Arrow] = []
        self._extra: list[Arrow] = []
        self._with_arrows = False
        self._with_liberties = True
        self._numbered: int | None = None
        self._shapes: dict[tuple[int, int], MoveShape] = {}
        self.counting = Counting(self)
        self.board = BoardView()
        self.bar = EvaluationBar()
        self.bar.hide()
        self.bar.set_span(self._board_span)
        self.players = PlayersPanel(document, controller)
        self.scoring = ScoringPanel(self.counting)
        self.scoring.hide()
        self.caption = PlainLabel()
        style.set_look(self.caption, role="secondary")
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(2)
        foot = QHBoxLayout()
        foot.setContentsMargins(0, 0, 0, 0)
        foot.addStretch(1)
        foot.addLayout(self._buttons)
        foot.addStretch(1)
        self._column = QWidget()
        column = QVBoxLayout(self._column)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        picture = QHBoxLayout()
        picture.setSpacing(8)
        picture.addWidget(self.bar)
        picture.addWidget(self.board, 1)
        column.addLayout(picture, 1)
        column.addWidget(self.caption, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addLayout(foot)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(style.PADDING, style.PADDING, style.PADDING, 8)
        layout.setSpacing(style.PADDING)
        layout.addStretch(1)
        layout.addWidget(self._column, 1000)
        layout.addWidget(self.players)
        layout.addWidget(self.scoring)
        layout.addStretch(1)
        self.caption.hide()
        self.board.move_played.connect(self._played)
        self.players.move_chosen.connect(self._played)
        self.board.cell_hovered.connect(self._hovered)
        self.board.cell_clicked.connect(self._clicked)
        self.counting.changed.connect(self._show_count)
        self.scoring.done.connect(self._counted)
        self.scoring.left.connect(self.end_counting)
        self.board.wheel_turned.connect(self._wheel)
        document.changed.connect(self._changed)
        controller.changed.connect(self._allow)
        self.follow_changes()
        self.show_position()

    def set_actions(self, actions: Sequence[QAction]) -> None:
        """Add a button below the board for each action, and a space for each separator."""
        for action in actions:
            if action.isSeparator():
                self._buttons.addSpacing(12)
                continue
            button = QToolButton()
            button.setDefaultAction(action)
            button.setIconSize(QSize(style.ICON, style.ICON))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self._buttons.addWidget(button)

    # --- the position ---------------------------------------------------------------------------------------------

    def show_position(self, *_: object) -> None:
        """Show the position at the cursor, or that of the line on trial if there is one."""
        document = self._document
        tree, cursor = document.tree, document.cursor
        position, move, before = document.position, tree.nodes[cursor].move, None
        parent = tree.nodes[cursor].parent
        if cursor != ROOT and parent is not None and move is not None:
            before = tree.position(parent)
        for each in self._trial[: self._shown]:
            before, move = position, each
            position = position.play(each)
        self.board.show_position(document.game, position, move if before is not None else None, before)
        self._allow()
        self._show_attacks()
        self._show_forbidden()
        # The marks in the record belong to its nodes, not to a line on trial.
        self.board.set_signs([] if self._trial else signs_of(document.game, tree.nodes[cursor]))
        self._show_numbers()
        self._show_count()
        self._show_arrows()
        self._hovered(-1)
        self.bar.set_colors(*seen_colors(document.game, position))

    @property
    def trial(self) -> list[int]:
        """The moves of the line on trial up to the position shown, or an empty list if there is none."""
        return self._trial[: self._shown]

    def try_line(self, moves: Sequence[int]) -> None:
        """Put a line on trial, showing the position after ``moves`` from the cursor without changing the record.

        The mouse wheel then steps through the line. No effect if ``moves`` is empty.
        """
        if not moves:
            return
        self._trial, self._shown = list(moves), len(moves)
        self._show_trial()
        self.show_position()
        self.trial_changed.emit(True)

    def end_trial(self) -> None:
        """End the trial of a line, if there is one, and show the position at the cursor."""
        if self._leave_trial():
            self.show_position()
            self.trial_changed.emit(False)

    def _leave_trial(self) -> bool:
        """Discard the line on trial, and return whether there was one."""
        if not self._trial:
            return False
        self._trial, self._shown = [], 0
        self.caption.hide()
        return True

    def _show_trial(self) -> None:
        position, words = self._document.position, []
        for each in self._trial[: self._shown]:
            words.append(notation.move_text(position, each))
            position = position.play(each)
        self.caption.setText(
            tr("On trial: {line} (Esc: back; a move of yours keeps it)", line=" ".join(words[-6:])) if words else ""
        )
        self.caption.setVisible(bool(words))

    def _changed(self, change: Change) -> None:
        was_counting, was_on_trial = False, False
        if change.record:
            self._shapes.clear()
        if change.position:
            was_counting, was_on_trial = self._leave_counting(), self._leave_trial()
            self._extra = []
        if change.position or change.cursor or change.marks:
            self.show_position()
        elif change.moves:
            # The node of the game's present position may have changed.
            self._allow()
        if was_counting:
            self.counting_changed.emit(False)
        if was_on_trial:
            self.trial_changed.emit(False)

    def _played(self, move: int) -> None:
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
        may_move = bool(self._trial) or self._controller.may_move()
        self.board.set_interactive(may_move and not self.counting.is_active)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Limit the width of the board to what its height allows, so that the bar and the players remain next to it."""
        surface = self.board.surface
        if surface is not None:
            margins, below = 20, self._column.height() - self.board.height()
            height = max(100, self.height() - margins - (below if 0 < below < 120 else 44))
            cell = (height - 2 * GUTTER) / surface.rows
            self._column.setMaximumWidth(
                round(cell * surface.columns + 2 * GUTTER) + 8 + (20 if self.bar.isVisible() else 0)
            )
        super().resizeEvent(event)

    # --- drawing --------------------------------------------------------------------------------------------------

    def set_flipped(self, flipped: bool) -> None:
        """Set whether the board, the bar and the players are turned, so that FIRST is at the top."""
        self.board.set_flipped(flipped)
        self.bar.set_flipped(flipped)
        self.players.set_flipped(flipped)

    def set_attacked(self, shown: bool) -> None:
        """Set whether groups in danger are marked with their liberties or, if there are none, attacks by both sides."""
        self._attacked = shown
        self._show_attacks()

    def set_arrows(self, arrows: Sequence[Arrow]) -> None:
        """Set the arrows of the algorithms' best moves."""
        self._arrows = list(arrows)
        self._show_arrows()

    def set_extra_arrows(self, arrows: Sequence[Arrow]) -> None:
        """Set additional arrows, such as the threat, which are shown until the position changes."""
        self._extra = list(arrows)
        self._show_arrows()

    def set_analysing(self, shown: bool) -> None:
        """Set whether the evaluation bar and the arrows of the analysis are shown."""
        self._with_arrows = shown
        self.bar.setVisible(shown)
        self._show_arrows()

    def point_at(self, reckoning: Reckoning | None) -> None:
        """Mark the cells and the target of a line of the calculator, or clear the marks if ``reckoning`` is None."""
        marks = []
        if reckoning is not None:
            look = palette.current()
            marks = [Mark(cell, look.gold) for cell in reckoning.cells]
            if reckoning.target is not None:
                marks.append(Mark(reckoning.target, look.accent))
        self.board.set_marks(marks)

    def _board_span(self) -> tuple[float, float]:
        """Return the top and bottom of the board's cells in px."""
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

    def _show_arrows(self) -> None:
        shown = self._with_arrows and not self._trial and not self.counting.is_active
        self.board.set_arrows([*self._extra, *(self._arrows if shown else [])])

    # --- groups and numbers ---------------------------------------------------------------------------------------

    def set_liberties(self, shown: bool) -> None:
        """Set whether the liberties of the group under the mouse are shown."""
        self._with_liberties = shown
        self._hovered(-1)

    def set_numbers(self, most: int | None) -> None:
        """Show the numbers of the last moves on their pieces.

        Args:
            most: the number of moves, 0 for all, or None to hide the numbers.
        """
        self._numbered = most
        self._show_numbers()

    def _hovered(self, cell: int) -> None:
        """Show why ``cell`` is forbidden. Otherwise, if liberties are switched on, mark those of the group on it.

        With ``cell`` -1, remove the marks.
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
        if self._numbered is not None and not self.counting.is_active:
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

    # --- counting -------------------------------------------------------------------------------------------------

    def begin_counting(self) -> None:
        """Start to count the score of the position at the cursor.

        No effect if the game has no count, or if a count is in progress. The pieces initially marked as dead are those
        in the record, or else those that the engine proposes.
        """
        document = self._document
        if not document.game.has_count or self.counting.is_active:
            return
        self.end_trial()
        told = document.count_at(document.cursor)
        self.scoring.set_sides(side_names(document.game, document.position))
        self.counting.begin(document.game, document.position, told.dead if told is not None else None)
        self.players.hide()
        self.scoring.show()
        self.show_position()
        self.counting_changed.emit(True)

    def end_counting(self) -> None:
        """End the count in progress, if there is one, without a result."""
        if self._leave_counting():
            self.show_position()
            self.counting_changed.emit(False)

    def _leave_counting(self) -> bool:
        """Discard the count in progress, and return whether there was one."""
        if not self.counting.is_active:
            return False
        self.counting.end()
        self.scoring.hide()
        self.players.show()
        self.board.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def _counted(self, count: Count) -> None:
        self.end_counting()
        self._document.set_count(count)
        self._controller.settle(Outcome(count.winner, Termination.SCORE))

    def _clicked(self, cell: int) -> None:
        self.counting.toggle(cell)

    def _show_count(self) -> None:
        """Mark the owners of points and fade dead pieces, as in the count in progress or else in the record."""
        document = self._document
        count = self.counting.count
        if count is None and not self._trial:
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
        """Set all texts in the language in use."""
        if self._trial:
            self._show_trial()

    def restyle(self) -> None:
        """Set the colours of the evaluation bar for the theme in use."""
        self.bar.set_colors(*seen_colors(self._document.game, self._document.position))
