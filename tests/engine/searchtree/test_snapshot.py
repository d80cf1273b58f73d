"""Trees of Monte Carlo and proof-number searches, and of plugins that are watched, in the same model."""

from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import SearchError
from engine.core.evaluation import find_evaluation, hand_made
from engine.core.game import find_game, games
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.search import Stop
from engine.search.spec import Spec
from engine.searchtree.files import parse_tree, tree_bytes
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate
from engine.searchtree.recording import check_repeats, record
from engine.searchtree.snapshot import preorder
from engine.searchtree.watching import WatchedEvaluation, watched
from tests.engine.conftest import COMPILED, few

NODES = 4000 if COMPILED else 400


def recorded(text: str, game: str, capacity: int = 100_000, nodes: int = NODES) -> SearchTree:
    position = find_game(game)().start()
    return record(Query(position, Spec.parse(text), hand_made(game), Limit(nodes=nodes)), capacity=capacity)[0]


@pytest.mark.parametrize("game", few(("chess", "cotoan", "go", "minigo", "tictactoe"), ("tictactoe", "cotoan")))
@pytest.mark.parametrize("text", ["mcts", "pn"])
def test_the_structure_is_that_of_every_tree(text: str, game: str) -> None:
    tree = recorded(text, game)
    assert tree.roots == [0] and tree.facts.kind == {"mcts": "visits", "pn": "proof"}[text]
    for node in range(len(tree)):
        assert all(tree.parent(child) == node for child in tree.children(node))
        position: Any = find_game(game)().start()
        for move in tree.line(node):
            position = position.play(move)
        if node < 50:
            assert tree.position(node) == position and tree.explain(node, "en") and tree.explain(node, "vi")
            assert sum(len(row.nodes) for row in tree.groups(node)) == len(tree.children(node))
    copy = parse_tree(tree_bytes(tree))
    assert copy.facts == tree.facts
    assert all((copy.column(name) == tree.column(name)).all() for name in tree.columns)


@pytest.mark.parametrize("text", ["mcts", "pn"])
def test_a_smaller_capacity_keeps_complete_upper_plies(text: str) -> None:
    whole = recorded(text, "tictactoe", nodes=4000)
    plies = whole.column("ply").tolist()
    part = recorded(text, "tictactoe", capacity=1 + plies.count(1) + plies.count(2), nodes=4000)
    assert part.facts.complete_to_ply == 2 and (text == "pn" or part.facts.nodes == whole.facts.nodes)
    assert [whole.line(node) for node in range(len(whole)) if plies[node] <= 2] == [
        part.line(node) for node in range(len(part))
    ]
    assert any(part.is_trimmed(node) for node in range(len(part)))


def test_simulations_are_those_of_the_search() -> None:
    position = find_game("tictactoe")().start()
    tree, report = record(Query(position, Spec.parse("mcts"), "", Limit(nodes=NODES)))
    best = tree.preferred(0)
    assert best is not None and report.pv[0] == tree.number("move", best)
    assert tree.number("simulations", best) == report.visits
    assert tree.number("mean", best) / 1e6 == pytest.approx(report.chance, abs=1e-6)
    for node in range(len(tree)):
        below = sum(tree.number("simulations", child) for child in tree.children(node))
        assert below <= tree.number("simulations", node)
    assert [sentence.claim for sentence in tree.explain(0, "en")] == ["most_visited"]
    said = {each.claim: each for each in tree.explain(best, "en")}
    assert said["simulated"].values["count"] == report.visits


def test_priors_are_those_of_the_game() -> None:
    """The sentence about a prior is that of its sign."""
    position = find_game("minigo").with_rules(preset="9x9").start()
    tree, _ = record(Query(position, Spec.parse("mcts"), "", Limit(nodes=20_000 if COMPILED else 1000)))
    signs = set()
    for node in range(1, len(tree)):
        here = tree.position(tree.parent(node))
        assert here is not None
        prior = tree.number("prior", node)
        assert prior == here.prior_of(tree.number("move", node))
        said = {each.claim: each.values["prior"] for each in tree.explain(node, "en") if each.claim.startswith("prior")}
        assert said == ({} if prior == 0 else {"prior_won" if prior > 0 else "prior_lost": abs(prior)})
        signs.add((prior > 0) - (prior < 0))
    assert 1 in signs


def test_proofs_are_true() -> None:
    """Every node that is proved has the value that minimax finds to the end of the game."""
    position: Any = find_game("tictactoe")().start()
    for move in (0, 1, 8):
        position = position.play(move)
    found, report = record(Query(position, Spec.parse("pn"), "", Limit(nodes=NODES)))
    proved = 0
    for node in range(len(found)):
        here = found.position(node)
        assert here is not None
        proof, disproof = found.number("proof", node), found.number("disproof", node)
        assert (found.fate(node) is Fate.EXACT) == (proof == 0 or disproof == 0)
        if proof and disproof:
            continue
        *_, exact = Spec.parse("negamax").build(find_evaluation("tictactoe")).analyse(here, Limit(depth=9))
        assert exact.score is not None
        value = exact.score.value if here.side == found.facts.attacker else -exact.score.value
        assert (value > 0) == (proof == 0)
        claim = found.explain(node, "en")[0].claim
        assert claim == ("proof_found" if proof == 0 else "proof_failed")
        proved += 1
    assert proved and report.proved


