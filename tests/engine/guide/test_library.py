"""The pages: complete, the same in every language, and right where they state figures."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from engine.asking.query import answer
from engine.core.errors import OptionError
from engine.core.game import _registry, find_game, games
from engine.core.language import LANGUAGES, catalogue, set_language
from engine.core.options import option
from engine.games.nim.game import Nim
from engine.games.nim.position import NimPosition
from engine.guide.diagram import diagram_names
from engine.guide.keys import algorithm_keys, page_keys, rule_keys
from engine.guide.library import ARTICLES, find_page, generated_page, page_names, unexplained
from engine.guide.page import Block, GuideTable, Items, Page, shown_texts
from engine.search.query import Query
from engine.search.report import Limit, last_report
from engine.search.search import algorithms
from engine.search.spec import Spec

GUIDE = Path(__file__).parents[3] / "resources" / "guide"
PAGES = [name for name in page_names() if name not in games() or not games()[name].is_draft]


def page(name: str, language: str) -> Page:
    set_language(language)
    return find_page(name)


def texts(block: Block) -> Iterator[str]:
    """Yield every text of a block."""
    match block:
        case Items():
            yield from block.texts
        case GuideTable():
            yield from (cell for row in (block.header, *block.rows) for cell in row)
        case _:
            yield str(getattr(block, "text", "") or getattr(block, "caption", ""))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_page_exists_and_explains_every_key(name: str, language: str) -> None:
    assert (GUIDE / language / f"{name}.md").exists()
    found = page(name, language)
    keys = rule_keys(find_game(name)) if name in games() else algorithm_keys() if name == "algorithms" else {}
    assert unexplained(found, list(keys)) == []
    entries = [entry.key for entry in found.entries]
    assert sorted(set(entries) - set(keys)) == [], "explained, but there is no such option, value or preset"
    assert len(entries) == len(set(entries))
    assert all(entry.text for entry in found.entries)


def test_no_source_is_idle() -> None:
    for folder in (*LANGUAGES, "diagrams"):
        names = {path.stem for path in (GUIDE / folder).iterdir()}
        assert names <= set(page_names())


@pytest.mark.parametrize("name", PAGES)
def test_pages_show_the_same_diagrams_in_every_language(name: str) -> None:
    shown = {language: [each.name for each in page(name, language).pictures] for language in LANGUAGES}
    assert shown["vi"] == shown["en"]
    assert shown["en"] or name in ARTICLES
    assert sorted(shown["vi"]) == sorted(diagram_names(name)), "each diagram is shown once"
    shape = {language: [type(block).__name__ for block in page(name, language).blocks] for language in LANGUAGES}
    assert shape["vi"] == shape["en"], "one page has a section, a list or a table that the other lacks"
    keys = {language: [entry.key for entry in page(name, language).entries] for language in LANGUAGES}
    assert keys["vi"] == keys["en"]


@pytest.mark.parametrize("name", PAGES)
def test_texts_of_the_window_are_in_the_catalogue(name: str) -> None:
    for language in LANGUAGES:
        for block in page(name, language).blocks:
            for text in texts(block):
                assert set(shown_texts(text)) <= catalogue("vi").keys()


def test_figures_are_the_same_in_every_language() -> None:
    """Tables of figures, and distances: cells without letters."""
    for name in PAGES:
        tables = {
            language: [
                [[cell for cell in row if not any(sign.isalpha() for sign in cell)] for row in block.rows]
                for block in page(name, language).blocks
                if isinstance(block, GuideTable)
            ]
            for language in LANGUAGES
        }
        assert tables["vi"] == tables["en"], name


def option_of_each_kind() -> Any:
    """A game with a new option, a new value and a new preset."""

    @dataclass(frozen=True, slots=True)
    class Rules(Nim.Rules):  # type: ignore[misc, name-defined]
        wall: str = option("none", "A wall", label="Wall", choices=("none", "low"))
        letters: str = option("ab", "Letters", letters="ab")

    class More(Nim):
        presets: ClassVar = {**Nim.presets, "Tall": {"first": 9}}

    More.Rules = Rules
    return More


def test_a_new_option_value_or_preset_is_found_to_be_unexplained() -> None:
    keys = rule_keys(option_of_each_kind())
    missing = unexplained(page("nim", "en"), list(keys))
    assert missing == ["wall", "wall=none", "wall=low", "letters", "letters=a", "letters=b", "Tall"]


def test_a_game_without_a_page_has_a_generated_one(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = option_of_each_kind()
    kind.name = "pageless"
    monkeypatch.setattr(_registry, "_classes", {**games(), "pageless": kind})
    made = find_page("pageless")
    assert "pageless" in page_names()
    assert made == generated_page(kind()) != find_page("nim")
    assert made.title == "Nim"
    assert unexplained(made, [each for each in rule_keys(kind) if "=" not in each]) == []
    assert "Player 1 moves first" in next(texts(made.blocks[0]))
    assert "wall=low" in page_keys(made)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(OptionError):
        find_page("../en/nim")
    with pytest.raises(OptionError):
        find_page("nogame")


def test_articles_do_not_hide_games() -> None:
    assert not ARTICLES.keys() & games().keys()


def test_labels_and_ranges_are_those_of_the_engine() -> None:
    set_language("en")
    keys = page_keys(find_page("cotoan"))
    assert (keys["target"].label, keys["target"].note) == (
        "Target", "Default: 15 (none, 10, 15, 20, 25, 30, 35, 40, 45)",
    )  # fmt: skip
    assert keys["no_capture"].note == "Default: 100 (none, 60 to 200)"
    assert keys["mod_small"].note == "Default: on"
    assert keys["HUST-25"].note == "target=25,mod_small=off"
    assert keys["Chuẩn"].note == "the default rules"
    set_language("vi")
    assert page_keys(find_page("cotoan"))["first=red"].label == "Đỏ"


# --- figures that pages state -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_thirteen_examples_are_there(language: str) -> None:
    captions = [each.caption for each in page("cotoan", language).pictures]
    numbers = [int(match[1]) for caption in captions if (match := re.match(r"([0-9]+)[.,( ]", caption))]
    assert sorted(set(numbers)) == list(range(1, 14))
    assert numbers == sorted(numbers)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_distances_are_those_of_the_engine(language: str) -> None:
    from engine.games.cotoan.game import Rules, distances

    table = next(block for block in page("cotoan", language).blocks if isinstance(block, GuideTable))
    expected = distances(Rules())
    for row in table.rows:
        rear = int(row[0])
        for front, cell in enumerate(row[1:], 1):
            assert {int(digit) for digit in cell if digit.isdigit()} == expected[rear][front], (rear, front)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_nodes_on_the_trees_are_those_of_the_searches(language: str) -> None:
    table = next(block for block in page("algorithms", language).blocks if isinstance(block, GuideTable))
    depths, *rows = table.rows
    assert {row[0] for row in rows} == {name for name, kind in algorithms().items() if kind.sound}
    kind = find_game("trees")
    for name, *counts in rows:
        for tree, depth, count in zip(table.header[1:], depths[1:], counts, strict=True):
            game = kind.with_rules(f"tree={tree}")
            query = Query(game.start(), Spec.make(name), "", Limit(depth=int(depth)))
            report = last_report(answer(query))
            assert report is not None
            assert report.iteration_nodes == int(count), (tree, name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_size_of_the_default_tree_of_nim_is_that_of_the_engine(language: str) -> None:
    def size(position: NimPosition) -> int:
        return 1 + sum(size(position.play(move)) for move in position.legal_moves())

    text = (GUIDE / language / "nim.md").read_text(encoding="utf-8")
    (line,) = (each for each in text.splitlines() if each.startswith("+ `1-2-2`"))
    assert re.findall(r" \d+ ", line) == [f" {size(Nim().start())} "]
