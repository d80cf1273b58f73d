"""The command ``rules``."""

import re

import pytest

from engine.cli.main import main
from engine.cli.rules import text_board
from engine.core.game import find_game, games
from engine.core.options import options_of
from tests.engine.cli.command import refused, run


def text_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["rules", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("language", ["vi", "en"])
@pytest.mark.parametrize("name", list(games()))
def test_page_of_every_game(
    name: str, language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KYVIEN_LANG", language)
    monkeypatch.setenv("COLUMNS", "80")
    text = text_of(capsys, "--game", name)
    title = text.splitlines()[0]
    assert text.splitlines()[1] == "=" * len(title)
    for option in options_of(games()[name].Rules):
        assert f"- {option.name}" in text
    assert all(line == line.rstrip() for line in text.splitlines())
    prose = [line for line in text.splitlines() if not re.fullmatch(r"( *\S{1,2})+", line)]
    assert max(map(len, prose)) <= 80, "only a wide board is wider"
    assert "**" not in text and "[[" not in text


def test_a_diagram_as_text(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    assert """
Four with both ends open: X wins on b5 or g5.
  9 . . . . . . . . .
  8 . . . . . . . . .
  7 . . . . . . . . .
  6 . . . . . . . . .
  5 . . X X X X . . .
  4 . . O O O O . . .
  3 . . . . . . . . .
  2 . . . . . . . . .
  1 . . . . . . . . .
    a b c d e f g h i
  Rules: Columns: 9, Rows: 9
  X to move
  ✓ Wins: g5, b5
  • The game goes on after: e6
""" in text_of(capsys, "--game", "caro")


def test_refused_moves_have_the_reason_of_the_engine(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert "  ✗ Not allowed: d5d8 (no calculation of 8 and 5 gives 2)\n" in text_of(capsys, "--game", "cotoan")


def test_pieces_of_two_sides_differ_on_text_boards(capsys: pytest.CaptureFixture[str]) -> None:
    text = text_of(capsys, "--game", "xiangqi")
    assert "  9 br bn bb ba bk ba bb bn br\n" in text
    assert text.count("rk: Red general") == 1, "the signs are explained once"
    assert "r1: Red 1" not in text_of(capsys, "--game", "cotoan")


def test_a_tree_has_no_empty_cells() -> None:
    game = find_game("trees")()
    assert text_board(game.surface(game.start())) == [
        "      ●", "", "  B       C", "", "2   5   1   8",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["algorithms", "comparison"])
def test_articles(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "alpha-beta" in text_of(capsys, "--article", name).lower()
    assert run(capsys, "rules", "--article", name)["article"] == name


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    page = run(capsys, "rules", "--game", "cotoan")
    assert (page["game"], page["language"], page["title"]) == ("cotoan", "en", "Rules of cờ toán")
    pictures = [block for block in page["blocks"] if block["type"] == "picture"]
    assert pictures[2]["name"] == "three-beyond"
    assert pictures[2]["moves"][0] == {"statement": "allowed", "move": "d5d9"}
    assert pictures[2]["moves"][1]["reason"]
    game = find_game("cotoan")
    for each in pictures:
        game.with_rules(each["rules"]).parse_position(each["position"])
    entries = {block["key"]: block for block in page["blocks"] if block["type"] == "entry"}
    assert entries["target"]["label"] == "Target"


def test_what_is_missing_or_unknown_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "unknown game 'nogame'" in refused(capsys, "rules", "--game", "nogame")
    assert "--game" in refused(capsys, "rules")
    assert "--article" in refused(capsys, "rules", "--game", "nim", "--article", "algorithms")
    assert "unknown game 'algorithms'" in refused(capsys, "rules", "--game", "algorithms")
