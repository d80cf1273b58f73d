"""Exports of the record: page, film strip and animated picture."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from engine.core.score import WIN
from engine.records.formats import find_format
from studio.analysis.curves import FROM_FILE
from studio.window.main_window import MainWindow


def play(window: MainWindow, plies: int) -> None:
    for _ in range(plies):
        window.document.play(window.document.position.legal_moves()[0])


def test_the_record_is_exported_as_a_page(window: MainWindow, tmp_path: Path) -> None:
    play(window, 3)
    path = tmp_path / "game.html"
    assert window.filing.export_picture(window.exporting.save_page, path)
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert all(window.document.tree.move_text(node) in text for node in window.document.tree.main_line())
    assert 'download="game.pgn"' in text


def test_the_main_line_is_exported_as_a_film_strip(window: MainWindow, tmp_path: Path) -> None:
    play(window, 3)
    path = tmp_path / "game.svg"
    assert window.filing.export_picture(window.exporting.save_strip, path)
    root = ET.fromstring(path.read_text(encoding="utf-8"))
    assert len(root.findall("{http://www.w3.org/2000/svg}g")) == 4


def test_the_main_line_is_exported_as_an_animated_picture(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    play(window, 3)
    path = tmp_path / "game.png"
    window.exporting.start_animation(path)
    assert window.exporting.progress is not None and window.exporting.progress.maximum() == 4
    qtbot.waitUntil(lambda: window.exporting.progress is None, timeout=10_000)
    assert path.read_bytes().count(b"fcTL") == 4


def test_an_animated_picture_can_be_cancelled(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    play(window, 8)
    path = tmp_path / "game.png"
    window.exporting.start_animation(path)
    qtbot.waitUntil(lambda: window.exporting.progress is not None and window.exporting.progress.value() > 1)
    assert window.exporting.progress is not None
    window.exporting.progress.canceled.emit()
    assert window.exporting.progress is None
    qtbot.wait(50)
    assert not path.exists()


@pytest.mark.parametrize("name", ["export_page", "export_strip", "export_animation"])
def test_an_export_asks_for_a_file(window: MainWindow, qtbot: QtBot, name: str) -> None:
    window.actions_table[name].trigger()
    (dialog,) = window.findChildren(QFileDialog)
    assert dialog.isVisible()
    dialog.reject()
    qtbot.waitUntil(lambda: not window.findChildren(QFileDialog))


def test_exports_of_workspaces_begin_in_the_folder_of_the_record(window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "records").mkdir()
    assert window.filing.save_to(tmp_path / "records" / "game.pgn")
    window.match.ask_records()
    (dialog,) = window.findChildren(QFileDialog)
    assert Path(dialog.directory().absolutePath()) == tmp_path / "records"
    assert [Path(name).name for name in dialog.selectedFiles()] == ["match.pgn"]
    dialog.reject()


def test_a_file_that_cannot_be_written_is_an_error_in_the_notice(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.exporting.start_animation(tmp_path / "no" / "game.png")
    qtbot.waitUntil(lambda: window.exporting.progress is None, timeout=10_000)
    assert "the folder does not exist" in window.notice.text


def test_a_file_of_lichess_is_shown_with_its_evaluations(window: MainWindow, tmp_path: Path) -> None:
    """The curve of the graph, the list of moves and the export have the scores that the file has."""
    path = tmp_path / "lichess.pgn"
    path.write_text(
        '[Event "Rated"]\n[White "A"]\n[Black "B"]\n\n1. e4 { [%eval 0.17] [%clk 0:03:00] } 1... c5 { [%eval 0.19] '
        "[%clk 0:03:00] } 2. Nf3 { [%eval 0.25] } 2... Nc6?? { [%eval #3] } 3. Bb5 { [%eval -2.1] } *\n"
    )
    window.filing.open(path)
    window.analysis_commands.need_graph()
    ((curve, points),) = window.graph.curves.items()
    assert curve == FROM_FILE
    assert [(ply, score.value) for ply, score in points] == [(1, 17), (2, 19), (3, 25), (4, WIN - 5), (5, -210)]
    assert window.exporting.save_copy("pgn", tmp_path / "plain.pgn")
    words = " ".join((tmp_path / "plain.pgn").read_text(encoding="utf-8").split())
    assert "2... Nc6 $4 {[%eval #3]} 3. Bb5 {[%eval -2.10]} *" in words
    assert "1. e4 {[%eval 0.17] [%clk 0:03:00]} 1... c5" in words


def test_the_record_is_exported_for_other_programs(window: MainWindow, tmp_path: Path) -> None:
    window.filing.open_text("1. e4 {[%eval pvs;e=threats_safety;d=8;v=+31;n=100]} e5 *")
    path = tmp_path / "game.pgn"
    window.actions_table["export_pgn"].trigger()
    (dialog,) = window.findChildren(QFileDialog)
    dialog.fileSelected.emit(str(path))
    dialog.close()
    text = path.read_text(encoding="utf-8")
    assert "1. e4 {[%eval 0.31]} 1... e5 *" in text and "pvs" not in text
    assert window.document.path is None and "pvs" in window.document.text(), "the record itself is unchanged"


@pytest.mark.parametrize(
    ("name", "suffix", "text"),
    [
        ("simplified", ".pgn", "1. 炮二平五 马８进７"),
        ("traditional", ".pgn", "1. 炮二平五 馬８進７"),
        ("ubb", ".ubb", "[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]"),
    ],
)
def test_a_game_is_exported_for_chinese_programs(
    window: MainWindow, tmp_path: Path, name: str, suffix: str, text: str
) -> None:
    window.filing.open_text('[Game "xiangqi"]\n\n1. C2=5 {[%clk 0:10:00]} H8+7 *')
    action = window.actions_table[f"export_{name}"]
    assert action.isEnabled()
    action.trigger()
    (dialog,) = window.findChildren(QFileDialog)
    assert Path(dialog.selectedFiles()[0]).suffix == suffix
    path = tmp_path / f"copy{suffix}"
    dialog.fileSelected.emit(str(path))
    dialog.close()
    assert text in find_format(path).decode(path.read_bytes())
    assert window.notice.text == f"Saved: copy{suffix}. Not in the copy: clocks and drawings (1)."


def test_exports_for_chinese_programs_are_for_their_game_only(window: MainWindow) -> None:
    names = ("pgn", "simplified", "traditional", "ubb")
    for game, count in (("chess", 1), ("xiangqi", 4), ("chess", 1)):
        window.filing.open_text(f'[Game "{game}"]\n\n*')
        actions = [window.actions_table[f"export_{name}"] for name in names]
        assert [action.isVisible() and action.isEnabled() for action in actions] == [
            number < count for number in range(4)
        ]
