"""The pages in ``examples/pages``: they can be made again, keep to their sizes, and work in a headless Chromium."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.core.handmade import parse_tree
from engine.core.language import language, set_language
from engine.teach.walk import walk_of
from tests.browser import PROGRAM, REASON, Browser, browser

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "examples" / "pages"
MOST_BYTES = {"textbook": 300_000, "chess": 600_000, "cotoan": 600_000}


def test_the_pages_are_those_that_the_script_makes(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("make_pages", ROOT / "examples" / "make_pages.py")
    assert spec is not None and spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    before = language()
    module.make(tmp_path)
    assert language() == before and module.PAGES.keys() == MOST_BYTES.keys()
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.html" for name in MOST_BYTES}
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name, most in MOST_BYTES.items():
        page = (FOLDER / f"{name}.html").read_bytes()
        assert page == (tmp_path / f"{name}.html").read_bytes(), f"{name}: run examples/make_pages.py"
        assert len(page) <= most and f"examples/pages/{name}.html" in readme


in_a_browser = pytest.mark.skipif(PROGRAM is None, reason=REASON)
SAY = "document.querySelector('#say').textContent"
COUNT = "document.querySelector('#count').textContent"
BOXES = """[...document.querySelectorAll('button, select, input[type=text]')].map(each => each.getBoundingClientRect())
  .filter(box => box.width).map(box => [box.left, box.right, Math.min(box.width, box.height)])"""
OUTLINES = "[...document.querySelectorAll('.outline:not([hidden])')].map(each => each.lang)"
OPENED = "[...document.querySelectorAll('.outline:not([hidden]) details')].map(each => each.open)"
SIZES = """[...document.querySelectorAll('p, button, li > span, li > b, label span')].filter(each => each.offsetWidth)
  .map(each => parseFloat(getComputedStyle(each).fontSize))"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("browser")) as opened:
        yield opened


def opened(page: Browser, name: str, width: int = 1280, height: int = 800, *, dark: bool = False) -> int:
    """Open a page in a window, and return the number of its steps."""
    page.size(width, height, dark=dark)
    page.messages.clear()
    page.requests.clear()
    page.open(FOLDER / f"{name}.html")
    page.wait("document.documentElement.classList.contains('js')")
    return int(page.run("document.querySelector('#slider').max"))


@in_a_browser
@pytest.mark.oracle
@pytest.mark.unsanitized
@pytest.mark.parametrize("name", sorted(MOST_BYTES))
def test_a_page_steps_to_the_end_in_both_languages(page: Browser, name: str) -> None:
    last = opened(page, name)
    if page.run("document.querySelector('#asks').checked"):
        page.run("document.querySelector('#asks').click()")
    said = set()
    for step in range(last + 1):
        assert page.run(COUNT) == f"bước {step} / {last}"
        said.add(page.run(SAY))
        assert page.run("document.querySelectorAll('#picture > *').length") > 10
        page.key("ArrowRight")
    assert len(said) > 0.5 * last and all("{" not in each for each in said)
    page.run("document.querySelectorAll('.outline details')[1]?.toggleAttribute('open')")
    opened_before = page.run(OPENED)
    page.run("document.querySelector('#language').click()")
    assert page.run(COUNT) == f"step {last} / {last}" and page.run(SAY).startswith("The search is over: ")
    assert page.run(OUTLINES) == ([] if name == "textbook" else ["en"]) and page.run(OPENED) == opened_before
    page.key("Home")
    assert page.run(COUNT) == f"step 0 / {last}"
    page.run("document.querySelector('#speed').value = '8'")
    page.key(" ")
    page.wait("document.querySelector('#slider').value > 1")
    page.key(" ")
    assert page.messages == [] and len(page.requests) == 1


