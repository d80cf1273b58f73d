"""What holds of every registered game, on random positions under random rules; a new game is tested unasked."""

import dataclasses
import pickle
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import IllegalMoveError, KyVienError, NotationError, PositionError
from engine.core.game import MoveStyle, find_game, games
from engine.core.language import LANGUAGES
from engine.core.options import options_of
from engine.core.outcome import Player
from engine.core.perft import perft
from engine.core.surface import Setup
from tests.engine.conftest import GOLDEN, sampled
from tests.engine.games.ends import WITHOUT, follow
from tests.engine.positions import FINISHED, random_game, random_play, random_position, random_setup

RESOURCES = Path(__file__).parents[3] / "resources"
MAX_MOVES = 512
STYLES: tuple[MoveStyle, ...] = ("coordinates", "record", "display")

every_game = pytest.mark.parametrize("name", sorted(games()))


def test_a_finished_game_is_no_draft() -> None:
    """A draft lacks something that is demanded of finished games."""
    for name in games().keys() - set(FINISHED):
        wanted = [RESOURCES / "guide" / language / f"{name}.md" for language in LANGUAGES]
        wanted += [GOLDEN / "playthroughs" / f"{name}.txt", GOLDEN / "pictures" / f"{name}.svg.txt"]
        assert not all(path.exists() for path in wanted), f"{name} is finished: remove is_draft"


@cache
def pooled(name: str, seed: int) -> Any:
    """A random position, made once for all tests: a position is a value, which some of them check."""
    return random_position(name, seed, random.Random(seed).randint(0, 60))


def on_positions(examples: int = 40) -> Callable[[Any], Any]:
    """Run a test of ``position`` for every game on random positions, five times as many with ``-m slow``."""

    def decorate(test: Callable[[Any], None]) -> Any:
        @every_game
        @sampled(examples, 5 * examples)
        def run(name: str, count: int) -> None:
            for seed in range(count):
                test(pooled(name, seed))

        run.__name__, run.__doc__ = test.__name__, test.__doc__
        return run

    return decorate


def facts(position: Any) -> tuple[Any, ...]:
    """All that anyone can ask of a position."""
    return (
        str(position),
        position.key,
        position.history,
        position.counters,
        position.turn,
        position.legal_moves(),
        position.noisy_moves(),
        position.outcome(),
    )


@on_positions(30)
def test_legal_moves_are_unique_and_have_names(position: Any) -> None:
    game, moves = position.game, position.legal_moves()
    assert len(moves) == len(set(moves)) <= MAX_MOVES
    assert position.has_legal_move() == bool(moves)
    for style in STYLES:
        names = [game.format_move(position, move, style) for move in moves]
        assert len(set(names)) == len(names)
        assert [game.parse_move(position, name) for name in names] == moves
        assert [game.parse_move(position, f"  {name} ") for name in names[::8]] == moves[::8]


@on_positions()
def test_noisy_moves_are_legal_moves_in_their_order(position: Any) -> None:
    noisy = set(position.noisy_moves())
    assert position.noisy_moves() == [move for move in position.legal_moves() if move in noisy]


@on_positions(60)
def test_evasions_are_legal_moves_in_their_order(position: Any) -> None:
    """Asked for where a side may not stand pat only; without any, one move shows that the game is lost."""
    if position.stands_pat:
        return
    before = facts(position)
    evasions = position.evasions()
    assert evasions == [move for move in position.legal_moves() if move in evasions]
    assert bool(evasions) == bool(position.legal_moves())
    assert facts(position) == before


@on_positions()
def test_play_leaves_its_position_alone(position: Any) -> None:
    before = facts(position)
    for move in position.legal_moves():
        after = position.play(move)
        assert after != position
        assert after.turn in tuple(Player)
    assert facts(position) == before


@on_positions()
def test_the_same_path_gives_the_same_position(position: Any) -> None:
    for move in position.legal_moves()[:20]:
        first, second = position.play(move), position.copy().play(move)
        assert first == second and hash(first) == hash(second)
        assert facts(first) == facts(second)


@on_positions(25)
def test_two_orders_of_moves_give_the_same_key(position: Any) -> None:
    """A x b and b x a; keys are equal where the pictures are, and differ where they differ."""
    rng = random.Random(position.key)
    seen: dict[int, Any] = {}
    for _ in range(20):
        moves = position.legal_moves()
        if len(moves) < 2:
            return
        first, second = rng.sample(moves, 2)
        replies = position.play(first).legal_moves()
        if not replies:
            continue
        reply = rng.choice(replies)
        for line in ((first, reply, second), (second, reply, first)):
            here = position
            for move in line:
                if move not in here.legal_moves():
                    break
                here = here.play(move)
                setup = here.game.setup(here)
                keyed = [setup.counters[counter.name] for counter in here.game.counters if counter.keyed]
                picture = sorted(setup.pieces.items()), setup.turn, here.game.tallies(here), keyed
                assert seen.setdefault(here.key, picture) == picture
    assert len({repr(picture) for picture in seen.values()}) == len(seen)


