"""Foreign text is plain text everywhere: no widget shows it as HTML, reorders its neighbours or is widened by it."""

import csv
import dataclasses
import html
import io
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QMenu,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.analysis.conclusion import Conclusion
from engine.asking.plugin import PluginSpec
from engine.contests.contest import Contest, Contestant
from engine.contests.journal import ContestJournal
from engine.contests.standings import Standings
from engine.contests.worker import Worker
from engine.core.game import find_game
from engine.core.options import Option
from engine.core.outcome import Player
from engine.core.score import Score
from engine.records import edits
from engine.records.formats import find_format
from engine.records.tree import ROOT, EvaluationNote, GameTree, Record
from engine.search.report import Limit
from engine.search.spec import Spec
from studio.compare.boards import MoveBoard
from studio.compare.chart import ChartBars, ChartData
from studio.compare.differences import MoveDifference
from studio.compare.export import ComparisonPage, as_csv, as_html, as_json
from studio.compare.rows import ComparisonRow
from studio.contests import journals
from studio.dialogs.games import GamesDialog
from studio.dialogs.properties import PropertiesDialog
from studio.look import foreign
from studio.widgets.plain_label import PlainLabel
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch
from tests.engine.conftest import few

SECONDS = 30_000
HOSTILE = (
    "=1+1 <img src='file:///tmp/pipe'></script><b>bold</b> "
    "\u202eAlice\u202c \u2067\u05d0\u05d1\u2069 \u200f\u05d2\ntwo\r\n<b>three</b>\x1b[31m\x00"
)
"""All kinds of hostile text in one; each alone is a test marked slow."""
TEXTS = {
    "all": HOSTILE,
    "image": "<img src='file:///tmp/pipe'>",
    "script": "</script><b>bold</b>",
    "formula": "=1+1",
    "direction": "\u202eAlice\u202c \u2067\u05d0\u05d1\u2069 \u200f\u05d2",
    "long": "x" * 10_000,
    "lines": "one\ntwo\r\n<b>three</b>\x1b[31m\x00",
}
CONTROLS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066\u2067\x00-\x08\x0b-\x1f]")


