"""Pages of records: what they contain, that foreign text is inert, and that replaying the changes gives the boards."""

import base64
import hashlib
import json
import re
import zlib
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from engine.analysis.verdict import Thresholds, verdicts_of
from engine.core.chance import chance_value
from engine.core.evaluation import scale_of
from engine.core.game import find_game, games
from engine.core.language import set_language
from engine.core.outcome import Player
from engine.core.score import Score
from engine.page import content
from engine.page.html import MOST_BYTES, page_of
from engine.page.marks import packed_verdict
from engine.picture.web import resource
from engine.records import edits
from engine.records.formats import find_format
from engine.records.judgement import Judgement
from engine.records.tree import ROOT, EvaluationNote, GameTree, Record
from tests.engine.page.samples import HOSTILE, SERIES, crowded_record, random_record, reviewed

SAMPLE = Path(__file__).parents[3] / "resources" / "records" / "cotoan" / "ahead-and-lost.en.pgn"


class Parsed(HTMLParser):
    """The elements of a page with their attributes, and the texts in scripts and style sheets."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.raw: list[tuple[str, str]] = []
        self.text = ""
        self._inside: tuple[str, dict[str, str]] = ("", {})
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = (tag, {name: value or "" for name, value in attrs})
        self.elements.append(self._inside)

    def handle_endtag(self, tag: str) -> None:
        self._inside = ("", {})

    def handle_data(self, data: str) -> None:
        if self._inside[0] in ("script", "style"):
            self.raw.append((self._inside[1].get("type", self._inside[0]), data))
        else:
            self.text += data

    def only(self, kind: str) -> str:
        (found,) = [text for name, text in self.raw if name == kind]
        return found

    @property
    def is_packed(self) -> bool:
        """Whether the data are compressed."""
        return any("data-packed" in attributes for name, attributes in self.elements if name == "script")

    @property
    def data(self) -> Any:
        if not self.is_packed:
            return json.loads(self.only("application/json"))
        (packed,) = (each["data-packed"] for name, each in self.elements if name == "script" and "data-packed" in each)
        return json.loads(zlib.decompress(base64.b64decode(packed)))


def sample() -> Record:
    return find_format(SAMPLE).read(SAMPLE.read_bytes())[0]


def replayed(data: Any, place: int) -> dict[int, str]:
    """The board at a place of the page's data, as the script computes it."""
    path = [place]
    while data["nodes"][path[-1]][0] >= 0:
        path.append(data["nodes"][path[-1]][0])
    pieces = dict(data["start"])
    for each in reversed(path[:-1]):
        _, _, _, origin, target, captured, placed, *_ = data["nodes"][each]
        moved = pieces.pop(origin, None)
        for cell in captured:
            pieces.pop(cell, None)
        if target >= 0 and moved:
            pieces[target] = moved
        for cell, piece in placed:
            pieces.pop(cell, None)
            if piece:
                pieces[cell] = piece
    return pieces


@pytest.mark.parametrize("name", sorted(games()))
def test_replaying_gives_every_board(name: str) -> None:
    record = random_record(name, 30)
    data = Parsed(page_of(record)).data
    places = [0, *(step.node for step in record.tree.walk())]
    assert len(places) == len(data["nodes"]) > 1
    for place, node in enumerate(places):
        assert replayed(data, place) == dict(record.game.surface(record.tree.position(node)).pieces)


