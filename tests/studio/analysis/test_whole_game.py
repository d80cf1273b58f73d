"""The analysis of a whole game: by which algorithms, and what it leaves alone."""

from pytestqt.qtbot import QtBot

from engine.asking.external import EngineSpec
from engine.core.outcome import Player
from engine.core.score import Score
from engine.records.tree import EvaluationNote
from engine.search.players import REFERENCE
from engine.search.spec import Spec
from studio.analysis.choice import Budget
from studio.analysis.session import AnalysisSession
from studio.analysis.whole_game import GameAnalysis
from studio.document.document import Document
from studio.window.main_window import MainWindow


def analyse(session: AnalysisSession, document: Document, qtbot: QtBot) -> dict[int, list[EvaluationNote]]:
    analysis = GameAnalysis(session)
    with qtbot.waitSignal(analysis.completed, timeout=20_000) as done:
        analysis.start(document.tree, document.line())
    (notes,) = done.args
    return dict(notes)


def test_one_reference_algorithm_reviews_unless_more_are_ticked(
    session: AnalysisSession, document: Document, qtbot: QtBot
) -> None:
    session.choice.set_budget(Budget("depth", 1))
    assert session.choice.reviewers == [REFERENCE]
    notes = analyse(session, document, qtbot)
    assert {tuple(note.algorithm for note in each) for each in notes.values()} == {(REFERENCE.text,)}
    assert REFERENCE.text == "pvs"
    session.choice.set_reviews(Spec.parse("greedy"), True)
    notes = analyse(session, document, qtbot)
    assert {len(each) for each in notes.values()} == {2}


def test_an_engine_of_another_game_does_not_review(session: AnalysisSession, document: Document, qtbot: QtBot) -> None:
    session.choice.set_budget(Budget("depth", 1))
    session.choice.set_reviewers([EngineSpec("fish", "fish", (), "uci")])
    notes = analyse(session, document, qtbot)
    assert {each[0].algorithm for each in notes.values()} == {REFERENCE.text}


def test_a_deeper_evaluation_is_not_replaced_and_all_is_taken_back(window: MainWindow, qtbot: QtBot) -> None:
    document, choice = window.document, window.session.choice
    for _ in range(2):
        document.play(document.position.legal_moves()[0])
    choice.set_reviewers([Spec.parse("minimax")])
    choice.set_budget(Budget("depth", 1))
    name = choice.evaluation_for(document.game.name)
    first, second, third = document.line()
    deep = EvaluationNote("minimax", 3, Score(5, Player.FIRST), 716_509, evaluation=name)
    shallow = EvaluationNote("minimax", 0, Score(9, Player.FIRST), 1, evaluation=name)
    document.add_evaluations({first: [deep], second: [shallow]})
    before = document.text()
    window.analysis_commands.analyse_game()
    with qtbot.waitSignal(window.graph.analysis.completed, timeout=20_000) as done:
        pass
    assert first not in done.args[0], "no note is made, so that the graph does not show one either"
    assert document.tree[first].evaluations == (deep,)
    assert [note.depth for node in (second, third) for note in document.tree[node].evaluations] == [1, 1]
    window.actions_table["undo"].trigger()
    assert document.text() == before


def test_the_menu_ticks_the_algorithms_that_review(window: MainWindow) -> None:
    menu = window.menus["Analyse games with"]
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions() if action.isChecked()] == ["Principal variation search"]
    greedy = next(action for action in menu.actions() if action.text() == "Greedy")
    greedy.trigger()
    assert [spec.name for spec in window.session.choice.reviewers] == ["pvs", "greedy"]
    menu.aboutToShow.emit()
    assert sum(action.isChecked() for action in menu.actions()) == 2
