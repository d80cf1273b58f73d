"""The replay of a search of a hand-made tree as a film strip for print: a page with a small picture for each step."""

from collections.abc import Sequence

from engine.core.language import tr
from engine.picture.colors import theme_named
from engine.picture.scene import Scene
from engine.picture.svg import scene_svg
from engine.picture.tree import lay_out, tree_items
from engine.search.search import find_algorithm
from engine.search.spec import Spec
from engine.searchtree.export.film import check_steps, film_figure, film_html
from engine.teach.drawing import walked
from engine.teach.lesson_page import is_for_mover
from engine.teach.picture import drawn_node
from engine.teach.walk import Walk

ROOM, LETTERS = (400.0, 240.0), 1.3
"""Size in px of a picture, and how many times their usual size its texts are."""


def decisions_of(walk: Walk) -> list[int]:
    """Return the steps of the decisions of a search, and its last step."""
    return [*(at + 1 for at in walk.events.decisions), len(walk.events)]


def film_page(walk: Walk, steps: Sequence[int] = (), *, title: str = "") -> str:
    """Return a film strip as an HTML page for print on A4, in the current language.

    Args:
        walk: the search.
        steps: the steps that are shown, from 0, or an empty sequence for the decisions and the last step.
        title: title of the page, or an empty string for the name of the search.

    Raises:
        OptionError: if a step does not exist, or there are too many pictures.
    """
    chosen = list(steps) or decisions_of(walk)
    for_mover, look = is_for_mover(Spec.parse(walk.algorithm).name), theme_named("light")
    replay = walk.replay(for_mover=for_mover)
    check_steps(chosen, replay)
    first = walked(walk, 0, for_mover=for_mover)
    plan = lay_out(drawn_node(first.widest or first, 0, look), ROOM, letters=LETTERS)
    figures = []
    for step in chosen:
        root = drawn_node(walked(walk, step, for_mover=for_mover), 0, look)
        scene = Scene(max(plan.width, ROOM[0]), plan.height, tree_items(plan.with_nodes(root), look), walk.tree.text())
        figures.append(film_figure(replay, step, scene_svg(scene)))
    heading = title or f"{tr(find_algorithm(Spec.parse(walk.algorithm).name).title)}: {walk.tree.text()}"
    return film_html(heading, figures)
