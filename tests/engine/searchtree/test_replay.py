"""The replay of a tree on its page, in a headless Chromium."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.core.game import find_game
from engine.search.report import Limit
from engine.search.search import Spec
from engine.searchtree.export.drawing import bound_text
from engine.searchtree.export.page import tree_page
from engine.searchtree.files import parse_tree
from engine.searchtree.model import Fate, SearchTree
from engine.searchtree.recording import Recording, record
from tests.browser import PROGRAM, REASON, Browser, browser
from tests.engine.searchtree.test_files import small

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=REASON), pytest.mark.unsanitized]

WHAT = "document.querySelector('#what').textContent"
COUNT = "document.querySelector('#count').textContent"
AT = "Number(document.querySelector('details.at').dataset.n)"
PIECES = """[...document.querySelectorAll('#pieces use')].map(each => {
  const [x, y] = each.getAttribute('transform').match(/[-0-9.]+/g).map(Number);
  return [each.getAttribute('href').slice(2), x, y];
})"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("browser")) as opened:
        opened.size(1280, 800)
        yield opened


def recorded(game: str, depth: int) -> SearchTree:
    return record(Recording(find_game(game)().start(), Spec.parse("alphabeta"), Limit(depth=depth)))[0]


def opened(page: Browser, folder: Path, tree: SearchTree) -> None:
    path = folder / "tree.html"
    path.write_text(tree_page(tree), encoding="utf-8")
    page.messages.clear()
    page.requests.clear()
    page.open(path)


def board(page: Browser, tree: SearchTree) -> Any:
    """Return the pieces on the page's board by column from the left and row from the top, and the expected ones."""
    (sizes, _) = page.run("JSON.parse(document.getElementById('search').textContent).board")
    columns, rows, side, left, top, fill = sizes
    found = {
        (round((x + side * fill / 2 - left) / side - 0.5), round((y + side * fill / 2 - top) / side - 0.5)): name
        for name, x, y in page.run(PIECES)
    }
    position: Any = tree.position(page.run(AT))
    pieces = position.game.surface(position).pieces
    return found, {(cell % columns, rows - 1 - cell // columns): piece for cell, piece in pieces.items()}


def test_every_node_is_entered_and_left_and_cut_offs_are_visited_in_order(page: Browser, tmp_path: Path) -> None:
    tree = recorded("tictactoe", 3)
    opened(page, tmp_path, tree)
    assert page.run(COUNT) == f"event 1 of {2 * len(tree)}"
    entered = []
    for _ in range(12):
        entered.append((page.run(AT), page.run(WHAT).split()[0]))
        page.key(".")
    # A preorder: the root, its first child, and so on; a leaf is left at once.
    assert entered[:3] == [(0, "enters"), (1, "enters"), (2, "enters")]
    assert [node for node, word in entered if word == "enters"] == list(range(sum(w == "enters" for _, w in entered)))
    page.key("Home")
    cuts: list[int] = []

    def leave(node: int) -> None:
        for child in tree.children(node):
            leave(child)
        if tree.fate(node) is Fate.CUT:
            cuts.append(node)

    leave(0)
    assert len(cuts) > 10
    for node in cuts[:5]:
        page.key("]")
        assert page.run(AT) == node
        assert bound_text(tree, node) in page.run(WHAT) and page.run(WHAT).startswith("leaves")
        assert page.run("document.querySelector('details.at').parentElement.closest('details').open")
        found, expected = board(page, tree)
        assert found == expected
    page.key("[")
    assert page.run(AT) == cuts[3]
    page.key("End")
    assert page.run(WHAT).endswith("The search is over.") and page.run(AT) == 0
    assert bound_text(tree, 0) in page.run(WHAT)
    page.key("]")
    assert page.run(AT) == 0
    assert page.messages == [] and len(page.requests) == 1


def test_a_row_and_the_buttons_move_the_replay(page: Browser, tmp_path: Path) -> None:
    tree = recorded("cotoan", 2)
    opened(page, tmp_path, tree)
    node = tree.children(0)[1]
    page.run(f"document.querySelector('details[data-n=\"{node}\"] > summary').click()")
    assert page.run(AT) == node and page.run(WHAT).startswith("enters")
    found, expected = board(page, tree)
    assert found == expected
    page.run("document.querySelector('#speed').value = '64'")
    before = int(re.findall(r"\d+", page.run(COUNT))[0])
    page.run("document.querySelector('#play').click()")
    page.run("new Promise(done => setTimeout(done, 400))")
    page.run("document.querySelector('#play').click()")
    after = int(re.findall(r"\d+", page.run(COUNT))[0])
    assert after > before
    page.run("new Promise(done => setTimeout(done, 200))")
    assert int(re.findall(r"\d+", page.run(COUNT))[0]) == after
    assert page.messages == []


def test_texts_of_a_file_are_inert(page: Browser, tmp_path: Path) -> None:
    hostile = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>"
    opened(page, tmp_path, parse_tree(small({"moves": ["", *[hostile] * 6]}, move=("i2", [0, 5, 6]))))
    page.key(".")
    assert hostile in page.run(WHAT)
    assert page.run("window.hacked") is None
    assert page.messages == [] and len(page.requests) == 1
