"""The evaluation by a network: it is its definition in every game, and every search can use it."""

import pickle
import random
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import resources
from engine.core.errors import OptionError
from engine.core.evaluation import (
    current_name,
    evaluations,
    find_evaluation,
    hand_made,
    has_shipped_network,
    parse_evaluation,
    pinned_name,
    scale_of,
    unit_of,
)
from engine.core.game import find_game, games
from engine.core.outcome import Player
from engine.core.score import WIN_BOUND
from engine.networks import network_pure
from engine.networks.file import NetworkData, write_network
from engine.networks.network import Network
from engine.search.report import Limit
from engine.search.spec import Spec
from tests.engine.conftest import COMPILED
from tests.engine.evaluation import test_contract as contract
from tests.engine.evaluation.test_contract import lines, with_colours_exchanged
from tests.engine.networks.made import random_file, random_network

every = pytest.mark.parametrize("game", games())


def text_of(folder: Path, game: str, seed: int = 1, **changes: Any) -> str:
    """A random network of a game, as on the command line."""
    return f"network:file={random_file(folder, game, seed, **changes)}"


def network_of(folder: Path, game: str, seed: int = 1, **changes: Any) -> Network:
    found = find_evaluation(game, text_of(folder, game, seed, **changes))
    assert isinstance(found, Network)
    return found


def judged(game: str) -> Iterator[tuple[list[Any], list[int]]]:
    """The lines of the contract of evaluations under rules with the same inputs as the default rules."""
    digest = find_game(game)().inputs().digest
    return (each for each in lines(game) if each[0][0].game.inputs().digest == digest)


@every
def test_the_score_is_the_definition(game: str, tmp_path: Path) -> None:
    """Also while moves are made and unmade in place, as in a search, and for an odd number of hidden units."""
    for seed, hidden in ((1, 8), (2, 5), (3, 1)):
        network = network_of(tmp_path, game, seed, hidden=hidden)
        scores = set()
        for positions, moves in judged(game):
            expected = [network.definition(position) for position in positions]
            assert [network.score(position) for position in positions] == expected
            along = network.scores_along(positions[0], moves)
            assert along == expected + expected[-2::-1]
            scores.update(expected)
        assert len(scores) > 1 or hidden == 1


@every
def test_uncompiled_code_computes_the_same(game: str, tmp_path: Path) -> None:
    data = random_network(game, 4)
    inputs = data.game.inputs()
    weights = network_pure.Weights(inputs.table, *data.arrays)
    weights.cells, weights.variants, weights.hidden = inputs.cells, inputs.variants, data.header.hidden
    weights.output_unit, weights.factor = data.header.output_unit, data.header.factor
    network, memory = network_of(tmp_path, game, 4), list[Any]()
    for positions, _ in judged(game):
        for position in positions:
            cells, variants, bucket = position.cells_written
            found = network_pure.judge(weights, memory, cells, (*variants, bucket), position.side)
            assert found == network.score(position), position


@every
def test_positions_in_any_order_have_their_scores(game: str, tmp_path: Path) -> None:
    """The sums follow from one position to any other, as different as they are, and to the same one again."""
    network, rng = network_of(tmp_path, game), random.Random(1)
    positions = [position for line, _ in judged(game) for position in line]
    rng.shuffle(positions)
    mixed = [position for position in positions for _ in range(rng.choice((1, 1, 2)))]
    assert network.scores_of(mixed) == [network.definition(position) for position in mixed]


@every
def test_law_of_network(game: str, tmp_path: Path) -> None:
    """Both players are judged alike."""
    network = network_of(tmp_path, game)
    for here, there in with_colours_exchanged(game):
        assert network.score(there) == network.score(here), here


@every
def test_terms_add_up_to_the_score(game: str, tmp_path: Path) -> None:
    network = network_of(tmp_path, game)
    for positions, _ in judged(game):
        position = positions[-1]
        terms = network.terms(position)
        score = network.score(position)
        assert sum(term.first - term.second for term in terms) == (score if position.turn is Player.FIRST else -score)
        names = {kind.name for kind in position.game.surface(position).kinds}
        assert {term.label for term in terms[:-1]} <= names and terms[-1].label == "Everything else"
        assert len(terms) == len({term.label for term in terms})