@pytest.fixture(params=few(TEXTS.values(), (HOSTILE, TEXTS["long"])), ids=TEXTS)
def text(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def hostile_record(text: str) -> Record:
    """Return a record with ``text`` in every place for text."""
    game = find_game("cotoan")()
    tree = GameTree.start(game)
    moves, position = [], game.start()
    for _ in range(4):
        moves.append(position.legal_moves()[0])
        position = position.play(moves[-1])
    tree = edits.add_line(tree, ROOT, moves).apply(tree)
    notes = (
        EvaluationNote(text, 3, Score(7, Player.FIRST)),
        EvaluationNote(f"{text} 2", 2, None, text=text, evaluation=text),
    )
    nodes = {
        node: dataclasses.replace(tree[node], comment=text, lead=text, evaluations=notes, nags=tuple(range(1, 120)))
        for node in tree.main_line()[1:]
    }
    line = " ".join(text.split())
    headers = dict.fromkeys(("White", "Black", "Event", "Site", "Round", "Termination", "Annotator"), line)
    return Record({**headers, "Result": "1-0", "Date": "2026.01.01"}, tree.with_nodes(nodes))


def hostile_plugin(text: str) -> PluginSpec:
    options = (
        Option("depth", int, 1, text, label=text, minimum=1, maximum=9),
        Option("kind", str, "a", text, label=text, choices=("a", text)),
    )
    return PluginSpec(Path("x.py"), text, text, options)


def models(widget: QWidget) -> Iterator[QAbstractItemModel]:
    if isinstance(widget, QAbstractItemView) and not isinstance(widget, QHeaderView) and widget.model() is not None:
        yield widget.model()
    if isinstance(widget, QComboBox):
        yield widget.model()


def tips_and_texts(root: QWidget) -> Iterator[tuple[str, str, str]]:
    """Yield kind, place and text of all that is shown by a window and all widgets in it, hidden ones too.

    Not of all widgets of the application: those of earlier tests can be half destroyed.
    """
    role = Qt.ItemDataRole
    for widget in (root, *root.findChildren(QWidget)):
        place = f"{type(widget).__name__} in {type(root).__name__}"
        yield "tip", place, widget.toolTip()
        yield "tip", place, widget.statusTip()
        if isinstance(widget, QLabel):
            yield "text" if widget.textFormat() == Qt.TextFormat.PlainText else "tip", place, widget.text()
        if widget.isWindow():
            yield "text", place, widget.windowTitle()
        if isinstance(widget, QMenu):
            for action in widget.actions():
                yield "text", place, action.text()
        for model in models(widget):
            cells = [
                model.index(row, column)
                for row in range(min(50, model.rowCount(QModelIndex())))
                for column in range(model.columnCount(QModelIndex()))
            ]
            for cell in cells:
                if isinstance(root, PropertiesDialog) and cell.flags() & Qt.ItemFlag.ItemIsEditable:
                    continue  # an editor contains the text as it is
                yield "text", place, str(cell.data(role.DisplayRole) or "")
                yield "tip", place, str(cell.data(role.ToolTipRole) or "")
            if isinstance(widget, QTableView):
                for column in range(model.columnCount(QModelIndex())):
                    for orientation in (Qt.Orientation.Horizontal, Qt.Orientation.Vertical):
                        yield "text", place, str(model.headerData(column, orientation, role.DisplayRole) or "")
                        yield "tip", place, str(model.headerData(column, orientation, role.ToolTipRole) or "")
    for action in root.findChildren(QAction):
        if not isinstance(action.parent(), QMenu):
            yield "tip", "QAction", action.toolTip()


OWN_IMAGE = re.compile(r'<img src="data:image/svg\+xml;base64,[\w+/=]+" alt="[^"<>]*">')
"""A picture of a board or a chart in an exported page."""
OWN_HTML = re.compile(r'<span style="color:#[0-9a-f]{6}">●</span>&nbsp; <b>[\w ]+</b>')
"""The heading of a side in *New game*, which has no foreign text."""


def check_everything_is_plain(root: QWidget) -> int:
    """Check all texts shown in a window; return their number."""
    count = 0
    for kind, place, shown in tips_and_texts(root):
        if not shown:
            continue
        count += 1
        assert not CONTROLS.search(shown), (place, shown[:200])
        assert len(shown) <= 3 * foreign.MOST_TIP, (place, shown[:200])
        if kind == "tip" and GuiQt.mightBeRichText(shown) and not OWN_HTML.fullmatch(shown):
            inner = re.fullmatch(r'<p style="white-space: pre-wrap">([^<>]*)</p>', shown, re.DOTALL)
            assert inner, (place, shown[:200])
    return count


def test_the_record_is_shown_as_plain_text(
    window: MainWindow, qtbot: QtBot, switch: LanguageSwitch, tmp_path: Path, text: str
) -> None:
    window.resize(1280, 800)
    name = re.sub("[/\x00]", "_", text)[:80] + ".pgn"
    (tmp_path / name).write_text(find_format("x.pgn").write([hostile_record(text)]), encoding="utf-8")
    window.filing.open(tmp_path / name)  # a large file is read in a thread
    qtbot.waitUntil(lambda: "Annotator" in window.document.record.headers, timeout=SECONDS)
    for workspace in ("play", "analyse", "compare", "match"):
        window.show_workspace(workspace)
        for node in window.document.line():
            window.document.go(node)
        switch.switch("vi" if workspace == "compare" else "en")
        QApplication.processEvents()
        assert check_everything_is_plain(window) > 100
        assert window.minimumSizeHint().width() <= 1280
        assert window.size().width() == 1280
    window.show_workspace("analyse")
    for dialog in (window.openers.properties(), window.openers.new_game()):
        QApplication.processEvents()
        check_everything_is_plain(dialog)
        assert dialog.minimumSizeHint().width() <= 1280
        dialog.reject()


def test_messages_and_algorithms_are_shown_as_plain_text(window: MainWindow, qtbot: QtBot, text: str) -> None:
    window.resize(1280, 800)
    plugin = hostile_plugin(text)
    window.session.choice.set_specs([Spec.make("greedy"), plugin])
    window.show_workspace("analyse")
    for card in window.findChildren(QWidget):
        if type(card).__name__ == "Card":
            card.show_error(text)  # type: ignore[attr-defined]
    window.notice.show_notice(text, [("OK", lambda: None)])
    window.notice.show_notice(text)
    window.match.form.add(plugin)
    window.match.form.menu._fill()
    window.match._show_error(text)
    window.match.empty.set_texts(text, "OK")
    for workspace in ("compare", "match", "analyse"):
        window.show_workspace(workspace)
        QApplication.processEvents()
        assert check_everything_is_plain(window) > 100
        assert window.minimumSizeHint().width() <= 1280
        assert window.minimumSizeHint().height() <= 1000


def test_a_list_of_games_is_plain_text(qtbot: QtBot, tmp_path: Path, text: str) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(find_format("x.pgn").write([hostile_record(text)] * 3), encoding="utf-8")
    dialog = GamesDialog(path, None, None, None)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 3, timeout=SECONDS)
    check_everything_is_plain(dialog)
    assert dialog.minimumSizeHint().width() <= 1280
    dialog.close()


def contest_of(text: str) -> Contest:
    line = " ".join(text.split()).replace("\x00", "")
    players = (
        Contestant("random", Limit(depth=1), label=line),
        Contestant(f"{line}:{line}", Limit(depth=1), plugin=f"/nowhere/{line}.py", label=f"{line} 2"),
    )
    return Contest("nim", players, games=2)


def results_of(contest: Contest, text: str) -> list[object]:
    playable = dataclasses.replace(contest, contestants=(Contestant("random", Limit(depth=1)),) * 2)
    return [dataclasses.replace(Worker(playable).play(task), fault=text) for task in playable.tasks()]


