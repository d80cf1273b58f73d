"""Facts about comparisons, and the sentences about them in both languages."""

from collections.abc import Iterator

import pytest

from engine.analysis.comparison import Compared, ComparisonFacts, compare, compare_game, is_quiescent, leaves_searched
from engine.analysis.conclusion import NameTexts, conclude, conclude_game, conclude_plainly
from engine.analysis.measurement import least_leaves
from engine.asking.query import answer
from engine.core.game import find_game
from engine.core.language import set_language
from engine.core.outcome import Player
from engine.core.score import Score
from engine.search.query import Query
from engine.search.report import Limit, Report
from engine.search.spec import AnySpec, Spec


@pytest.fixture
def vietnamese() -> Iterator[None]:
    set_language("vi")
    yield
    set_language("en")


def result(
    text: str, score: int = 7, move: int | None = 1, depth: int = 3, nodes: int = 100, leaves: int = 90, **more: object
) -> Compared:
    """Return the results of an algorithm with the same score, move and counters at each depth up to ``depth``."""
    reports = {
        each: Report(
            text, each, each, Score(score, Player.FIRST), move, () if move is None else (move,), nodes * each, nodes,
            60, 0, 10, 0, 0.5, False, leaves=leaves,
        )
        for each in range(1, depth + 1)
    }  # fmt: skip
    return Compared(Spec.parse(text), reports, reports[depth])


def words(answers: list[Compared], names: list[str] | None = None) -> NameTexts:
    specs: list[AnySpec] = [each.spec for each in answers]
    return NameTexts(
        names or [spec.name for spec in specs], specs, lambda move: f"m{move}", lambda score: score.format(),
        lambda share: f"{100 * share:.1f} %", lambda value: f"{value:.1f}",
    )  # fmt: skip


def main_of(*answers: Compared, leaves: dict[int, int] | None = None, least: dict[int, int] | None = None) -> str:
    given = list(answers)
    return conclude(compare(given, leaves, least), given, words(given)).main_text


def notes_of(*answers: Compared) -> str:
    given = list(answers)
    return conclude(compare(given), given, words(given)).notes_text


# --- facts ------------------------------------------------------------------------------------------------------------


def test_full_searches_are_those_with_equal_leaves() -> None:
    texts = ("greedy", "minimax", "alphabeta:quiescence=on", "negascout:ordering=on", "alphabeta:likely=off")
    facts = compare([result(text) for text in texts])
    assert facts.full == (1, 3)
    assert leaves_searched(Spec.parse("minimax_reduce")) is None


@pytest.mark.parametrize("preset", ["plain", "sound", "strong"])
def test_a_search_that_prunes_is_no_full_search(preset: str) -> None:
    """Another score than that of minimax is no error of ``pvs``, even if its preset keeps the minimax value."""
    pruned = result(f"pvs:preset={preset}", score=99)
    assert leaves_searched(pruned.spec) is None
    facts = compare([result("minimax"), pruned, result("alphabeta")])
    assert (facts.full, len(facts.groups)) == ((0, 2), 1)
    assert main_of(result("minimax"), pruned, result("alphabeta")).startswith("Both full searches find +7")


def test_quiescence_is_an_option_or_a_switch() -> None:
    texts = {
        "alphabeta": False, "alphabeta:quiescence=on": True, "greedy": False, "pvs": True, "pvs:preset=sound": False,
        "pvs:quiescence=off": False, "pvs:preset=plain,quiescence=on": True,
    }  # fmt: skip
    assert {text: is_quiescent(Spec.parse(text)) for text in texts} == texts


def test_scores_are_compared_at_the_greatest_depth_that_all_completed() -> None:
    deep = result("negascout", 5, depth=4)
    reports = dict(deep.reports) | {2: result("negascout", 7).reports[2]}
    facts = compare([result("minimax", 7, depth=2), Compared(deep.spec, reports, deep.last)])
    assert facts.depth == 2
    assert [group.members for group in facts.groups] == [(0, 1)]


