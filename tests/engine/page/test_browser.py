"""Pages in a headless Chromium: replay, keyboard, languages, hostile texts, and no script."""

import base64
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from engine.analysis.verdict import verdicts_of
from engine.core.game import games
from engine.core.language import set_language
from engine.core.spoken import spoken_board
from engine.page import content, html
from engine.page.html import page_of
from engine.records import edits
from engine.records.formats import find_format
from engine.records.tree import Record
from tests.browser import PROGRAM, REASON, Browser, browser
from tests.engine.page.samples import HOSTILE, random_record, reviewed
from tests.engine.page.test_page import SAMPLE, sample

pytestmark = [pytest.mark.skipif(PROGRAM is None, reason=REASON), pytest.mark.oracle, pytest.mark.unsanitized]

PIECES = """[...document.querySelectorAll('#pieces use')].map(each => {
  const [x, y] = each.getAttribute('transform').match(/[-0-9.]+/g).map(Number);
  return [each.getAttribute('href').slice(2), x, y];
})"""
BOX = "document.querySelector('#graph').getBoundingClientRect()"
WAIT = (
    "new Promise(done => {{ const timer = setInterval(() => {{ if ({}) {{ clearInterval(timer); done(); }} }}, 5); }})"
)
AT = "document.querySelector('.list .move.at')?.firstChild.data ?? ''"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("browser")) as opened:
        opened.size(1100, 800)
        yield opened


@pytest.fixture
def shown(page: Browser, tmp_path: Path) -> Browser:
    """The sample record at ply 12."""
    open_record(page, tmp_path, sample(), "#ply=12")
    return page


def open_record(page: Browser, folder: Path, record: Record, address: str = "", **how: bool) -> None:
    path = folder / "page.html"
    path.write_text(page_of(record), encoding="utf-8")
    page.messages.clear()
    page.requests.clear()
    page.open(path, address, **how)


def pieces(page: Browser) -> dict[tuple[int, int], str]:
    """The pieces on the page's board by column from the left and row from the top."""
    packed = page.run("document.getElementById('record').dataset.packed ?? ''")
    text = page.run("document.getElementById('record').textContent")
    side, left, top = json.loads(zlib.decompress(base64.b64decode(packed)) if packed else text)["board"][2:5]
    return {(round((x - left) / side - 0.03), round((y - top) / side - 0.03)): name for name, x, y in page.run(PIECES)}


def expected(record: Record, node: int, *, flipped: bool = False) -> dict[tuple[int, int], str]:
    surface = record.game.surface(record.tree.position(node))
    found = {}
    for cell, piece in surface.pieces.items():
        column, row = cell % surface.columns, cell // surface.columns
        place = (surface.columns - 1 - column, row) if flipped else (column, surface.rows - 1 - row)
        found[place] = piece
    return found


@pytest.mark.parametrize("name", sorted(games()))
def test_the_board_is_that_of_the_engine_at_every_ply(page: Browser, tmp_path: Path, name: str) -> None:
    record = random_record(name, 8)
    open_record(page, tmp_path, record)
    for node in record.tree.main_line():
        assert pieces(page) == expected(record, node)
        page.key("ArrowRight")
    page.key("f")
    assert pieces(page) == expected(record, node, flipped=True)
    assert page.messages == [] and len(page.requests) == 1


def test_the_keys_move_through_the_record(shown: Browser) -> None:
    steps = [("", "9a5-h5"), ("ArrowRight", "8a8-f3"), ("ArrowDown", "3c1x7c4"), ("ArrowRight", "9h5x0e2#"),
             ("ArrowLeft", "3c1x7c4"), ("ArrowUp", "8a8-f3"), ("Home", ""), ("End", "9e5x0e2#")]  # fmt: skip
    for key, move in steps:
        if key:
            shown.key(key)
        assert shown.run(AT) == move
    assert shown.run("location.hash") == "#ply=26"


def test_space_plays_one_ply_a_second_and_stops(shown: Browser) -> None:
    # The page's timer is replaced: the test calls its functions.
    shown.run("window.setInterval = (tick, ms) => (Object.assign(window, {tick, ms}), 7), null")
    shown.run("window.clearInterval = number => { if (number === 7) tick = () => {} }, null")
    shown.key("Home")
    shown.key(" ", " ")
    assert shown.run(f"[ms, {AT}, tick(), {AT}]") == [1000, "", None, "6f1-f2"]
    shown.key(" ", " ")
    assert shown.run(f"[tick(), {AT}]") == [None, "6f1-f2"]


