"""The experiments of the lessons: each search runs here, and finds the answer that is marked as right."""

import pytest

from engine.core.evaluation import find_evaluation
from engine.core.language import LANGUAGES
from engine.core.score import WIN
from engine.search.report import Report, last_report
from engine.teach.lessons import MEASURES, Experiment, Lesson, find_lesson, lessons
from engine.teach.origin import position_after
from tests.engine.teach.test_lesson_figures import numbers_in


def reports(experiment: Experiment) -> list[Report]:
    """The last report of each search, run by the queries that the view gets."""
    found = []
    for query in experiment.queries():
        judge = find_evaluation(query.position.game.name, query.evaluation)
        report = last_report(query.spec.build(judge).analyse(query.position, query.limit))
        assert report is not None
        found.append(report)
    return found


def closest(experiment: Experiment, count: int) -> int:
    """The index of the answer whose number, the last one in it, is closest to a count."""
    stated = [numbers_in(choice, "en")[-1] for choice in experiment.texts["en"].choices]
    assert len(set(stated)) == len(stated)
    return min(range(len(stated)), key=lambda index: abs(stated[index] - count))


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.name)
def test_experiments_are_complete_in_both_languages(lesson: Lesson) -> None:
    experiment = lesson.experiment
    assert set(experiment.texts) == set(LANGUAGES) and experiment.view in ("compare", "tree")
    assert experiment.measure in MEASURES
    english, vietnamese = experiment.texts["en"], experiment.texts["vi"]
    assert len(english.choices) == len(vietnamese.choices) >= 3 and 0 <= experiment.right < len(english.choices)
    for code, words in experiment.texts.items():
        assert words.question.endswith("?") and words.reason.endswith(".") and len(set(words.choices)) > 2, code
    for one, other in zip(
        (english.question, *english.choices, english.reason),
        (vietnamese.question, *vietnamese.choices, vietnamese.reason),
        strict=True,
    ):
        assert sorted(numbers_in(one, "en")) == sorted(numbers_in(other, "vi")), (one, other)


@pytest.mark.parametrize(("lesson", "leaves"), [("game-trees", 9 * 8 * 7 * 6), ("minimax", 8902)])
def test_the_number_of_leaves_of_minimax(lesson: str, leaves: int) -> None:
    """8,902 is also the published number of move paths of length 3 at the start of chess."""
    experiment = find_lesson(lesson).experiment
    (report,) = reports(experiment)
    assert report.leaves == leaves and closest(experiment, leaves) == experiment.right
    assert leaves in numbers_in(experiment.texts["en"].reason, "en")


def test_negamax_visits_what_minimax_visits() -> None:
    experiment = find_lesson("negamax").experiment
    one, other = reports(experiment)
    assert (one.iteration_nodes, one.move, one.score) == (other.iteration_nodes, other.move, other.score)
    assert experiment.texts["en"].choices[experiment.right] == "both visit the same nodes"
    assert one.iteration_nodes in numbers_in(experiment.texts["en"].reason, "en")


def test_alpha_beta_visits_a_quarter_of_the_nodes() -> None:
    experiment = find_lesson("alpha-beta").experiment
    (report,) = reports(experiment)
    (whole, _) = reports(find_lesson("negamax").experiment)
    assert experiment.position == find_lesson("negamax").experiment.position, "minimax ran there with the same depth"
    assert closest(experiment, report.iteration_nodes) == experiment.right
    assert report.iteration_nodes in numbers_in(experiment.texts["en"].reason, "en")
    assert whole.iteration_nodes in numbers_in(experiment.texts["en"].question, "en")
    assert round(whole.iteration_nodes / report.iteration_nodes) == 4


def test_the_order_saves_two_thirds_of_the_nodes() -> None:
    experiment = find_lesson("order").experiment
    whole, plain, ordered = reports(experiment)
    assert closest(experiment, ordered.iteration_nodes) == experiment.right
    assert ordered.iteration_nodes in numbers_in(experiment.texts["en"].reason, "en")
    stated = numbers_in(experiment.texts["en"].question, "en")
    assert {whole.iteration_nodes, plain.iteration_nodes} <= set(stated)
    assert ordered.iteration_nodes * 3 < plain.iteration_nodes * 1.01 and ordered.score == plain.score == whole.score


def test_only_the_search_without_quiescence_loses_the_zero() -> None:
    experiment = find_lesson("evaluation").experiment
    start = experiment.start()
    assert str(start).split()[:2] == str(position_after("cotoan", "ahead-and-lost", 12)).split()[:2]
    losing = []
    for report in reports(experiment):
        assert report.move is not None and report.score is not None
        after = start.play(report.move)
        wins = [move for move in after.legal_moves() if (end := after.play(move).outcome()) and end.winner == 1]
        losing.append(bool(wins))
        assert abs(report.score.value) < WIN
        if wins:
            assert start.game.format_move(start, report.move) == "3c1x7c4" and report.score.value == 7
            assert start.game.format_move(after, wins[0]) == "9h5x0e2#"
        else:
            assert start.game.format_move(start, report.move) == "6f2-f3"
    assert losing == [True, False]
    assert experiment.texts["en"].choices[experiment.right] == "alpha-beta without quiescence"
