"""Chess: rules at their corners, notation, set-ups, pictures."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import IllegalMoveError, NotationError, PositionError
from engine.core.game import find_game
from engine.core.outcome import Outcome, Player, Termination
from engine.core.surface import Setup
from engine.games.chess.fen import back_rank
from engine.games.chess.pieces import square
from tests.engine.positions import random_position

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def position(text: str = START, rules: str = "") -> Any:
    return find_game("chess").with_rules(rules).parse_position(text)


def line(text: str, start: Any = None) -> Any:
    """The position after moves in SAN."""
    here = start or position()
    for word in text.split():
        here = here.play(here.game.parse_move(here, word))
    return here


def moves(here: Any) -> set[str]:
    return {here.game.format_move(here, move) for move in here.legal_moves()}


def refusal(here: Any, text: str) -> str:
    with pytest.raises(IllegalMoveError) as caught:
        here.game.parse_move(here, text)
    return str(caught.value)


class TestEnds:
    def test_fools_mate(self) -> None:
        here = line("f3 e5 g4 Qh4#")
        assert here.outcome() == Outcome(Player.SECOND, Termination.CHECKMATE)
        assert here.legal_moves() == [] and not here.has_legal_move()
        assert refusal(here, "a3") == "a3: the game is over"

    def test_stalemate(self) -> None:
        assert position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome() == Outcome(None, Termination.STALEMATE)

    def test_threefold(self) -> None:
        twice = line("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1")
        assert twice.outcome() is None
        assert line("Ng8", twice).outcome() == Outcome(None, Termination.REPETITION)

    def test_fivefold(self) -> None:
        here = position(rules="repetition=fivefold")
        for _ in range(3):
            here = line("Nf3 Nf6 Ng1 Ng8", here)
            assert here.outcome() is None
        assert line("Nf3 Nf6 Ng1 Ng8", here).outcome() == Outcome(None, Termination.REPETITION)

    def test_castling_rights_make_another_position(self) -> None:
        """After a king's walk the pieces are where they were, the position is not the same (FIDE 9.2.3)."""
        here = line("Ke2 Ke7 Ke1 Ke8", position("4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1"))
        assert here.key != position("4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1").key
        assert line("Ke2 Ke7 Ke1 Ke8", here).outcome() is None
        assert line("Ke2 Ke7 Ke1 Ke8 Ke2 Ke7", here).outcome() == Outcome(None, Termination.REPETITION)

    def test_fifty_moves(self) -> None:
        here = position("7k/8/8/8/8/8/8/RK6 w - - 98 80")
        assert line("Ra2", here).outcome() is None
        assert line("Ra2 Kg8", here).outcome() == Outcome(None, Termination.NO_PROGRESS)
        assert position("7k/8/8/8/8/8/8/RK6 w - - 100 80").outcome() is not None

    def test_seventy_five_moves(self) -> None:
        here = position("7k/8/8/8/8/8/8/RK6 w - - 148 80", "no_progress=seventy-five")
        assert line("Ra2", here).outcome() is None
        assert line("Ra2 Kg8", here).outcome() == Outcome(None, Termination.NO_PROGRESS)

    def test_mate_comes_before_fifty_moves(self) -> None:
        here = line("Ra8#", position("6k1/5ppp/8/8/8/8/8/RK6 w - - 99 80"))
        assert here.outcome() == Outcome(Player.FIRST, Termination.CHECKMATE)

    @pytest.mark.parametrize(
        "board, dead",
        [
            ("8/8/4k3/8/8/3K4/8/8", True),
            ("8/8/4k3/8/8/3KB3/8/8", True),
            ("8/8/4k3/8/8/3KN3/8/8", True),
            ("8/8/4kb2/8/8/3KB3/8/8", False),
            ("8/8/4k1b1/8/8/3KB3/8/8", False),
            ("8/8/4kb2/8/8/3K1B2/8/8", False),
            ("8/8/4kn2/8/8/3KN3/8/8", False),
            ("8/8/4k3/8/8/3KP3/8/8", False),
            ("8/8/4k3/8/8/2KR4/8/8", False),
            ("8/8/4k3/8/8/2NKN3/8/8", False),
        ],
    )
    def test_insufficient_material(self, board: str, dead: bool) -> None:
        here = position(f"{board} w - - 0 1")
        colours = {(cell + cell // 8) % 2 for piece, cell in here.pieces if piece & 7 == 2}
        bishops_only = all(piece & 7 in (2, 5) for piece, _ in here.pieces)
        expected = dead or (bishops_only and len(colours) == 1)
        assert (here.outcome() == Outcome(None, Termination.INSUFFICIENT_MATERIAL)) == expected


class TestFlags:
    @pytest.mark.parametrize(
        ("board", "white_can", "black_can"),
        [
            ("4k3/8/8/8/8/8/8/4KQ2", True, False),
            ("4kq2/8/8/8/8/8/8/4KN2", False, True),
            ("4kr2/8/8/8/8/8/8/4KN2", True, True),
            ("4k3/5p2/8/8/8/8/8/4KB2", True, True),
            ("4kq2/8/8/8/8/8/8/4KB2", False, True),
            ("4kb2/8/8/8/8/8/8/4KB2", True, True),
            ("4k3/8/4p3/8/8/8/8/4K3", False, True),
            ("4kr2/8/8/8/8/8/8/3NKN2", True, True),
        ],
    )
    def test_time_is_lost_only_to_who_could_mate(self, board: str, white_can: bool, black_can: bool) -> None:
        here = position(f"{board} w - - 0 1")
        for player, other_can in ((Player.FIRST, black_can), (Player.SECOND, white_can)):
            expected = Outcome(player.other if other_can else None, Termination.TIME)
            assert here.game.out_of_time(here, player) == expected

    def test_elsewhere_the_other_wins(self) -> None:
        game = find_game("xiangqi")()
        assert game.out_of_time(game.start(), Player.FIRST) == Outcome(Player.SECOND, Termination.TIME)


class TestSpecialMoves:
    def test_en_passant(self) -> None:
        here = line("e4 a6 e5 d5")
        assert str(here).split()[3] == "d6"
        after = line("exd6", here)
        assert str(after).startswith("rnbqkbnr/1pp1pppp/p2P4/8/")
        assert str(line("a3 a5", here)).split()[3] == "-"
        shape = here.game.shape(here, here.game.parse_move(here, "exd6"))
        assert (square(shape.target), [square(cell) for cell in shape.captured]) == ("d6", ["d5"])

    def test_en_passant_that_uncovers_the_king_is_neither_legal_nor_in_the_key(self) -> None:
        """Both pawns leave the rank between rook and king."""
        here = line("d5", position("4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1"))
        assert "exd6" not in moves(here)
        assert str(here).split()[3] == "-"
        assert here.key == position("4k3/8/8/K2pP2r/8/8/8/8 w - - 0 2").key
        assert "pinned" in refusal(here, "exd6") or "diagonally" in refusal(here, "exd6")

    def test_castling_both_ways(self) -> None:
        here = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
        assert {"O-O", "O-O-O"} <= moves(here)
        assert str(line("O-O", here)).startswith("r3k2r/8/8/8/8/8/8/R4RK1 b kq")
        assert str(line("0-0-0 o-o", here)).startswith("r4rk1/8/8/8/8/8/8/2KR3R w -")
        assert here.game.parse_move(here, "e1g1") == here.game.parse_move(here, "O-O")
        assert here.game.parse_move(here, "e1h1") == here.game.parse_move(here, "O-O")

    def test_a_rook_that_is_taken_castles_no_more(self) -> None:
        assert str(line("Rxa8+", position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"))).split()[2] == "Kk"

    @pytest.mark.parametrize(
        "board, reason",
        [
            ("4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", "out of check"),
            ("4k3/8/8/8/5r2/8/8/4K2R w K - 0 1", "over or onto f1, which f4 attacks"),
            ("4k3/8/8/8/6r1/8/8/4K2R w K - 0 1", "over or onto g1, which g4 attacks"),
            ("4k3/8/8/8/8/8/8/4K1NR w K - 0 1", "the piece on g1 is in the way"),
            ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "the right to castle is lost"),
        ],
    )
    def test_why_not_castle(self, board: str, reason: str) -> None:
        here = position(board)
        assert reason in refusal(here, "O-O")
        assert reason in refusal(here, "e1g1")

    def test_the_rook_may_pass_an_attacked_square(self) -> None:
        assert "O-O-O" in moves(position("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1"))

    def test_promotions(self) -> None:
        here = position("1n5k/P7/8/8/8/8/8/K7 w - - 0 1")
        assert {"a8=Q", "a8=R", "a8=B", "a8=N", "axb8=Q+", "axb8=N"} <= moves(here)
        for text in ("a8Q", "a8=Q", "a8(Q)", "a7a8q", "a7-a8=Q", "a8/Q"):
            assert here.game.format_move(here, here.game.parse_move(here, text)) == "a8=Q"
        assert "add =Q" in refusal(here, "a8")
        shape = here.game.shape(here, here.game.parse_move(here, "a8=N"))
        assert shape.placed == ((56, "wn"),)
        assert str(line("axb8=R+", here)).startswith("1R5k/8/")

    def test_chess960_castling_that_uncovers_the_king(self) -> None:
        """The rook on b1 shields the king's new square from the rook on a1."""
        here = position("4k3/8/8/8/8/8/8/rR1K4 w Q - 0 1", "chess960=518")
        assert not any(name.startswith("O") for name in moves(here))
        free = position("4k3/8/8/8/8/8/8/1R1K4 w Q - 0 1", "chess960=518")
        assert "O-O-O" in moves(free)

    def test_chess960_castling_without_a_step_of_the_king(self) -> None:
        here = position("4k3/8/8/8/8/8/8/6KR w K - 0 1", "chess960=518")
        after = line("O-O", here)
        assert str(after) == "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"
        assert here.game.format_move(here, here.game.parse_move(here, "g1h1"), "coordinates") == "g1h1"


class TestReasons:
    @pytest.mark.parametrize(
        "board, text, reason",
        [
            (START, "e3e4", "e3 is empty"),
            (START, "e7e5", "the piece on e7 is not the mover's"),
            (START, "Ng1g3", "the knight on g1 cannot move to g3"),
            (START, "Nd4", "no knight can move to d4"),
            (START, "Bc4", "the piece on e2 is in the way"),
            (START, "Ra3", "the piece on a2 is in the way"),
            (START, "Bg1f3", "the piece on g1 is a knight"),
            (START, "e2d3", "a pawn moves diagonally only to capture; d3 is empty"),
            (START, "e2e5", "the pawn on e2 cannot move to e5"),
            (START, "Ng1e2", "e2 is occupied by a piece of the same side"),
            (START, "Nxf3", "f3 is empty"),
            (START, "e4=Q", "only a pawn on the last rank is promoted to Q"),
            ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e5", "two squares only from its initial square"),
            ("4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1", "e4", "the piece on e4 is in the way"),
            ("4k3/4r3/8/8/8/4N3/8/4K3 w - - 0 1", "Nf5", "the piece on e3 is pinned"),
            ("4k3/4r3/8/8/8/2N5/8/4K3 w - - 0 1", "Nb5", "the king is in check, and this does not end it"),
            ("4k3/3r4/8/8/8/8/8/4K3 w - - 0 1", "Kd1", "which d7 attacks"),
            ("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Ne2", "the pieces on g1, c3 can both move there"),
        ],
    )
    def test_reasons(self, board: str, text: str, reason: str) -> None:
        assert reason in refusal(position(board), text)

    @pytest.mark.parametrize("text", ["", "e9", "Yf3", "Nf", "e4 e5", "O-O-O-O", "♘f9", "e2e4e5"])
    def test_no_moves(self, text: str) -> None:
        with pytest.raises(NotationError):
            position().game.parse_move(position(), text)

    def test_lower_case_pieces_are_read_where_they_are_no_files(self) -> None:
        here = position()
        assert here.game.parse_move(here, "nf3") == here.game.parse_move(here, "Nf3")


class TestTexts:
    @pytest.mark.parametrize(
        "text, reason",
        [
            ("", "empty position"),
            ("8", "expected 6 fields"),
            ("8/8/8/8/8/8/8 w - - 0 1", "expected 8 ranks"),
            ("9/8/8/8/8/8/8/8 w - - 0 1", "is not a piece"),
            ("7/8/8/8/8/8/8/8 w - - 0 1", "rank 8: 7 squares"),
            (START.replace(" w ", " x "), "expected w or b"),
            (START.replace("KQkq", "KX"), "expected some of KQkq"),
            (START.replace("KQkq", "KK"), "names a right twice"),
            (START.replace("KQkq", "B"), "names a rook of Chess960"),
            (START.replace("kq - ", "kq e4 "), "expected - or a square like e3"),
            (START.replace("kq - ", "kq e3 "), "e3 is impossible"),
            (START.replace(" 0 1", " x 1"), "expected a number"),
        ],
    )
    def test_not_well_formed(self, text: str, reason: str) -> None:
        with pytest.raises(NotationError, match=reason):
            position(text)

    @pytest.mark.parametrize(
        "text, reason",
        [
            ("8/8/8/8/8/8/8/K7 w - - 0 1", "Black has no king"),
            ("k6k/8/8/8/8/8/8/K7 w - - 0 1", "Black has 2 kings"),
            ("k6P/8/8/8/8/8/8/K7 w - - 0 1", "h8: a pawn cannot be on"),
            ("k7/pppppppp/p7/8/8/8/8/K7 w - - 0 1", "Black has 9 pawns"),
            ("k7/pppppppp/8/8/8/qq6/8/7K w - - 0 1", "missing pawns: 0"),
            ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "no rook on h1"),
            ("4k3/8/8/8/8/8/8/3K3R w K - 0 1", "the king must be on e1"),
            ("4k3/8/8/8/8/8/8/4K3 w - d6 0 1", "there is no enemy pawn on d5"),
            ("4k3/3p4/8/3p4/8/8/8/4K3 w - d6 0 1", "over d7, which is not empty"),
            ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2 attacks e8"),
            ("4k3/8/8/4r3/8/3n4/8/b3K1r1 w - - 0 1", "three pieces give check"),
        ],
    )
    def test_impossible(self, text: str, reason: str) -> None:
        with pytest.raises(PositionError, match=reason):
            position(text)

    def test_short_texts(self) -> None:
        assert str(position("4k3/8/8/8/8/8/8/4K2R w K -")) == "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
        assert str(position("4k3/8/8/8/8/8/8/4K2R b")) == "4k3/8/8/8/8/8/8/4K2R b - - 0 1"

    def test_x_fen_names_an_inner_rook_by_its_file(self) -> None:
        text = "4k3/8/8/8/8/8/8/4KR1R w F - 0 1"
        here = position(text, "chess960=518")
        assert str(here) == text
        assert str(position(text.replace(" F ", " H "), "chess960=518")) == text.replace(" F ", " K ")
        assert here.key != position(text.replace(" F ", " K "), "chess960=518").key

    @given(seed=st.integers(0, 2**32), plies=st.integers(0, 80))
    def test_round_trips(self, seed: int, plies: int) -> None:
        here = random_position("chess", seed, plies)
        game = here.game
        if not game.faults(game.setup(here)):
            again = game.parse_position(str(here))
            assert (str(again), again.key, game.setup(again)) == (str(here), here.key, game.setup(here))
        for move in here.legal_moves():
            for style in ("coordinates", "record", "display"):
                assert game.parse_move(here, game.format_move(here, move, style)) == move

    def test_back_ranks(self) -> None:
        ranks = [back_rank(number) for number in range(960)]
        assert ranks[518] == "RNBQKBNR" and ranks[0] == "BBQNNRKR" and ranks[959] == "RKRNNQBB"
        assert len(set(ranks)) == 960
        for rank in ranks:
            assert sorted(rank) == sorted("RNBQKBNR")
            assert rank.index("R") < rank.index("K") < rank.rindex("R")
            assert rank.index("B") % 2 != rank.rindex("B") % 2


class TestPicture:
    def test_castling_moves_the_rook_as_well(self) -> None:
        here = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
        shape = here.game.shape(here, here.game.parse_move(here, "O-O"))
        assert (shape.origin, shape.target, shape.placed) == (4, 6, ((7, ""), (5, "wr")))
        other = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "chess960=518")
        shape = other.game.shape(other, other.game.parse_move(other, "O-O"))
        assert (shape.origin, shape.target, shape.placed) == (4, 7, ((7, ""), (6, "wk"), (5, "wr")))

    def test_captured(self) -> None:
        (tally,) = line("e4 d5 exd5 Qxd5 Nc3 Qxg2 Bxg2").game.tallies(line("e4 d5 exd5 Qxd5 Nc3 Qxg2 Bxg2"))
        assert tally.values == (10, 2)
        assert tally.pieces == (("bq", "bp"), ("wp", "wp"))

    def test_a_promoted_pawn_is_not_captured(self) -> None:
        here = position("k7/8/8/8/8/8/PPPPPPP1/KQQ5 w - - 0 1")
        (tally,) = here.game.tallies(here)
        assert "wp" not in tally.pieces[1]

    def test_attacks_of_both_sides(self) -> None:
        here = line("e4 d5")
        game = here.game
        assert [square(shape.target) for shape in game.attacks(here, Player.FIRST)] == ["d5"]
        assert [square(shape.target) for shape in game.attacks(here, Player.SECOND)] == ["e4"]

    def test_a_king_is_no_target(self) -> None:
        """White gives check; the capture of the king is not shown."""
        here = position("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")
        assert here.game.attacks(here, Player.FIRST) == []

    def test_setups_name_rights_and_en_passant(self) -> None:
        game = find_game("chess")()
        setup = game.setup(line("e4 a6 e5 d5"))
        assert setup.counters == {
            "white_short": 1,
            "white_long": 1,
            "black_short": 1,
            "black_long": 1,
            "en_passant": 4,
            "waited": 0,
            "number": 3,
        }
        assert (
            str(game.compose(Setup({4: "wk", 60: "bk"}, Player.SECOND, {"number": 9})))
            == "4k3/8/8/8/8/8/8/4K3 b - - 0 9"
        )


class TestSearchInterface:
    def test_in_check_there_is_no_standing_pat(self) -> None:
        assert position().stands_pat
        assert not line("e4 e5 Qh5 a6 Qxe5+").stands_pat

    def test_captures_are_ordered_by_victim_then_attacker(self) -> None:
        from engine.core.evaluation import find_evaluation
        from engine.search.report import Limit
        from engine.search.spec import Spec

        here = position("4k3/8/3q1r2/4P3/8/3R4/8/4K3 w - - 0 1")
        spec = Spec.parse("ordered")
        *_, report = spec.build(find_evaluation("chess")).analyse(here, Limit(depth=1))
        assert here.game.format_move(here, report.move) == "exd6"

    def test_make_and_unmake_leave_everything_as_it_was(self) -> None:
        from engine.core.perft import perft

        for seed in range(20):
            here = random_position("chess", seed, 40)
            before = (str(here), here.key, here.history, here.legal_moves())
            perft(here, 2, bulk=False)
            assert (str(here), here.key, here.history, here.legal_moves()) == before
            rng = random.Random(seed)
            for move in rng.sample(here.legal_moves(), min(5, len(here.legal_moves()))):
                after = here.play(move)
                assert after.game.faults(after.game.setup(after)) == []
                assert position(str(after), after.game.rules_text()).key == after.key
