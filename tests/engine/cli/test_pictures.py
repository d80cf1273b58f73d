"""The commands ``page`` and ``picture``."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.core.handmade import parse_tree
from engine.teach.film import film_page
from engine.teach.lesson_page import lesson_page
from engine.teach.walk import Walk
from tests.engine.cli.command import refused, run

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A file with two games."""
    path = tmp_path / "games.pgn"
    path.write_text(
        '[White "Xuyến"]\n[Result "*"]\n\n1. e4 e5 *\n\n[White "Minh"]\n[Result "*"]\n\n1. d4 d5 2. c4 *\n',
        encoding="utf-8",
    )
    return path


def test_a_page_contains_the_game_with_the_number(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "game.html"
    made = run(capsys, "page", str(record), "--output", str(output), "--number", "2")
    text = output.read_text(encoding="utf-8")
    assert made == {"output": str(output), "bytes": len(text.encode()), "game": "chess", "plies": 3}
    assert "Minh" in text and "Xuyến" not in text
    assert main(["page", str(record), "--output", str(output)]) == 0
    assert f"written to {output}" in capsys.readouterr().out
    assert "Xuyến" in output.read_text(encoding="utf-8")


def test_a_page_of_a_tree_is_that_of_the_window(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output, text = tmp_path / "tree.html", "((2 5) (1 8))"
    walk = Walk(parse_tree(text), "negascout")
    made = run(capsys, "page", "--tree", text, "--algorithm", "negascout", "--ask", "--output", str(output))
    page = output.read_text(encoding="utf-8")
    assert page == lesson_page(walk, asks=True)
    assert made == {
        "output": str(output),
        "bytes": len(page.encode()),
        "steps": len(walk.steps()),
        "nodes": len(walk.order),
    }
    run(capsys, "page", "--tree", text, "--strip", "--steps", "1,3", "--title", "Tuần 5", "--output", str(output))
    assert output.read_text(encoding="utf-8") == film_page(Walk(parse_tree(text)), [1, 3], title="Tuần 5")
    run(capsys, "page", "--tree", text, "--language", "vi", "--output", str(output))
    assert '<html lang="vi">' in output.read_text(encoding="utf-8")


def test_a_strip_has_every_position(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "strip.svg"
    run(capsys, "picture", str(record), "--number", "2", "--strip", "--every", "2", "--output", str(output))
    root = ET.fromstring(output.read_text(encoding="utf-8"))
    assert len(root.findall(f"{SVG}g")) == 3  # after 0, 2 and 3 plies
    assert "1… d5" in (root.get("aria-label") or "")


def test_a_picture_shows_the_position_after_a_ply(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "board.svg"
    for ply, squares in (("0", "e2"), ("1", "e4")):
        run(capsys, "picture", str(record), "--ply", ply, "--output", str(output))
        words = ET.fromstring(output.read_text(encoding="utf-8")).get("aria-label") or ""
        assert f"{squares}: White pawn" in words


def test_a_picture_of_a_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "board.svg"
    arguments = ("picture", "--game", "chess", "--position", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "--size", "200")
    run(capsys, *arguments, "--theme", "dark", "--output", str(output))
    root = ET.fromstring(output.read_text(encoding="utf-8"))
    assert (root.get("aria-label") or "").startswith("White to move. ")
    assert int(root.get("width", "0")) <= 200 and len(root.findall(f"{SVG}use")) == 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["page", "missing.pgn", "--output", "a.html"], "missing.pgn cannot be read"),
        (["page", "games.pgn", "--output", "a.html", "--number", "3"], "number is 3: must be 1 to 2"),
        (["page", "games.pgn", "--output", "games.pgn"], "the output cannot replace the record"),
        (["page", "games.pgn", "--output", "no/a.html"], "cannot be written"),
        (["page", "--output", "a.html"], "give either a record or --tree"),
        (["page", "games.pgn", "--tree", "(1 2)", "--output", "a.html"], "give either a record or --tree"),
        (["page", "--tree", "(1 2", "--output", "a.html"], "the “(” at character 1 is not closed"),
        (["page", "--tree", "7", "--output", "a.html"], "nothing to search"),
        (["page", "--tree", "(1 2)", "--algorithm", "no", "--output", "a.html"], "no"),
        (["page", "--tree", "(1 2)", "--steps", "1,x", "--output", "a.html"], "--steps: expected numbers"),
        (["page", "--tree", "(1 2)", "--steps", "99", "--output", "a.html"], "--steps is 99: must be 0 to"),
        (["picture", "--output", "a.svg"], "give either a record or --game"),
        (["picture", "--game", "chess", "--output", "a.png"], "a.png: expected a name that ends in .svg"),
        (["picture", "games.pgn", "--game", "chess", "--output", "a.svg"], "give either a record or --game"),
        (["picture", "games.pgn", "--ply", "9", "--output", "a.svg"], "ply is 9: must be 0 to 2"),
        (["picture", "games.pgn", "--size", "9", "--output", "a.svg"], "size is 9: must be 60 to 4000"),
        (["picture", "games.pgn", "--strip", "--every", "0", "--output", "a.svg"], "every is 0"),
        (["picture", "--game", "chess", "--strip", "--output", "a.svg"], "--strip and --ply need a record"),
        (["picture", "--game", "chess", "--position", "x", "--output", "a.svg"], "position: expected 8 ranks, found 1"),
    ],
)
def test_bad_input_is_one_sentence(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(record.parent)
    before = record.read_text(encoding="utf-8")
    assert words in refused(capsys, *arguments)
    assert record.read_text(encoding="utf-8") == before
    assert not Path("a.svg").exists() and not Path("a.html").exists()