def test_a_search_without_a_completed_depth_is_not_compared() -> None:
    facts = compare([result("minimax"), result("negamax"), Compared(Spec.parse("alphabeta"))])
    assert facts.full == (0, 1)
    assert compare([Compared(Spec.parse("minimax"))]) == ComparisonFacts((), 0, (), (), None)


def test_choices_are_by_the_last_move_of_every_algorithm() -> None:
    facts = compare([result("greedy", move=2), result("minimax"), result("random", move=2), result("negamax", move=2)])
    assert [(choice.move, choice.members) for choice in facts.choices] == [(2, (0, 2, 3)), (1, (1,))]
    assert facts.moves_differ


def test_the_saving_is_that_of_the_fewest_nodes_at_the_common_depth() -> None:
    """Minimax has L = 1000 leaves at depth 3, so b = 10 and the minimum is 10² + 10 − 1 = 109."""
    facts = compare([
        result("minimax", nodes=1111, leaves=1000), result("alphabeta", nodes=400, leaves=350),
        result("negascout", nodes=300, leaves=218),
    ])  # fmt: skip
    assert facts.saving is not None
    assert (facts.saving.index, facts.saving.share) == (2, 300 / 1111)
    assert facts.saving.times_least == pytest.approx(218 / 109)


def test_counted_leaves_replace_those_of_minimax() -> None:
    pair = [result("alphabeta", leaves=218), result("negascout", nodes=200)]
    facts = compare(pair, {3: 1000})
    assert facts.saving is not None and facts.saving.share is None
    assert facts.saving.times_least == pytest.approx(2)
    saving = compare(pair).saving
    assert saving is not None and saving.least is None
    # At depth 1 every search visits all leaves.
    saving = compare([result("minimax", depth=1), result("alphabeta", depth=1)]).saving
    assert saving is not None and saving.least is None


def test_facts_of_real_searches() -> None:
    """The book's tree ((2 5) (1 8)): alpha-beta visits 6 of 7 nodes and 3 of 4 leaves, the least possible.

    Of four leaves at depth 2, the formula gives the same, but for a uniform tree.
    """
    position = find_game("trees").with_rules("tree=two_or_eight").start()
    answers = []
    for text in ("minimax", "alphabeta"):
        reports = list(answer(Query(position, Spec.parse(text), "", Limit(depth=2))))
        answers.append(Compared(Spec.parse(text), {each.depth: each for each in reports}, reports[-1]))
    saving = compare(answers).saving
    assert saving is not None
    assert (saving.nodes, saving.base_nodes, saving.leaves, saving.least) == (6, 7, 3, least_leaves(4, 2))
    work = "alphabeta visits 85.7 % of minimax's nodes; its leaves are "
    assert main_of(*answers).endswith(f"{work}about the minimum of a uniform tree of this size.")
    assert main_of(*answers, least={2: 3}).endswith(f"{work}the least possible.")


def test_the_least_possible_is_that_of_the_tree_and_not_of_a_uniform_one() -> None:
    """Alpha-beta's 9 leaves are the least possible: 8 prove that B is at least 2, one that C is at most 1."""
    position = find_game("trees").with_rules("text=((9 8 7 6 5 4 3 2) (1 5))").start()
    found: list[tuple[AnySpec, list[Report]]] = [
        (Spec.parse(text), list(answer(Query(position, Spec.parse(text), "", Limit(depth=2)))))
        for text in ("minimax", "alphabeta")
    ]
    assert conclude_plainly(position, found).main_text.endswith("its leaves are the least possible.")


def test_a_game_adds_the_nodes_of_its_positions() -> None:
    places = [
        [result("minimax", nodes=100), result("alphabeta", nodes=10)],
        [result("minimax", 3, nodes=300), result("alphabeta", 4, move=2, nodes=50)],
    ]
    facts = compare_game(places)
    assert (facts.compared, facts.disagreeing, facts.moves_differ) == ((0, 1), (1,), (1,))
    assert facts.saving is not None and facts.saving.share == 60 / 400
    text = conclude_game(facts, 2, words(places[0])).main_text
    assert text == (
        "The full searches find different scores at 1 of 2 positions. alphabeta visits 15.0 % of minimax's nodes."
    )


