"""The encoding of a file in the window: named, chosen, remembered, and kept when a record is saved."""

import csv
import io
import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.page.html import page_of
from engine.records.collection import Collection
from engine.records.formats import find_format
from engine.records.text import encode
from engine.records.tree import ROOT
from studio.document.document import Document
from studio.document.journal import read_journal
from studio.window.main_window import MainWindow

SECONDS = 30_000
LATIN = '[White "Jörg"]\n[Black "?"]\n\n1. e4 {“schön” – gut} e5 *\n'


@pytest.fixture
def one(tmp_path: Path) -> Path:
    path = tmp_path / "one.pgn"
    path.write_bytes(LATIN.encode("cp1252"))
    return path


@pytest.fixture
def several(tmp_path: Path) -> Path:
    path = tmp_path / "several.pgn"
    path.write_bytes('[White "Nguyễn"]\n\n1. e4 {hay} *\n\n'.encode() * 2 + LATIN.encode("cp1252"))
    return path


def choose(window: MainWindow, qtbot: QtBot, name: str) -> None:
    chooser = window.filing.chooser
    assert chooser is not None
    box = chooser.encoding_box
    box.setCurrentIndex(box.findText(name))
    with qtbot.waitSignal(chooser.read, timeout=SECONDS):
        box.activated.emit(box.currentIndex())


def test_a_guessed_encoding_is_named_and_another_is_chosen(window: MainWindow, qtbot: QtBot, one: Path) -> None:
    assert window.filing.open(one)
    assert window.notice.text == "one.pgn is read as Windows-1252."
    window.document.go(1)
    qtbot.mouseClick(window.notice.buttons[0], Qt.MouseButton.LeftButton)
    chooser = window.filing.chooser
    assert chooser is not None and chooser.encoding_box.currentText() == "Windows-1252 (guessed)"
    choose(window, qtbot, "Windows-1251")
    assert window.document.record.headers["White"] == "Jцrg", "the text changes at once"
    assert window.document.cursor == 1
    assert chooser.model.index(0, 1).data() == "Jцrg"
    chooser.close()
    window.document.new(find_game("chess")())
    window.notice.dismiss()
    assert window.filing.open(one)
    assert window.document.record.headers["White"] == "Jцrg", "the choice is remembered"
    assert not window.notice.text
    window.document.set_comment(ROOT, "Иванов")
    window.filing.save()
    assert "Иванов".encode("cp1251") in one.read_bytes() and b"J\xf6rg" in one.read_bytes()
    window.filing.choose()
    choose(window, qtbot, "Recognise the encoding")
    assert window.document.encoding is None


def test_the_list_names_the_encodings(window: MainWindow, qtbot: QtBot, several: Path) -> None:
    window.filing.open(several)
    chooser = window.filing.chooser
    assert chooser is not None
    assert chooser.encoding_box.currentText() == "UTF-8, Windows-1252 (guessed)"
    assert [chooser.model.index(row, 1).data() for row in range(3)] == ["Nguyễn", "Nguyễn", "Jörg"]
    choose(window, qtbot, "Windows-1251")
    assert [chooser.model.index(row, 1).data() for row in range(3)] == ["Nguyễn", "Nguyễn", "Jцrg"]
    chooser.close()


def test_unsaved_changes_are_kept_when_another_encoding_is_chosen(window: MainWindow, qtbot: QtBot, one: Path) -> None:
    window.filing.open(one)
    window.document.set_comment(ROOT, "mine")
    window.filing.choose()
    choose(window, qtbot, "Windows-1251")
    assert window.document.tree[ROOT].comment == "mine" and window.document.record.headers["White"] == "Jörg"
    assert "unsaved changes" in window.notice.text


