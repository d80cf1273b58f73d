"""The replay of a tree on its page, in a headless Chromium."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.core.game import find_game
from engine.picture.window import Strip, slots
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.searchtree.export.drawing import bound_text, node_text
from engine.searchtree.export.page import tree_page
from engine.searchtree.export.replay import FATES
from engine.searchtree.export.strip import scale_of_strip, strip_of
from engine.searchtree.files import parse_tree
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate
from engine.searchtree.recording import record
from tests.browser import PROGRAM, REASON, Browser, browser
from tests.engine.searchtree.test_files import small

pytestmark = [
    pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=REASON), pytest.mark.oracle, pytest.mark.unsanitized,
]  # fmt: skip

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
    return record(Query(find_game(game)().start(), Spec.parse("alphabeta"), "", Limit(depth=depth)))[0]


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


MARKS = """[...document.querySelectorAll('#strip .fe, #strip .fc, #strip .fl, #strip .ff')].map(each => {
  const box = each.getBBox();
  return [each.getAttribute('class'), box.x + box.width / 2, box.y + box.height / 2];
})"""


def strip_y(strip: Strip, scale: tuple[float, float], value: int) -> float:
    low, high = scale
    return 148 - max(0, min(1, (value - low) / (high - low))) * 122


@pytest.mark.parametrize("width", [1280, 500])
def test_the_window_strip_shows_the_replies_of_the_node(page: Browser, tmp_path: Path, width: int) -> None:
    tree = recorded("cotoan", 2)
    page.size(width, 800)
    opened(page, tmp_path, tree)
    inner = page.run("document.querySelector('#strip').clientWidth")
    cut = next(node for node in tree.children(0) if tree.fate(node) is Fate.CUT)
    for node in (0, cut):
        page.run(f"document.querySelector('details[data-n=\"{node}\"] > summary').click()")
        strip, scale = strip_of(tree, node), scale_of_strip(tree, node)
        edges = slots(inner, len(strip.replies), strip.never_tried)
        found = page.run(MARKS)
        assert [each[0] for each in found] == [f"f{FATES[reply.fate]}" for reply in strip.replies]
        for (_, x, y), reply, (left, right) in zip(found, strip.replies, pairwise(edges), strict=True):
            assert x == pytest.approx((left + right) / 2, abs=0.5)
            # A triangle is drawn around its centre, not in the middle of its height.
            assert y == pytest.approx(strip_y(strip, scale, reply.value), abs=1)
        rings = page.run("[...document.querySelectorAll('#strip .ring')].map(each => Number(each.getAttribute('cx')))")
        best = [each.is_best for each in strip.replies].index(True)
        assert rings == [pytest.approx((edges[best] + edges[best + 1]) / 2)]
        assert bool(page.run("document.querySelectorAll('#strip rect[fill]').length")) == bool(strip.never_tried)
        words = page.run("document.querySelector('#strip').getAttribute('aria-label')")
        assert words.split(", ")[1].startswith(tree.move_text(tree.children(node)[0], "display"))
    page.size(1280, 800)
    assert page.messages == []


def test_the_window_strip_narrows_with_the_replay_and_follows_keys_and_clicks(page: Browser, tmp_path: Path) -> None:
    tree = recorded("tictactoe", 3)
    opened(page, tmp_path, tree)
    veil = "document.querySelectorAll('#strip .veil').length"
    caption = "document.querySelector('#strip-of').textContent"
    assert page.run(veil) == 0 and page.run(caption) == "Replies in the order tried"
    page.key(".")
    page.key(".")
    assert page.run(AT) == 2 and page.run(veil) == 1
    # At the end of a node, everything is known.
    page.key("End")
    assert page.run(veil) == 0 and page.run(AT) == 0
    # The arrow keys go through the tree, as long as the strip has the focus.
    page.key("ArrowRight")
    assert page.run(AT) == 0
    page.run("document.querySelector('#strip').focus()")
    page.key("ArrowDown")
    first, second = tree.children(0)[:2]
    assert page.run(AT) == first and page.run(veil) == 0
    page.key("ArrowLeft")
    assert page.run(AT) == first
    page.key("ArrowRight")
    assert page.run(AT) == second
    page.key("ArrowUp")
    assert page.run(AT) == 0
    # A leaf shows the moves after the node above it.
    leaf = next(node for node in range(len(tree)) if not tree.children(node))
    page.run(f"document.querySelector('details[data-n=\"{leaf}\"] > summary').click()")
    assert page.run(caption) == f"Moves after {tree.move_text(tree.parent(leaf), 'display')}, in the order tried"
    page.key("Home")
    page.run("document.querySelector('#strip').scrollIntoView()")
    _, x, y = page.run(MARKS)[2]
    left, top = page.run("(({left, top}) => [left, top])(document.querySelector('#strip').getBoundingClientRect())")
    page.click(left + x, top + y)
    assert page.run(AT) == tree.children(0)[2]
    page.key("w")
    assert not page.run("document.querySelector('.strip').open")
    page.key("w")
    assert page.run("document.querySelector('.strip').open") and page.run(MARKS)
    assert page.messages == [] and len(page.requests) == 1


@pytest.mark.parametrize("text", ["mcts", "pn"])
def test_a_search_without_windows_is_walked_node_by_node(page: Browser, tmp_path: Path, text: str) -> None:
    position = find_game("tictactoe")().start()
    tree = record(Query(position, Spec.parse(text), "", Limit(nodes=300)))[0]
    opened(page, tmp_path, tree)
    shown = page.run("[...document.querySelectorAll('details[data-n]')].map(each => Number(each.dataset.n))")
    assert page.run(COUNT) == f"node 1 of {len(shown)}" and sorted(shown) == list(range(len(shown)))
    for node in range(1, 8):
        page.key(".")
        assert page.run(AT) == node and node_text(tree, node) in page.run(WHAT)
        found, expected = board(page, tree)
        assert found == expected
    page.key(" ")
    page.key("]")
    page.key("w")
    assert page.run(AT) == 7
    page.key("End")
    assert page.run(AT) == len(shown) - 1
    page.key("Home")
    page.run("document.querySelector('#step').click()")
    assert page.run(AT) == 1
    assert page.messages == [] and len(page.requests) == 1


def test_texts_of_a_file_are_inert(page: Browser, tmp_path: Path) -> None:
    hostile = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>"
    opened(page, tmp_path, parse_tree(small({"moves": ["", *[hostile] * 6]}, move=("i2", [0, 5, 6]))))
    page.key(".")
    assert hostile in page.run(WHAT)
    assert page.run("window.hacked") is None
    assert page.messages == [] and len(page.requests) == 1
