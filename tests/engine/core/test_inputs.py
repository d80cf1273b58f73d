"""The inputs of networks: what positions write is what the picture of their board declares, in every game."""

import random
from functools import cache
from typing import Any

import pytest

from engine.core.game import find_game, games
from engine.core.inputs import NO_ROW, VALUES, Inputs
from engine.core.outcome import Player
from engine.core.surface import PieceKind, Setup, Surface
from engine.core.values import replace
from tests.engine.evaluation.test_contract import with_colours_exchanged
from tests.engine.positions import random_position

every = pytest.mark.parametrize("game", games())


RARE = {
    "caro": [("opening=swap2", "h8 h9 j8 swap k8")],
    "go": [("size=9", "D5 G5 E6 F6 E4 F4 A1 E5 F5")],
}
"""Rules and moves after which FIRST owns the other stones, or which end with a ko."""


def reached(game: str, rules: str, moves: str) -> Any:
    """The position after these moves."""
    kind = find_game(game).with_rules(rules)
    position: Any = kind.start()
    for move in moves.split():
        position = position.play(kind.parse_move(position, move))
    return position


@cache
def positions(game: str) -> list[Any]:
    """Positions after random moves, under each preset and under random rules."""
    rng, found = random.Random(game), []
    kind = find_game(game)
    roots = [reached(game, *line) for line in RARE.get(game, ())]
    roots += [kind.with_rules(preset=preset).start() for preset in kind.presets]
    roots += [random_position(game, seed, rng.choice((0, 5, 40))) for seed in range(15)]
    for position in roots:
        while True:
            found.append(position)
            if len(found) % 12 == 0 or position.outcome() is not None:
                break
            noisy = position.noisy_moves()
            position = position.play(rng.choice(noisy if noisy and rng.random() < 0.5 else position.legal_moves()))
    return found


def rows(inputs: Inputs, player: Player, written: Any) -> list[int]:
    data, variants, _ = written
    return inputs.selected(player, variants[player], data)


@every
def test_positions_write_what_is_declared(game: str) -> None:
    for position in positions(game):
        inputs = position.game.inputs()
        written, declared = position.cells_written, inputs.written(position)
        assert written[1:] == declared[1:], position
        assert 0 <= written[2] < inputs.buckets and all(0 <= variant < inputs.variants for variant in written[1])
        assert inputs.follows or written[1] == (0, 0)
        for player in Player:
            selected = rows(inputs, player, written)
            assert selected == rows(inputs, player, declared), position
            assert len(selected) == len(set(selected)), "two bytes select the same row"


@every
def test_each_piece_selects_a_row(game: str) -> None:
    """Also numbers that both players have. In each view, all pieces of the board are seen."""
    for position in positions(game):
        inputs = position.game.inputs()
        pieces = len(position.game.surface(position).pieces)
        for player in Player:
            assert len(rows(inputs, player, position.cells_written)) == pieces + 2 * len(inputs.numbers(position))


@every
def test_the_board_is_written_while_moves_are_made_and_unmade(game: str) -> None:
    """Nothing that ``make`` and ``unmake`` update may differ from the position that was copied."""
    for position in positions(game)[::3]:
        if position.outcome() is None:
            line: list[int] = []
            after = position
            while len(line) < 4 and after.outcome() is None:
                line.append(after.legal_moves()[0])
                after = after.play(line[-1])
            assert position.after_unmaking(line).cells_written == position.cells_written


@every
def test_the_second_player_sees_the_board_as_the_first_one_does(game: str) -> None:
    """With the colours exchanged and the board turned, each side sees what the other saw."""
    start = find_game(game)().start()
    assert rows(start.game.inputs(), Player.FIRST, start.cells_written) == rows(
        start.game.inputs(), Player.SECOND, start.cells_written
    )
    for here, there in with_colours_exchanged(game):
        for player in Player:
            inputs = here.game.inputs()
            assert rows(inputs, player, here.cells_written) == rows(inputs, player.other, there.cells_written), here


