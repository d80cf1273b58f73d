"""A hand-made tree with the replay of its search as one HTML page that needs no network."""

from typing import Any

from engine.core.language import LANGUAGES, mark
from engine.picture.colors import PAGE
from engine.picture.frames import NO_FRAME, Frames, element_data, in_languages
from engine.picture.svg import escape
from engine.picture.tree import TreePlan, lay_out, tree_items
from engine.picture.web import Words, both, same
from engine.search.search import find_algorithm
from engine.search.spec import Spec
from engine.searchtree.export.player import PageText, code_data, least_width, player_page, steps_of
from engine.searchtree.pseudocode import code_of
from engine.teach.drawing import Drawing, walked
from engine.teach.own_tree import ALGORITHMS, own_data
from engine.teach.picture import drawn_node
from engine.teach.walk import Walk

WIDTH, LEVEL = 860.0, 130.0
"""Width of the picture of a small tree, and height for each of its levels, in px."""
LETTERS = 1.25
"""How many times their usual size texts next to nodes are."""


OWN = {"own": mark("Tree as text"), "show": mark("Show this tree")}
"""The texts of the field for a tree, by the key that its elements use."""


def is_for_mover(algorithm: str) -> bool:
    """Return whether the values of a search are for the side to move, as in negamax."""
    return algorithm.startswith("negamax")


def lesson_film(walk: Walk, for_mover: bool) -> dict[str, Any]:
    """Return the pictures and the texts of all steps of a search as data (``engine.searchtree.export.player``)."""
    plan = max(
        (_plan(walked(walk, 0, for_mover=for_mover, code=code)) for code in LANGUAGES), key=lambda each: each.width
    )
    frames = Frames()
    steps = steps_of({code: walk.replay(for_mover=for_mover, code=code) for code in LANGUAGES})
    # A narrow tree is in the middle of its room.
    width, frame = round(max(plan.width, WIDTH)), NO_FRAME
    for number, step in enumerate(steps):
        pictures = {}
        for code in LANGUAGES:
            made = plan.with_nodes(drawn_node(walked(walk, number, for_mover=for_mover, code=code), 0, PAGE))
            pictures[code] = element_data(tree_items(made, PAGE))
        step["picture"] = frame = frames.add(in_languages(pictures), frame)
        last = walk.events.state(number).last
        if last is not None:
            step["x"] = round(plan.places[walk.order[walk.events.place(last)]][0])
    return {
        "elements": frames.elements, "changes": frames.changes, "steps": steps, "code": code_data(code_of(walk.events)),
        "width": width, "height": round(plan.height), "least": least_width(width, plan.sizes.small),
    }  # fmt: skip


def _plan(made: Drawing) -> TreePlan:
    return lay_out(
        drawn_node(made.widest or made, 0, PAGE),
        (WIDTH, LEVEL * (1 + max(each.ply for each in made.nodes))),
        letters=LETTERS,
    )


def lesson_page(walk: Walk, *, title: str = "", asks: bool = False) -> str:
    """Return a page with the replay of a search of a hand-made tree, in the current language at first.

    Args:
        walk: the search.
        title: title of the page, or an empty string for the name of the search.
        asks: whether the replay asks before each decision.
    """
    name = Spec.parse(walk.algorithm).name
    for_mover = is_for_mover(name)
    data: dict[str, Any] = {"film": lesson_film(walk, for_mover)}
    field = (
        '<div class="card own"><label for="own" data-w="own"></label><div class="row">'
        f'<input type="text" id="own" value="{escape(walk.tree.text())}" autocomplete="off" spellcheck="false">'
        '<button id="show" data-w="show"></button></div><p id="own-error" role="alert"></p></div>'
    )
    heading: Words = same(title) if title else both(find_algorithm(name).title)
    if name in ALGORITHMS:
        data["own"], words = own_data(name), {key: both(each) for key, each in OWN.items()}
        text = PageText(heading, same(walk.tree.text()), own=field, scripts=("own.js",), words=words)
    else:
        text = PageText(heading, same(walk.tree.text()))
    return player_page(text, data, asks=asks)
