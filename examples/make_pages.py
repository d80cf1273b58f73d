"""Make the pages in ``examples/pages``: searches that a browser replays without a network.

    python examples/make_pages.py [FOLDER]

A page is the same each time it is made. To add one, add a function to ``PAGES``.
"""

import argparse
from collections.abc import Callable
from pathlib import Path

from engine.core.files import write_text
from engine.core.game import find_game
from engine.core.handmade import parse_tree
from engine.core.language import language, set_language
from engine.picture.web import Words
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.searchtree.export.page import tree_page
from engine.searchtree.recording import record
from engine.teach.lesson_page import lesson_page
from engine.teach.walk import Walk

FOLDER = Path(__file__).parent / "pages"
TEXTBOOK = "((3 12 8) (2 4 6) (14 5 2))"
"""The first example of alpha-beta in many textbooks."""


def textbook() -> str:
    """Return the page of the textbook's tree, which asks before each decision."""
    return lesson_page(Walk(parse_tree(TEXTBOOK)), asks=True)


def chess() -> str:
    """Return the page of a cut-off in chess: after 4. Nxe5, the reply Bxd1 wins the queen, so no other is looked at.

    The position is from the game Morphy v. Duke of Brunswick and Count Isouard, Paris 1858, before White's fourth move.
    """
    return _cut(
        "chess", "rn1qkbnr/ppp2ppp/3p4/4p3/3PP1b1/5N2/PPP2PPP/RNBQKB1R w KQkq - 1 4", "threats_safety", "f3e5",
        {"vi": "Một lần cắt trong cờ vua", "en": "A cut-off in chess"},
    )  # fmt: skip


def cotoan() -> str:
    """Return the page of a cut-off in cờ toán: Red can capture a 7, but then 9x0 wins the game for Blue."""
    return _cut(
        "cotoan", "3b6b51b3b2b1/4b04/5b43/r88/9/9/7b91/2b73b82/6r72/2r11r0r63/1r2r3r4r53r9 r 0 0 12 7",
        "material_safety", "3c1x7c4", {"vi": "Một lần cắt trong cờ toán", "en": "A cut-off in cờ toán"},
    )  # fmt: skip


def _cut(game: str, text: str, evaluation: str, move: str, title: Words) -> str:
    """Return the page of a move that a search to depth 3 refutes."""
    rules = find_game(game)()
    position = rules.parse_position(text)
    tree, _ = record(Query(position, Spec.parse("alphabeta:ordering=on"), evaluation, Limit(depth=3)))
    node = tree.follow([rules.parse_move(position, move)])
    assert node is not None
    return tree_page(tree, node, title=title)


PAGES: dict[str, Callable[[], str]] = {"textbook": textbook, "chess": chess, "cotoan": cotoan}
"""The pages by the names of their files."""


def make(folder: Path) -> None:
    """Write all pages to a folder."""
    before = language()
    set_language("vi")
    try:
        for name, page in PAGES.items():
            write_text(folder / f"{name}.html", page())
    finally:
        set_language(before)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    make(parser.parse_args().folder)