def test_the_comment_of_the_move_is_shown(shown: Browser) -> None:
    text = shown.run("document.querySelector('blockquote').textContent")
    line = sample().tree.main_line()
    assert text == sample().tree[line[12]].comment
    assert shown.run("getComputedStyle(document.querySelector('.said')).display") == "none"


def test_a_position_that_was_set_up_is_named(page: Browser, tmp_path: Path) -> None:
    (record,) = find_format("x.sgf").read("(;GM[1]FF[4]SZ[9];B[gg];AB[aa];W[hh])")
    open_record(page, tmp_path, record, "#ply=2")
    about = "document.querySelector('.remark .about').textContent"
    assert page.run(about).endswith("Set up")
    page.run("document.querySelector('#language').click()")
    assert page.run(about).endswith("Xếp thế")
    assert pieces(page) == expected(record, record.tree.main_line()[2])


def test_the_classes_of_a_review_are_shown_and_visited_by_keys(page: Browser, tmp_path: Path) -> None:
    record = reviewed()
    verdicts = {each.ply: each for each in verdicts_of(record.tree, "alphabeta", "material")}
    errors = [ply for ply, each in verdicts.items() if each.kind.is_error]
    assert len(errors) == 2
    open_record(page, tmp_path, record)
    for key, ply in (("n", errors[0]), ("n", errors[1]), ("n", errors[0]), ("N", errors[1]), ("N", errors[0])):
        page.key(key)
        assert page.run("location.hash") == f"#ply={ply}"
        verdict = verdicts[ply]
        chances = f"{100 * verdict.win_before:.0f} → {100 * verdict.win_after:.0f} %"
        text = page.run("document.querySelector('.verdict').textContent")
        assert text.startswith(verdict.kind.title) and chances in text
        assert page.run("document.querySelector('.mistakes .move.at .nag').textContent") == verdict.kind.glyph
    signs = "[...document.querySelectorAll('#graph .sign')].map(each => each.textContent)"
    assert page.run(signs) == [verdicts[ply].kind.glyph for ply in errors if verdicts[ply].kind.name != "inaccuracy"]
    page.run("document.querySelector('#language').click()")
    assert page.run("document.querySelector('.mistakes .title').textContent") == "Sai lầm"
    label = f"document.querySelector('.list .j-{verdict.kind.name}').getAttribute('aria-label')"
    assert page.run(label) == page.run("document.querySelector('.verdict b').textContent") != verdict.kind.title
    page.run("document.querySelector('.mistakes .move').click()")
    assert page.run("location.hash") == f"#ply={errors[0]}"
    assert page.messages == [] and len(page.requests) == 1


def test_without_a_review_the_keys_visit_the_mistakes_of_the_author(page: Browser, tmp_path: Path) -> None:
    open_record(page, tmp_path, random_record("cotoan", 8))
    page.key("n")
    assert page.run("location.hash") == "#ply=3"
    open_record(page, tmp_path, random_record("cotoan", 2))
    page.key("n")
    assert page.run("location.hash") == "" and page.run("document.querySelector('.mistakes').hidden")


def test_the_language_and_the_colours_change(shown: Browser) -> None:
    colour = "getComputedStyle(document.body).backgroundColor"
    assert shown.run("document.querySelector('#download').textContent.trim()") == "Download record"
    light = shown.run(colour)
    shown.run("document.querySelector('#language').click(), document.querySelector('#theme').click()")
    assert shown.run("document.documentElement.lang") == "vi"
    assert shown.run("document.querySelector('#download').textContent.trim()") == "Tải kỳ phổ"
    tree = sample().tree
    set_language("vi")
    said = spoken_board(tree.game, tree.position(tree.main_line()[12]))
    set_language("en")
    assert said.startswith("Đến lượt Đỏ. ")
    assert shown.run("document.querySelector('#board').getAttribute('aria-label')") == said
    assert (light, shown.run(colour)) == ("rgb(250, 248, 243)", "rgb(21, 22, 26)")