def test_the_policy_allows_only_the_own_script_and_style_sheet() -> None:
    page = Parsed(page_of(sample()))

    def source(text: str) -> str:
        return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"

    (policy,) = [values["content"] for tag, values in page.elements if values.get("http-equiv")]
    assert policy == (
        f"default-src 'none'; script-src {source(page.only('script'))}; style-src {source(page.only('style'))}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    assert not [values for _, values in page.elements if "style" in values or any(name[:2] == "on" for name in values)]


def test_a_page_refers_to_nothing_outside() -> None:
    page = page_of(sample())
    for tag, values in Parsed(page).elements:
        for name in ("src", "href", "action", "xlink:href", "srcset"):
            assert name not in values or values[name].startswith(("#", "data:")), (tag, values)
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", page.partition('<script type="application/json"')[0])


def test_foreign_text_is_text() -> None:
    record = random_record("tictactoe", 4)
    tree = edits.set_comment(record.tree, 2, HOSTILE).apply(record.tree)
    note = EvaluationNote("<b onclick=1>", 1, None, 5)
    tree = edits.set_evaluations(tree, {1: [note]}).apply(tree)
    headers = dict.fromkeys(("Event", "White", "Black", "Date", "Site"), HOSTILE)
    page = page_of(Record(headers, tree), file_name='"><script>x.pgn')
    parsed = Parsed(page)
    assert [tag for tag, _ in parsed.elements].count("script") == 2
    assert not [tag for tag, _ in parsed.elements if tag == "img"]
    assert "</script>" in parsed.text
    assert all(not name.startswith("on") for _, values in parsed.elements for name in values)


def test_without_the_script_moves_and_comments_are_text() -> None:
    record = sample()
    text = Parsed(page_of(record)).text
    for node in record.tree.nodes:
        assert record.tree.move_text(node) in text
        assert record.tree[node].comment.split("\n")[0][:40] in text


def test_a_variation_that_resumes_has_the_number_of_its_move() -> None:
    """After a variation within it, also before a move of the second side; otherwise only the first side's moves."""
    tree = GameTree.start(find_game("chess")())

    def add(parent: int, *texts: str) -> int:
        nonlocal tree
        for text in texts:
            made = edits.add_move(tree, parent, tree.game.parse_move(tree.position(parent), text))
            tree = made.apply(tree)
            parent = max(tree.nodes)
        return parent

    start = add(ROOT, "e4")
    add(start, "e5", "Nf3")
    inner = add(start, "c5")
    add(inner, "Nf3", "d6", "d4")
    add(inner, "c3", "d5")
    line = next(part for part in page_of(Record({}, tree)).split('<div class="line">') if part.startswith("↳ 1…"))
    rest = page_of(Record({}, tree)).split('<div class="line">↳ 1… ', 1)[1]
    words = re.sub(r"\s+", " ", re.sub("<[^>]+>", "", rest.split("</div></div>")[0])).strip()
    assert words.startswith("c5 2. Nf3 ↳ 2. c3 d5 2… d6 3. d4"), (words, line)


def test_the_record_is_inside() -> None:
    record = sample()
    page = Parsed(page_of(record, file_name=SAMPLE.name))
    (link,) = [values for tag, values in page.elements if "download" in values]
    assert link["download"] == SAMPLE.name
    kind, _, text = link["href"].partition(",")
    assert kind == "data:text/plain;charset=utf-8"
    assert find_format(SAMPLE).read(unquote(text))[0].same_as(record)


@pytest.mark.parametrize("name", ["game.txt", "game.xqf", "game"])
def test_the_record_is_pgn_where_its_own_format_cannot_be_written(name: str) -> None:
    page = Parsed(page_of(sample(), file_name=name))
    (link,) = [values for tag, values in page.elements if "download" in values]
    assert link["download"] == "game.pgn"
    assert find_format(SAMPLE).read(unquote(link["href"].partition(",")[2]))[0].same_as(sample())


def test_half_a_pair_of_surrogates_does_no_harm() -> None:
    record = random_record("tictactoe", 3)
    tree = edits.set_comment(record.tree, 1, "a\ud800b").apply(record.tree)
    tree = edits.set_evaluations(tree, {1: [EvaluationNote("\ud800", 1, Score(1, Player.FIRST))]}).apply(tree)
    page_of(Record({"Event": "\udfff"}, tree)).encode()


@pytest.mark.parametrize("name", ["chess", "go"])
def test_a_long_game_stays_small(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """400 plies with three algorithms, each of which has a line of eight moves at every ply."""
    record = random_record(name, 400, evaluated=True)
    assert len(record.tree.main_line()) > 300
    legal = record.game.start()
    line: list[str] = []
    for _ in range(8):
        move = legal.legal_moves()[0]
        line.append(record.game.format_move(legal, move, "coordinates"))
        legal = legal.play(move)
    monkeypatch.setattr(content, "best_line", lambda note: line)
    shape = record.game.shape(record.game.start(), record.game.start().legal_moves()[0])
    monkeypatch.setattr(content, "_line", lambda position, moves, text: (list(moves), shape))
    page = page_of(record)
    assert Parsed(page).data["series"][0]["l"]
    assert len(page.encode()) < MOST_BYTES == 300_000


@pytest.mark.parametrize(("name", "algorithms", "variations"), [("chess", 3, 8), ("xiangqi", 5, 0)])
def test_a_long_reviewed_game_stays_small(name: str, algorithms: int, variations: int) -> None:
    """400 plies that several algorithms have judged, with comments, and with the best lines as variations."""
    record = crowded_record(name, 400, algorithms, variations)
    assert len(record.tree.main_line()) == 401
    page = page_of(record)
    parsed = Parsed(page)
    assert parsed.is_packed and len(parsed.data["series"]) == algorithms
    assert len(parsed.data["nodes"]) == len(record.tree)
    assert len(page.encode()) < MOST_BYTES
    assert all(f"A comment on ply {ply}," in parsed.text for ply in range(5, 400, 5))


def test_the_script_is_small() -> None:
    assert len(resource("kyvien.js").encode()) <= 25_000
    assert "innerHTML" not in resource("kyvien.js") and "</" not in resource("kyvien.js")


def test_the_lines_of_the_algorithms_are_those_that_judged_the_next_move(monkeypatch: pytest.MonkeyPatch) -> None:
    record = random_record("cotoan", 4, evaluated=True)
    tree = record.tree
    first, second = tree.main_line()[1:3]
    before = tree.position(first)
    moves = before.legal_moves()
    texts = [record.game.format_move(before, moves[3], "coordinates"), "nonsense"]
    judging = tree[second].evaluations[1]
    monkeypatch.setattr(content, "best_line", lambda note: texts if note is judging else ())
    data = Parsed(page_of(record)).data
    shape = record.game.shape(before, moves[3])
    expected = {"1": [record.game.format_move(before, moves[3], "record"), shape.origin, shape.target]}
    assert [series["l"] for series in data["series"]] == [{}, expected, {}]


def test_the_scores_are_those_of_the_first_side() -> None:
    data = Parsed(page_of(sample())).data
    assert [series["t"]["en"] for series in data["series"]] == ["Greedy d1", "Minimax d3", "NegaScout d5"]
    assert data["main"] == 2
    assert data["series"][2]["s"]["0"][0] == "+2" and data["series"][2]["s"]["0"][1] > 500
    assert data["series"][2]["s"]["1"][0] == "−2" and data["series"][2]["s"]["1"][1] < 500


@pytest.mark.parametrize("code", ["en", "vi"])
def test_the_page_has_both_languages_and_begins_with_the_one_in_use(code: str) -> None:
    set_language(code)
    try:
        page = Parsed(page_of(sample()))
    finally:
        set_language("en")
    assert ("html", {"lang": code}) in page.elements
    assert set(page.data["words"]["en"]) == set(page.data["words"]["vi"])
    assert page.data["words"]["vi"]["download"] == "Tải kỳ phổ"


def test_a_record_without_moves_or_names_has_a_page() -> None:
    record = random_record("nim", 0)
    page = Parsed(page_of(replace(record, headers={})))
    assert len(page.data["nodes"]) == 1 and "Nim" in page.text


def test_the_samples_name_all_series() -> None:
    assert len(Parsed(page_of(random_record("cotoan", 6, evaluated=True))).data["series"]) == len(SERIES)


def test_scores_of_another_program_are_a_series() -> None:
    (record,) = find_format("x.pgn").read(
        "1. e4 {[%eval 0.17]} c5 {-0.33/12 0.07s} 2. Nf3 {[%eval pvs;v=+9]} Nc6 {[%eval #3]}"
    )
    others, own = Parsed(page_of(record)).data["series"]
    assert others["t"] == {"en": "From the file", "vi": "Theo tệp"}
    assert {place: text for place, (text, _) in others["s"].items()} == {"1": "+0.17", "2": "+0.33", "4": "#5"}
    assert [text for text, _ in own["s"].values()] == ["+0.09"]


# --- the review -------------------------------------------------------------------------------------------------------


def test_the_classes_of_a_review_are_in_the_page() -> None:
    record = reviewed()
    page = Parsed(page_of(record))
    verdicts = {each.ply: each for each in verdicts_of(record.tree, "alphabeta", "material")}
    assert {int(place): data[0] for place, data in page.data["verdicts"].items()} == {
        ply: each.kind.name for ply, each in verdicts.items()
    }
    # 2… Qg5 loses the queen.
    assert page.data["verdicts"]["4"][:2] == ["blunder", f"−{(verdicts[4].loss or 0) / 100:.2f}"]
    assert [
        text for text in ("nag j-blunder", "nag j-inaccuracy") for _, each in page.elements if each.get("class") == text
    ]
    loose = Parsed(page_of(record, thresholds=Thresholds(inaccuracy=99, mistake=99, blunder=100)))
    assert loose.data["verdicts"]["4"][0] == "good"
    assert not [each for _, each in loose.elements if "j-blunder" in each.get("class", "")]
    # An annotation of the author is not repeated.
    marked = edits.set_nags(record.tree, record.tree.main_line()[4], (4,)).apply(record.tree)
    signs = [each.get("class", "") for _, each in Parsed(page_of(replace(record, tree=marked))).elements]
    before = [each.get("class", "") for _, each in page.elements]
    assert signs.count("nag g4") == 1 and signs.count("nag j-blunder") == before.count("nag j-blunder") - 1


def test_a_page_of_go_has_chances_of_winning() -> None:
    game = games()["go"].with_rules("size=5")
    tree = GameTree.start(game)
    good, bad = (Score(chance_value(chance, scale_of("go")), Player.FIRST) for chance in (0.6, 0.25))
    tree = edits.add_move(tree, ROOT, game.start().legal_moves()[0]).apply(tree)
    found = Judgement(("c3", "c4"), good, bad)
    notes = {1: [EvaluationNote("mcts", None, bad, 9, evaluation="liberties", judgement=found)]}
    made = content.content_of(edits.add_evaluations(tree, notes).apply(tree), content.recorded, content.usual)
    assert made.series[0].scores == {1: ("25.0 %", pytest.approx(0.25, abs=1e-3))}
    packed = packed_verdict(made.tree, made.evaluation, made.verdicts[1], content.recorded)
    assert packed[:4] == ["blunder", "−35.0 %", 60, 25]
