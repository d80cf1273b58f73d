"""The replay of a tree on its page, in a headless Chromium."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.core.game import find_game
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.searchtree.events import SearchEvents
from engine.searchtree.export.drawing import node_text
from engine.searchtree.export.page import tree_page
from engine.searchtree.export.strip import replies_of
from engine.searchtree.files import parse_tree
from engine.searchtree.model import SearchTree
from engine.searchtree.narration import narrate, predict
from engine.searchtree.question import visits_in_question
from engine.searchtree.recording import record
from tests.browser import PROGRAM, REASON, Browser, browser
from tests.engine.searchtree.test_files import small

pytestmark = [pytest.mark.skipif(PROGRAM is None, reason=REASON), pytest.mark.oracle, pytest.mark.unsanitized]

SAY = "document.querySelector('#say').textContent"
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


def opened(page: Browser, folder: Path, tree: SearchTree, node: int = 0, *, asks: bool = False) -> None:
    path = folder / "tree.html"
    path.write_text(tree_page(tree, node, asks=asks), encoding="utf-8")
    page.messages.clear()
    page.requests.clear()
    page.open(path)
    # The data of a large page are unpacked after it is loaded.
    page.wait("document.documentElement.classList.contains('js')")


def board(page: Browser, tree: SearchTree) -> tuple[Any, Any]:
    """The pieces on the page's board by column from the left and row from the top, and the expected ones."""
    sizes, _ = page.run("JSON.parse(document.getElementById('search').textContent).board")
    columns, rows, side, left, top, fill = sizes
    found = {
        (round((x + side * fill / 2 - left) / side - 0.5), round((y + side * fill / 2 - top) / side - 0.5)): name
        for name, x, y in page.run(PIECES)
    }
    position: Any = tree.position(page.run(AT))
    pieces = position.game.surface(position).pieces
    return found, {(cell % columns, rows - 1 - cell // columns): piece for cell, piece in pieces.items()}


def test_every_step_has_its_sentence_its_node_and_its_board(page: Browser, tmp_path: Path) -> None:
    tree = recorded("tictactoe", 3)
    node = tree.children(0)[2]
    opened(page, tmp_path, tree, node)
    events = SearchEvents(tree, 0, visits_in_question(tree, node))
    assert page.run(COUNT) == f"step 0 / {len(events)}"
    for step in range(30):
        assert page.run(SAY) == narrate(events, step, "en").text
        event = events.events[step - 1] if step else None
        about = max(events.place(event), events.subject(event)) if event is not None else 0
        assert page.run(AT) == about
        found, expected = board(page, tree)
        assert found == expected
        page.key("ArrowRight")
    page.key("Home")
    decisions = [at + 1 for at in events.decisions]
    for step in decisions[:3]:
        page.key("]")
        assert page.run(COUNT) == f"step {step} / {len(events)}"
    page.key("[")
    assert page.run(COUNT) == f"step {decisions[1]} / {len(events)}"
    page.key("End")
    assert page.run(SAY).startswith("The search is over") and page.run(AT) == 0
    page.run("document.querySelector('#language').click()")
    assert page.run(SAY) == narrate(events, len(events), "vi").text
    row = tree.children(0)[1]
    page.run(f"document.querySelector('details[data-n=\"{row}\"] > summary').click()")
    assert page.run(AT) == row
    assert page.messages == [] and len(page.requests) == 1


def test_a_question_is_answered_by_a_key_and_explained_at_this_node(page: Browser, tmp_path: Path) -> None:
    tree = recorded("tictactoe", 2)
    opened(page, tmp_path, tree, asks=True)
    events = SearchEvents(tree)
    step = events.decisions[0]
    page.key("]")
    page.key("ArrowRight")
    assert page.run(COUNT) == f"step {step} / {len(events)}"
    asked = predict(events, step, "en")
    assert asked is not None and page.run("document.querySelector('#ask').textContent") == asked.question.text
    page.key(str(2 - asked.right))
    assert page.run("document.querySelector('#verdict').textContent") == f"✗ {asked.explanation.text}"
    assert page.run("document.querySelector('#score').textContent") == "predicted right 0 / 1"
    page.run("document.querySelector('#repeat').click()")
    page.key(str(1 + asked.right))
    assert page.run("document.querySelector('#verdict').textContent") == f"✓ {asked.explanation.text}"
    assert page.run("document.querySelector('#score').textContent") == "predicted right 1 / 2"
    assert page.run("document.querySelector('#repeat').hidden") and page.messages == []


def test_the_window_strip_shows_the_replies_searched_so_far(page: Browser, tmp_path: Path) -> None:
    tree = recorded("cotoan", 2)
    node = tree.children(0)[1]
    opened(page, tmp_path, tree, node)
    events = SearchEvents(tree, 0, visits_in_question(tree, node))
    marks = '[...document.querySelectorAll(\'#strip [fill$="-mark)"], #strip [stroke="var(--ring)"]\')].length'
    for step in (len(events), 6, 9):
        page.run(f"document.querySelector('#slider').value = {step}")
        page.run("document.querySelector('#slider').dispatchEvent(new Event('input'))")
        state, place = events.state(step), events.place(events.events[step - 1])
        closed = [each for each in replies_of(tree, place) if each in state and not state[each].is_open]
        assert page.run(marks) == len(closed) > 0
    assert page.messages == []


@pytest.mark.parametrize("text", ["mcts", "pn"])
def test_a_search_without_windows_is_walked_node_by_node(page: Browser, tmp_path: Path, text: str) -> None:
    position = find_game("tictactoe")().start()
    tree = record(Query(position, Spec.parse(text), "", Limit(nodes=300)))[0]
    opened(page, tmp_path, tree)
    for node in range(8):
        assert page.run(AT) == node and page.run(SAY).endswith(node_text(tree, node))
        found, expected = board(page, tree)
        assert found == expected
        page.key("ArrowRight")
    page.key("]")
    page.key("1")
    assert page.run(AT) == 8 and page.run("document.querySelector('#figure').hidden")
    page.key("End")
    assert page.run(COUNT) == f"step {len(tree) - 1} / {len(tree) - 1}"
    assert page.messages == [] and len(page.requests) == 1


def test_texts_of_a_file_are_inert(page: Browser, tmp_path: Path) -> None:
    hostile = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>"
    opened(page, tmp_path, parse_tree(small({"moves": ["", *[hostile] * 6]}, move=("i2", [0, 5, 6]))))
    page.key("ArrowRight")
    page.key("ArrowRight")
    assert hostile in page.run(SAY)
    assert page.run("window.hacked") is None
    assert page.messages == [] and len(page.requests) == 1