# --- sentences --------------------------------------------------------------------------------------------------------


def test_all_agree() -> None:
    five = [result(name) for name in ("minimax", "negamax", "alphabeta", "negamax_alphabeta", "negascout")]
    assert main_of(*five).startswith("All five full searches find +7 and play m1.")
    assert main_of(*five[:2]).startswith("Both full searches find +7 and play m1.")
    assert main_of(five[0]) == "minimax finds +7 and plays m1."
    many = main_of(*[result("minimax") for _ in range(11)])
    assert many.startswith("All 11 full searches find +7")


def test_many_names_are_not_all_listed() -> None:
    names = ("minimax", "negamax", "alphabeta", "negascout", "greedy", "random")
    quiet = [result(f"{name}:quiescence=on", move=2) for name in ("alphabeta", "negascout")]
    others = [result(name, move=2) for name in names[4:]]
    assert main_of(*others, *quiet) == "All four algorithms play m2."
    assert main_of(*others, *quiet, result("mcts")) == "greedy, random and 2 others play m2."
    assert main_of(*others, quiet[0], result("mcts")) == "greedy, random and alphabeta play m2."
    assert main_of(*others) == "Both algorithms play m2." and main_of(others[0]) == "greedy plays m2."


def test_scores_without_a_move() -> None:
    """Of a position in which the game is over, or of an algorithm that names no move."""
    names = ("minimax", "negamax", "alphabeta")
    ended = [result(name, move=None) for name in names]
    assert main_of(*ended).startswith("All three full searches find +7.")
    assert main_of(*ended[:2]).startswith("Both full searches find +7.") and main_of(ended[0]) == "minimax finds +7."


def test_equal_scores_with_different_moves() -> None:
    text = main_of(result("minimax"), result("negamax", move=2))
    assert text.startswith("Both full searches find +7, with different moves: m1, m2.")
    text = main_of(result("minimax"), result("negamax"), result("negascout", move=2))
    assert text.startswith("All three full searches find +7, with different moves: m1, m2.")


def test_the_one_that_differs_is_named() -> None:
    text = main_of(result("minimax"), result("negascout", 4), result("negamax"))
    assert text.startswith("negascout finds +4, the other two full searches find +7.")
    assert main_of(result("minimax"), result("negamax", 4)).startswith("minimax finds +7, but negamax finds +4.")


def test_two_groups_and_more() -> None:
    four = [result("minimax"), result("negamax"), result("alphabeta", 4), result("negascout", 4)]
    assert main_of(*four).startswith("minimax and negamax find +7, but alphabeta and negascout find +4.")
    three = [result("minimax"), result("negamax", 5), result("alphabeta", 4)]
    assert main_of(*three).startswith("The three full searches find different scores: +7, +5, +4.")


def test_algorithms_without_a_common_measure_are_compared_by_their_moves() -> None:
    quiet = "alphabeta:quiescence=on"
    assert main_of(result("greedy"), result("random"), result(quiet)) == "All three algorithms play m1."
    assert main_of(result("greedy"), result("random", move=2)) == "The algorithms play different moves."
    assert main_of(result("greedy"), result("random"), result(quiet, move=2)) == "greedy and random play m1."
    assert main_of(Compared(Spec.parse("greedy"))) == ""


