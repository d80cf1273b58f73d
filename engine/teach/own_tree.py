"""What a page needs so that its reader can type a tree: texts, drawings of nodes and pseudo-code, as data.

The search itself is in ``resources/page/own.js``. A test compares its steps with those of ``engine.searchtree``.
"""

from collections.abc import Mapping
from typing import Any

from engine.core.handmade import ERRORS, EXAMPLE, LETTERS, MOST_NODES, MOST_VALUE
from engine.core.language import LANGUAGES, mark, translate
from engine.picture import tree as picture
from engine.picture.colors import PAGE
from engine.picture.frames import element_data
from engine.picture.scene import Item, Pen
from engine.picture.tree import Note, PlacedNode, Sizes, TreeNode, TreePlan, frame_of, tree_items
from engine.search.search import find_algorithm
from engine.searchtree.events import EventKind, Known
from engine.searchtree.explanation import AT_LEAST, AT_MOST, MOVES, SURE, TEMPLATES, inside
from engine.searchtree.export.player import LEGIBLE, code_data
from engine.searchtree.narration import (
    AT,
    CHANGE,
    FROM,
    MOST_NAMED,
    NEXT_MOVE,
    PREDICTIONS,
    STEPS,
    TITLES,
    UNKNOWN_VALUE,
    WORTH,
)
from engine.searchtree.pseudocode import CODES
from engine.searchtree.replay import BY, SOURCE
from engine.teach.walk import game_of_trees

ALGORITHMS = ("minimax", "alphabeta")
"""The searches that a page can make itself."""
SCALE, LETTER = 1.2, 1.3
"""How many times their usual size nodes and the texts next to them are."""
_MARGIN = 16.0
_LEAF = mark("the tree is a leaf, so there is nothing to search")
_TEXTS: Mapping[str, str] = {
    **STEPS, **PREDICTIONS, "best": TEMPLATES["best"], "at": AT, "from": FROM, "no value": UNKNOWN_VALUE,
    "worth exact": WORTH[Known.EXACT], "worth least": WORTH[Known.LEAST], "worth most": WORTH[Known.MOST],
    "at least": AT_LEAST, "at most": AT_MOST, "sure own": SURE[0], "sure other": SURE[1], "next move": NEXT_MOVE,
    "change α": CHANGE["α"], "change β": CHANGE["β"], "title cut": TITLES[EventKind.CUT],
    "title best": TITLES[EventKind.BEST], "by node": BY, "from node": SOURCE,
}  # fmt: skip


def own_data(algorithm: str) -> dict[str, Any]:
    """Return the data for a search in ``ALGORITHMS``."""
    game, code = game_of_trees(), CODES[algorithm]
    sides = {each: [translate(name, each) for name in game.sides] for each in LANGUAGES}
    errors = {**ERRORS, "leaf": _LEAF}
    return {
        "algorithm": algorithm,
        "code": code_data(code),
        "lines": [[line.name, line.side] for line in code.lines],
        "search": {each: translate(find_algorithm(algorithm).title, each) for each in LANGUAGES},
        "sides": {
            each: {"full": names, "inside": [inside(name, each) for name in names]} for each, names in sides.items()
        },
        "texts": {each: _texts(each) for each in LANGUAGES},
        "errors": {
            each: {name: translate(text, each, MOST_NODES) for name, text in errors.items()} for each in LANGUAGES
        },
        "named": MOST_NAMED, "most": MOST_NODES, "greatest": MOST_VALUE, "letters": LETTERS, "example": EXAMPLE,
        "legible": LEGIBLE, **_drawings(),
    }  # fmt: skip


def _texts(code: str) -> dict[str, str]:
    used = {name: text for name, text in _TEXTS.items() if not name.endswith("_own") and "again" not in name}
    made = {name: translate(text, code) for name, text in used.items()}
    return made | {"move": translate(MOVES, code, 1), "moves": translate(MOVES, code, 2)}


def _drawings() -> dict[str, Any]:
    """Return the elements of nodes, edges and notes around the origin, and the sizes in px to place them by."""
    sizes = Sizes(SCALE, LETTER, picture.LEAF * SCALE)

    def items(*nodes: TreeNode) -> list[Item]:
        """Return the items of a root at the origin, and of its child one level below."""
        placed = [PlacedNode(node, place, 0.0, []) for place, node in enumerate(nodes)]
        placed[0].children = placed[1:]
        return tree_items(TreePlan(placed, sizes, 0.0, (0.0, 200.0), 0, 0), PAGE)

    states: dict[str, dict[str, Any]] = {"faint": {"visited": False}, "open": {"is_open": True}, "done": {}}
    nodes = {
        f"{shape} {name}": element_data(items(TreeNode("0", shape=shape, name="N", **state)))
        for shape in ("max", "min", "leaf")
        for name, state in states.items()
    }
    frames = {
        shape: element_data([frame_of(TreeNode("", shape=shape), 0, 0, sizes, Pen(PAGE.gold, 2.5 * SCALE**0.55))])
        for shape in ("max", "min", "leaf")
    }
    children = {"usual": TreeNode(""), "faint": TreeNode("", visited=False), "main": TreeNode("", on_line=True)}
    edges = {name: element_data(items(TreeNode(""), each))[0][1] for name, each in children.items()}
    edges["cut"] = element_data(items(TreeNode(""), TreeNode("", is_cut=True)))[1][1]
    chips = {
        name: element_data(items(TreeNode(""), TreeNode("", chip="?", is_chip_new=name == "new")))[1:3]
        for name in ("usual", "new")
    }
    child = (TreeNode(""),)
    window = ("usual", Note("changed", is_changed=True, before="before"), Note("known", source="source"))
    # The lines are placed by the script, with the middle of a figure at their height.
    words = {
        inside[0]: [tag, attributes | {"x": "0", "y": round(float(attributes["font-size"]) * 0.36, 2)}, *inside]
        for tag, attributes, *inside in element_data(items(TreeNode("", shape="max", window=window, children=child)))
        if tag == "text"
    }
    half, leaf = sizes.half(TreeNode("", shape="max"))[0], sizes.half(TreeNode(""))[0]
    measures = {
        "half": half, "leaf": leaf, "small": sizes.small, "changed": sizes.changed, "next": picture.NEXT,
        "gap": 18 * SCALE, "level": 100 * SCALE, "margin": _MARGIN, "cut": 9 * SCALE**0.55,
        "chips": picture.MOST_CHIPS, "edge": picture.SHORTEST_EDGE, "parts": picture.CHIP_PLACES,
    }  # fmt: skip
    return {
        "symbols": {"nodes": nodes, "frames": frames, "edges": edges, "chips": chips, "notes": words},
        "sizes": measures,
    }
