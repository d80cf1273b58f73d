"""The column with the board of the Review workspace."""

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from engine.analysis.insertion import parsed_line
from engine.analysis.verdict import Verdict
from engine.core.language import tr
from engine.core.outcome import Player
from engine.records.tree import ROOT, GameTree
from studio.board.arrows import Arrow
from studio.board.geometry import largest_side
from studio.board.picture import Mark
from studio.board.view import BoardView
from studio.look import icons, notation, palette, style
from studio.review import words
from studio.review.retry import Retry
from studio.review.review import GameReview
from studio.widgets.elided import ElidedLabel
from studio.widgets.fitted import Fitted
from studio.widgets.retranslated import Retranslated

if TYPE_CHECKING:
    from engine.core.position import Position

BUTTONS = (("first", "to_start"), ("previous", "back"), ("next", "forward"), ("last", "to_end"))
"""Icons and commands of the buttons below the board."""


class _Place(Fitted, QWidget):
    """Area that gives a board the largest cells of whole pixels, and centres it horizontally."""

    def __init__(self, board: BoardView) -> None:
        super().__init__()
        self._board = board
        board.setParent(self)
        board.setMinimumSize(1, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        """Return the size of a board with cells of 36 px."""
        return QSize(360, 420)

    def _fit(self) -> None:
        surface = self._board.surface
        if surface is None or self.width() < 2 or self.height() < 2:
            return
        side, around = largest_side(
            surface, self.width(), self.height(), self.devicePixelRatioF(), named=self._board.has_coordinates
        )
        width = math.ceil(side * surface.columns + around[0] + around[2])
        height = math.ceil(side * surface.rows + around[1] + around[3])
        self._board.setGeometry(max(0, (self.width() - width) // 2), 0, width, height)

    def place(self) -> None:
        """Place the board again, for example for another game."""
        self._fit()


class ReviewBoard(Retranslated, QWidget):
    """Column with a caption, the board and buttons.

    Attributes:
        board: the board.
        eye_button: the button that hides the evaluations until the user guesses a move.
    """

    asked = Signal(str)
    """Emitted with ``to_start``, ``back``, ``forward`` or ``to_end``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.board = BoardView()
        self.caption = ElidedLabel()
        style.set_look(self.caption, role="caption")
        self._place = _Place(self.board)
        self.buttons = {command: self._button(icon) for icon, command in BUTTONS}
        for command, button in self.buttons.items():
            button.clicked.connect(lambda _=False, command=command: self.asked.emit(command))
        self.flip_button, self.eye_button = self._button("flip"), self._button("eye-off")
        self.eye_button.setCheckable(True)
        self.flip_button.clicked.connect(lambda: self.board.set_flipped(not self.board.flipped))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        for button in self.buttons.values():
            row.addWidget(button)
        row.addSpacing(24)
        row.addWidget(self.flip_button)
        row.addWidget(self.eye_button)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(style.PADDING, 6, style.PADDING, 6)
        layout.setSpacing(4)
        layout.addWidget(self.caption)
        layout.addWidget(self._place, 1)
        layout.addLayout(row)
        self.follow_changes()

    @staticmethod
    def _button(icon: str) -> QToolButton:
        button = QToolButton()
        button.setIcon(icons.icon(icon))
        button.setIconSize(QSize(16, 16))
        return button

    def show_node(self, tree: GameTree, cursor: int, review: GameReview, retry: Retry, *, is_hidden: bool) -> None:
        """Show the position at a node with the arrow of the best move, or the state of a retry.

        Args:
            tree: the tree of the record.
            cursor: the node.
            review: the judged moves.
            retry: the search for a better move by the user.
            is_hidden: whether evaluations are hidden until the user guesses a move.
        """
        position, node = tree.position(cursor), tree[cursor]
        before = None if node.parent is None or node.move is None else tree.position(node.parent)
        self.board.set_interactive(retry.is_active and not retry.is_over and not retry.is_judging)
        self.board.show_position(tree.game, position, node.move, before)
        arrows: list[Arrow] = []
        marks: list[Mark] = []
        verdict = review.verdict_at(cursor)
        if retry.is_active:
            arrows = _arrows_of_tries(tree, retry)
        elif verdict is not None and not is_hidden and before is not None and node.move is not None:
            arrows = _best_arrow(tree, verdict, review)
            shape = tree.game.shape(before, node.move)
            if shape.target is not None and verdict.kind.is_error:
                # Boards are light in both themes.
                color = words.kind_color(verdict.kind.name, palette.light())
                marks.append(Mark(shape.target, color, "glyph", words.glyph_text(verdict)))
        self.board.set_arrows(arrows)
        self.board.set_marks(marks, "review")
        side = words.side_of(tree, position.turn, cursor)
        caption = tr("{side} to move", side=side)
        if node.move is not None and node.parent is not None and before is not None:
            number = f"{tree.move_number(cursor)}{'…' if before.turn is Player.SECOND else '.'}"
            text = notation.node_text(tree, cursor, short=True)
            caption = tr("After {number} {move} · {side} to move", number=number, move=text, side=side)
            if arrows and not retry.is_active:
                caption += f" · {tr('arrow: the best move')}"
        self.caption.set_whole(caption)
        for command, button in self.buttons.items():
            ahead = command in ("forward", "to_end")
            button.setEnabled(bool(node.children) if ahead else cursor != ROOT)
        self._place.place()

    def retranslate(self) -> None:
        texts = {
            "to_start": tr("To the start"), "back": tr("One ply back"), "forward": tr("One ply forward"),
            "to_end": tr("To the end"),
        }  # fmt: skip
        for command, button in self.buttons.items():
            button.setToolTip(texts[command])
            button.setAccessibleName(texts[command])
        for button, text in (
            (self.flip_button, tr("Turn the board")),
            (self.eye_button, tr("Guess first, hide the evaluations")),
        ):
            button.setToolTip(text)
            button.setAccessibleName(text)


def _best_arrow(tree: GameTree, verdict: Verdict, review: GameReview) -> list[Arrow]:
    """Return the arrow of the best move in place of a judged move, in the colour of the reviewer."""
    parent, source = tree[verdict.node].parent, review.source
    if parent is None or source is None or verdict.best == verdict.move:
        return []
    moves = parsed_line(tree, parent, verdict.line[:1])
    color = palette.algorithm_color(source[0].partition(":")[0])
    arrows = [_arrow(tree.position(parent), move, color, 0.8, tr("The best move")) for move in moves]
    return [arrow for arrow in arrows if arrow.target >= 0]


def _arrows_of_tries(tree: GameTree, retry: Retry) -> list[Arrow]:
    """Return the arrow of the best move if it may be shown, or those of the last reply and of the first hint."""
    look, arrows = palette.current(), []
    if retry.is_over:
        arrows = [_arrow(retry.position, move, look.good, 0.8, tr("The best move")) for move in retry.line[:1]]
        return [arrow for arrow in arrows if arrow.target >= 0]
    last = retry.attempts[-1].found if retry.attempts else None
    if last is not None and last.reply is not None:
        after = retry.position.play(last.move)
        arrows.append(_arrow(after, last.reply, look.secondary, 0.5, tr("The reply to your try")))
    if retry.hints and retry.line:
        cell = tree.game.shape(retry.position, retry.line[0]).origin
        if cell is not None:
            arrows.append(Arrow(-1, cell, look.gold, 0.5, tip=tr("The piece of the best move")))
    return [arrow for arrow in arrows if arrow.target >= 0]


def _arrow(position: "Position", move: int, color: QColor, weight: float, tip: str) -> Arrow:
    """Return the arrow of a move. Its target is −1 if the move has no cell, as for a pass."""
    shape = position.game.shape(position, move)
    origin = -1 if shape.origin is None else shape.origin
    return Arrow(origin, -1 if shape.target is None else shape.target, color, weight, tip=tip)
