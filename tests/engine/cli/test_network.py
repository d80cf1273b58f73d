"""The command ``network``."""

import re
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.core.errors import OptionError
from engine.core.evaluation import evaluations, find_evaluation, offered, pinned_name
from engine.networks.file import read_network, write_network
from engine.records.formats import find_format
from engine.searchtree.files import read_tree
from tests.engine.cli.command import refused, run
from tests.engine.networks.made import random_file, random_network


def test_a_valid_network_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = random_file(tmp_path, "tictactoe")
    assert run(capsys, "network", "verify", str(path))["positions"] == 100
    assert main(["network", "verify", str(path)]) == 0
    assert capsys.readouterr().out == "valid: 100 positions are scored as defined\n"


@pytest.mark.parametrize("action", ["show", "verify"])
def test_a_damaged_network_is_refused(action: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = random_file(tmp_path, "nim")
    path.write_bytes(path.read_bytes()[:-1])
    assert "damaged" in refused(capsys, "network", action, str(path))
    assert "does not exist" in refused(capsys, "network", action, str(tmp_path / "x"))


def test_a_network_is_shown_with_a_map_of_each_piece(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = random_file(tmp_path, "tictactoe", made={"command": "train"}, results=({"elo": 12},))
    found = run(capsys, "network", "show", str(path))
    assert found["game"] == "tictactoe" and found["made"] == {"command": "train"} and len(found["digest"]) == 64
    assert found["results"] == [{"elo": 12}] and set(found["pieces"]) == {"x"}
    assert main(["network", "show", str(path)]) == 0
    text = capsys.readouterr().out
    assert found["digest"] in text and "Cross (points)" in text and len(re.findall(r"^[123] ", text, re.MULTILINE)) == 3


def test_a_page_has_the_maps_of_another_evaluation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, page = random_file(tmp_path, "minigo", rules="size=5"), tmp_path / "a.html"
    monkeypatch.setenv("KYVIEN_LANG", "vi")
    assert main(["network", "show", str(path), "--html", str(page), "--against", "atari"]) == 0
    assert capsys.readouterr().out
    text = page.read_text(encoding="utf-8")
    assert '<html lang="vi">' in text and "Mạng nơ-ron" in text and text.count("<svg") == 2
    assert "src=" not in text and "href=" not in text and "<script" not in text


def test_texts_of_a_file_are_no_markup(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, page = random_file(tmp_path, "nim", licence="<b>x", made={"<i>": "<script>"}), tmp_path / "a.html"
    assert main(["network", "show", str(path), "--html", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "<b>" not in text and "<i>" not in text and "<script" not in text and "&lt;b&gt;x" in text


def test_a_match_states_its_networks_by_their_digests(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the journal and in the records. It is not resumed with another network, which has another digest."""
    path, journal, records = random_file(tmp_path, "nim"), tmp_path / "journal", tmp_path / "games.pgn"
    words = ["match", "--game", "nim", "--first", f"pvs@evaluation=network:file={path}@book=off", "--second", "random",
             "--games", "2", "--jobs", "1", "--nodes", "50", "--journal", str(journal)]  # fmt: skip
    assert main([*words, "--records", str(records)]) == 0
    stated = stated_by(path)
    assert stated.partition("digest")[2] in journal.read_text()
    shown = capsys.readouterr().out
    assert stated in shown and str(tmp_path) not in shown, "in the table"
    text = records.read_text()
    assert f'White "pvs@evaluation={stated}@book=off"' in text and str(tmp_path) not in text
    assert f'Algorithm "pvs@nodes=50@evaluation={stated}"' in text
    write_network(random_network("nim", 2), path)
    assert "journal of another contest" in refused(capsys, *words)


def stated_by(path: Path) -> str:
    return f"network:file={path.stem},digest={read_network(path).digest[:16]}"


def test_a_review_and_a_tree_state_a_network_by_its_name_and_digest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not by its path, which is another one on another computer. An installed network of this name is found by it."""
    path, record = random_file(tmp_path, "nim"), tmp_path / "game.pgn"
    words = ["--evaluation", f"network:file={path}", "--nodes", "50"]
    assert main(["play", "--game", "nim", "--first", "pvs", "--second", "pvs", *words,
                 "--output", str(record)]) == 0  # fmt: skip
    reviewed, tree = tmp_path / "reviewed.pgn", tmp_path / "a.kvtree"
    assert main(["review", str(record), "--algorithm", "pvs", *words, "--output", str(reviewed)]) == 0
    assert main(["tree", "--game", "nim", "--algorithm", "negascout", *words, "--output", str(tree)]) == 0
    capsys.readouterr()
    note, stated = reviewed.read_text(), stated_by(path)
    assert "digest" in note and str(tmp_path) not in note and str(tmp_path) not in record.read_text()
    assert {each.evaluation for each in find_format(reviewed).read(note)[0].tree[1].evaluations} == {stated}
    assert read_tree(tree).facts.evaluation == stated
    with pytest.raises(OptionError, match="does not exist"):
        find_evaluation("nim", stated)
    assert main(["network", "install", str(path)]) == 0
    assert find_evaluation("nim", stated).name == "network"


def test_an_installed_network_is_offered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It changes no default. Another network does not replace it, and a damaged file is ignored."""
    path, before = random_file(tmp_path, "cotoan", made={"date": "2026-11-29"}), list(offered("cotoan"))
    known = list(evaluations("cotoan"))
    assert before == [pinned_name("cotoan", name) for name in known]
    installed = run(capsys, "network", "install", str(path))["file"]
    assert Path(installed).read_bytes() == path.read_bytes()
    text = f"network:file=cotoan-1,digest={read_network(path).digest[:16]}"
    assert list(offered("cotoan")) == [*before, text] and list(evaluations("cotoan")) == known
    assert offered("cotoan")[text].detail == "cotoan-1, 2026-11-29"
    assert not any("file" in each for each in offered("chess")) and not offered("nim")
    assert main(["network", "install", str(path)]) == 0
    capsys.readouterr()
    write_network(random_network("cotoan", 2), path)
    assert "another file has this name" in refused(capsys, "network", "install", str(path))
    Path(installed).write_bytes(b"")
    assert list(offered("cotoan")) == before
