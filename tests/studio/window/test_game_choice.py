"""The algorithms, the budget and the reviewers that a window keeps for each game."""

from pathlib import Path

from engine.asking.external import EngineSpec
from engine.core.game import find_game
from engine.search.players import REFERENCE, strongest_of
from studio.analysis import session as session_module
from studio.analysis.choice import Budget, analysis_defaults
from tests.studio.conftest import MakeWindow

FISH = EngineSpec("Stockfish 15.1", "/x/stockfish", words=("Hash",))
SAMPLES = Path(__file__).parents[3] / "resources" / "records"


def test_rows_budget_and_reviewers_are_those_of_the_game(make_window: MakeWindow, monkeypatch) -> None:
    """Stockfish once stayed in Go and xiangqi, and an evaluation of chess in cờ toán."""
    monkeypatch.setattr(session_module, "analysis_defaults", analysis_defaults)
    window = make_window()
    choice, panel, compare = window.session.choice, window.analysis, window.compare.choice
    window.engines.put(FISH)
    window.document.new(find_game("chess")())
    assert choice.reviewers == [FISH, REFERENCE], "offered at once"
    panel.menu.aboutToShow.emit()
    assert FISH.name in [action.text() for action in panel.menu.actions()]
    menu = window.menus["Analyse games with"]
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions() if action.isChecked()] == [
        FISH.name, "Principal variation search"
    ]  # fmt: skip
    choice.add(FISH)
    choice.set_budget(Budget("seconds", 1.0))
    choice.set_evaluation("material")
    compare.add(FISH)

    window.document.new(find_game("go").with_rules("size=9"))
    mcts = strongest_of(find_game("go"))
    assert [spec.name for spec in choice.specs] == ["mcts", "greedy", "minimax", "alphabeta", "negascout"]
    assert choice.reference_spec == mcts and choice.reviewers == [mcts]
    assert len(panel.rows) == 5
    assert panel.budget_box.budget() == Budget() and FISH not in compare.specs
    choice.remove(4)

    window.filing.open_sample(next((SAMPLES / "chess").glob("*.en.pgn")))
    assert choice.specs[-1] == FISH and len(panel.rows) == 6
    assert panel.budget_box.budget() == Budget("seconds", 1.0) and panel.evaluation_box.name == "material"
    assert FISH in compare.specs
    window.close()

    again = make_window()
    choice = again.session.choice
    again.document.new(find_game("chess")())
    assert choice.specs[-1] == FISH and choice.budget == Budget("seconds", 1.0) and choice.evaluation == "material"
    again.document.new(find_game("go")())
    assert [spec.name for spec in choice.specs] == ["mcts", "greedy", "minimax", "alphabeta"]
    again.document.new(find_game("xiangqi")())
    assert [spec.name for spec in choice.specs][-1] == "pvs" and choice.budget == Budget()
