"""The combo box of the evaluations of a game."""

from pytestqt.qtbot import QtBot

from studio.widgets.evaluation_box import EvaluationBox


def test_a_game_without_evaluations_reports_it(qtbot: QtBot) -> None:
    """The box was empty, and could be opened."""
    box = EvaluationBox()
    qtbot.addWidget(box)
    box.resize(260, 28)
    box.show_evaluations("tictactoe", "")
    assert box.shown_text() == "No evaluation" and not box.isEnabled() and box.name == ""
    box.show_evaluations("chess", "material")
    assert box.shown_text() == "Material" and box.isEnabled() and box.name == "material"