def test_each_side_sees_its_own_points() -> None:
    """Red has 12 of 15 points and Blue has 4: Red needs 3 and Blue needs 11."""
    game = find_game("cotoan").with_rules("target=15")
    setup = game.setup(game.start())
    red, blue = (counter.name for counter in game.counters if counter.player is not None)
    position = game.compose(replace(setup, counters={**setup.counters, red: 12, blue: 4}))
    inputs = game.inputs()
    for player, own, other in ((Player.FIRST, 3, 11), (Player.SECOND, 11, 3)):
        expected = {inputs.count_rows(0, Player.FIRST)[own], inputs.count_rows(0, Player.SECOND)[other]}
        assert expected < set(rows(inputs, player, position.cells_written))


@every
def test_a_variant_is_the_view_of_the_board_after_a_symmetry(game: str) -> None:
    compared = 0
    for position in positions(game)[::7]:
        kind, inputs = position.game, position.game.inputs()
        for variant, image in enumerate(kind.symmetries()):
            setup = kind.setup(position)
            moved = Setup({image[cell]: piece for cell, piece in setup.pieces.items()}, setup.turn, setup.counters)
            if position.outcome() is None and not kind.faults(moved):
                data, there = position.cells_written[0], kind.compose(moved).cells_written[0]
                for player in Player:
                    # A turn of the board for SECOND may come before or after the symmetry.
                    views = [inputs.selected(player, each, data) for each in range(inputs.variants)]
                    assert inputs.selected(player, 0, there) in views, (position, variant)
                assert inputs.selected(Player.FIRST, variant, data) == inputs.selected(Player.FIRST, 0, there)
                compared += 1
    assert compared or not find_game(game)().symmetries()


@every
def test_no_byte_selects_a_row_of_another_cell(game: str) -> None:
    inputs = find_game(game)().inputs()
    assert len(inputs.table) == 2 * inputs.variants * inputs.cells * VALUES
    for view in range(2 * inputs.variants):
        seen: dict[int, int] = {}
        for cell in range(inputs.cells):
            start = (view * inputs.cells + cell) * VALUES
            for row in set(inputs.table[start : start + VALUES]) - {NO_ROW}:
                assert 0 <= row < inputs.rows
                assert seen.setdefault(row, cell) == cell
        assert len(seen) == inputs.rows, "there are rows that no byte selects"


def test_the_digest_is_that_of_all_that_the_weights_depend_on() -> None:
    def digest(game: str, rules: str = "") -> str:
        return find_game(game).with_rules(rules).inputs().digest

    assert digest("caro", "columns=12,rows=12") != digest("caro") == digest("caro", "look=points")
    assert digest("cotoan", "target=25") == digest("cotoan")  # the points still needed are an input
    assert digest("go", "handicap=4") == digest("go")
    assert len({digest(game) for game in games()}) == len(games())
    surface = find_game("nim")().surface(find_game("nim")().start())
    plain = Inputs(surface)
    assert Inputs(surface).digest == plain.digest
    for other in (
        Inputs(surface, buckets=4),
        Inputs(surface, most=9),
        Inputs(surface, least=2),
        Inputs(surface, codes={7: 0}),
    ):
        assert other.digest != plain.digest


@pytest.mark.parametrize(
    ("pieces", "bucket"), [(0, 0), (12, 0), (13, 0), (14, 0), (15, 1), (16, 1), (19, 3), (20, 3), (90, 3)]
)
def test_buckets_divide_the_numbers_of_pieces(pieces: int, bucket: int) -> None:
    assert find_game("cotoan")().inputs().bucket(pieces) == bucket


def test_a_board_that_is_too_large_is_refused() -> None:
    names = tuple(map(str, range(23)))
    surface = Surface("plain", "squares", 23, 23, names, names, (PieceKind("x", "x", Player.FIRST, "x"),), {})
    with pytest.raises(ValueError, match="bytes is 529"):
        Inputs(surface)