def test_a_term_is_the_score_minus_the_score_without_the_piece(tmp_path: Path) -> None:
    """Only own queens have a weight, 51 of 255. The square in the own view minus that in the other is the output."""
    data = random_network("chess", hidden=1, output_unit=1, factor=10_000)
    queen = next(number for number, kind in enumerate(data.game.inputs().kinds) if kind.id == "wq")
    for numbers in data.arrays:
        numbers[:] = array(numbers.typecode, [0] * len(numbers))
    for row in data.game.inputs().piece_rows(queen).values():
        data.weights[row] = 51
    data.output[:] = array("h", [1, -1] * (len(data.output) // 2))
    write_network(data, tmp_path / "queen.kvnet")
    network = find_evaluation("chess", f"network:file={tmp_path / 'queen.kvnet'}")
    position = find_game("chess")().parse_position("3qk3/8/8/8/8/8/8/QQ2K3 w - - 0 1")
    # ((2 * 51)² - 51²) / 255 = 30 of 255; without a white queen 0; without the black one 40.
    assert network.score(position) == 30 * 10_000 // 255 == 1176
    terms = {term.label: (term.first, term.second) for term in network.terms(position)}
    assert terms["White queen"] == (2 * 1176, 0) and terms["Black queen"] == (0, 40 * 10_000 // 255 - 1176)
    assert terms["Everything else"] == (0, 2 * 1176 - 392 - 1176)


def test_scores_are_in_range(tmp_path: Path) -> None:
    """However great the factor is, no score is a forced win."""
    for sign in (1, -1):
        network = network_of(tmp_path, "chess", 9 + sign, factor=WIN_BOUND, output_unit=1)
        scores = [network.score(position) for positions, _ in judged("chess") for position in positions]
        assert max(scores) == WIN_BOUND - 1 and min(scores) == 1 - WIN_BOUND


def test_a_line_may_be_as_long_as_a_search(tmp_path: Path) -> None:
    rng, moves, position = random.Random(5), list[int](), find_game("chess")().start()
    positions = [position]
    while len(moves) < 128:
        move = rng.choice(position.legal_moves())
        after = position.play(move)
        if after.outcome() is None:
            position = after
            moves.append(move)
            positions.append(position)
    network = network_of(tmp_path, "chess")
    expected = [network.definition(each) for each in positions]
    assert network.scores_along(positions[0], moves) == expected + expected[-2::-1]


@pytest.mark.parametrize(
    ("position", "moves"),
    [
        ("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", "e1g1 e8c8"),  # the kings cross the middle
        ("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", "e1c1 e8g8 c1b1"),
        ("8/p7/8/8/1k6/8/3K3P/8 w - - 0 1", "d2e2 b4a4 e2d2"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6 e8d8"),  # en passant
        ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q e8d8"),  # a capture with promotion
    ],
)
def test_moves_that_change_more_than_two_squares(position: str, moves: str, tmp_path: Path) -> None:
    game = find_game("chess")()
    start = here = game.parse_position(position)
    line, positions = [], [start]
    for word in moves.split():
        line.append(game.parse_move(here, word))
        here = here.play(line[-1])
        positions.append(here)
    network = network_of(tmp_path, "chess")
    expected = [network.definition(each) for each in positions]
    assert network.scores_along(start, line) == expected + expected[-2::-1]


SEARCHES = (
    "negascout:quiescence=on", "pvs", "pvs:threads=2", "pvs:lines=3", "mtdf", "mcts:leaf=evaluation", "best_first",
    "negamax_alphabeta",
)  # fmt: skip


@pytest.mark.parametrize("game", ["chess", "xiangqi", "cotoan", "caro", "go", "tictactoe"])
@pytest.mark.parametrize("spec", SEARCHES)
def test_every_search_can_use_a_network(spec: str, game: str, tmp_path: Path) -> None:
    """Also one with threads, whose positions are copies of an attached one."""
    network = network_of(tmp_path, game)
    position = find_game(game)().start()
    limit = Limit(nodes=2000 if COMPILED else 30)
    report = list(Spec.parse(spec).build(network, 1).analyse(position, limit))[-1]
    assert report.pv and report.pv[0] in position.legal_moves()


def test_a_search_finds_the_value_of_its_leaves(tmp_path: Path) -> None:
    """Depth 2 by a search is the minimax value of the scores after every two moves."""
    network, position = network_of(tmp_path, "cotoan"), find_game("cotoan")().start()
    expected = max(
        min(network.score(reply) for reply in map(after.play, after.legal_moves()))
        for after in map(position.play, position.legal_moves())
    )
    report = list(Spec.parse("negascout:quiescence=off").build(network, 1).analyse(position, Limit(depth=2)))[-1]
    assert report.score is not None and report.score.pov(position.turn).value == expected


def test_copies_and_pickles_of_an_attached_position_are_usable(tmp_path: Path) -> None:
    """A copy has a memory of its own, because another thread may judge it."""
    network, position = network_of(tmp_path, "xiangqi"), find_game("xiangqi")().start()
    Spec.parse("pvs").build(network, 1).evaluation_attach(position)
    other = position.copy()
    Spec.parse("pvs").build(network, 1).evaluation_attach(position)
    moved = position.play(position.legal_moves()[0])
    for each in (position, other, moved, position.reopened(), pickle.loads(pickle.dumps(position))):
        assert network.score(each) == network.definition(each)
    if not COMPILED:
        assert position.memory is not None and position.memory is not other.memory is not moved.memory


def test_rules_with_other_inputs_are_refused(tmp_path: Path) -> None:
    """One sentence, also from a search; rules with the same inputs are accepted."""
    text = text_of(tmp_path, "caro")
    small = find_game("caro").with_rules("columns=12,rows=12").start()
    with pytest.raises(OptionError, match="other rules of Caro"):
        find_evaluation("caro", text).score(small)
    with pytest.raises(OptionError, match="other rules of Caro"):
        list(Spec.parse("pvs").build(find_evaluation("caro", text), 1).analyse(small, Limit(depth=1)))
    own = text_of(tmp_path, "caro", 2, rules="columns=12,rows=12")
    find_evaluation("caro", own).score(small)
    with pytest.raises(ValueError, match="judges positions of caro only"):
        find_evaluation("caro", own).score(find_game("chess")().start())


def test_a_network_is_chosen_by_its_path(tmp_path: Path) -> None:
    folder = tmp_path / "a,b;c@d"
    folder.mkdir()
    path = random_file(folder, "nim")
    text = f"network:file={str(path).replace(',', '%2C').replace(';', '%3B').replace('@', '%40')}"
    cls, parameters = parse_evaluation("nim", text)
    assert issubclass(cls, Network) and Path(parameters.file) == path
    assert current_name("nim", text) == text
    assert (scale_of("nim", text), unit_of("nim", text)) == (400, ("points", 0))
    network = cls(parameters)
    assert (network.scale, network.margin, network.gain_scale, network.game) == (400, 90, 100, "nim")
    assert parse_evaluation("nim", text)[0] is cls, "the file is read once"


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    text = text_of(tmp_path, "nim")
    before = parse_evaluation("nim", text)[0]
    write_network(random_network("nim", 7, scale=555), tmp_path / "nim-1.kvnet")
    assert scale_of("nim", text) == 555 and parse_evaluation("nim", text)[0] is not before


def test_a_network_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    text = text_of(tmp_path, "chess")
    path = text.partition("=")[2]
    cls, _ = parse_evaluation("chess", text)
    digest = data_of(cls).digest
    assert parse_evaluation("chess", f"{text},digest={digest[:8].upper()}")[0] is cls
    for game, wrong, message in (
        ("xiangqi", text, "the network is for chess, not for xiangqi"),
        ("chess", f"{text},digest=0123456789", "the network has the digest"),
        ("chess", f"network:file={path}x", "does not exist"),
        ("trees", "network", "no network of trees is shipped"),
        ("chess", f"{text},depth=3", "unknown option"),
        ("chess", f"network:file={tmp_path}", "cannot be read"),
    ):
        with pytest.raises(OptionError, match=message):
            find_evaluation(game, wrong)
        assert scale_of(game, wrong) == 0


def data_of(cls: type) -> NetworkData:
    assert issubclass(cls, Network)
    return cls.data


def test_a_pinned_network_is_not_replaced_by_another_file(tmp_path: Path) -> None:
    text = text_of(tmp_path, "nim")
    pinned = pinned_name("nim", text)
    digest = data_of(parse_evaluation("nim", text)[0]).digest
    assert pinned == f"{text},digest={digest[:16]}" == pinned_name("nim", pinned) == current_name("nim", pinned)
    find_evaluation("nim", pinned)
    write_network(random_network("nim", 8), tmp_path / "nim-1.kvnet")
    with pytest.raises(OptionError, match="has the digest"):
        find_evaluation("nim", pinned)
    assert pinned_name("nim", pinned) == pinned, "it stays the name of the earlier file"
    assert pinned_name("chess", "material") == "material" and pinned_name("chess", "") == ""


@pytest.mark.parametrize("leads", [False, True])
def test_a_shipped_network_is_the_default_or_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leads: bool) -> None:
    """It is the default only if the game prefers it. A damaged file is as if there were none."""
    before = [name for name in evaluations("cotoan") if name != "network"]
    monkeypatch.setattr("engine.core.evaluation._led_by_network", {"cotoan"} if leads else set())
    (tmp_path / "networks").mkdir()
    path = tmp_path / "networks" / "cotoan.kvnet"
    made, results = {"date": "2026-11-18"}, ({"elo": -3, "date": "1"}, {"elo": 208, "date": "2"})
    write_network(random_network("cotoan", made=made, results=results), path)
    monkeypatch.setattr(resources, "__path__", [str(tmp_path)])
    has_shipped_network.cache_clear()
    try:
        found = evaluations("cotoan")
        assert list(found) == (["network", *before] if leads else [*before, "network"])
        assert find_evaluation("cotoan").name == next(iter(found)) and hand_made("cotoan") == before[0]
        assert found["network"].detail == "2026-11-18, +208"
        assert find_evaluation("cotoan", "network").score(find_game("cotoan")().start()) != 0
        contract.test_names_and_texts("cotoan", "network")
        contract.test_scale_has_a_source("cotoan", "network")
        path.write_bytes(b"")
        assert list(evaluations("cotoan")) == before and find_evaluation("cotoan").name == before[0]
    finally:
        has_shipped_network.cache_clear()
