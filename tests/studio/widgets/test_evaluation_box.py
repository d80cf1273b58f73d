"""The combo box of the evaluations of a game."""

from pytestqt.qtbot import QtBot

from engine.core.evaluation import offered
from engine.networks.file import write_network
from engine.networks.network import user_folder
from studio.document.values import evaluation_title
from studio.widgets.evaluation_box import EvaluationBox
from tests.engine.networks.made import random_network


def test_a_game_without_evaluations_reports_it(qtbot: QtBot) -> None:
    """The box was empty, and could be opened."""
    box = EvaluationBox()
    qtbot.addWidget(box)
    box.resize(260, 28)
    box.show_evaluations("tictactoe", "")
    assert box.shown_text() == "No evaluation" and not box.isEnabled() and box.name == ""
    box.show_evaluations("chess", "material")
    assert box.shown_text() == "Material" and box.isEnabled() and box.name == "material"


def test_installed_networks_are_listed_with_date_and_strength(qtbot: QtBot) -> None:
    """They are last, and the name of a file cannot change the direction of the text."""
    made, results = {"date": "2026-11-29"}, ({"elo": 208, "date": "2026-11-29"},)
    user_folder().mkdir(parents=True)
    path = user_folder() / "my\u202e.kvnet"
    write_network(random_network("cotoan", made=made, results=results), path)
    box = EvaluationBox()
    qtbot.addWidget(box)
    box.show_evaluations("cotoan", "")
    assert box.name == next(iter(offered("cotoan"))), "the default is the same"
    assert box.itemText(box.count() - 1) == "Network (my, 2026-11-29, +208)"
    box.show_evaluations("cotoan", "network:file=my\u202e")
    assert box.name == list(offered("cotoan"))[-1]
    assert evaluation_title("cotoan", box.name) == "Network (my, 2026-11-29, +208)"
    assert evaluation_title("cotoan", "network:file=missing") == "network:file=missing"
