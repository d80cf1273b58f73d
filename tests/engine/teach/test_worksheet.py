"""Worksheets: pages without a network, the same exercises with and without answers, and clear refusals."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.cli.main import main
from engine.core.handmade import parse_tree
from engine.core.language import set_language
from engine.teach.exercise import Difficulty, Exercise, find_kind, generate, kinds
from engine.teach.worksheet import worksheet


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


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
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