def test_a_contest_is_shown_as_plain_text(window: MainWindow, qtbot: QtBot, text: str) -> None:
    window.resize(1280, 800)
    contest = contest_of(text)
    path = journals.new_path()
    journal = ContestJournal(path, contest)
    for result in results_of(contest, text):
        journal.add(result)  # type: ignore[arg-type]
    journal.close()
    window.show_workspace("match")
    with qtbot.waitSignal(window.match.runner.ended, timeout=SECONDS):
        window.match.open_contest(journals.kept_contests()[0])
    window.match.earlier_menu.aboutToShow.emit()
    window.match._show_form(True)
    QApplication.processEvents()
    assert check_everything_is_plain(window) > 100
    assert window.minimumSizeHint().width() <= 1280


@pytest.mark.usefixtures("qapp")
def test_exports_have_no_html_and_no_formula(text: str) -> None:
    contest = contest_of(text)
    standings = Standings.of(contest, results_of(contest, text))  # type: ignore[arg-type]
    nim = find_game("nim")()
    row = ComparisonRow(hostile_plugin(text), [nim.start()], [None], error=text)
    board = MoveBoard(nim.start().legal_moves()[0], text, text, ((text, 0),), (0,), text, (text,))
    page = ComparisonPage(
        [row], {text: text}, Conclusion(((text, True),), ((text, False),)), nim, nim.start(), [board],
        [MoveDifference(0, 1, (board,))], ChartData((ChartBars(text, text, 0, {1: 10.0}),)), date(2026, 1, 2),
    )  # fmt: skip
    pages = [standings.to_html(text, text), OWN_IMAGE.sub("", as_html(page))]
    for page in pages:
        for each in ("<img", "</script>", "<b>"):
            assert each not in page
        assert html.escape(contest.contestants[0].label)[:20] in page or page is pages[1]
    for table in (standings.to_csv(), as_csv([row])):
        for line in csv.reader(io.StringIO(table)):
            assert not any(cell.startswith(("=", "@")) for cell in line)
    as_json([row], {text: text})
    standings.to_text()
    standings.to_latex()
    for suffix in (".pgn", ".sgf"):
        game_format = find_format(f"x{suffix}")
        record = hostile_record(text)
        if suffix == ".sgf":
            record = Record(record.headers, GameTree.start(find_game("go")()))
        written = game_format.write([record])
        (again,) = game_format.read(written)
        assert again.headers["White"] == record.headers["White"]


# --- the helper ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("function", [foreign.name, foreign.one_line, foreign.several_lines, foreign.tool_tip])
def test_ordinary_text_stays_as_it_is(function: object) -> None:
    for text in ("", "Nguyễn Văn A", "3 < 5 & 5 > 3", "深い", "O'Neill", "📗"):
        assert function(text) == text  # type: ignore[operator]


def test_a_name_does_not_reorder_the_text_around_it() -> None:
    assert foreign.name("\u202eabc\u202c") == "abc"
    assert foreign.name("\u05d0\u2069\u05d1") == "\u2068\u05d0\u05d1\u2069"
    assert foreign.name("a\nb\tc\r\nd") == "a b c d"
    assert foreign.comment("a\u202e\n\u05d0") == "a\n\u2068\u05d0\u2069"
    assert foreign.one_line(f"A – {foreign.name(chr(0x5D0))}") == "A – \u2068\u05d0\u2069"


def test_long_text_is_cut() -> None:
    assert foreign.name("x" * 300) == "x" * 199 + "…"
    assert len(foreign.tool_tip("<b>" * 10_000)) < 10 * foreign.MOST_TIP


def test_control_characters_are_removed_before_a_text_is_cut() -> None:
    assert foreign.name("\x07" * 10_000 + "An") == "An"
    assert foreign.name("\u2068" * 10_000 + "An") == "An"
    assert foreign.one_line("\u202e" * 10_000 + "An") == "An"
    assert foreign.name("\r\n" * 150 + "x") == " " * 150 + "x"


def test_a_cut_separates_no_letter_from_its_accents_and_closes_isolates() -> None:
    assert foreign.name("x" * 198 + "e\u0302\u0301" + "y" * 9) == "x" * 198 + "…"
    assert foreign.name("x" * 197 + "e\u0302" + "y" * 9) == "x" * 197 + "e\u0302…"
    assert len(foreign.name("\u0301" * 300)) > 100
    cut = foreign.one_line("\u2068" + "\u05d0" * 700 + "\u2069")
    assert cut.endswith("…\u2069") and cut.count("\u2068") == cut.count("\u2069") == 1


def test_a_tool_tip_is_never_html(qtbot: QtBot) -> None:
    label = PlainLabel("<b>x</b>")
    qtbot.addWidget(label)
    assert label.textFormat() == Qt.TextFormat.PlainText
    shown = foreign.tool_tip("a\n<img src='file:///x'> & \"b\"")
    assert (
        shown == '<p style="white-space: pre-wrap">a\n&lt;img src=&#x27;file:///x&#x27;&gt; &amp; &quot;b&quot;</p>'
        or (not GuiQt.mightBeRichText(shown))
    )
    assert foreign.tool_tip("<i>x</i>") == '<p style="white-space: pre-wrap">&lt;i&gt;x&lt;/i&gt;</p>'