def test_the_graph_shows_the_position_under_the_pointer_with_its_line(
    page: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = sample()
    line = record.tree.main_line()
    judging = record.tree[line[7]].evaluations[2]
    monkeypatch.setattr(content, "best_line", lambda note: ["8a8-f3", "9a11-a5"] if note is judging else ())
    open_record(page, tmp_path, record)
    left, top, width = page.run(f"(({{left, top, width}}) => [left, top, width])({BOX})")
    x, y = left + 36 + (width - 50) * 6 / 26, top + 60
    page.mouse("mouseMoved", x, y)
    assert pieces(page) == expected(record, line[6])
    tip = page.run("document.querySelector('.tip').textContent")
    assert record.tree.move_text(line[6]) in tip
    page.click(x, y)
    assert page.run("location.hash") == "#ply=6"
    page.mouse("mouseMoved", left + 5, top - 50)
    assert page.run("document.querySelector('.tip').hidden") is True


def test_the_address_can_name_a_ply(page: Browser, tmp_path: Path) -> None:
    record = sample()
    open_record(page, tmp_path, record, "#ply=9999")
    assert page.run(AT) == record.tree.move_text(record.tree.main_line()[-1])
    page.run("location.hash = '#ply=1'; new Promise(done => setTimeout(done, 50))")
    assert page.run(AT) == "6f1-f2"
    page.run("location.hash = '#node=99999'; new Promise(done => setTimeout(done, 50))")
    assert page.run(AT) == "6f1-f2" and page.messages == []


def test_the_record_can_be_downloaded(shown: Browser) -> None:
    href = shown.run("document.querySelector('#download').href")
    assert find_format(SAMPLE).read(unquote(href.partition(",")[2]))[0].same_as(sample())


def test_a_compressed_record_can_be_downloaded(page: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html, "MOST_BYTES", 1)
    open_record(page, tmp_path, sample())
    assert page.run("document.querySelector('#download').dataset.packed.length") > 1000
    page.run(WAIT.format("document.querySelector('#download').href"))
    href = page.run("document.querySelector('#download').href")
    assert find_format(SAMPLE).read(unquote(href.partition(",")[2]))[0].same_as(sample())
    assert page.messages == []


def test_compressed_data_give_the_same_page(page: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html, "MOST_BYTES", 1)
    record = reviewed()
    comment = edits.set_comment(record.tree, 1, HOSTILE).apply(record.tree)
    record = Record({"White": HOSTILE, "Event": HOSTILE}, comment)
    open_record(page, tmp_path, record, "#ply=1")
    assert page.run("document.querySelector('#record').dataset.packed.length") > 1000
    page.run(WAIT.format("document.documentElement.classList.contains('js')"))
    for node in record.tree.main_line()[1:]:
        assert pieces(page) == expected(record, node)
        page.key("ArrowRight")
    assert page.run("document.querySelector('#graph').childElementCount") > 5
    assert page.run("typeof window.hacked") == "undefined"
    assert page.messages == [] and len(page.requests) == 1


def test_hostile_texts_do_nothing(page: Browser, tmp_path: Path) -> None:
    record = random_record("tictactoe", 4)
    tree = edits.set_comment(record.tree, record.tree.main_line()[2], HOSTILE).apply(record.tree)
    open_record(page, tmp_path, Record(dict.fromkeys(("Event", "White", "Black"), HOSTILE), tree), "#ply=2")
    assert page.run("document.querySelector('blockquote').textContent") == HOSTILE
    assert page.run("window.hacked ?? 0") == 0
    assert page.run("document.images.length") == 0
    assert page.messages == [] and len(page.requests) == 1


def test_the_policy_refuses_other_scripts_and_connections(page: Browser, tmp_path: Path) -> None:
    """Without this test, a policy that allows everything would pass the others."""
    path = tmp_path / "page.html"
    planted = "<script>window.hacked=1</script><img src='http://127.0.0.1:9/x.png'></body>"
    path.write_text(page_of(sample()).replace("</body>", planted), encoding="utf-8")
    page.messages.clear()
    page.open(path)
    assert page.run("window.hacked ?? 0") == 0
    assert sum("Content Security Policy" in each for each in page.messages) == 2


def test_without_a_script_the_last_board_the_moves_and_the_comments_are_shown(page: Browser, tmp_path: Path) -> None:
    record = sample()
    open_record(page, tmp_path, record, script=False)
    try:
        text: Any = page.run("document.body.innerText")
        assert pieces(page) == expected(record, record.tree.main_line()[-1])
        assert page.run("getComputedStyle(document.querySelector('nav')).display") == "none"
        for node in record.tree.main_line()[1:]:
            assert record.tree.move_text(node) in text
            assert record.tree[node].comment.strip()[:30] in text
    finally:
        page.open(tmp_path / "page.html")


BOXES = """Object.fromEntries(NAMES.map(name => {
  const {left, top, right, bottom, width, height} = document.querySelector(name).getBoundingClientRect();
  return [name, {left, top, right, bottom, width, height}];
}))"""


def boxes(page: Browser, *names: str) -> list[dict[str, float]]:
    """The boxes of elements by their selectors, in px."""
    found = page.run(BOXES.replace("NAMES", str(list(names))))
    return [found[name] for name in names]


def test_the_parts_have_their_sizes_on_a_phone(page: Browser, tmp_path: Path) -> None:
    page.size(390, 800)
    try:
        open_record(page, tmp_path, sample(), "#ply=21")
        above, below, nav, strip, graph, rows = boxes(
            page, ".player.above", ".player.below", "nav", ".strip", ".graph", ".list"
        )
        side = page.run("JSON.parse(document.getElementById('record').textContent).board[2]")
        assert side * page.run("board.getScreenCTM().a") == pytest.approx(32, abs=0.1)
        caption = "document.querySelector('#board .plain text')"
        size = f"parseFloat(getComputedStyle({caption}).fontSize)"
        assert page.run(f"{size} * board.getScreenCTM().a") == pytest.approx(11, abs=0.1)
        assert [above["height"], below["height"], nav["height"], strip["height"]] == [30, 30, 48, 41]
        # The board, the comment and the graph are in view, and the list is below.
        assert graph["height"] == 104 and graph["bottom"] <= 800 <= rows["top"]
        targets = page.run(
            "[...document.querySelectorAll('nav button, header button, header .button')].map(each => "
            "each.getBoundingClientRect()).map(box => Math.min(box.width, box.height))"
        )
        assert len(targets) == 9 and min(targets) >= 44
        for key in ("End", "Home", "ArrowRight"):
            page.key(key)
            seen = page.run("document.querySelector('.strip').scrollWidth") > 390
            assert seen and (key == "Home" or 0 <= boxes(page, ".strip .at")[0]["left"] <= 390 - 44)
        assert page.run("document.querySelector('.player .result').textContent") == "Blue wins 0–1"
    finally:
        page.size(1100, 800)


def test_the_side_panel_is_next_to_the_list_or_under_it(page: Browser, tmp_path: Path) -> None:
    try:
        open_record(page, tmp_path, random_record("cotoan", 40, evaluated=True), "#ply=3")
        rows, aside, panel, graph = boxes(page, ".list", ".side-panel", ".panel", ".graph")
        assert aside["left"] >= rows["right"] - 1 and aside["top"] == rows["top"]
        assert panel["bottom"] <= graph["top"] and graph["bottom"] <= 800
        page.size(900, 800)
        rows, aside = boxes(page, ".list", ".side-panel")
        assert aside["top"] >= rows["bottom"] - 1 and rows["height"] <= 340
    finally:
        page.size(1100, 800)


@pytest.mark.parametrize(("width", "height"), [(1100, 800), (390, 800), (800, 900)])
def test_nothing_is_wider_than_the_window(page: Browser, tmp_path: Path, width: int, height: int) -> None:
    for name in ("go", "cotoan", "trees"):
        page.size(width, height)
        open_record(page, tmp_path, random_record(name, 40, evaluated=True), "#ply=3")
        try:
            assert page.run("document.documentElement.scrollWidth") <= width, name
            small = "[...document.querySelectorAll('nav button')].filter(b => b.getBoundingClientRect().width < 44)"
            assert width > 700 or page.run(f"{small}.length") == 0
        finally:
            page.size(1100, 800)
