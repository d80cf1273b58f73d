"""The row of the reference is the first one, with more lines in games of players; the others can be folded."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.game import find_game, games
from engine.search.spec import Spec
from studio.analysis.choice import LINES, Budget, analysis_defaults
from studio.analysis.row import HEIGHT
from studio.look import palette
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch
from tests.studio.conftest import MakeWindow

ROWS = (Spec.parse("greedy"), Spec.parse("alphabeta"), Spec.parse("pvs:lines=3"))

PLAYED = {"chess", "xiangqi", "caro", "go", "minigo"}


def analysed(window: MainWindow, game: str, qtbot: QtBot) -> None:
    window.resize(1280, 800)
    window.document.new(find_game(game)())
    for _ in range(3):
        moves = window.document.position.legal_moves()
        window.document.play(moves[len(moves) // 2])
    window.show_workspace("analyse")
    choice = window.session.choice
    choice.set_specs(list(ROWS))
    choice.set_reference(2)
    choice.set_budget(Budget("nodes", 50_000))
    window.analysis.start()
    qtbot.waitUntil(lambda: not window.session.is_busy, timeout=60_000)
    QApplication.processEvents()


@pytest.mark.parametrize("name", list(games()))
def test_the_defaults_of_a_game_of_players_have_three_lines(name: str) -> None:
    chosen = analysis_defaults(find_game(name))
    lines = getattr(chosen.specs[chosen.reference].parameters, "lines", 1)
    assert (lines >= LINES) == (name in PLAYED)
    assert not any("lines" in spec.text for index, spec in enumerate(chosen.specs) if index != chosen.reference)


@pytest.mark.parametrize("game", ["chess", "xiangqi", "caro", "minigo", "cotoan"])
def test_the_reference_is_first_with_three_lines_and_its_chance(window: MainWindow, qtbot: QtBot, game: str) -> None:
    analysed(window, game, qtbot)
    panel = window.analysis
    rows = panel.list.ordered
    assert rows == [panel.rows[2], panel.rows[0], panel.rows[1]]
    tops = [row.y() for row in rows]
    assert tops == sorted(tops) and panel.list.fold.y() > tops[0] and panel.list.fold.y() < tops[1]
    assert all(row.isVisible() and row.line.texts for row in rows), "open by default, each with its line"
    shown = [view for _, view in rows[0].further if view.isVisible()]
    assert len(shown) == (LINES - 1 if game in PLAYED else 0) and not rows[0].is_open
    assert (rows[0].height() > HEIGHT) == (game in PLAYED)
    assert panel.chance.isVisible() == (game in PLAYED) and panel.strip.isVisible() != panel.chance.isVisible()
    if game in PLAYED and game != "minigo":
        score = rows[0].numbers["score"].text()
        assert panel.chance.score.text() == score
        percent = float(
            panel.chance.chance.text().split()[-2 if panel.chance.chance.text()[-1] == "%" else -1].rstrip("%")
        )
        assert (percent > 50) == score.startswith("+") or score.strip("+−0.,") == ""
    arrows = [each for each in window.board.arrows() if each.tip and each.color == palette.algorithm_color("pvs")]
    if game in PLAYED and game != "minigo":
        assert [each.label for each in arrows] == [str(number) for number in range(LINES, 0, -1)], "the first on top"
        assert [each.weight for each in arrows] == sorted(each.weight for each in arrows)
        position = window.document.position
        moves = [rows[0].line.texts[0], *(view.texts[0] for view in shown)]
        targets = [position.game.shape(position, position.game.parse_move(position, text)).target for text in moves]
        assert [each.target for each in reversed(arrows)] == targets
    # The line of a further move is played as that of the first one.
    if shown:
        with qtbot.waitSignal(panel.line_chosen) as chosen:
            shown[0].chosen.emit(0)
        assert len(chosen.args[0]) == 1


def test_the_reference_is_searched_first(window: MainWindow) -> None:
    window.document.new(find_game("chess")())
    window.session.choice.set_specs(list(ROWS))
    window.session.choice.set_reference(2)
    asked: list[str] = []
    start = window.session.start

    def note(queries: list[object], **options: object) -> list[int]:
        asked.extend(query.spec.name for query in queries)  # type: ignore[attr-defined]
        return start(queries, **options)  # type: ignore[arg-type]

    window.session.start = note  # type: ignore[method-assign,assignment]
    window.analysis.start()
    assert asked == ["pvs", "greedy", "alphabeta"]
    window.analysis.stop()


def test_the_others_are_folded_for_each_game(make_window: MakeWindow, switch: LanguageSwitch, qtbot: QtBot) -> None:
    window = make_window()
    analysed(window, "chess", qtbot)
    panel = window.analysis
    QTest.mouseClick(panel.list.fold, Qt.MouseButton.LeftButton)
    assert [row.isVisible() for row in panel.list.ordered] == [True, False, False]
    window.document.new(find_game("caro")())
    assert all(not row.isHidden() for row in panel.rows)
    window.document.new(find_game("chess")())
    assert [row.isHidden() for row in panel.list.ordered][1:] == [True] * (len(panel.rows) - 1)
    window.close()
    again = make_window()
    again.document.new(find_game("chess")())
    again.show_workspace("analyse")
    rows = again.analysis.list.ordered
    assert [row.isHidden() for row in rows] == [False] + [True] * (len(rows) - 1)
    switch.switch("vi")
    QApplication.processEvents()
    assert again.analysis.list.fold.text() == "Các thuật toán khác"
    QTest.mouseClick(again.analysis.list.fold, Qt.MouseButton.LeftButton)
    assert again.settings.folded_rows == []


def test_another_reference_takes_the_first_place(window: MainWindow, qtbot: QtBot) -> None:
    analysed(window, "chess", qtbot)
    panel = window.analysis
    panel.choice.set_reference(1)
    QApplication.processEvents()
    assert panel.list.ordered[0] is panel.rows[1] and panel.rows[2].height() == HEIGHT
    panel.choice.remove(1)
    QApplication.processEvents()
    assert len(panel.list.ordered) == len(panel.rows) == 2
    panel.choice.set_specs([])
    assert panel.list.fold.isHidden() and not panel.chance.isVisible()