def test_saving_names_the_encoding(window: MainWindow, qtbot: QtBot, several: Path) -> None:
    window.filing.open(several, 2)
    shown: list[str] = []
    window.notice.status_message.connect(shown.append)
    window.document.set_comment(ROOT, "gut")
    window.filing.save()
    assert shown[-1] == "Saved: several.pgn, in the encoding Windows-1252"
    before = several.read_bytes()
    window.document.set_comment(ROOT, "Nước đi hay")
    window.filing.save()
    assert shown[-1] == "Saved: several.pgn", "all games are in UTF-8 now"
    after = several.read_bytes()
    assert after.decode() and after[: after.rindex(b"[White")] == before[: before.rindex(b"[White")]


def test_a_file_is_converted_only_on_request(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "latin.pgn"
    path.write_bytes((LATIN + "\n" + LATIN.replace("Jörg", "Müller")).encode("cp1252"))
    window.filing.open(path, 0)
    window.document.set_comment(ROOT, "Nước đi hay")
    window.filing.save()
    assert window.notice.text == (
        "Saved: latin.pgn. This game is now in UTF-8, as Windows-1252 does not have all of its characters."
    )
    assert "Müller".encode("cp1252") in path.read_bytes()
    qtbot.mouseClick(window.notice.buttons[0], Qt.MouseButton.LeftButton)
    assert window.notice.text == "Saved: latin.pgn. All games of the file are now in UTF-8."
    names = [each.headers["White"] for each in find_format(path).read(path.read_bytes().decode())]
    assert names == ["Jörg", "Müller"]


def test_a_bad_byte_is_shown_and_no_text_has_a_surrogate(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "bad.pgn"
    data = b'[White "Nguy\xe1\xbb\x85n V\xc4\x83n \xff"]\n\n1. e4 {N\xc6\xb0\xe1\xbb\x9bc \xff \xc4\x91i} e5 *\n'
    path.write_bytes(data)
    window.filing.open(path)
    record = window.document.record
    comment = window.document.tree[1].comment
    assert "\ufffd" in record.headers["White"] and "\ufffd" in comment
    texts = [
        record.headers["White"], comment, window.windowTitle(), page_of(record), window.document.text(),
        json.dumps(dict(record.headers), ensure_ascii=False),
    ]  # fmt: skip
    QApplication.clipboard().setText(comment)
    texts.append(QApplication.clipboard().text())
    window.document.set_comment(ROOT, "x")
    journal = window.document._journal.path
    assert journal is not None
    texts += [journal.read_text(encoding="utf-8"), read_journal(journal).base.headers["White"]]
    for text in texts:
        text.encode()
    assert QApplication.clipboard().text() == comment
    window.filing.save()
    assert path.read_bytes().count(b"\xff") == 2
    table = io.StringIO()
    csv.writer(table).writerow(record.headers.values())
    table.getvalue().encode()
    collection = Collection.load(path, data)
    list(collection.scan())
    "".join(collection.entries[0].headers.values()).encode()
    assert encode(comment, "utf-8") == b"N\xc6\xb0\xe1\xbb\x9bc \xff \xc4\x91i"


def test_a_chosen_encoding_survives_an_interruption(one: Path, qapp: object) -> None:
    document = Document()
    document.open(one, encoding="cp1251")
    document.set_comment(ROOT, "Иванов")
    journal = document._journal.path
    assert journal is not None
    document.release()
    other = Document()
    other.recover(journal)
    other.save()
    assert other.encoding == "cp1251" and b"J\xf6rg" in one.read_bytes()
    other.close()


def test_a_record_put_aside_keeps_its_bad_bytes(window: MainWindow, one: Path) -> None:
    one.write_bytes("1. e4 {Nước đi hay}".encode() + b" {\xff} *\n")
    window.filing.open(one)
    comment = window.document.tree[1].comment
    window.document.set_comment(ROOT, "mine")
    window.filing.put_aside()
    (path,) = window.filing.aside()
    assert b"\xff" in path.read_bytes()
    window.filing.bring_back(path)
    assert window.document.tree[1].comment == comment
