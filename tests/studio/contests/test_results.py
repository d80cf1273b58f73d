"""The tables of a contest in the Match workspace."""

from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from engine.contests.standings import Cell
from engine.core.evaluation import evaluations, pinned_name
from engine.search.spec import Spec
from studio.analysis import figures
from studio.contests.summary import ContestSummary
from studio.contests.tables import NUMBER, RESULT
from studio.contests.workspace import MatchWorkspace
from studio.look import palette, style
from studio.window.translation import LanguageSwitch
from tests.studio.contests.conftest import SECONDS, click, play, press, shown


def test_a_click_on_a_cell_filters_the_games(qtbot: QtBot, workspace: MatchWorkspace) -> None:
    workspace.form.add(Spec.make("random"))
    workspace.form.games_box.setValue(2)
    workspace.form.form_box.setCurrentIndex(3)
    play(qtbot, workspace)
    click(qtbot, workspace.results.table, workspace.results.crosstable.index(1, 3))  # greedy moves first against random
    rows = shown(workspace.results.list)
    assert [row[1:3] for row in rows] == [["Greedy", "Random"]] * 2
    assert workspace.results.list_title.whole == "2 games of Greedy against Random"
    click(qtbot, workspace.results.table, workspace.results.crosstable.index(2, 0))  # the name: all games of random
    assert workspace.results.list.model().rowCount() == 10
    press(qtbot, workspace.results.all_button)
    assert workspace.results.list.model().rowCount() == 18
    assert not workspace.results.table.selectionModel().hasSelection()