def test_the_work_is_relative_to_minimax_and_to_the_least_possible() -> None:
    base = result("minimax", nodes=1111, leaves=1000)
    work, uniform = (
        "alphabeta visits 27.0 % of minimax's nodes; its leaves are ",
        "minimum of a uniform tree of this size.",
    )
    for leaves, text in (
        (218, f"2.0 times the {uniform}"),
        (109, f"about the {uniform}"),
        (50, f"fewer than the {uniform}"),
    ):
        assert main_of(base, result("alphabeta", nodes=300, leaves=leaves)).endswith(work + text)
    for leaves, text in (
        (218, "2.0 times the least possible."), (109, "the least possible."), (112, "3 more than the least possible."),
        (108, "fewer than is possible without a table."),
    ):  # fmt: skip
        assert main_of(base, result("alphabeta", nodes=300, leaves=leaves), least={3: 109}).endswith(work + text)
    assert main_of(base, result("negamax", nodes=1111)).endswith("None of them visits fewer nodes than minimax.")
    pair = [result("alphabeta", leaves=218), result("negascout", nodes=200)]
    assert main_of(*pair, leaves={3: 1000}).endswith(f"The leaves of alphabeta are 2.0 times the {uniform}")
    assert main_of(*pair, least={3: 109}).endswith("The leaves of alphabeta are 2.0 times the least possible.")
    assert "leaves" not in main_of(*pair)


def test_the_nodes_behind_a_share_are_named_if_the_table_has_other_ones() -> None:
    """Alpha-beta completed depth 3, so the table shows its nodes there."""
    text = notes_of(result("minimax", depth=2, nodes=1000), result("alphabeta", nodes=90))
    assert (
        "Compared at depth 2, the greatest that all of them completed. Nodes there: alphabeta 90, minimax 1000." in text
    )
    places = [[result("minimax", depth=2, nodes=1000), result("alphabeta", nodes=90)]] * 2
    note = conclude_game(compare_game(places), 2, words(places[0])).notes_text
    assert note.startswith("Compared at the greatest depth of each position") and "alphabeta 180, minimax 2000" in note
    assert "Compared" not in notes_of(result("minimax", nodes=1000), result("alphabeta", nodes=90))


def test_notes_name_the_others_and_the_ordering() -> None:
    text = notes_of(result("minimax"), result("alphabeta"), result("greedy", move=2), result("random", move=2))
    assert text == ("greedy looks one ply ahead and prefers m2. random prefers m2. Move ordering is off for all.")
    assert notes_of(result("minimax"), result("alphabeta:ordering=on")) == "Move ordering is on for all."
    assert notes_of(result("alphabeta"), result("negascout:ordering=on")).endswith("Move ordering is on for negascout.")
    strong = result("pvs:quiescence=off")
    assert notes_of(result("alphabeta"), strong).endswith("Move ordering is on for pvs.")
    assert notes_of(result("alphabeta:ordering=on"), strong).endswith("Move ordering is on for all.")
    assert "ordering" not in notes_of(result("greedy"), strong), "there is no choice"
    assert "saves work only" in notes_of(result("alphabeta"), result("negascout", nodes=101))
    assert "saves work only" not in notes_of(result("alphabeta"), result("negascout:ordering=on", nodes=101))
    assert "Compared at depth 2" in notes_of(result("minimax", depth=2), result("alphabeta"))
    assert "other leaves and scores: alphabeta" in notes_of(result("minimax"), result("alphabeta:quiescence=on"))


def test_only_numbers_and_moves_are_emphasised() -> None:
    given = [result("minimax", nodes=1111, leaves=1000), result("alphabeta", nodes=300, leaves=218)]
    conclusion = conclude(compare(given), given, words(given, ["\ue000x\ue001", "<b>"]))
    strong = [text for text, emphasis in conclusion.main if emphasis]
    assert strong == ["+7", "m1", "27.0 %", "2.0 times"]
    assert "\ue000" not in conclusion.main_text + conclusion.notes_text


@pytest.mark.usefixtures("vietnamese")
def test_vietnamese_sentences() -> None:
    base = result("minimax", nodes=1111, leaves=1000)
    fast = result("alphabeta", nodes=300, leaves=218)
    assert main_of(base, fast, result("negamax", nodes=1111)) == (
        "Cả ba thuật toán tìm đủ đều cho +7 và chọn m1. "
        "alphabeta xét 27.0 % số nút của minimax; số lá gấp 2.0 lần mức tối thiểu của một cây đều cùng cỡ."
    )
    assert main_of(base, result("negascout", 4), result("negamax")).startswith(
        "negascout cho +4, còn hai thuật toán tìm đủ khác cho +7."
    )
