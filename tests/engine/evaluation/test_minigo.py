"""The evaluation of MiniGo: its rules one by one on drawn boards, its definition, noise, and the side it is for."""

import random
import statistics
from typing import Any

import pytest

from engine.core.errors import OptionError
from engine.core.evaluation import current_name, find_evaluation, format_evaluation, parse_evaluation, scale_of
from engine.core.game import find_game
from engine.core.score import WIN_BOUND
from engine.core.surface import Setup
from engine.search.report import Limit
from engine.search.spec import Spec


def board(drawing: str, side: str = "b") -> Any:
    """A position of MiniGo from a drawing of ``X`` (black), ``O`` (white) and dots, top row first."""
    rows = drawing.split()
    text = "/".join(rows).replace("X", "b").replace("O", "w")
    for length in range(len(rows), 0, -1):
        text = text.replace("." * length, str(length))
    return find_game("minigo").with_rules(f"size={len(rows)}").parse_position(f"{text} {side} - 0 0")


def score(position: Any, evaluation: str = "atari") -> int:
    judge = find_evaluation("minigo", evaluation)
    assert judge.score(position) == judge.definition(position), str(position)
    return judge.score(position)


def random_positions(count: int, seed: int = 0, *, free: bool = True) -> list[Any]:
    """Positions of games that go on, of several sizes, restricted and, if asked for, free."""
    rng = random.Random(seed)
    positions = []
    while len(positions) < count:
        game = find_game("minigo").with_rules(
            f"size={rng.choice((5, 7, 9, 13, 19))},free={rng.choice(('on', 'off')) if free else 'off'}"
        )
        position = game.start()
        for _ in range(rng.randrange(60)):
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))
        if position.outcome() is None:
            positions.append(position)
    return positions


def test_equals_its_definition() -> None:
    values = set()
    for position in random_positions(300):
        for text in ("atari", "atari:dangerous=half", "atari:shared=surplus", "atari:dangerous=half,shared=surplus"):
            values.add(score(position, text))
    assert len(values) > 50
    assert {value > 900 for value in values} == {True, False} and min(values) < -900


def test_an_enemy_group_in_atari_is_won() -> None:
    position = board("""
        .....
        .XO..
        ..X..
        .XOX.
        .....""")
    assert score(position) == 1000 - 6 - 1
    # For White it is one own group in atari: not lost yet.
    assert abs(score(board("..... .XO.. ..X.. .XOX. .....", "w"))) < 10


def test_shared_liberties_by_the_text_of_the_document() -> None:
    """All liberties minus the number of groups: a single stone on its own has 4 − 1; by ours it shares none.

    White's two groups have 4 and 3 liberties, of which one is common.
    """
    lone = board("..... ..... ..X.. ..... .....", "w")
    assert (score(lone), score(lone, "atari:shared=surplus")) == (0, 3)
    assert score(board("..... ..... ..X.. ..... .....", "b"), "atari:shared=surplus") == -3
    two = board("..... .O.O. ..... ..... .....")
    assert (score(two), score(two, "atari:shared=surplus")) == (1, 4 + 4 - 2)


def test_two_own_groups_in_atari_are_lost() -> None:
    drawing = """
        XO.OX
        .....
        .....
        .....
        ....."""
    assert score(board(drawing)) == -(1000 - 4 - 1)
    assert score(board(drawing, "w")) == 1000 - 4 - 1


def test_a_dangerous_liberty() -> None:
    """The two black corner groups have two liberties each and share C7."""
    drawing = """
        .X.X.OO
        O...O..
        .......
        .......
        .......
        .......
        ......."""
    position = board(drawing.replace("O...O", "OO.OO"), "w")
    assert [len(liberties) for _, liberties in position.groups(0)] == [2, 2]
    sure = 1000 - 8
    assert score(position) == sure - 1
    assert score(position, "atari:dangerous=half") == sure // 2
    # Black to move can save it: E7 is a liberty of a white group too.
    assert abs(score(board(drawing.replace("O...O", "OO.OO")))) < 10