def test_a_double_click_opens_the_game(qtbot: QtBot, workspace: MatchWorkspace) -> None:
    play(qtbot, workspace)
    workspace.results.list.sortByColumn(NUMBER, Qt.SortOrder.DescendingOrder)
    index = workspace.results.list.model().index(0, RESULT)
    place = workspace.results.list.visualRect(index).center()
    qtbot.mouseClick(workspace.results.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    with qtbot.waitSignal(workspace.record_chosen, timeout=SECONDS) as chosen:
        qtbot.mouseDClick(workspace.results.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    record = chosen.args[0]
    result = next(result for result in workspace.results.games.results if result.index == 5)
    assert record.headers["Round"] == "6"
    assert record.headers["White"] == "Greedy"
    assert record.headers["Black"] == "NegaScout, depth 1"
    assert record.headers["WhiteAlgorithm"].startswith("greedy:random_ties=on@depth=")
    assert record.headers["BlackAlgorithm"].startswith("negascout@depth=1")
    assert record.result == result.result
    assert len(record.tree.main_line()) - 1 == len(result.moves)
    with qtbot.waitSignal(workspace.record_chosen, timeout=SECONDS):
        qtbot.keyClick(workspace.results.list, Qt.Key.Key_Return)


def test_the_list_follows_new_games_only_at_its_end_and_in_their_order(qtbot: QtBot, workspace: MatchWorkspace) -> None:
    play(qtbot, workspace)
    results, view = workspace.results, workspace.results.list
    view.setFixedHeight(90)
    qtbot.waitUntil(lambda: view.verticalScrollBar().maximum() > 0)
    bar, played = view.verticalScrollBar(), list(results.games.results)
    for column, place, follows in ((NUMBER, 1, True), (NUMBER, 0, False), (RESULT, 1, False)):
        view.sortByColumn(column, Qt.SortOrder.AscendingOrder)
        bar.setValue(place * bar.maximum())
        before = bar.value()
        count = len(results.games.results)
        results.add([replace(each, index=count + k) for k, each in enumerate(played)])
        QApplication.processEvents()
        assert bar.maximum() > before
        assert bar.value() == (bar.maximum() if follows else before), (column, place)


def test_cells_are_coloured_by_score(qtbot: QtBot, workspace: MatchWorkspace, qapp: QApplication) -> None:
    style.apply(qapp, "light")  # a style sheet hides the ground of cells
    form = workspace.form
    form.remove(form.rows[0])
    form.add(Spec.make("random"))
    form.games_box.setValue(10)
    play(qtbot, workspace)
    good = workspace.results.crosstable.index(0, 2).data(Qt.ItemDataRole.BackgroundRole)
    bad = workspace.results.crosstable.index(1, 1).data(Qt.ItemDataRole.BackgroundRole)
    assert good.red() > good.blue()
    assert bad.blue() > bad.red()
    place = workspace.results.table.visualRect(workspace.results.crosstable.index(0, 2)).topLeft() + QPoint(3, 3)
    picture = workspace.results.table.viewport().grab().toImage()
    assert picture.pixelColor(place * picture.devicePixelRatio()).name() == good.name(), "and it is drawn"
    style.apply(qapp, "dark")
    try:
        dark = workspace.results.crosstable.index(0, 2).data(Qt.ItemDataRole.BackgroundRole)
        assert dark.lightness() < good.lightness()
        for ground in (dark, workspace.results.crosstable.index(1, 1).data(Qt.ItemDataRole.BackgroundRole)):
            assert palette.contrast(palette.current().text, ground) >= 4.5
    finally:
        style.apply(qapp, "light")


def test_the_models_keep_qts_rules(qtbot: QtBot, workspace: MatchWorkspace, qtmodeltester: ModelTester) -> None:
    workspace.form.add(Spec.make("random"))
    workspace.form.form_box.setCurrentIndex(1)
    workspace.form.games_box.setValue(2)
    play(qtbot, workspace)
    for model in (workspace.results.crosstable, workspace.results.games):
        qtmodeltester.check(model)


def test_repeated_games_are_counted_once_and_named(qtbot: QtBot, workspace: MatchWorkspace, qapp: QApplication) -> None:
    workspace.form.random_box.setValue(0)
    workspace.form.rows[1].set_spec(Spec.make("greedy"))  # which is deterministic without random ties
    play(qtbot, workspace)
    summary = workspace.results.summary
    texts = summary.texts()
    assert (texts["Games"], texts["Distinct games"], texts["Counted games"]) == (["6"], ["1"], ["2"])
    assert texts["Statistics of"] == ["pairs of games"]
    assert sum(map(int, texts["Pairs 0–½–1–1½–2"][0].split(" · "))) == 1
    assert shown(workspace.results.table)[0][2].endswith("/ 2")
    advice = "choose random moves or positions from a file"
    # Negascout at depth 1 plays as greedy does.
    assert summary._repeated.text() == f"6 games, 1 distinct, 2 counted: both players are deterministic; {advice}"
    assert summary._repeated.isVisibleTo(workspace)
    switch = LanguageSwitch(qapp)
    try:
        switch.switch("vi")
        qapp.processEvents()
        assert summary._repeated.text().startswith(
            "6 ván, 1 ván khác nhau, 2 ván được tính: cả hai người chơi đều tất định"
        )
    finally:
        switch.switch("en")
        switch.remove()
        switch.deleteLater()


def test_games_that_differ_have_no_sentence_on_repetition(qtbot: QtBot, workspace: MatchWorkspace) -> None:
    workspace.form.swap_box.setChecked(False)
    play(qtbot, workspace)
    summary = workspace.results.summary
    assert summary._repeated.isHidden()
    assert not {"Distinct games", "Counted games"} & summary.texts().keys()
    assert summary.texts()["Statistics of"] == ["single games"]


def test_the_default_match_has_openings_played_with_both_colours(workspace: MatchWorkspace) -> None:
    contest = workspace.form.contest()
    assert contest is not None
    assert (contest.random_plies, contest.swap, contest.openings) == (4, True, ())
    default = pinned_name(contest.game, next(iter(evaluations(contest.game))))
    assert {each.evaluation for each in contest.contestants} <= {"", default}
    assert contest.contestants[0] != contest.contestants[1]


def test_before_the_first_game_nothing_is_measured() -> None:
    rows = (*ContestSummary._by_player(Cell(), ("Red", "Blue")), *ContestSummary._together(Cell(), {}, None, ""))
    values = {title: set(texts) for title, *texts in rows}
    for title in (
        "Time per move", "Time per game", "Draws", "Mean length", "Elo difference", "Likelihood of superiority",
    ):  # fmt: skip
        assert values[title] == {figures.UNKNOWN}, title


def test_the_titles_of_the_figures_are_not_cut(qtbot: QtBot, workspace: MatchWorkspace, switch: LanguageSwitch) -> None:
    """Next to "+92 =6 −2 +48 =10 −42", the titles "Time per move" and "Thời gian mỗi nước" were elided."""
    workspace.form.games_box.setValue(6)
    play(qtbot, workspace)
    summary = workspace.results.summary
    labels = summary._labels
    for code in ("en", "vi"):
        switch.switch(code)
        QApplication.processEvents()
        for column in (1, 2):
            labels[1, column].setText("+192 =16 −142")
        summary._fit()
        QApplication.processEvents()
        for (_, column), label in labels.items():
            if column == 0 and not label.isHidden():
                assert label.text() == label.whole
