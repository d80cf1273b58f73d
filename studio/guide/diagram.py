"""The widget of a diagram on a page of the guide."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from engine.core.language import tr
from engine.core.position import Position
from engine.guide.diagram import Diagram, Kind
from engine.guide.sentences import Sign, fact_sentences, statement_sentences, with_coordinates
from studio.board.arrows import Arrow
from studio.board.geometry import GUTTER
from studio.board.mini import MiniBoard
from studio.board.picture import BoardPicture, Mark
from studio.guide.text import plain_label, rich_label
from studio.look import notation, palette, style

_LEGAL: tuple[Kind, ...] = ("allowed", "wins", "draws", "loses", "continues", "missed")
_ROLES: dict[Sign, str] = {"✓": "good", "✗": "error", "•": "secondary"}


def diagram_picture(diagram: Diagram) -> BoardPicture:
    """Return the picture of a diagram.

    Legal moves are drawn as dots, arrows or faint stones, and illegal moves as crosses. On a cell with a piece, a ring
    replaces the dot or the cross.
    """
    game, position = diagram.game, diagram.position
    surface = notation.surface(game, position)
    if any(each.cell is not None for each in diagram.statements):
        # The texts of refused moves contain names of cells, not the column names of a notation.
        surface = replace(surface, file_names=None)
    # Boards are light in both themes.
    good, bad = palette.light().good, palette.light().accent
    shapes = diagram.shapes(*_LEGAL)
    # If a legal move has a piece as its target without capturing it, the piece is a node of a drawn tree.
    met = [shape.target for shape in shapes if shape.target in surface.pieces and not shape.captured]
    shapes = [shape for shape in shapes if shape.target not in met]
    origins = {shape.origin for shape in shapes}
    moved = len(origins) == 1 and None not in origins
    arrows: list[Arrow] = []
    faint: dict[int, str] = {}
    for shape in shapes:
        # A hint next to the target is enough; arrows would hide the pieces in between.
        if shape.target is None or moved or (shape.hint and shape.origin is not None):
            continue
        if shape.origin is not None:
            arrows.append(Arrow(shape.origin, shape.target, good, 0.4))
        elif shape.target not in surface.pieces:
            faint[shape.target] = surface.stone(game.stone_colour(position))
    targets = {shape.target for shape in shapes}
    refused = dict.fromkeys(each.cell for each in diagram.statements if each.cell is not None)
    crossed = [cell for cell in refused if cell not in targets]
    reached = dict.fromkeys(cell for cells in diagram.reach.values() for cell in cells)
    # A cross would hide the number or the picture of a piece.
    marks = [Mark(cell, bad, "ring" if cell in surface.pieces else "cross") for cell in crossed]
    marks += [Mark(cell, good, "dot") for cell in reached if cell not in surface.pieces]
    marks += [Mark(cell, good, "ring") for cell in met if cell is not None]
    last: tuple[int, ...] = ()
    if diagram.moves:
        before = game.shape(diagram.positions[-2], diagram.moves[-1])
        last = tuple(cell for cell in (before.origin, before.target) if cell is not None)
    return BoardPicture(
        surface,
        last=last,
        checked=game.checked(position),
        chosen=next(iter(origins)) if moved else None,
        targets=tuple(shape for shape in shapes if moved or (shape.hint and shape.origin is not None)),
        arrows=tuple(arrows),
        marks=tuple(marks),
        faint=faint,
        faded=frozenset(diagram.dead),
    )


class DiagramView(QWidget):
    """Widget with the board of a diagram, its caption, sentences about its moves, and a button to open what it shows.

    Args:
        diagram: the diagram to show.
        caption: the caption of the diagram, in the markup of guide pages.
        most: maximum width of the board in px, below which the texts are placed, or 0 for texts to the right of it.
        parent: parent widget.
    """

    opened = Signal(object)
    """Emitted with the ``Diagram`` when the user clicks the button to open its position or its search."""

    def __init__(self, diagram: Diagram, caption: str, most: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.diagram = diagram
        self.board = MiniBoard(named=True)
        self.board.show_picture(diagram_picture(diagram))
        size = self.board.sizeHint()
        if most and size.width() > most:
            size = size.scaled(most, size.height(), Qt.AspectRatioMode.KeepAspectRatio)
        self.board.setFixedSize(size)
        column = QVBoxLayout()
        column.setSpacing(6)
        # The text begins at the upper edge of the board, below the margin for its coordinates.
        column.setContentsMargins(0, 0 if most else GUTTER - 4, 0, 0)
        text = rich_label(caption)
        column.addWidget(text)
        for sentence in fact_sentences(diagram, _move_text):
            column.addWidget(plain_label(sentence, "secondary"))
        for mark, sentence in statement_sentences(diagram, _move_text):
            sign = QLabel(mark)
            style.set_look(sign, role=_ROLES[mark])
            line = QHBoxLayout()
            line.setSpacing(6)
            line.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
            line.addWidget(plain_label(sentence), 1)
            column.addLayout(line)
        self.button = QPushButton(tr("Open in Tree") if diagram.search else tr("Open this position"))
        self.button.setAccessibleDescription(text.text())
        self.button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.button.setAutoDefault(False)
        self.button.clicked.connect(lambda: self.opened.emit(self.diagram))
        column.addSpacing(2)
        # Without an alignment the column would be as narrow as the button.
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        direction = QBoxLayout.Direction.TopToBottom if most else QBoxLayout.Direction.LeftToRight
        row = QBoxLayout(direction, self)
        row.setContentsMargins(0, 0, 0, 8)
        row.setSpacing(4 if most else 20)
        row.addWidget(self.board, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(column, 1)


def _move_text(position: Position, move: int) -> str:
    return with_coordinates(position, move, notation.move_text(position, move))
