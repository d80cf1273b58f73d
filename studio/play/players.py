"""The lines of both players, and the panel below the board with the moves without a cell and the score of a match."""

from collections import Counter

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.core.game import Game
from engine.core.language import ngettext, tr
from engine.core.outcome import Player, Termination
from engine.core.position import Position
from engine.core.surface import Tally
from engine.records.tree import ROOT
from studio.analysis import figures
from studio.board.sides import side_colors, side_names
from studio.document.change import Change
from studio.document.document import Document
from studio.look import foreign, notation, style
from studio.play.clock import format_seconds
from studio.play.controller import PlayController
from studio.play.player_line import PlayerLine
from studio.play.results import outcome_text, record_result
from studio.play.seat import limit_text
from studio.play.series import format_points
from studio.widgets.elided import ElidedLabel
from studio.widgets.retranslated import Retranslated

ELO = ("WhiteElo", "BlackElo")
"""Names of the headers with the Elo ratings of FIRST and SECOND."""
LOW_SECONDS = 10


_PLAYERS = tuple(Player)


class PlacelessMoves(QWidget):
    """Row of buttons for the moves without a cell on the board, such as passing. It is hidden if it has no buttons."""

    chosen = Signal(int)
    """Emitted with the move of a button when the button is pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: list[QPushButton] = []
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)
        self.hide()

    def show_moves(self, game: Game, position: Position, *, may_move: bool) -> None:
        """Show a button for each legal move of ``position`` without a cell. The buttons are enabled if ``may_move``."""
        for button in self.buttons:
            self._layout.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = []
        for shape in (game.shape(position, move) for move in game.placeless_moves(position)):
            text = tr(shape.hint) if shape.hint else notation.move_text(position, shape.move)
            button = QPushButton(text[:1].upper() + text[1:])
            button.setEnabled(may_move)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, move=shape.move: self.chosen.emit(move))
            self._layout.addWidget(button)
            self.buttons.append(button)
        self.setVisible(bool(self.buttons))


class PlayersPanel(Retranslated, QWidget):
    """Panel below the board with the prompt of an opening rule, the moves without a cell, and the score of a match.

    The panel is hidden if it is empty. It also updates ``lines`` and ``state``, which are placed outside the panel.

    Attributes:
        lines: the lines of FIRST and SECOND.
        state: the label with a sentence on the state of the game.
        placeless: the buttons for the moves without a cell.
        series: the label with the score of the match.
    """

    move_chosen = Signal(int)
    """Emitted with a move without a cell when the user chooses one."""

    def __init__(self, document: Document, controller: PlayController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._controller = controller
        self._details = ["", ""]
        self._trial = ""
        self._previewed: Position | None = None
        self.lines = (PlayerLine(), PlayerLine())
        self.state, self.prompt, self.series = ElidedLabel(), ElidedLabel(), ElidedLabel()
        for label in (self.prompt, self.series):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        style.set_look(self.series, role="secondary")
        self.placeless = PlacelessMoves()
        self.placeless.chosen.connect(self.move_chosen)
        # The prompt of swap2 needs the width of the board at 1280×800.
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.prompt)
        row = QHBoxLayout()
        row.setSpacing(style.PADDING)
        row.addWidget(self.series, 1)
        row.addWidget(self.placeless, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addLayout(row)
        document.changed.connect(self._changed)
        controller.changed.connect(self.refresh)
        controller.ticked.connect(self._tick)
        self.follow_changes()

    def _changed(self, change: Change) -> None:
        if change.moves or change.marks or change.headers or change.cursor:
            self.refresh()

    @property
    def shows_result(self) -> bool:
        """Whether the record has a result, and the cursor is at the end of the main line, to which the result belongs.

        This is false during a game, and at a node that sets up a position after the start.
        """
        document = self._document
        node = document.tree.nodes[document.cursor]
        if self._controller.is_playing or document.record.result == "*" or node.children:
            return False
        if node.move is None and document.cursor != ROOT:
            return False
        return document.tree.is_on_main_line(document.cursor)

    def refresh(self) -> None:
        """Update the lines of the players, the buttons for moves, the score of the match and the state of the game."""
        document, controller = self._document, self._controller
        game, position = document.game, self._previewed or document.position
        surface = notation.surface(game, position)
        colors, sides = side_colors(game, position), side_names(game, position)
        tallies = game.tallies(position)
        tally = self._since_set_up(tallies[0]) if tallies else None
        over = document.outcome_at(document.cursor) is not None or self.shows_result
        for player, line in zip(_PLAYERS, self.lines, strict=True):
            seat = controller.seats[player]
            detail = limit_text(seat.limit) if seat.is_engine else foreign.name(self._rating(player))
            name, side = controller.title(player), tr(sides[player])
            if name != side:
                detail = ", ".join(part for part in (side, detail) if part)
            self._details[player] = detail
            line.show_name(name, detail, colors[player], not over and position.hand is player)
            line.show_tally(tally, player, surface)
        self.placeless.show_moves(game, position, may_move=controller.may_move())
        self._show_state()
        self._show_series(sides)
        prompt = game.prompt(position)
        self.prompt.set_whole(tr(prompt) if prompt and not over else "")
        self.prompt.setVisible(bool(self.prompt.whole))
        self._tick()
        self.show_or_hide()

    def _since_set_up(self, tally: Tally) -> Tally:
        """Return a tally without the pieces that were missing when the position was set up, which were not captured."""
        tree = self._document.tree
        start = tree.since_setup(self._document.cursor)[0]
        if tree.nodes[start].setup is None:
            return tally
        missing = tree.game.tallies(tree.position(start))[0].pieces
        captured = [Counter(now) - Counter(before) for now, before in zip(tally.pieces, missing, strict=True)]
        pieces = [
            tuple(piece for piece in dict.fromkeys(now) for _ in range(count[piece]))
            for now, count in zip(tally.pieces, captured, strict=True)
        ]
        return Tally(tally.label, tally.values, tally.target, (pieces[0], pieces[1]), tally.is_lead)

    def show_or_hide(self, *, is_hidden: bool = False) -> None:
        """Show the panel if it is not empty and ``is_hidden`` is false. Otherwise hide it."""
        parts = (self.placeless.buttons, self.prompt.whole, self.series.whole)
        self.setVisible(not is_hidden and any(parts))

    def _rating(self, player: Player) -> str:
        if self._controller.is_playing:
            return ""
        return self._document.record.headers.get(ELO[player], "").strip("?- ")

    def set_trial(self, text: str, previewed: Position | None = None) -> None:
        """Show ``text``, about another position, in place of the state of the game. An empty text shows the state.

        The lines of the players are then those of a previewed position, if there is one.
        """
        self._trial, was = text, self._previewed
        self._previewed = previewed
        if previewed is not was:
            self.refresh()
        else:
            self._show_state()

    def _show_state(self) -> None:
        self.state.set_whole(self._trial or self._state_text())

    def _state_text(self) -> str:
        document, controller = self._document, self._controller
        game, position, cursor = document.game, document.position, document.cursor
        outcome = document.outcome_at(cursor)
        count = document.count_at(cursor)
        sides = side_names(game, position)
        result = record_result(document.record, sides) if self.shows_result else ""
        waits = False
        if outcome is not None:
            # The outcome by the rules counts all stones as living, but the players decide which ones are dead.
            waits = game.has_count and outcome.termination is Termination.SCORE and count is None
            outcome, result = (None, result) if waits else (outcome, "")
        if outcome is not None:
            text = outcome_text(sides, outcome)
            return text if count is None else f"{text.removesuffix('.')} ({count.result})."
        if result:
            return result
        if waits:
            return tr("Both have passed: count the score.")
        if controller.is_playing and controller.is_paused:
            return tr("The game is paused.")
        if controller.is_playing and cursor != controller.live:
            return tr("The game continues at another position: press {key}.", key="End")
        prompt = game.prompt(position)
        return tr(prompt) if prompt else tr("{side} to move", side=tr(sides[position.turn]))

    def _show_series(self, sides: tuple[str, str]) -> None:
        """Show the score of the match, and its winner if the match is over."""
        controller, series = self._controller, self._controller.series
        text = ""
        if series.games > 1 and (controller.is_playing or series.outcomes):
            game = type(self._document.game)
            names = [seat.title(tr(side), game) for seat, side in zip(controller.contestants, sides, strict=True)]
            first, second = (format_points(points) for points in series.score)
            text = f"{names[0]}  {first} – {second}  {names[1]}"
            if series.is_over:
                winner = series.winner
                text += "  ·  " + (
                    tr("{name} won the match.", name=names[winner]) if winner is not None else tr("The match is drawn.")
                )
            else:
                text = f"{ngettext('Match over {count} game', 'Match over {count} games', series.games)}:  {text}"
        self.series.set_whole(text)
        self.series.setVisible(bool(text))

    def _tick(self) -> None:
        controller = self._controller
        clock, position = controller.clock, self._document.position
        # Outside a game with a clock, the clocks stored in the record are shown.
        noted = (None, None) if clock is not None else self._document.tree.clocks(self._document.cursor)
        thinking = self._thinking()
        for player, line in zip(_PLAYERS, self.lines, strict=True):
            left = clock.left(player) if clock is not None else noted[player]
            text = "" if left is None else format_seconds(left)
            is_low = clock is not None and left is not None and left < LOW_SECONDS
            line.show_clock(text, is_running=clock is not None, is_low=is_low)
            line.show_detail(thinking if thinking and position.hand is player else self._details[player])

    def _thinking(self) -> str:
        """Return a text with the depth, or the chance, of the engine's search for a move.

        The text is empty if there is no search.
        """
        report = self._controller.thinking_report
        if not self._controller.is_thinking:
            return ""
        if report is not None and report.note:
            return tr(report.note)
        if report is not None and report.chance is not None:
            return tr("Thinking… chance {percent}", percent=figures.percent(report.chance))
        if report is None or report.depth == 0:
            return tr("Thinking…")
        return tr("Thinking… depth {depth}", depth=report.depth)

    def retranslate(self) -> None:
        self.refresh()

    def restyle(self) -> None:
        """Update the colours of the lines for the theme in use."""
        self.refresh()