def test_a_dangerous_liberty_that_cannot_be_saved() -> None:
    """No liberty of the two groups that share one is a liberty of a white group."""
    for position in random_positions(2000, 7):
        own = find_evaluation("minigo", "atari").score(position)
        groups = position.groups(position.side)
        if own == -(1000 - sum(map(len, position.stone_points)) - 1) and sum(len(each[1]) == 1 for each in groups) <= 1:
            assert score(position, "atari:dangerous=half") == -((own * -1 + 1) // 2)
            return
    pytest.skip("no such position came up")


def test_otherwise_pairs_and_shared_liberties_count() -> None:
    position = board("""
        XO...
        .....
        .....
        ..O..
        .....""")
    # Black in the corner is alone in atari, which does not decide; White's group next to it has two liberties.
    assert score(position) == 1
    shared = board("""
        .....
        .O.O.
        .....
        .X...
        .....""")
    # White's two groups share C4; Black's B2 shares none with anything of its own.
    assert score(shared) == 1
    assert score(board("..... .O.O. ..... .X... .....", "w")) == -1


def test_noise_is_seeded_and_belongs_to_the_position() -> None:
    positions = random_positions(150, 3)
    plain, first, again, other = (
        [find_evaluation("minigo", text).score(position) for position in positions]
        for text in ("atari", "atari:noise=on,seed=1", "atari:noise=on,seed=1", "atari:noise=on,seed=2")
    )
    assert first == again != other
    ratios = [b / (100 * a) for a, b in zip(plain, first, strict=True) if 1 <= abs(a) < 50]
    assert len(ratios) > 30
    assert 0.9 < statistics.mean(ratios) < 1.1 and 0.03 < statistics.stdev(ratios) < 0.25
    assert all(b == 100 * a for a, b in zip(plain, first, strict=True) if abs(a) > 500)
    assert all(abs(value) < WIN_BOUND for value in first)


def test_a_search_seeds_the_noise() -> None:
    evaluation = find_evaluation("minigo", "atari:noise=on")
    differences = 0
    for position in random_positions(30, 5, free=False):

        def value(seed: int, algorithm: str = "minimax", position: Any = position) -> Any:
            return [*Spec.parse(algorithm).build(evaluation, seed).analyse(position, Limit(depth=2))][-1].score

        assert value(1) == value(1) == value(1, "alphabeta") == value(1, "negascout:ordering=on")
        differences += value(1) != value(2)
    assert differences > 2
    plain = find_evaluation("minigo", "atari")
    assert plain.with_seed(3) is plain


def test_the_sign_of_the_document_differs_at_odd_depths_only() -> None:
    """At even depths the leaf's side to move is the root's; at odd depths the program looks from the wrong side."""
    differences = 0
    for position in random_positions(40, 11, free=False):
        for depth in (1, 2, 3):
            ours, theirs = (
                [*Spec.parse("minimax").build(find_evaluation("minigo", text)).analyse(position, Limit(depth=depth))][
                    -1
                ]
                for text in ("atari", "atari:root_to_move=on")
            )
            if depth == 2:
                assert ours.score == theirs.score and ours.pv == theirs.pv
            else:
                differences += ours.score != theirs.score
    assert differences > 10


def test_parameters_are_named_in_the_text() -> None:
    cls, parameters = parse_evaluation("minigo", "atari:noise=on,root_to_move=on")
    assert cls.name == "atari" and parameters.noise and parameters.root_to_move and parameters.seed == 0
    assert format_evaluation("atari", parameters) == "atari:noise=on,root_to_move=on"
    assert format_evaluation("atari", cls.Parameters()) == "atari"
    assert find_evaluation("minigo").parameters == cls.Parameters()
    for text, reason in (
        ("atari:nose=on", "unknown option"),
        ("atar:noise=on", "no evaluation"),
        ("atari:noise=5", "on or off"),
    ):
        with pytest.raises(OptionError, match=reason):
            find_evaluation("minigo", text)
    with pytest.raises(ValueError, match="minigo only"):
        find_evaluation("minigo").score(find_game("go")().start())


def test_law_of_atari() -> None:
    """To be the side to move is never a disadvantage: both sides' scores add up to at least 0 in the rules of atari."""
    evaluation, sums = find_evaluation("minigo", "atari"), []
    for position in random_positions(400, 12):
        setup = position.game.setup(position)
        passed = Setup(setup.pieces, setup.turn.other)
        if position.game.faults(passed):
            continue
        other = position.game.compose(passed)
        scores = evaluation.score(position), evaluation.score(other)
        sums.append(sum(scores))
        assert sums[-1] >= 0 if max(map(abs, scores)) > 500 else sums[-1] == 0
    assert sums.count(0) > 50 and max(sums) > 500


def test_scales_follow_the_unit() -> None:
    """With noise a score is in hundredths."""
    assert scale_of("minigo", "atari:noise=on") == 100 * scale_of("minigo", "atari") > 0
    assert scale_of("minigo", "atari:root_to_move=on,dangerous=half") == scale_of("minigo")


def test_earlier_names_are_read() -> None:
    old, new = (
        find_evaluation("minigo", text) for text in ("seed:noise=on,seed_sign=on", "atari:noise=on,root_to_move=on")
    )
    assert type(old) is type(new) and old.parameters == new.parameters
    assert current_name("minigo", "seed:noise=on") == "atari:noise=on"
    assert type(find_evaluation("caro", "seed")) is type(find_evaluation("caro", "threes_and_fours"))
    assert current_name("caro", "seed") == "threes_and_fours"
