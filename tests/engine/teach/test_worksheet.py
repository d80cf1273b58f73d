"""Worksheets: pages without a network, the same exercises with and without answers, and clear refusals."""

import json
import re
from contextlib import nullcontext
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.cli.main import main
from engine.core.errors import OptionError
from engine.core.handmade import parse_tree
from engine.core.language import set_language
from engine.teach.exercise import Difficulty, Exercise, find_kind, generate, kinds
from engine.teach.worksheet import (
    SEEDS,
    WorksheetItem,
    format_items,
    make_key,
    make_sheet,
    make_versions,
    parse_items,
    worksheet,
)


def words(page: str) -> str:
    """The text of a page without its markup."""
    return re.sub(r"\s+", " ", " ".join(ElementTree.fromstring(body(page)).itertext()))


def body(page: str) -> str:
    """The body of a page, which is well-formed XML."""
    return page[page.index("<body>") : page.index("</html>")]


def test_the_answers_are_on_one_of_the_two_pages_only() -> None:
    exercises = [generate(name, kind.levels[0], 3) for name, kind in kinds().items()]
    blank, solved = (worksheet(exercises, answers=answers) for answers in (False, True))
    for exercise in exercises:
        kind = find_kind(exercise.kind)
        is_asked_for = bool(kind.hidden(exercise))
        assert (exercise.tree.text() in blank) != is_asked_for and exercise.tree.text() in words(solved)
        assert kind.question in words(blank) and kind.question in words(solved)
        assert kind.answer_text(exercise) in words(solved)
    assert "never visited: the search leaves" not in blank and 'class="answer"' not in blank
    # Before it is answered, a tree has neither values in its inner nodes nor marks of cut-offs.
    tree = parse_tree("((2 5) (1 8))")
    one = Exercise("prune", Difficulty(2, 2, 1), 0, tree)
    letters = re.findall(r">([A-Z]|−?\d+)</text>", worksheet([one], answers=False))
    assert sorted(letters) == sorted([*"ABCDEFG", "2", "5", "1", "8"])


def test_a_page_loads_nothing() -> None:
    page = worksheet([generate("prune")], answers=True, command='x"><script>alert(1)</script>')
    assert "default-src 'none'" in page and "<script" not in page
    assert not re.search(r"(src|href)=", page)


