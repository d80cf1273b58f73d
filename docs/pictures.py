"""Pictures of the documentation as SVG files: diagrams of the rules, and trees of the lessons."""

from dataclasses import replace

from engine.guide.diagram import Diagram, Kind
from engine.picture.board import Arrow, Mark, board_svg
from engine.picture.colors import theme_named
from engine.teach import drawing
from engine.teach.lessons import Sample
from engine.teach.picture import tree_picture
from engine.teach.walk import walk_of
from engine.teach.whole import Solver

SIZE = 360
"""Maximum edge of a board in px."""
_LEGAL: tuple[Kind, ...] = ("allowed", "wins", "draws", "loses", "continues", "missed")


def diagram_svg(diagram: Diagram) -> str:
    """Return the board of a diagram.

    Legal moves are dots and arrows, or rings on pieces; refused moves are crosses, or rings on pieces.
    """
    game, position, look = diagram.game, diagram.position, theme_named("light")
    surface = game.surface(position)
    if any(each.cell is not None for each in diagram.statements):
        # The texts of refused moves contain names of cells, not the column names of a notation.
        surface = replace(surface, file_names=None)
    shapes = [shape for shape in diagram.shapes(*_LEGAL) if shape.target is not None]
    is_one_piece = len({shape.origin for shape in shapes}) == 1
    arrows = [
        Arrow(shape.origin, shape.target, look.good, 0.4)
        for shape in shapes
        if shape.origin is not None and shape.target is not None and not is_one_piece
    ]
    marks = [
        Mark(shape.target, look.good, "ring" if shape.target in surface.pieces else "dot")
        for shape in shapes
        if shape.target is not None and (shape.origin is None or is_one_piece)
    ]
    reached = dict.fromkeys(cell for cells in diagram.reach.values() for cell in cells)
    marks += [Mark(cell, look.good, "dot") for cell in reached if cell not in surface.pieces]
    targets = {shape.target for shape in shapes}
    refused = dict.fromkeys(each.cell for each in diagram.statements if each.cell is not None)
    marks += [
        Mark(cell, look.accent, "ring" if cell in surface.pieces else "cross")
        for cell in refused
        if cell not in targets
    ]
    last: tuple[int, ...] = ()
    if diagram.moves:
        before = game.shape(diagram.positions[-2], diagram.moves[-1])
        last = tuple(cell for cell in (before.origin, before.target) if cell is not None)
    return board_svg(
        surface, last=last, checked=game.checked(position), arrows=arrows, marks=marks, faded=frozenset(diagram.dead),
        size=SIZE, inline=False,
    )  # fmt: skip


def sample_svg(sample: Sample, title: str) -> str:
    """Return the tree of a lesson with the whole search, or with the proof of the value of a game.

    Args:
        sample: the tree.
        title: what the picture shows, in words.
    """
    position = sample.start()
    if sample.game:
        made = drawing.whole(Solver().tree(position))
    else:
        made = drawing.walked(walk_of(sample.parsed, sample.algorithm))
    return tree_picture(made, title=title, inline=False)
