"""External engines in the window: found out about, kept, shown beside ours, and never in the way of it."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.asking import external
from engine.asking.external import PROTOCOLS, EngineSpec
from engine.asking.known import find_programs
from engine.core.game import find_game
from engine.search.players import DEFAULT_PLAYER
from engine.search.report import Limit
from studio.analysis.choice import AnalysisChoice, Budget
from studio.analysis.engines import EngineList
from studio.analysis.panel import AnalysisPanel
from studio.analysis.session import AnalysisSession
from studio.analysis.store import Findings
from studio.compare.rows import COLUMNS, ComparisonRow
from studio.dialogs.engines import EnginesDialog
from studio.dialogs.new_game import NewGame, NewGameDialog
from studio.document.document import Document
from studio.play.controller import PlayController
from studio.play.seat import Seat
from studio.settings import Settings
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch
from tests.engine.protocols.desk import report_of

ROOT = Path(__file__).parents[3]
BAD = ROOT / "tests/engine/asking/bad_engine.py"
FAKE_GTP = ROOT / "tests/engine/asking/fake_gtp.py"
OURS = ("-m", "engine", "serve", "--protocol", "gtp", "--game", "go", "--algorithm", "greedy")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "test.ini")


@pytest.fixture
def engines(settings: Settings) -> EngineList:
    return EngineList(settings)


@pytest.fixture
def dialog(engines: EngineList, qtbot: QtBot) -> Iterator[EnginesDialog]:
    made = EnginesDialog(engines, programs=())
    qtbot.addWidget(made)
    yield made
    made.reader.close()


def ours() -> EngineSpec:
    return EngineSpec("ours", sys.executable, OURS, "gtp", str(ROOT))


def fill(dialog: EnginesDialog, *arguments: str, program: str = sys.executable) -> None:
    dialog.program.setText(program)
    dialog.arguments.setText(" ".join(f"'{each}'" for each in arguments))


def test_a_program_is_found_out_about_and_kept(
    dialog: EnginesDialog, engines: EngineList, settings: Settings, qtbot: QtBot
) -> None:
    fill(dialog, str(BAD), "well")
    with qtbot.waitSignal(dialog.reader.read, timeout=20_000):
        dialog.detect_button.click()
    assert dialog.status.text() == "Bad supports UCI."
    assert dialog.options is not None
    (spec,) = engines.engines
    assert (spec.name, spec.protocol) == ("Bad", "uci")
    dialog.options.editor("Level").setValue(7)  # type: ignore[attr-defined]
    dialog.name.setText("My engine: no. 1")
    dialog.name.editingFinished.emit()
    (spec,) = EngineList(settings).engines
    assert (spec.name, spec.values()) == ("My engine  no. 1", {"Level": "7"})
    assert [dialog.list.item(row).text() for row in range(dialog.list.count())] == ["My engine  no. 1"]
    with qtbot.waitSignal(dialog.reader.read, timeout=20_000):
        dialog.detect()
    assert engines.engines == [spec], "asked again it keeps its name and its options"
    dialog.remove_button.click()
    assert EngineList(settings).engines == []


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a script")
def test_a_program_that_was_found_is_added_with_one_click(engines: EngineList, qtbot: QtBot, tmp_path: Path) -> None:
    for name in ("gnugo", "stockfish"):
        text = f'#!/bin/sh\ntouch "$0.started"\nexec "{sys.executable}" "{FAKE_GTP}" "$@"\n'
        (tmp_path / name).write_text(text, encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    dialog = EnginesDialog(engines, programs=find_programs([tmp_path]))
    qtbot.addWidget(dialog)
    dialog.show()
    assert [button.accessibleName() for button in dialog.found] == ["Add Stockfish", "Add GNU Go"]
    assert not list(tmp_path.glob("*.started")), "nothing is started without a click"
    with qtbot.waitSignal(dialog.reader.read, timeout=20_000):
        dialog.found[1].click()
        assert not dialog.found[0].isEnabled()
    (spec,) = engines.engines
    assert (spec.name, spec.arguments, spec.protocol) == ("Fake Go 1", ("--mode", "gtp"), "gtp")
    assert dialog.arguments.text() == "--mode gtp" and dialog.status.text() == "Fake Go 1 supports GTP."
    assert [button.accessibleName() for button in dialog.found] == ["Add Stockfish"] and dialog.found[0].isEnabled()
    dialog.found[0].click()
    assert dialog.program.text() == str(tmp_path / "stockfish") and dialog.protocol_box.currentData() == "uci"
    dialog.reader.close()
    dialog._choose(0)
    dialog.remove_button.click()
    assert [button.accessibleName() for button in dialog.found] == ["Add Stockfish", "Add GNU Go"]


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a script")
def test_a_second_program_that_was_found_does_not_replace_the_first(
    engines: EngineList, qtbot: QtBot, tmp_path: Path
) -> None:
    """The focus of a button that disappears goes to the list, which chooses its first engine when it has none."""
    for name in ("gnugo", "pachi", "leelaz"):
        text = f'#!/bin/sh\nexec "{sys.executable}" "{FAKE_GTP}" --mode gtp\n'
        (tmp_path / name).write_text(text, encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    dialog = EnginesDialog(engines, programs=find_programs([tmp_path]))
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    for _ in range(3):
        dialog.found[0].setFocus()
        qtbot.waitUntil(dialog.found[0].hasFocus)
        with qtbot.waitSignal(dialog.reader.read, timeout=20_000):
            qtbot.mouseClick(dialog.found[0], Qt.MouseButton.LeftButton)
    assert [(each.name, Path(each.program).name) for each in engines.engines] == [
        ("Fake Go 1", "gnugo"), ("Fake Go 1 2", "pachi"), ("Fake Go 1 3", "leelaz"),
    ]  # fmt: skip
    assert dialog.list.count() == 3


def test_an_added_engine_is_offered_everywhere_at_once(window: MainWindow, qtbot: QtBot) -> None:
    window.document.new(find_game("chess")())
    window.show_workspace("compare")
    window.show_workspace("match")
    fish = EngineSpec("Stockfish 15.1", "/x/stockfish", words=("Hash",))
    window.engines.put(fish)
    menus = {"analyse": window.analysis.menu, "compare": window.compare.menu, "match": window.match.form.menu}
    for menu in menus.values():
        menu.aboutToShow.emit()
    texts = {name: [action.text() for action in menu.actions()] for name, menu in menus.items()}
    window.menus["Analyse games with"].aboutToShow.emit()
    texts["game"] = [action.text() for action in window.menus["Analyse games with"].actions()]
    window.show_workspace("review")
    window.review.head.reviewers.aboutToShow.emit()
    texts["review"] = [action.text() for action in window.review.head.reviewers.actions()]
    dialog = window.openers.new_game()
    box = dialog._seats[1].engine_form._algorithm
    texts["new game"] = [box.itemText(index) for index in range(box.count())]
    dialog.reject()
    assert not [name for name, found in texts.items() if fish.name not in found]
    window.document.new(find_game("go")())
    for menu in menus.values():
        menu.aboutToShow.emit()
    window.menus["Analyse games with"].aboutToShow.emit()
    offered = [
        action.text() for menu in (*menus.values(), window.menus["Analyse games with"]) for action in menu.actions()
    ]
    assert fish.name not in offered, "it does not play Go"


@pytest.mark.parametrize("code", ["en", "vi"])
def test_the_hint_in_the_field_is_not_cut(dialog: EnginesDialog, switch: LanguageSwitch, code: str) -> None:
    switch.switch(code)
    dialog.show()
    QApplication.processEvents()
    field = dialog.program
    assert field.fontMetrics().horizontalAdvance(field.placeholderText()) <= field.width() - 20


def test_a_program_that_is_no_engine_is_refused(dialog: EnginesDialog, engines: EngineList, qtbot: QtBot) -> None:
    fill(dialog, str(BAD), "gone")
    tried: list[str] = []
    dialog.reader.trying.connect(tried.append)
    with qtbot.waitSignal(dialog.reader.failed, timeout=20_000):
        dialog.detect()
    assert tried == [each.title for each in PROTOCOLS.values()]
    assert "no licence" in dialog.status.text() and engines.engines == []
    dialog.arguments.setText("'")
    dialog.detect()
    assert "quotation mark" in dialog.status.text()


def test_a_program_that_hangs_can_be_cancelled(dialog: EnginesDialog, qtbot: QtBot) -> None:
    fill(dialog, str(BAD), "silent")
    dialog.detect()
    assert dialog.reader.is_reading and dialog.detect_button.text() == "Stop"
    qtbot.waitUntil(lambda: "does it support UCI?" in dialog.status.text())
    dialog.detect_button.click()
    assert not dialog.reader.is_reading
    dialog.detect()
    dialog.reject()
    assert not dialog.reader.is_reading


def test_names_are_no_algorithms_and_no_others(engines: EngineList) -> None:
    engines.put(ours())
    assert engines.free_name("ours") == "ours 2"
    assert engines.free_name("minimax") == "minimax 2"
    assert engines.free_name(" ") == "engine"


@pytest.mark.parametrize("text", ["", "nonsense", "{}", "[1]", '[{"name": "x"}]', '[{"name": 1, "program": 2}]'])
def test_settings_that_make_no_sense_hold_no_engine(settings: Settings, text: str) -> None:
    settings.engines = text
    assert EngineList(settings).engines == []


def test_a_choice_keeps_names_and_values_and_no_programs(engines: EngineList) -> None:
    engines.put(ours())
    choice = AnalysisChoice([])
    choice.follow(engines)
    choice.add(ours())
    text = choice.to_text()
    assert sys.executable not in text
    other = AnalysisChoice([])
    other.restore(text)
    assert other.specs == [], "what is not configured is not there"
    other.follow(engines)
    other.restore(text)
    assert other.specs == [ours()]
    engines.remove("ours")
    assert other.specs == [] == choice.specs


# --- rows -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def session(engines: EngineList) -> Iterator[AnalysisSession]:
    made = AnalysisSession(most_running=2, engines=engines)
    yield made
    made.close()


def panel_with(session: AnalysisSession, spec: EngineSpec, qtbot: QtBot, budget: Budget) -> AnalysisPanel:
    document = Document(find_game("go").with_rules("size=5"))
    session.engines.put(spec)
    session.choice.set_specs([spec])
    session.choice.set_budget(budget)
    panel = AnalysisPanel(document, session)
    qtbot.addWidget(panel)
    return panel


def test_a_row_shows_a_dash_for_what_is_unknown(session: AnalysisSession, qtbot: QtBot) -> None:
    panel = panel_with(session, ours(), qtbot, Budget("seconds", 1.0))
    with qtbot.waitSignal(session.finished, timeout=30_000):
        panel.start()
    (row,) = panel.rows
    assert [row.numbers[name].text() for name in ("score", "depth", "nodes")] == ["—", "—", "—"]
    (query,) = session.choice.queries(panel._document.position)
    found = session.store.find(query)
    assert found is not None and found.last is not None and found.last.move is not None
    panel.stop()


@pytest.mark.parametrize(
    ("way", "words"),
    [
        ("dies", "segmentation fault in eval.c / out of squares"),
        ("gone", "no licence"),
        ("nonsense", "bad sent an invalid answer: '☃☃'"),
    ],
)
def test_a_row_gives_the_reason_an_engine_failed(session: AnalysisSession, qtbot: QtBot, way: str, words: str) -> None:
    from tests.engine.protocols.desk import Squares

    spec = EngineSpec("bad", sys.executable, (str(BAD), way), "uci", str(ROOT))
    document = Document(Squares())
    session.choice.set_specs([spec])
    panel = AnalysisPanel(document, session)
    qtbot.addWidget(panel)
    with qtbot.waitSignal(session.finished, timeout=30_000):
        panel.start()
    assert words in panel.rows[0].failure.text()
    panel.stop()


@pytest.mark.parametrize("way", ["hangs", "floods", "endless line", "stays"])
def test_the_window_never_waits(
    session: AnalysisSession, qtbot: QtBot, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.engine.protocols.desk import Squares

    monkeypatch.setattr(external, "LEAVING_SECONDS", 0.1)
    spec = EngineSpec("bad", sys.executable, (str(BAD), way), "uci", str(ROOT))
    session.choice.set_specs([spec])
    session.choice.set_budget(Budget("nodes", 10))
    panel = AnalysisPanel(Document(Squares()), session)
    qtbot.addWidget(panel)
    with qtbot.waitSignal(session.started, timeout=30_000):
        panel.start()
    ticks: list[int] = []
    session.ticked.connect(lambda: ticks.append(1))
    qtbot.waitUntil(lambda: len(ticks) >= 3 or not session.is_busy, timeout=30_000)
    panel.stop()
    session.close()
    assert not session.is_busy


def test_a_record_that_names_programs_starts_none(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import subprocess

    def refuse(*_: object, **__: object) -> None:
        pytest.fail("a program was started")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    file = tmp_path / "evil.pgn"
    file.write_text(
        '[Game "caro"]\n[White "/bin/true"]\n[Black "bad"]\n[Engine "/bin/true"]\n[Result "*"]\n\n'
        "1. h8 {[%engine /bin/true] [%eval /bin/true]} *\n",
        encoding="utf-8",
    )
    from engine.records.formats import find_format

    for record in find_format(file).read(file.read_bytes()):
        document = Document(record.tree.game)
        document.replace(record) if hasattr(document, "replace") else None
    session = AnalysisSession(most_running=1)
    session.choice.restore('{"algorithms": [{"engine": "/bin/true", "values": {}}], "evaluation": "", '
                           '"budget": ["nodes", 10], "reference": 0}')  # fmt: skip
    assert session.choice.specs == []
    session.close()


# --- play -------------------------------------------------------------------------------------------------------------


def test_an_engine_can_be_seated_and_is_remembered_by_name(settings: Settings, qtbot: QtBot) -> None:
    game = find_game("go").with_rules("size=5")
    dialog = NewGameDialog(settings, game, engines=[ours()])
    qtbot.addWidget(dialog)
    form = dialog.seat_forms[1]
    form.show_value(Seat("", ours(), "", Limit(seconds=1.0)))
    assert dialog.value().seats[1].spec == ours()
    dialog.accept()
    assert sys.executable not in str(settings.new_game)
    again = NewGameDialog(settings, game, engines=[ours()])
    qtbot.addWidget(again)
    assert again.value().seats[1].spec == ours()
    without = NewGameDialog(settings, game)
    qtbot.addWidget(without)
    assert without.value().seats[1].spec is None


def test_an_engine_is_offered_for_the_games_of_its_protocol(settings: Settings, qtbot: QtBot) -> None:
    dialog = NewGameDialog(settings, find_game("go").with_rules("size=5"), engines=[ours()])
    qtbot.addWidget(dialog)
    form = dialog.seat_forms[1].engine_form
    dialog.seat_forms[1].level_form.show_values(ours(), "", Limit(seconds=1.0))
    assert form.spec == ours()
    dialog.show_value(NewGame(find_game("chess")(), (Seat(), Seat())))
    assert form.spec == DEFAULT_PLAYER, "GTP has no chess"
    box = form._algorithm
    last = box.model().index(box.count() - 1, 0)
    assert box.itemText(last.row()) == "ours" and not last.flags() & Qt.ItemFlag.ItemIsEnabled
    dialog.show_value(NewGame(find_game("go")(), (Seat(), Seat())))
    assert last.flags() & Qt.ItemFlag.ItemIsEnabled


def test_an_engine_plays_a_game(session: AnalysisSession, qtbot: QtBot) -> None:
    document = Document(find_game("go").with_rules("size=5"))
    controller = PlayController(document, session)
    controller.engine_moves.move_ms = 0
    seat = Seat("", ours(), "", Limit(seconds=1.0))
    controller.start(document.game, (Seat("me"), seat))
    controller.play(12)
    qtbot.waitUntil(lambda: len(document.tree) == 3, timeout=30_000)
    controller.abandon()


def test_the_comparison_shows_a_dash_for_what_is_unknown() -> None:
    position = find_game("go").with_rules("size=5").start()
    told = report_of(12, depth=3, seldepth=5, nodes=700, iteration_nodes=0)
    minimax = report_of(12, depth=3, nodes=900, iteration_nodes=800)
    row = ComparisonRow(ours(), [position], [Findings({3: told}, told)], bases=[Findings({3: minimax}, minimax)])
    texts = {column.name: column.text(row) for column in COLUMNS}
    assert texts["depth"] == "3" and texts["nodes"] == "700"
    assert texts["of_minimax"] == texts["cut"] == texts["speed"] == "—"
    silent = report_of(12, depth=0, seldepth=0, nodes=0, iteration_nodes=0, score=None)
    row = ComparisonRow(ours(), [position], [Findings({}, silent)], bases=[Findings({3: minimax}, minimax)])
    texts = {column.name: column.text(row) for column in COLUMNS}
    for name in ("score", "depth", "nodes", "of_minimax", "leaves", "comparisons", "cut", "speed"):
        assert texts[name] == "—", name