def test_the_command_writes_both_pages_in_a_language(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet, solved = tmp_path / "sheet.html", tmp_path / "answers.html"
    options = ["--exercises", "prune,windows", "--count", "2", "--seed", "7", "--branching", "2", "--depth", "3"]
    command = ["worksheet", *options, "--language", "vi", "--output", str(sheet), "--answers", str(solved), "--json"]
    try:
        assert main(command) == 0
    finally:
        set_language("en")
    found = json.loads(capsys.readouterr().out)
    assert [(each["kind"], each["seed"]) for each in found] == [
        ("prune", 7), ("prune", 8), ("windows", 7), ("windows", 8),
    ]  # fmt: skip
    for each in found:
        level = Difficulty(2, 3, 1)
        exercise = generate(each["kind"], level, each["seed"])
        assert each["tree"] == exercise.tree.text() and each["tree"] in words(sheet.read_text("utf-8"))
        assert "Phiếu bài tập" in words(sheet.read_text("utf-8"))
    assert found[0]["answer"] in words(solved.read_text("utf-8"))


MIX = "prune:count=2,points=3;minimax:tree=((3 12 8) (2 4 6) (14 5 2)),points=4;evaluation"


def test_a_mix_of_kinds_in_four_versions_with_one_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each version has other random trees and the same own tree; pupils see neither seed nor command."""
    sheet, key = tmp_path / "exam.html", tmp_path / "key.html"
    options = ["--exercises", MIX, "--title", "Test 2 <b>", "--versions", "4", "--seed", "5"]
    assert main(["worksheet", *options, "--output", str(sheet), "--answers", str(key), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert not sheet.exists()
    answers = words(key.read_text("utf-8"))
    trees = set()
    for letter, seed in zip("ABCD", range(5, 5 + 4 * SEEDS, SEEDS), strict=True):
        mine = [each for each in found if each["version"] == letter]
        assert [(each["kind"], each["seed"], each["points"]) for each in mine] == [
            ("prune", seed, 3), ("prune", seed + 1, 3), ("minimax", seed, 4), ("evaluation", seed, 0),
        ]  # fmt: skip
        assert mine[2]["tree"] == "((3 12 8) (2 4 6) (14 5 2))" and "A value = 3" in mine[2]["answer"]
        trees.add(mine[0]["tree"])
        page = words((tmp_path / f"exam-{letter}.html").read_text("utf-8"))
        assert f"Test 2 <b> (version {letter})" in page and "Points of 10" in page and page.count("(3 points)") == 2
        assert "kyvien" not in page and "Seed" not in page
        # The key has one table for the version, with every answer and the points.
        own = answers[answers.index(f"Version {letter}") :]
        for number, each in enumerate(mine, 1):
            assert f"{number} {each['answer']} {each['points']} " in own
    assert len(trees) == 4 and "Test 2 <b>: answers" in answers and "kyvien-engine worksheet" in answers
    assert key.read_text("utf-8").count("<table>") == 4 and "<svg" not in key.read_text("utf-8")


def test_one_version_has_neither_letter_nor_points_unless_asked(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.html"
    assert main(["worksheet", "--exercises", "prune,best", "--output", str(sheet)]) == 0
    page = words(sheet.read_text("utf-8"))
    assert "version" not in page and "point" not in page and "Seed" not in page and "kyvien" not in page
    assert main(["worksheet", "--lesson", "6", "--points", "1", "--output", str(sheet)]) == 0
    page = words(sheet.read_text("utf-8"))
    assert page.count("(1 point)") == 3 and "Points of 3" in page


def test_sheets_are_black_and_white_on_a4() -> None:
    page = worksheet([generate("prune")], answers=True)
    style = page[page.index("<style>") : page.index("</style>")]
    assert "size: A4" in style and "filter: grayscale(1)" in style
    colors = re.findall(r"#([0-9A-Fa-f]{6})", style)
    assert colors and all(color[:2] == color[2:4] == color[4:] for color in colors), "greys only"


@pytest.mark.parametrize("name", list(kinds()))
def test_a_question_about_a_given_tree_is_asked_or_refused(name: str) -> None:
    """The exercise is about exactly this tree, and its solution is accepted; other kinds refuse it in one sentence."""
    tree = "((5 9 6) (4 8 7) (8 7 10))"
    own = {"minimax", "best", "negamax", "prune", "windows", "next", "null_window", "order", "bug", "negamax_bug"}
    if name not in own:
        with pytest.raises(OptionError, match="cannot be asked about the tree"):
            make_versions([WorksheetItem(name, tree=tree)], 1, 0)
        return
    for seed in range(3):
        (version,) = make_versions([WorksheetItem(name, tree=tree)], 1, seed)
        (exercise,) = version.exercises
        kind = find_kind(name)
        assert exercise.tree.text() == tree and exercise.level == Difficulty(3, 2)
        assert kind.check(exercise, kind.solution(exercise)).is_right and kind.explain(exercise, -1)
    with pytest.raises(OptionError, match="cannot be asked") if name in NEEDS_CUTS else nullcontext():
        make_versions([WorksheetItem(name, tree="((1 2) (8 9))")], 1, 0)


NEEDS_CUTS = ("prune", "windows", "next", "null_window")
"""Kinds that need a cut-off, or a child that is searched again and one that is not."""


def test_items_are_read_as_they_are_written() -> None:
    items = parse_items(MIX)
    assert items[1].tree == "((3 12 8) (2 4 6) (14 5 2))" and [item.count for item in items] == [2, 1, 1]
    assert parse_items(format_items(items)) == items
    assert parse_items("prune, best") == (
        WorksheetItem("prune", find_kind("prune").levels[0]), WorksheetItem("best", find_kind("best").levels[0]),
    )  # fmt: skip


def test_the_sheets_of_one_version() -> None:
    (version,) = make_versions(parse_items("minimax:points=2;best"), 1, 0)
    assert version.letter == "" and version.points == (2, 0)
    pupil, teacher = (make_sheet(version, answers=answers, command="c") for answers in (False, True))
    assert pupil.foot == "" and "c" in teacher.foot and pupil.names and not teacher.names
    assert [part.heading.endswith("(2 points)") for part in pupil.parts] == [True, False]
    key = make_key([version])
    assert key.parts == () and [len(table.rows) for table in key.keys] == [2] and key.keys[0].heading == ""


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--exercises", "prune:x=1"], "x"),
        (["--exercises", "prune:count=0"], "count"),
        (["--exercises", "prune:points=101;best"], "points"),
        (["--exercises", "prune:tree=((3 12"], "is not closed"),
        (["--exercises", "size:tree=((3 12) (1 2))"], "cannot be asked about the tree ((3 12) (1 2))"),
        (["--exercises", ";"], "choose exercises with --exercises or --lesson"),
        (["--lesson", "1", "--versions", "5"], "--versions is 5: must be 1 to 4"),
        (["--lesson", "1", "--versions", "0"], "--versions is 0: must be 1 to 4"),
        (["--lesson", "1", "--points", "-1"], "--points is -1: must be 0 to 100"),
        (["--exercises", "x"], "unknown exercise 'x'"),
        ([], "choose exercises with --exercises or --lesson"),
        (["--lesson", "9"], "unknown lesson '9'"),
        (["--lesson", "1", "--count", "0"], "--count is 0: must be 1 to 50"),
        (["--exercises", "prune", "--depth", "9"], "the tree has 29524 nodes; there may be 128"),
        (["--exercises", "prune", "--branching", "0"], "branching is 0"),
    ],
)
def test_wrong_options_get_one_sentence(
    options: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["worksheet", *options, "--output", str(tmp_path / "x.html")])
    error = capsys.readouterr().err
    assert sentence in error and error.count("\n") == 1
    assert not (tmp_path / "x.html").exists()


def test_the_answers_do_not_replace_the_worksheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.html"
    with pytest.raises(SystemExit):
        main(["worksheet", "--lesson", "1", "--output", str(path), "--answers", str(tmp_path / "." / "x.html")])
    assert capsys.readouterr().err == "--answers needs another file than --output\n"
    assert not path.exists()
