"""Chess against python-chess, which is independent: moves, FEN, SAN, outcomes on random play, Chess960 included."""

import random
from typing import Any

import pytest

from engine.core.game import find_game
from engine.core.outcome import Player, Termination
from tests.engine.conftest import COMPILED

chess = pytest.importorskip("chess")
pytestmark = pytest.mark.oracle

GAMES, PLIES = (40, 120) if COMPILED else (4, 30)
SPARSE = (
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "8/8/8/3k4/8/8/1K1N4/8 w - - 0 1",
    "8/6k1/8/8/2B5/2n5/1K4b1/8 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 90 80",
    "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
    "8/8/6k1/2pPp3/8/4K3/8/8 w - c6 0 1",
    "k7/8/1K6/8/8/8/8/7R w - - 95 90",
)
"""Where ends come soon: few pieces, promotion, counters near their ends."""


def pair(seed: int) -> tuple[Any, Any]:
    """One of our positions and theirs."""
    if seed % 3 == 1:
        number = random.Random(seed).randrange(960)
        board = chess.Board.from_chess960_pos(number)
        board.castling_rights = board.clean_castling_rights()
        return find_game("chess").with_rules(f"chess960={number}").start(), board
    if seed % 3 == 2:
        text = SPARSE[seed // 3 % len(SPARSE)]
        return find_game("chess")().parse_position(text), chess.Board(text)
    return find_game("chess")().start(), chess.Board()


def their_end(board: Any) -> Termination | None:
    """Why the game is over by python-chess, the draws that players may claim ending it."""
    if board.is_insufficient_material():
        return Termination.INSUFFICIENT_MATERIAL
    if board.is_checkmate():
        return Termination.CHECKMATE
    if board.is_stalemate():
        return Termination.STALEMATE
    if board.is_repetition(3):
        return Termination.REPETITION
    return Termination.NO_PROGRESS if board.halfmove_clock >= 100 else None


def compare(position: Any, board: Any) -> None:
    """All facts of one position, by both."""
    game, where = position.game, board.fen()
    assert str(position) == where
    assert game.parse_position(where).key == position.key
    assert position.is_check == board.is_check(), where
    assert game.checked(position) == ((board.king(board.turn),) if board.is_check() else ()), where
    for player in Player:
        drawn = board.has_insufficient_material(player is Player.SECOND)
        assert (game.out_of_time(position, player).winner is None) == drawn, (where, player)
    outcome = position.outcome()
    assert (outcome and outcome.termination) == their_end(board), where
    if outcome is not None:
        assert position.legal_moves() == []
        winner = board.outcome(claim_draw=True).winner
        assert outcome.winner == (None if winner is None else int(not winner)), where
        return
    names = {game.format_move(position, move, "coordinates"): move for move in position.legal_moves()}
    assert set(names) == {move.uci() for move in board.legal_moves}, where
    noisy = set(position.noisy_moves())
    for name, move in names.items():
        theirs = chess.Move.from_uci(name)
        san = board.san(theirs)
        assert game.format_move(position, move) == san, where
        assert game.parse_move(position, san) == game.parse_move(position, name) == move
        assert (move in noisy) == (board.is_capture(theirs) or theirs.promotion is not None), where
        assert bool(game.shape(position, move).captured) == board.is_capture(theirs)


def test_random_play() -> None:
    compared, ends = 0, set()
    for seed in range(GAMES):
        rng = random.Random(seed)
        position, board = pair(seed)
        for _ in range(PLIES):
            compare(position, board)
            compared += 1
            if position.outcome() is not None:
                ends.add(position.outcome().termination)
                break
            captures = position.noisy_moves()
            move = rng.choice(captures if captures and rng.random() < 0.2 else position.legal_moves())
            board.push_uci(position.game.format_move(position, move, "coordinates"))
            position = position.play(move)
    if COMPILED:
        assert compared >= 2_000
        assert {Termination.INSUFFICIENT_MATERIAL, Termination.NO_PROGRESS} <= ends


@pytest.mark.parametrize("number", [0, 1, 518, 534, 959])
def test_starts_of_chess960(number: int) -> None:
    position = find_game("chess").with_rules(f"chess960={number}").start()
    assert str(position) == chess.Board.from_chess960_pos(number).fen()


def test_sloppy_san_is_read_as_theirs() -> None:
    """Long forms, missing and added marks, zeros for O."""
    rng = random.Random(7)
    for seed in range(6):
        position, board = pair(seed)
        for _ in range(30):
            if position.outcome() is not None:
                break
            game = position.game
            for theirs in list(board.legal_moves):
                move = game.parse_move(position, theirs.uci())
                san = board.san(theirs)
                assert game.parse_move(position, san + "!?") == move
                forms = [san.rstrip("+#"), san.replace("O", "0"), san.replace("=", "")]
                if "x" in san:
                    forms.append(san.replace("x", ""))
                if "O" not in san:
                    forms += [board.lan(theirs), board.lan(theirs).replace("-", "")]
                for form in forms:
                    if board.parse_san(form.replace("0", "O")) == theirs:
                        assert game.parse_move(position, form) == move, f"{form} in {position}"
            move = rng.choice(position.legal_moves())
            board.push_uci(position.game.format_move(position, move, "coordinates"))
            position = position.play(move)


def test_every_fault_of_theirs_is_one_of_ours() -> None:
    """Random set-ups: what python-chess calls impossible we refuse, and what it allows we allow."""
    rng = random.Random(3)
    game = find_game("chess")()
    refused = 0
    for _ in range(600 if COMPILED else 60):
        board = chess.Board(None)
        squares = rng.sample(range(64), rng.randint(2, 14))
        for square, symbol in zip(squares, "Kk" + "".join(rng.choices("QRBNPqrbnpKk", k=14)), strict=False):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        board.turn = rng.random() < 0.5
        # python-chess also refuses two checks that no move can give, which we do not look at.
        status = board.status() & ~(chess.STATUS_IMPOSSIBLE_CHECK | chess.STATUS_TOO_MANY_CHECKERS)
        triple = len(board.checkers()) > 2
        setup = game.setup(game.start())
        counters = dict.fromkeys(setup.counters, 0) | {"number": 1}
        symbols = {square: piece.symbol() for square, piece in board.piece_map().items()}
        pieces = {square: ("w" if s.isupper() else "b") + s.lower() for square, s in symbols.items()}
        faults = game.faults(type(setup)(pieces, setup.turn if board.turn else setup.turn.other, counters))
        assert bool(faults) == (status != chess.STATUS_VALID or triple), f"{board.fen()}: {[str(f) for f in faults]}"
        refused += bool(faults)
    assert refused > 30
