"""The replay of a search of a hand-made tree as a film strip for print: a page with a small picture for each step."""

from collections.abc import Sequence

from engine.core.language import tr
from engine.core.options import check_range
from engine.picture.colors import theme_named
from engine.picture.scene import Scene
from engine.picture.svg import escape, scene_svg
from engine.picture.tree import lay_out, tree_items
from engine.search.search import find_algorithm
from engine.search.spec import Spec
from engine.teach.drawing import walked
from engine.teach.lesson_page import is_for_mover
from engine.teach.picture import drawn_node
from engine.teach.walk import Walk
from engine.teach.worksheet import print_page

ROOM, LETTERS = (400.0, 240.0), 1.3
"""Size in px of a picture, and how many times their usual size its texts are."""
MOST_PICTURES = 200
"""Maximum number of pictures of a film strip."""
_STYLE = """
main { display: grid; grid-template-columns: 1fr 1fr; gap: 4px 18px; }
figure { margin: 0; break-inside: avoid; border-top: 1px solid #AAAAAA; padding: 6px 0; }
figcaption { font-size: 13px; }
figcaption b { display: block; }
"""


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
        OptionError: if a step does not exist, or there are more than ``MOST_PICTURES`` pictures.
    """
    chosen = list(steps) or decisions_of(walk)
    check_range("number of steps", len(chosen), 1, MOST_PICTURES)
    for step in chosen:
        check_range("--steps", step, 0, len(walk.events))
    for_mover, look = is_for_mover(Spec.parse(walk.algorithm).name), theme_named("light")
    first = walked(walk, 0, for_mover=for_mover)
    plan = lay_out(drawn_node(first.widest or first, 0, look), ROOM, letters=LETTERS)
    figures = []
    for step in chosen:
        root = drawn_node(walked(walk, step, for_mover=for_mover), 0, look)
        scene = Scene(max(plan.width, ROOM[0]), plan.height, tree_items(plan.with_nodes(root), look), walk.tree.text())
        narration = walk.replay(for_mover=for_mover).narrate(step)
        number = tr("step {step} / {all}", step=step, all=len(walk.events))
        reasons = [each.text for each in narration.caption if not each.claim.startswith("next_")]
        figures.append(
            f"<figure>{scene_svg(scene)}<figcaption>{escape(number)}<b>{escape(narration.text)}</b>"
            f"{escape(' '.join(reasons))}</figcaption></figure>"
        )
    heading = title or f"{tr(find_algorithm(Spec.parse(walk.algorithm).name).title)}: {walk.tree.text()}"
    return print_page(heading, f"<header><h1>{escape(heading)}</h1></header>\n<main>{''.join(figures)}</main>", _STYLE)