def test_a_proof_names_the_side_that_was_asked_about() -> None:
    """Within two plies neither side wins from the start: the last question is about the second side."""
    found, report = record(Query(find_game("tictactoe")().start(), Spec.parse("pn"), "", Limit(depth=2)))
    assert not report.proved and found.facts.attacker == 1
    sentence = found.explain(0, "en")[0]
    assert sentence.claim == "proof_failed" and "O does not reach a win" in sentence.text


def test_preorder() -> None:
    assert preorder([-1, 0, 0, 1, 2, 1]) == ([0, 1, 3, 5, 2, 4], [-1, 0, 1, 1, 0, 4], [6, 3, 1, 1, 2, 1])


# --- plugins ----------------------------------------------------------------------------------------------------------


def plain(position: Any, depth: int, evaluation: Any) -> int:
    """Minimax as a student writes it, with the public interface of positions."""
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else 1000 if outcome.winner == position.turn else -1000
    if depth == 0:
        return int(evaluation.score(position))
    return max(-plain(position.play(move), depth - 1, evaluation) for move in position.legal_moves())


@pytest.mark.parametrize("game", sorted(games()))
def test_a_watched_position_is_a_position(game: str) -> None:
    start = find_game(game)().start()
    _, position = watched(start, 100)
    assert str(position) == str(start) and position.legal_moves() == start.legal_moves()
    move = start.legal_moves()[0]
    after = position.play(move)
    assert str(after) == str(start.play(move)) and after.key == start.play(move).key
    judge = find_evaluation(game)
    assert str(after.copy()) == str(after) and WatchedEvaluation(judge).score(after) == judge.score(start.play(move))


@pytest.mark.parametrize("capacity", [100_000, 80])
def test_the_tree_of_a_watched_search_is_that_of_minimax(capacity: int) -> None:
    """A student's minimax visits what ours does, in the same order."""
    start = find_game("tictactoe")().start()
    watch, position = watched(start, capacity)
    evaluation = WatchedEvaluation(find_evaluation("tictactoe"))
    plain(position, 3, evaluation)
    tree = parse_tree(watch.tree_bytes(start))
    expected, _ = record(Query(start, Spec.parse("minimax"), "", Limit(depth=3)), capacity=capacity)
    for name in ("serial", "subtree", "parent", "move", "ply", "visits", "tried", "generated", "rank"):
        if name != "generated" or capacity > 1000:
            assert tree.column(name).tolist() == expected.column(name).tolist(), name
    assert (tree.facts.nodes, tree.facts.by_ply, tree.facts.complete_to_ply) == (
        expected.facts.nodes, expected.facts.by_ply, expected.facts.complete_to_ply
    )  # fmt: skip
    if capacity > 1000:
        assert tree.column("standing").tolist() == expected.column("standing").tolist()
        difference = tree.diff(expected)
        assert (difference.only_first, difference.only_second, difference.other_value) == (0, 0, 0)
        assert [each.claim for each in tree.explain(1, "en")] == ["played"]


def test_a_plugin_is_watched_in_its_process(tmp_path: Path) -> None:
    from engine.asking.process import describe_plugin, watch_plugin

    path = tmp_path / "student.py"
    path.write_text(
        "class Student:\n"
        "    def choose(self, position):\n"
        "        return max((-self.evaluation.score(position.play(m)), m) for m in position.legal_moves())[1]\n",
        encoding="utf-8",
    )
    spec = describe_plugin(path)
    start = find_game("cotoan")().start()
    tree, report = watch_plugin(Query(start, spec, "", Limit(depth=1)), Stop(), 1000)
    assert tree.facts.by_ply == (1, len(start.legal_moves())) and report.move in start.legal_moves()
    assert tree.facts.unrepeatable and tree.facts.algorithm == "student" and tree.position(0) == start
    with pytest.raises(SearchError, match="larger capacity"):
        check_repeats(tree)
    evaluation = find_evaluation("cotoan")
    for node in tree.children(0):
        after = tree.position(node)
        assert after is not None and tree.number("standing", node) == evaluation.score(after)


def test_a_watched_position_can_be_used_in_all_ways() -> None:
    import pickle

    start = find_game("chess")().start()
    watch, position = watched(start, 10)
    game = position.game
    move = game.parse_move(position, "e2e4")
    after = position.play(move)
    assert game.format_move(position, move, "display") == "e4" and game.name == "chess"
    assert after == start.play(move) and hash(after) == hash(start.play(move)) and after != position
    assert pickle.loads(pickle.dumps(position)) == start
    evaluation = WatchedEvaluation(find_evaluation("chess"))
    assert evaluation.terms(after) == find_evaluation("chess").terms(start.play(move)) and evaluation.unit == "pawns"
    assert after.copy().entry is after.entry and watch.root.size == 2
    with pytest.raises(ValueError, match="legal"):
        after.play(move)
    assert watch.root.size == 2
