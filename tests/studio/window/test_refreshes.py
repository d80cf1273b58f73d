"""Each part of the window follows a change once, and only a change of what it shows."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from engine.core.game import find_game
from engine.records import edits
from engine.records.tree import EvaluationNote, GameTree
from studio.analysis.graph import EvaluationGraph
from studio.analysis.panel import AnalysisPanel
from studio.analysis.terms import TermsPanel
from studio.board.calculator import CalculatorPanel
from studio.board.view import BoardView
from studio.document.move_list import MoveTableModel
from studio.document.moves import MovesPanel
from studio.play.board_page import BoardPage
from studio.play.players import PlayersPanel
from studio.window.actions import Actions
from studio.window.main_window import MainWindow
from studio.window.status import Status
from tests.studio.conftest import MakeWindow

MOST_PATHS = 10
"""Ways from the root to a node looked up for one change; there were 25 when each part was refreshed twice."""

CHESS = find_game("chess")()
WATCHED: dict[type, tuple[str, ...]] = {
    BoardPage: ("show_position",),
    BoardView: ("show_position", "paintEvent"),
    PlayersPanel: ("refresh",),
    MoveTableModel: ("refresh",),
    MovesPanel: ("refresh", "_follow"),
    TermsPanel: ("refresh",),
    CalculatorPanel: ("refresh",),
    AnalysisPanel: ("_position_changed", "_record_replaced", "_show_everything"),
    EvaluationGraph: ("refresh", "_mark_cursor"),
    MainWindow: ("retranslate",),
    Status: ("show_record",),
    Actions: ("refresh",),
    GameTree: ("path",),
}


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each of the methods above was called; replaced before a window connects them."""
    counted: Counter[str] = Counter()

    def count(cls: type, name: str) -> None:
        method: Callable[..., Any] = getattr(cls, name)

        def counting(self: Any, *args: Any, **kwargs: Any) -> Any:
            counted[f"{cls.__name__}.{name}"] += 1
            return method(self, *args, **kwargs)

        monkeypatch.setattr(cls, name, counting)

    for cls, names in WATCHED.items():
        for name in names:
            count(cls, name)
    return counted


@pytest.fixture
def analysing(counts: Counter[str], make_window: MakeWindow, qapp: QApplication) -> MainWindow:
    """A window with all panels shown in Analyse; 1. e4 e5 2. Nf3 with a variation 2. d4, the cursor at e5."""
    window = make_window()
    window.show_workspace("analyse")
    window.document.new(CHESS)
    for name in ("terms", "graph", "moves", "calculator"):
        window.docks[name].show()
    play(window, "e4", "e5", "Nf3")
    window.document.back()
    play(window, "d4")
    window.document.back()
    qapp.processEvents()
    counts.clear()
    return window


def play(window: MainWindow, *texts: str) -> None:
    for text in texts:
        window.controller.play(CHESS.parse_move(window.document.position, text))


BOARD = {"BoardPage.show_position": 1, "BoardView.show_position": 1}
PLAYERS = {"PlayersPanel.refresh": 1}
MOVES = {"MoveTableModel.refresh": 1, "MovesPanel.refresh": 1, "MovesPanel._follow": 1}
POSITION = {
    "TermsPanel.refresh": 1,
    "AnalysisPanel._position_changed": 1,
    "AnalysisPanel._show_everything": 1,
}
GRAPH = {"EvaluationGraph.refresh": 1}
WINDOW = {"Status.show_record": 1, "Actions.refresh": 1}


def test_a_move_is_played(analysing: MainWindow, counts: Counter[str]) -> None:
    play(analysing, "Bc4")
    paths = counts.pop("GameTree.path")
    # The graph draws its curves again because the line has changed, and with them the mark of the cursor.
    assert counts.pop("EvaluationGraph._mark_cursor") == 1
    assert counts == BOARD | PLAYERS | MOVES | POSITION | GRAPH | WINDOW
    assert paths <= MOST_PATHS


@pytest.mark.parametrize("way", ["forward", "back"])
def test_the_cursor_moves_along_the_line(analysing: MainWindow, counts: Counter[str], way: str) -> None:
    analysing.actions_table[way].trigger()
    paths = counts.pop("GameTree.path")
    marked = {"MovesPanel._follow": 1, "EvaluationGraph._mark_cursor": 1}
    assert counts == BOARD | PLAYERS | marked | POSITION | WINDOW
    assert paths <= MOST_PATHS


