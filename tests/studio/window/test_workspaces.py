"""Compare and Match are created when they are first needed, and nothing that works before depends on them."""

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from engine.asking.external import EngineSpec
from engine.core.game import find_game
from engine.search.spec import Spec
from studio.look import palette, style
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch
from tests.studio.conftest import MakeWindow


def workspaces(window: MainWindow) -> set[str]:
    """The classes of the workspaces in the window."""
    names = {type(each).__name__ for each in window.findChildren(QWidget)}
    return names & {"CompareWorkspace", "MatchWorkspace"}


def test_each_is_created_when_it_is_shown(window: MainWindow) -> None:
    window.show_workspace("analyse")
    window.actions_table["stop"].trigger()
    window.document.new(find_game("go")())
    window.first_page.show()
    assert not workspaces(window)
    window.show_workspace("match")
    assert workspaces(window) == {"MatchWorkspace"}
    assert window.pages.currentWidget() is window.match
    window.show_workspace("compare")
    assert workspaces(window) == {"CompareWorkspace", "MatchWorkspace"}
    assert window.pages.currentWidget() is window.compare
    window.show_workspace("play")
    assert window.pages.currentWidget() is window.page


def test_closing_creates_neither_and_keeps_the_choice(make_window: MakeWindow) -> None:
    first = make_window()
    first.compare.choice.set_specs([Spec.parse("minimax"), Spec.parse("alphabeta")])
    first.close()
    second = make_window()
    second.close()
    assert not workspaces(second)
    third = make_window()
    assert third.compare.choice.specs == [Spec.parse("minimax"), Spec.parse("alphabeta")]
    assert third.compare.choice.budget.kind == "depth"


def test_a_success_hides_the_error_of_the_attempt_before(window: MainWindow) -> None:
    """It stayed at the lower edge while the next files were saved."""
    window.show_workspace("match")
    window.match.failed.emit("a.xyz: unknown record format")
    assert window.notice.text
    window.match.succeeded.emit("Saved: a.pgn")
    assert not window.notice.text
    assert window.statusBar().currentMessage() == "Saved: a.pgn"


def test_a_removed_engine_is_not_compared(window: MainWindow) -> None:
    engine = EngineSpec("gnu", "gnugo", ("--mode", "gtp"), "gtp")
    window.engines.put(engine)
    window.compare.choice.set_specs([Spec.parse("minimax"), engine])
    window.engines.remove("gnu")
    assert window.compare.choice.specs == [Spec.parse("minimax")]


@pytest.mark.parametrize("early", [False, True], ids=["before it is created", "after"])
def test_language_and_theme_are_those_in_use(
    window: MainWindow, switch: LanguageSwitch, qapp: QApplication, early: bool
) -> None:
    if early:
        assert window.match.start_button.text() == "Start"
        assert window.compare.run_button.text() == "Compare"
    switch.switch("vi")
    style.apply(qapp, "dark")
    qapp.processEvents()
    window.show_workspace("match")
    assert window.match.start_button.text() == "Bắt đầu"
    window.show_workspace("compare")
    assert window.compare.run_button.text() == "So sánh"
    for page in (window.compare, window.match):
        assert page.palette().text().color() == palette.current().text


def test_match_begins_with_the_game_of_the_record(window: MainWindow) -> None:
    window.document.new(find_game("caro")())
    assert window.match.form.game_box.currentText() == "Caro"
    window.document.new(find_game("go")())
    assert window.match.form.game_box.currentText() == "Go"


def test_external_engines_are_asked_for_from_each(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(window.openers, "external_engines", lambda: asked.append(1))
    for panel in (window.analysis, window.compare, window.match):
        panel.engines_asked.emit()
    assert len(asked) == 2, "the panel of Analyse was connected before the method was replaced"


def test_messages_of_each_are_shown(window: MainWindow) -> None:
    for page in (window.compare, window.match):
        page.failed.emit(f"failed: {type(page).__name__}")
        assert window.notice.text == f"failed: {type(page).__name__}"