@on_positions(60)
def test_over_means_no_legal_move(position: Any) -> None:
    assert (position.outcome() is not None) == (position.legal_moves() == [])
    if position.outcome() is not None:
        assert position.noisy_moves() == []
        assert perft(position, 0) == 1


@on_positions()
def test_text_names_the_position(position: Any) -> None:
    game = position.game
    restored = game.restore(game.format_position(position), position.history)
    assert facts(restored) == facts(position) and restored == position
    if not game.faults(game.setup(position)):
        read = game.parse_position(f" {position}\n")
        assert (str(read), read.key, read.turn) == (str(position), position.key, position.turn)


@on_positions()
def test_pickle_keeps_everything(position: Any) -> None:
    back = pickle.loads(pickle.dumps(position))
    assert back == position and facts(back) == facts(position) and back.game == position.game
    rng = random.Random(position.key)
    line, other = random_play(position, 12, rng), random_play(back, 12, random.Random(position.key))
    assert [facts(each) for each in line] == [facts(each) for each in other]


@on_positions(20)
def test_perft_unmakes_what_it_makes(position: Any) -> None:
    before = facts(position)
    assert perft(position, 1) >= len(position.legal_moves())
    two = perft(position, 2)
    assert perft(position, 2, bulk=False) == two
    assert facts(position) == before


@on_positions(30)
def test_shapes_describe_the_moves(position: Any) -> None:
    """Lift the captured, take the piece from its origin to its target, place the rest: that is the next picture."""
    game = position.game
    moves = position.legal_moves()
    shapes = game.shapes(position)
    assert game.placeless_moves(position) == [shape.move for shape in shapes if shape.target is None]
    assert [shape.move for shape in shapes] == moves
    assert {shape.move for shape in shapes if shape.captured} <= set(position.noisy_moves())
    for shape in shapes:
        pieces = dict(game.surface(position).pieces)
        for cell in shape.captured:
            del pieces[cell]
        if shape.origin is not None and shape.target is not None:
            pieces[shape.target] = pieces.pop(shape.origin)
            pieces.update(shape.placed)
            pieces = {cell: piece for cell, piece in pieces.items() if piece}
            assert pieces == game.surface(position.play(shape.move)).pieces
        assert all(cell in game.surface(position).pieces for cell in shape.support)


@on_positions()
def test_surface_shows_a_legal_picture(position: Any) -> None:
    game, surface = position.game, position.game.surface(position)
    cells = range(surface.rows * surface.columns)
    assert len({surface.cell_name(cell) for cell in cells}) == len(cells)
    assert len({kind.id for kind in surface.kinds}) == len(surface.kinds)
    for cell, piece in surface.pieces.items():
        kind = surface.kind(piece)
        assert cell in cells and (kind.cells is None or cell in kind.cells)
        if kind.limit is not None:
            assert list(surface.pieces.values()).count(piece) <= kind.limit
    assert game.setup(position).pieces == surface.pieces


@on_positions()
def test_attacks_of_both_sides(position: Any) -> None:
    game = position.game
    shapes = {shape.move: shape for shape in game.shapes(position)}
    attacks = game.attacks(position, position.turn)
    assert all(shapes[shape.move] == shape and shape.captured for shape in attacks)
    before = facts(position)
    for shape in game.attacks(position, position.turn.other):
        owner = game.surface(position).kind(game.surface(position).pieces[shape.captured[0]]).player
        assert owner is not position.turn.other
    assert facts(position) == before


@on_positions()
def test_reckonings_name_legal_moves(position: Any) -> None:
    game = position.game
    shapes = {shape.move: shape for shape in game.shapes(position)}
    surface = game.surface(position)
    told = set()
    for cell, piece in surface.pieces.items():
        for row in game.reckonings(position, cell):
            assert row.cells[0] == cell and row.verdict
            if row.move is not None and surface.kind(piece).player is position.turn:
                assert (shapes[row.move].origin, shapes[row.move].target) == (cell, row.target)
                told.add(row.move)
    if game.has_calculator:
        assert told == {move for move, shape in shapes.items() if shape.captured}


@on_positions()
def test_setups_compose_to_the_position(position: Any) -> None:
    game = position.game
    setup = game.setup(position)
    if not game.faults(setup):
        composed = game.compose(setup)
        assert (str(composed), composed.key) == (str(position), position.key)
        assert game.setup(composed) == setup


