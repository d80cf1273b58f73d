"""External engines in the Match form: offered for the games that they can play."""

from PySide6.QtWidgets import QApplication, QMenu

from engine.asking.external import EngineSpec
from engine.core.game import find_game
from studio.analysis.engines import EngineList
from studio.contests.form import ContestForm

CHESS = EngineSpec("Plain", "plain", words=("Hash", "UCI_Chess960"))
BOTH = EngineSpec("Fairy", "fairy", words=("UCI_Variant", "variant chess", "variant xiangqi"))
GO = EngineSpec("Stones", "stones", protocol="gtp")


def offered(menu: QMenu) -> list[str]:
    menu.aboutToShow.emit()
    return [each.text() for each in menu.actions() if each.text() in (CHESS.name, BOTH.name, GO.name)]


def test_only_engines_that_can_play_the_game_are_offered_and_accepted(qapp: QApplication) -> None:
    engines = EngineList()
    for each in (CHESS, BOTH, GO):
        engines.put(each)
    form = ContestForm(find_game("chess")(), engines=engines)
    assert offered(form.menu) == ["Plain", "Fairy"]
    form.remove(form.rows[1])
    form.add(CHESS)
    assert form.contest() is not None
    for game, names in {"xiangqi": ["Fairy"], "go": ["Stones"], "nim": []}.items():
        form.show_game(find_game(game)())
        assert offered(form.menu) == names
        assert form.contest() is None
        assert form.error("players").startswith("Plain does not support ")
    form.show_game(find_game("chess")())
    assert form.contest() is not None
    form.close_threads()
    form.deleteLater()
