"""The list of a file's games: read in a thread, sifted, searched for a position, and a game opened from it alone."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.records.collection import Collection, HeaderFilter
from engine.records.formats import find_format
from studio.dialogs.games import GamesDialog, GamesModel
from studio.document import reading
from studio.document.document import Document
from studio.window import filing
from studio.window.main_window import MainWindow
from tests.studio.conftest import MakeWindow

GAME = """\
[Event "Giải e{event}"]
[White "Nguyễn {number:03}"]
[Black "Trần {other}"]
[Result "{result}"]
[Date "20{year:02}.01.02"]
[Game "cotoan"]

1. {moves} {result}
"""
MOVES = ("9i1-i5 9a11-a7 2. 8h1-h5", "8h1-h5 9a11-a7 2. 9i1-i5", "9i1-i6")


def text_of(count: int) -> str:
    return "\n".join(
        GAME.format(
            event=number % 7, number=number, other=number % 50, year=number % 20, moves=MOVES[number % 3],
            result=("1-0", "0-1", "1/2-1/2")[number % 3],
        )
        for number in range(count)
    )  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "many.pgn"
    path.write_text(text_of(60), encoding="utf-8")
    return path


@pytest.fixture
def show(qtbot: QtBot) -> Iterator[Callable[..., GamesDialog]]:
    shown: list[GamesDialog] = []

    def make(*arguments: object) -> GamesDialog:
        dialog = GamesDialog(*arguments)  # type: ignore[arg-type]
        dialog.show()
        shown.append(dialog)
        return dialog

    yield make
    for dialog in shown:
        dialog.reject()
        dialog.deleteLater()


def complete(dialog: GamesDialog) -> bool:
    return dialog.collection is not None and dialog.collection.is_complete and len(dialog.model.rows) > 0


def players(model: QAbstractItemModel) -> list[str]:
    return [str(model.data(model.index(row, 1))) for row in range(model.rowCount())]


def test_reading_happens_in_another_thread_and_in_pieces(
    show: Callable[..., GamesDialog], tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "many.pgn"
    path.write_text(text_of(10_000), encoding="utf-8")
    threads: set[int] = set()
    load, scan = Collection.load.__func__, Collection.scan  # type: ignore[attr-defined]

    def watched_load(cls: type[Collection], *arguments: object) -> object:
        threads.add(threading.get_ident())
        return load(cls, *arguments)

    def watched_scan(self: Collection) -> Iterator[object]:
        for entry in scan(self):
            threads.add(threading.get_ident())
            yield entry

    monkeypatch.setattr(Collection, "load", classmethod(watched_load))
    monkeypatch.setattr(Collection, "scan", watched_scan)
    monkeypatch.setattr(reading, "PROGRESS_SECONDS", 0.005)  # several pieces on a fast machine, too
    dialog = show(path)
    assert dialog.collection is None, "the dialog is there before the file is read"
    counts: list[int] = []
    dialog.model.rowsInserted.connect(lambda: counts.append(dialog.model.rowCount()))
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 10_000, timeout=60_000)
    assert len(counts) > 1
    assert counts == sorted(counts)
    assert threading.get_ident() not in threads
    assert len(threads) == 1


def test_reading_is_cancelled_with_the_list(tmp_path: Path, show: Callable[..., GamesDialog], qtbot: QtBot) -> None:
    path = tmp_path / "many.pgn"
    path.write_text(text_of(60_000), encoding="utf-8")
    dialog = show(path)
    qtbot.waitUntil(lambda: dialog.model.rowCount() > 0, timeout=60_000)
    dialog.reject()
    count = dialog.model.rowCount()
    assert count < 60_000
    assert dialog.collection is not None
    assert not dialog.collection.is_complete
    QApplication.processEvents()
    assert dialog.model.rowCount() == count


def test_sifting_and_sorting(path: Path, show: Callable[..., GamesDialog], qtbot: QtBot) -> None:
    dialog = show(path)
    tester = QAbstractItemModelTester(dialog.model)
    qtbot.waitUntil(lambda: complete(dialog), timeout=20_000)
    model = dialog.model
    assert len(model.rows) == 60
    dialog.player.setText("nguyen 05")
    typed(dialog, qtbot)
    assert players(model) == ["Nguyễn 005", *(f"Nguyễn {number:03}" for number in range(50, 60))]
    dialog.ending.setCurrentIndex(dialog.ending.findData("1-0"))
    assert players(model) == ["Nguyễn 051", "Nguyễn 054", "Nguyễn 057"]
    dialog.date.setText("2011..2014")
    typed(dialog, qtbot)
    assert players(model) == ["Nguyễn 051", "Nguyễn 054"]
    dialog.date.setText("20x")
    typed(dialog, qtbot)
    assert "is not a date" in dialog._state.text()
    assert len(model.rows) == 2
    dialog.date.clear()
    dialog.field.setText("GIAI E2")
    typed(dialog, qtbot)
    assert players(model) == ["Nguyễn 051"]
    dialog.field.clear()
    typed(dialog, qtbot)
    dialog.table.selectRow(0)
    dialog.table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    assert players(model) == ["Nguyễn 057", "Nguyễn 054", "Nguyễn 051"]
    assert dialog.index == 51, "the chosen row goes where its game goes"
    dialog.player.clear()
    dialog.ending.setCurrentIndex(0)
    assert len(model.rows) == 60
    del tester


def typed(dialog: GamesDialog, qtbot: QtBot) -> None:
    """Wait until the games are filtered by the texts that were typed."""
    assert dialog._typed.isActive()
    qtbot.waitUntil(lambda: not dialog._typed.isActive())


def test_games_are_filtered_once_after_several_keys(
    path: Path, show: Callable[..., GamesDialog], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = show(path)
    qtbot.waitUntil(lambda: complete(dialog), timeout=20_000)
    asked = list[HeaderFilter]()
    ask = dialog.model.ask
    monkeypatch.setattr(dialog.model, "ask", lambda query: (asked.append(query), ask(query)))
    QTest.keyClicks(dialog.player, "nguyen 05")
    assert dialog._typed.interval() == 120
    assert not asked and len(dialog.model.rows) == 60
    typed(dialog, qtbot)
    assert asked == [HeaderFilter(player="nguyen 05")]
    assert len(dialog.model.rows) == 11
    dialog.player.setText("nguyen 059")
    opened = list[int]()
    dialog.chosen.connect(lambda number, node: opened.append(number))
    dialog.accept()
    assert opened == [59], "Enter does not wait for the filter, but uses it"
    assert not dialog._typed.isActive()


def test_games_that_a_search_cannot_read_are_counted(
    path: Path, show: Callable[..., GamesDialog], qtbot: QtBot
) -> None:
    path.write_text(text_of(6) + '\n[Game "cotoan"]\n[FEN "<b>no board"]\n\n1. a1 *\n', encoding="utf-8")
    dialog = show(path, None, 0, find_game("cotoan")().start)
    qtbot.waitUntil(lambda: complete(dialog), timeout=20_000)
    dialog.seek.setChecked(True)
    qtbot.waitUntil(lambda: not dialog._search.is_running, timeout=60_000)
    assert dialog._state.text().startswith("6 games found; 1 could not be read: line 56, game 7: ")
    dialog.seek.setChecked(False)
    assert dialog._state.text() == ""


def test_rows_grow_by_what_answers_the_query(path: Path) -> None:
    collection = Collection.load(path, path.read_bytes())
    scan = collection.scan()
    model = GamesModel()
    tester = QAbstractItemModelTester(model)
    model.grow(collection)
    model.ask(HeaderFilter(result="0-1"))
    for number in range(60):
        next(scan)
        model.grow(collection)
        assert len(model.rows) == (number + 2) // 3
    del tester


def test_a_specification_in_a_record_is_shown_as_a_name(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[Game "nim"]\n[White "negascout:ordering=on@depth=3"]\n[Black "Lan"]\n\n*\n', encoding="utf-8")
    collection = Collection.load(path, path.read_bytes())
    list(collection.scan())
    model = GamesModel()
    model.grow(collection)
    assert [model.index(0, column).data() for column in (1, 2)] == ["NegaScout, depth 3", "Lan"]


def test_a_position_is_searched_for_in_a_process(path: Path, show: Callable[..., GamesDialog], qtbot: QtBot) -> None:
    game = find_game("cotoan")()
    position = game.start()
    for text in ("9i1-i5", "9a11-a7", "8h1-h5"):
        position = position.play(game.parse_move(position, text))
    dialog = show(path, None, 0, lambda: position)
    assert not dialog.seek.isEnabled()
    qtbot.waitUntil(lambda: complete(dialog), timeout=20_000)
    dialog.player.setText("nguyen 01")
    dialog.seek.setChecked(True)
    assert dialog._search.is_running
    qtbot.waitUntil(lambda: not dialog._search.is_running, timeout=60_000)
    assert dialog.model.rows == [number for number in (1, *range(10, 20)) if number % 3 != 2]
    opened: list[tuple[int, int]] = []
    dialog.chosen.connect(lambda number, node: opened.append((number, node)))
    dialog.table.selectRow(1)
    QTest.keyClick(dialog.table, Qt.Key.Key_Return)
    assert opened == [(10, 3)]
    dialog.seek.setChecked(False)
    assert len(dialog.model.rows) == 11
    dialog.seek.setChecked(True)
    dialog.reject()
    assert not dialog._search.is_running


def test_a_search_that_fails_gives_the_reason(path: Path, show: Callable[..., GamesDialog], qtbot: QtBot) -> None:
    position = find_game("cotoan")().start()
    dialog = show(path, None, 0, lambda: position)
    qtbot.waitUntil(lambda: complete(dialog), timeout=20_000)
    path.write_text("", encoding="utf-8")
    dialog.seek.setChecked(True)
    qtbot.waitUntil(lambda: not dialog._search.is_running, timeout=60_000)
    assert dialog._state.text() == "many.pgn was changed since it was opened; open it again"


def test_a_search_that_dies_is_no_finished_one(path: Path, show: Callable[..., GamesDialog], qtbot: QtBot) -> None:
    """A search whose process is killed fails, also if the one before it was completed."""
    dialog = show(path, None, 0, find_game("cotoan")().start)
    qtbot.waitUntil(lambda: complete(dialog), timeout=20_000)
    search, ends = dialog._search, list[str]()
    search.finished.connect(lambda: ends.append("finished"))
    search.failed.connect(ends.append)
    dialog.seek.setChecked(True)
    qtbot.waitUntil(lambda: not search.is_running, timeout=60_000)
    assert ends == ["finished"] and len(dialog.model.rows) == 60
    dialog.seek.setChecked(False)
    dialog.seek.setChecked(True)
    thread = search._thread
    assert thread is not None
    qtbot.waitUntil(lambda: thread._pipe is not None)
    assert thread._pipe is not None
    thread._pipe.kill()
    qtbot.waitUntil(lambda: not search.is_running, timeout=60_000)
    assert ends == ["finished", "The search for the position failed: it exited with status -9"]
    assert dialog._state.text() == ends[-1]


def test_large_files_in_the_window(
    window: MainWindow, path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filing, "LARGE", 100)
    assert not window.filing.open(path)
    dialog = window.filing.chooser
    assert dialog is not None
    qtbot.waitUntil(lambda: complete(dialog), timeout=20_000)
    dialog.table.doubleClicked.emit(dialog.model.index(7, 0))
    dialog.table.selectRow(7)
    dialog.table.doubleClicked.emit(dialog.model.index(7, 0))
    assert window.document.record.headers["White"] == "Nguyễn 007"
    assert window.document.index == 7
    assert dialog.isVisible(), "the next game is a double click away"
    window.document.set_comment(0, "x")
    window.filing.save()
    texts = find_format(path).read(path.read_bytes())
    assert len(texts) == 60
    assert [number for number, record in enumerate(texts) if record.tree[0].comment] == [7]
    window.close()
    assert window.filing.chooser is None


def test_a_large_file_of_one_game_opens_at_once(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filing, "LARGE", 100)
    path = tmp_path / "one.pgn"
    path.write_text(text_of(1), encoding="utf-8")
    window.filing.open(path)
    qtbot.waitUntil(lambda: window.document.path == path, timeout=20_000)
    assert window.filing.chooser is None


@pytest.mark.parametrize(("name", "game"), [("a.sgf", "go"), ("a.sgf", "caro"), ("a.psq", "caro")])
def test_other_formats_are_saved_and_opened(window: MainWindow, tmp_path: Path, name: str, game: str) -> None:
    document = window.document
    document.new(find_game(game)())
    for _ in range(5):
        document.play(document.position.legal_moves()[7])
    before = document.record
    assert window.filing.save_to(tmp_path / name)
    document.new(find_game("cotoan")())
    assert window.filing.open(tmp_path / name)
    assert document.game == before.game
    assert document.tree.same_as(before.tree)


def test_a_game_among_others_in_an_old_encoding(tmp_path: Path, qapp: QApplication) -> None:
    path = tmp_path / "a.sgf"
    games = [f"(;GM[1]CA[GB2312]SZ[9]PB[{name}];B[ee])" for name in ("聂卫平", "马晓春", "常昊")]
    path.write_bytes("\n".join(games).encode("gb18030"))
    document = Document()
    document.open(path, 1)
    document.set_comment(0, "hay quá")
    document.save()
    document.close()
    records = find_format(path).read(path.read_bytes())
    assert [record.headers["White"] for record in records] == ["聂卫平", "马晓春", "常昊"]
    assert [record.tree[0].comment for record in records] == ["", "hay quá", ""]


def test_a_large_file_is_restored_at_the_next_start_without_the_window_waiting(
    make_window: MakeWindow, path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = make_window()
    assert first.filing.open(path, 7)
    first.document.forward()
    first.show_workspace("match")
    first.close()
    monkeypatch.setattr(filing, "LARGE", 100)

    again = make_window()
    again.filing.begin_session(None)
    assert again.document.path is None, "it is read in a thread"
    qtbot.waitUntil(lambda: again.document.path == path, timeout=5000)
    assert again.document.index == 7
    assert again.document.tree.ply(again.document.cursor) == 1
    assert again.workspace == "match"


def test_what_is_done_meanwhile_is_not_lost_to_the_large_file(
    make_window: MakeWindow, path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = make_window()
    assert first.filing.open(path, 7)
    first.close()
    monkeypatch.setattr(filing, "LARGE", 100)

    again = make_window()
    again.filing.begin_session(None)
    again.document.play(again.document.position.legal_moves()[0])
    qtbot.waitUntil(lambda: again.filing._reader is None, timeout=5000)
    assert again.document.path is None and again.document.tree.ply(again.document.cursor) == 1