@in_a_browser
@pytest.mark.oracle
@pytest.mark.unsanitized
def test_the_textbook_asks_counts_and_repeats(page: Browser) -> None:
    opened(page, "textbook")
    walk = walk_of(parse_tree("((3 12 8) (2 4 6) (14 5 2))"))
    before = language()
    set_language("vi")
    try:
        for number, decision in enumerate(walk.events.decisions):
            page.key("]")
            asked = walk.replay().predict(decision)
            assert asked is not None and page.run("document.querySelector('#ask').textContent") == asked.question.text
            is_wrong = number % 2
            page.key(str(1 + abs(asked.right - is_wrong)))
            verdict = page.run("document.querySelector('#verdict').textContent")
            assert verdict == f"{'✗' if is_wrong else '✓'} {asked.explanation.text}"
            if is_wrong:
                page.key("ArrowRight")
            assert page.run("document.querySelector('#slider').value") == str(decision + 1)
        page.key("End")
        total = len(walk.events.decisions)
        score = page.run("document.querySelector('#score').textContent")
        assert f"{total - total // 2} / {total}" in score
        page.run("document.querySelector('#repeat').click()")
        first = walk.replay().predict(walk.events.decisions[1])
        assert first is not None and page.run("document.querySelector('#ask').textContent") == first.question.text
        page.key(str(1 + first.right))
        assert str(total // 2 - 1) in page.run("document.querySelector('#repeat').textContent")
    finally:
        set_language(before)
    assert page.messages == []


@in_a_browser
@pytest.mark.oracle
@pytest.mark.unsanitized
def test_a_typed_tree_is_replayed_or_refused_with_one_sentence(page: Browser) -> None:
    opened(page, "textbook")
    type_in = "document.querySelector('#own').value = {!r}; document.querySelector('#show').click()"
    page.run(type_in.format("((3 12 8) (2 4"))
    error = page.run("document.querySelector('#own-error').textContent")
    assert "ký tự 11" in error and page.run("document.querySelector('.meta').textContent").startswith(
        "((3 12 8) (2 4 6)"
    )
    page.run(type_in.format("((9 1) ((2 5) (1 8)) 4)"))
    assert page.run("document.querySelector('#own-error').textContent") == ""
    # The letters of a tree that is typed are no commands.
    page.run("document.querySelector('#own').focus()")
    page.key("1", "1")
    page.key("End")
    assert page.run("document.querySelector('#slider').value") == "0"
    page.run("document.activeElement.blur(), document.querySelector('#asks').click()")
    page.run("document.querySelector('#language').click(), document.querySelector('#language').click()")
    assert page.run("document.querySelector('.meta').textContent") == "((9 1) ((2 5) (1 8)) 4)"
    walk = walk_of(parse_tree("((9 1) ((2 5) (1 8)) 4)"))
    before = language()
    set_language("vi")
    try:
        for step in range(len(walk.events) + 1):
            assert page.run(SAY) == walk.replay().narrate(step).text
            shown = page.run("[...document.querySelectorAll('#picture text')].map(each => each.textContent)")
            assert "A" in shown and ("B" in shown)
            page.key("ArrowRight")
    finally:
        set_language(before)
    assert page.messages == [] and len(page.requests) == 1


@in_a_browser
@pytest.mark.oracle
@pytest.mark.unsanitized
@pytest.mark.parametrize("name", sorted(MOST_BYTES))
def test_nothing_is_wider_than_a_phone_or_too_small_for_a_finger(page: Browser, name: str) -> None:
    for dark in (False, True):
        opened(page, name, 390, 844, dark=dark)
        for key in ("End", "Home", "]"):
            page.key(key)
            assert page.run("document.documentElement.scrollWidth") <= 390
            boxes = page.run(BOXES)
            assert len(boxes) >= 9 and all(left >= 0 and right <= 390 and size >= 40 for left, right, size in boxes)
            assert min(page.run(SIZES)) >= 16
        assert page.run("getComputedStyle(document.body).backgroundColor") == (
            "rgb(21, 22, 26)" if dark else "rgb(250, 248, 243)"
        )
    assert page.messages == []