@every_game
@settings(max_examples=40, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_faulty_setups_are_refused_with_their_first_fault(name: str, seed: int) -> None:
    rng = random.Random(seed)
    game = random_game(find_game(name), rng)
    setup = random_setup(game, rng)
    position = game.compose(setup)
    surface = game.surface(position)
    cells = surface.rows * surface.columns
    pieces: dict[int, str] = dict(setup.pieces)
    counters = dict(setup.counters)
    for _ in range(rng.randint(1, 4)):
        what = rng.randrange(4)
        if what == 0:
            pieces[rng.randrange(-2, cells + 2)] = rng.choice([*(kind.id for kind in surface.kinds), "?", "r", ""])
        elif what == 1 and pieces:
            del pieces[rng.choice(sorted(pieces))]
        elif game.counters:
            counters[rng.choice(game.counters).name] = rng.choice((-1, 0, 1, 46, 10_000, 2**40))
    broken = Setup(pieces, rng.choice(tuple(Player)), counters)
    faults = game.faults(broken)
    assert all(isinstance(fault, PositionError) and str(fault) for fault in faults)
    if faults:
        with pytest.raises(PositionError) as caught:
            game.compose(broken)
        assert str(caught.value) == str(faults[0])
    else:
        composed = game.compose(broken)
        assert game.faults(game.setup(composed)) == []
        assert facts(game.parse_position(str(composed))) == facts(composed)


@every_game
def test_an_empty_setup_is_answered(name: str) -> None:
    game = find_game(name)()
    empty = game.empty_setup()
    assert empty.pieces == {} and set(empty.counters) == {counter.name for counter in game.counters}
    if not game.faults(empty):
        game.compose(empty)


@every_game
@settings(max_examples=40, deadline=None, derandomize=True)
@given(seed=st.integers(0, 39), text=st.text(max_size=12), cut=st.integers(0, 200), data=st.data())
def test_hostile_texts_raise_one_sentence(name: str, seed: int, text: str, cut: int, data: Any) -> None:
    position = pooled(name, seed)
    game = position.game
    whole = str(position)
    letters = data.draw(st.text(alphabet="rb0123456789/ abixACGT#-.", max_size=8))
    for hostile in (text, whole[:cut], whole[:cut] + text + whole[cut:], whole[:cut] + letters + whole[cut + 1 :]):
        try:
            read = game.parse_position(hostile)
        except (NotationError, PositionError) as error:
            assert str(error) and "\n" not in str(error).replace(hostile, "")
        else:
            assert facts(game.parse_position(str(read))) == facts(read)
    names = [game.format_move(position, move, "display") for move in position.legal_moves()] or [""]
    some = names[seed % len(names)]
    for hostile in (text, letters, some[: cut % 10], some[: cut % 10] + text, text + some, some + letters):
        try:
            move = game.parse_move(position, hostile)
        except NotationError as error:
            assert str(error)
        else:
            assert move in position.legal_moves()


@on_positions(20)
def test_illegal_moves_are_refused(position: Any) -> None:
    game, legal = position.game, set(position.legal_moves())
    rng = random.Random(position.key)
    for move in (-1, 0, 2**31, 2**70, *(rng.randrange(2**16) for _ in range(30))):
        if move not in legal:
            with pytest.raises(ValueError, match="not a legal move"):
                position.play(move)
    # Another position's moves: legal here, or refused with a reason.
    stranger = random_play(game.start(), 10, rng)[-1]
    for move in stranger.legal_moves()[:30]:
        name = game.format_move(stranger, move, "coordinates")
        if move in legal:
            assert game.parse_move(position, name) == move
        else:
            with pytest.raises(IllegalMoveError) as caught:
                game.parse_move(position, name)
            assert name in str(caught.value)


@pytest.mark.unsanitized  # no compiled code
@every_game
@settings(max_examples=30, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_rules_text_names_the_rules(name: str, seed: int) -> None:
    game = random_game(find_game(name), random.Random(seed))
    assert type(game).with_rules(game.rules_text()) == game
    assert all(option.check(getattr(game.rules, option.name)) is not ... for option in options_of(type(game).Rules))


@every_game
def test_presets_are_rules(name: str) -> None:
    cls = find_game(name)
    assert cls().rules_text() == ""
    for preset, values in cls.presets.items():
        game = cls.with_rules(preset=preset)
        assert dataclasses.asdict(game.rules).items() >= dict(values).items()
        assert cls.with_rules(preset) == game == cls.with_rules(game.rules_text())
        assert game.rules_text() == (preset if values else "")
    with pytest.raises(KyVienError):
        cls.with_rules(preset="no such preset")


@every_game
def test_positions_of_other_rules_differ(name: str) -> None:
    cls = find_game(name)
    default = cls()
    for preset, values in cls.presets.items():
        if values:
            assert cls.with_rules(preset=preset).start() != default.start()
    assert default.start() == cls().start()
    assert default.start() != "start"


@every_game
@sampled(3, 20)
def test_a_game_can_go_on_after_its_end(name: str, count: int) -> None:
    passed = sum(follow(name, seed) for seed in range(count))
    assert passed >= count // 3 or name in WITHOUT