@pytest.mark.parametrize("act", ["comment", "glyph", "evaluation", "undo"])
def test_a_note_redraws_no_board(analysing: MainWindow, counts: Counter[str], qapp: QApplication, act: str) -> None:
    document = analysing.document
    if act == "comment":
        document.set_comment(document.cursor, "good")
    elif act == "glyph":
        document.toggle_nag(document.cursor, 1)
    elif act == "evaluation":
        document.add_evaluations({document.cursor: [EvaluationNote("minimax", 3)]})
    else:
        document.set_comment(document.cursor, "good")
        qapp.processEvents()
        counts.clear()
        document.undo()
    qapp.processEvents()
    del counts["GameTree.path"]
    # Columns of scores come and go with them: the move list is laid out, and keeps the cursor's move in sight.
    assert counts.pop("MovesPanel._follow") >= 1
    assert counts.pop("EvaluationGraph._mark_cursor", 0) <= 1
    assert counts == {name: 1 for name in MOVES | GRAPH | {"Actions.refresh": 1} if name != "MovesPanel._follow"}


def test_a_comment_being_written_is_stored_without_the_board(
    analysing: MainWindow, counts: Counter[str], qapp: QApplication
) -> None:
    analysing.moves.edit_comment()
    analysing.moves.comment.insertPlainText("good")
    qapp.processEvents()
    counts.clear()
    analysing.moves.commit()
    qapp.processEvents()
    assert analysing.document.tree[analysing.document.cursor].comment == "good"
    assert not [name for name in counts if name.startswith(("Board", "Players", "Terms", "Calculator", "Analysis"))]


@pytest.mark.parametrize("command", ["csl Re5", "clk 0:01:00"])
def test_marks_concern_board_and_players(
    analysing: MainWindow, counts: Counter[str], qapp: QApplication, command: str
) -> None:
    document = analysing.document
    document.push(edits.set_commands(document.tree, document.cursor, [command]), "")
    del counts["GameTree.path"]
    assert counts == BOARD | PLAYERS | {"Actions.refresh": 1}


def test_headers_concern_players_and_window(analysing: MainWindow, counts: Counter[str], qapp: QApplication) -> None:
    analysing.document.set_headers({"Event": "x"})
    qapp.processEvents()
    del counts["GameTree.path"]
    assert counts == PLAYERS | WINDOW


def test_a_line_added_elsewhere_leaves_the_board(
    analysing: MainWindow, counts: Counter[str], qapp: QApplication
) -> None:
    analysing.document.add_line(0, [CHESS.parse_move(CHESS.start(), "c4")])
    qapp.processEvents()
    del counts["GameTree.path"]
    assert counts.pop("EvaluationGraph._mark_cursor") == 1
    assert counts == PLAYERS | MOVES | GRAPH | WINDOW


def test_another_record(analysing: MainWindow, counts: Counter[str]) -> None:
    analysing.document.new(CHESS)
    for name in ("BoardPage.show_position", "PlayersPanel.refresh", "MoveTableModel.refresh", "MovesPanel.refresh",
                 "TermsPanel.refresh", "AnalysisPanel._record_replaced", "EvaluationGraph.refresh",
                 "Status.show_record"):  # fmt: skip
        assert counts[name] == 1, (name, counts)


def test_a_save(analysing: MainWindow, counts: Counter[str], tmp_path: Path) -> None:
    assert analysing.filing.save_to(tmp_path / "a.pgn")
    assert not analysing.isWindowModified()
    del counts["GameTree.path"]
    stored = 3  # the file, its folder and the session, after each of which commands that depend on a setting are tested
    assert counts == WINDOW | {"Actions.refresh": 1 + stored}


def test_a_new_window_shows_its_stored_algorithms_once(counts: Counter[str], make_window: MakeWindow) -> None:
    make_window().close()
    counts.clear()
    make_window()
    assert counts["AnalysisPanel._show_everything"] == 1, "without queries; those for the position when it is shown"
    assert counts["MainWindow.retranslate"] == 1, "not again when Qt polishes the window"


class _StyleChanges(QObject):
    """Counts the style changes of all objects."""

    count = 0

    def eventFilter(self, _: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.StyleChange
        return False


def test_a_new_window_is_styled_from_the_outside_in(qapp: QApplication, make_window: MakeWindow) -> None:
    """A widget that gets another parent is styled again with all widgets in it; that made two thirds of the time."""
    changes = _StyleChanges()
    qapp.installEventFilter(changes)
    window = make_window()
    qapp.removeEventFilter(changes)
    assert changes.count < 4 * len(window.findChildren(QWidget)), "there were six for each widget"
