"""The rules of caro drawn: what wins, what x may not do under renju, how an opening with swap2 goes."""

from typing import Any

import pytest

from engine.core.errors import IllegalMoveError, PositionError
from engine.core.game import find_game
from engine.core.outcome import Outcome, Player, Termination
from engine.core.surface import MoveShape, Setup
from engine.games.caro.lines import find_geometry


def draw(drawing: str, rules: str = "", turn: str = "x") -> tuple[Any, dict[str, int]]:
    """The position drawn, top row first, and the cells marked with other letters than x and o.

    The drawing is in the lower left corner of a 15 × 15 board, one column and one row from its edges, unless it
    begins with ``|`` or ends with a line of ``-``: then at the edge.
    """
    lines = [line.split() for line in drawing.splitlines() if line.strip()]
    at_left, at_bottom = lines[0][0] == "|", lines[-1][0] == "-"
    if at_bottom:
        lines.pop()
    game = find_game("caro").with_rules(rules)
    pieces, marks = {}, {}
    for row, line in enumerate(reversed(lines), 0 if at_bottom else 1):
        symbols = line[1:] if at_left else line
        for column, symbol in enumerate(symbols, 0 if at_left else 1):
            cell = row * game.columns + column
            if symbol in "xo":
                pieces[cell] = symbol
            elif symbol != ".":
                marks[symbol] = cell
    return game.compose(Setup(pieces, Player("xo".index(turn)), game.empty_setup().counters)), marks


def ends(drawing: str, rules: str, turn: str = "x") -> Outcome | None:
    """How the game ends with a stone on ``A``."""
    position, marks = draw(drawing, rules, turn)
    return position.play(marks["A"]).outcome()


def wins(drawing: str, rules: str, turn: str = "x") -> bool:
    """Whether a stone on ``A`` wins by a line."""
    outcome = ends(drawing, rules, turn)
    assert outcome is None or outcome.termination in (Termination.LINE, Termination.FORBIDDEN)
    return outcome is not None and outcome.winner == Player("xo".index(turn))


CARO, STRICT, EXACT, RENJU = "win=caro", "win=caro,blocked=either", "win=exactly_five", "win=renju"

FIVES = [
    # drawing, rules under which x wins with A
    ("x x A x x", {"", CARO, STRICT, EXACT, RENJU}),
    ("o x x A x x", {"", CARO, EXACT, RENJU}),
    ("o x x A x x o", {"", EXACT, RENJU}),
    ("| x x A x x o", {"", CARO, EXACT, RENJU}),  # the edge does not block
    ("| x x A x x", {"", CARO, STRICT, EXACT, RENJU}),
    ("o . x x A x x . o", {"", CARO, STRICT, EXACT, RENJU}),
    ("x x x A x x", {"", CARO, STRICT}),
    ("o x x x A x x o", {"", CARO, STRICT}),  # six always win
    ("x x x x A x x x x", {"", CARO, STRICT}),
    ("x x A x", set()),
]


@pytest.mark.parametrize("rules", ["", CARO, STRICT, EXACT, RENJU])
@pytest.mark.parametrize(("drawing", "winning"), FIVES, ids=lambda value: value if isinstance(value, str) else "")
def test_five(drawing: str, winning: set[str], rules: str) -> None:
    symbols = drawing.split()
    edge = symbols[0] == "|"
    row = symbols[1:] if edge else symbols
    column = "\n".join(reversed(row)) + ("\n-" if edge else "")
    rising = "\n".join(" ".join("." * k + symbol) for k, symbol in reversed(list(enumerate(row))))
    falling = "\n".join(" ".join("." * k + symbol) for k, symbol in enumerate(row))
    pictures = [drawing, column] if edge else [drawing, column, rising, falling]
    for picture in pictures:
        assert wins(picture, rules) == (rules in winning), f"{rules}\n{picture}"
    if rules != RENJU:
        other = drawing.translate(str.maketrans("xo", "ox"))
        assert wins(other, rules, "o") == (rules in winning)


def test_under_renju_o_wins_with_six() -> None:
    assert wins("o o o A o o", RENJU, "o")


def test_a_five_beats_what_is_forbidden_at_the_same_time() -> None:
    """Five upward, six to the right."""
    drawing = """
        . . . x . .
        . . . x . .
        . . . x . .
        . . . x . .
        x x x A x x
    """
    assert ends(drawing, RENJU) == Outcome(Player.FIRST, Termination.LINE)


# Renju. Definitions: The International Rules of Renju, sections 3 and 9 (renju.net/study/rifrules.php). The double
# fours on one line, the three that is none and the ring of such threes are shown by many: github.com/babyfacebook/OOXX.
FOULS = [
    ("overline", "x x x A x x"),
    ("overline", "x x A x x x x"),
    ("double four", "x . x A x . x"),
    ("double four", "x x . A x . x x"),
    ("double four", "x x x . A . x x x"),
    (
        "double four",
        """
        . . . x .
        . . . x .
        . . . x .
        x x x A .
        . . . . .
        """,
    ),
    (
        "double four",  # also with one end stopped
        """
        . . . . o
        . . . . x
        . . . . x
        . . . . x
        o x x x A
        . . . . .
        """,
    ),
    (
        "double three",
        """
        . . . . . .
        . . x . . .
        . . x . . .
        . . A x x .
        . . . . . .
        . . . . . .
        """,
    ),
    (
        "double three",  # with gaps, on two diagonals
        """
        . . . . . . . . .
        . x . . . . . x .
        . . . . . . . . .
        . . . x . x . . .
        . . . . A . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    (
        "",  # three and four: the way x wins
        """
        . . . . . .
        . . x . . .
        . . x . . .
        o x A x x .
        . . . . . .
        . . . . . .
        """,
    ),
    (
        "",  # one three only: the other has no room for a straight four
        """
        . o . . . .
        . x . . . .
        . x . . . .
        . A x x . .
        . . . . . .
        - -
        """,
    ),
    (
        "",  # the row makes no straight four: a stone at either end leaves one way to five, the other is an overline
        """
        . . . . . . . .
        . . . x . . . .
        . . . x . . . .
        x . . A x x . x
        . . . . . . . .
        . . . . . . . .
        """,
    ),
    *[
        (
            "",  # on the open side of the row's three there would be six, the other is stopped
            f"""
            . . . . . . . . .
            {dots} x . . . .
            {dots} x . . . .
            {row}
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        for dots, row in ((". .", "o . A x x . . x ."), (". . . . .", "x . . x x A . o ."))
    ],
    (
        "",  # the row's three is none: its only point for a straight four is a double four
        """
        . . . x . . . .
        . . . x . . . x
        . . . x . . x .
        . . x . x A . .
        . . . . . . . .
        """,
    ),
    (
        "",  # each of the three's points is forbidden in turn
        """
        . . . . . . . .
        . . . x x . . .
        . . x A . x . .
        . . x . . x . .
        . . . x x . . .
        . . . . . . . .
        . . . . . . . .
        """,
    ),
]


@pytest.mark.parametrize(("foul", "drawing"), FOULS)
def test_renju(foul: str, drawing: str) -> None:
    position, marks = draw(drawing, RENJU)
    names = ("", "overline", "double four", "double three")
    assert names[position.forbidden_points.get(marks["A"], 0)] == foul
    after = position.play(marks["A"])
    if foul:
        assert after.outcome() == Outcome(Player.SECOND, Termination.FORBIDDEN)
        assert after.legal_moves() == []
        restored = position.game.restore(str(after), after.history)
        assert restored.outcome() == after.outcome() and restored == after
    else:
        assert after.outcome() is None
    other, marks = draw(drawing.translate(str.maketrans("xo", "ox")), RENJU, "o")
    assert foul == "overline" or other.play(marks["A"]).outcome() is None, "o is free"


def test_only_renju_forbids() -> None:
    for rules in ("", CARO, EXACT):
        position, marks = draw("x . x A x . x", rules)
        assert position.forbidden_points == {}
        assert position.play(marks["A"]).outcome() is None


def test_a_full_board_is_a_draw() -> None:
    game = find_game("caro").with_rules("columns=5,rows=5")
    position = game.parse_position("xxoox/ooxxo/xxoox/ooxxo/xxoo1 x")
    after = position.play(position.legal_moves()[0])
    assert after.outcome() == Outcome(None, Termination.FULL_BOARD)
    assert after.legal_moves() == after.likely_moves() == []


# --- swap2 -----------------------------------------------------------------------------------------------------------


def swap2(moves: str) -> Any:
    game = find_game("caro").with_rules("opening=swap2")
    position = game.start()
    for text in moves.split():
        position = position.play(game.parse_move(position, text))
    return position


SWAP2 = [
    # moves; who makes the next; who is to move; x is whose; the end of the text
    ("", 0, 0, 0, "x three"),
    ("h8", 0, 1, 0, "o three"),
    ("h8 i9", 0, 0, 0, "x three"),
    ("h8 i9 a1", 1, 1, 0, "o choice"),
    ("h8 i9 a1 b1", 0, 0, 0, "x"),
    ("h8 i9 a1 swap", 0, 0, 1, "o swapped"),
    ("h8 i9 a1 swap b1", 1, 1, 1, "x swapped"),
    ("h8 i9 a1 two", 1, 0, 1, "o two"),
    ("h8 i9 a1 two b1", 1, 1, 1, "x two"),
    ("h8 i9 a1 two b1 c1", 0, 0, 1, "o last"),
    ("h8 i9 a1 two b1 c1 d1", 1, 1, 1, "x swapped"),
    ("h8 i9 a1 two b1 c1 swap", 1, 1, 0, "o"),
    ("h8 i9 a1 two b1 c1 swap d1", 0, 0, 0, "x"),
]


@pytest.mark.parametrize(("moves", "hand", "turn", "owner", "text"), SWAP2)
def test_swap2(moves: str, hand: int, turn: int, owner: int, text: str) -> None:
    position = swap2(moves)
    game = position.game
    assert (position.hand, position.turn) == (hand, turn)
    assert game.side_name(position, Player(owner)) == "X"
    kinds = {kind.id: kind.player for kind in game.surface(position).kinds}
    assert kinds == {"x": owner, "o": 1 - owner}
    assert str(position).split(" ", 1)[1] == text
    read = game.parse_position(str(position))
    assert read == position and read.legal_moves() == position.legal_moves()
    choices = {game.format_move(position, move) for move in position.legal_moves() if move >= 500}
    assert choices == {"choice": {"swap", "two"}, "last": {"swap"}}.get(text[2:], set())
    (tally,) = game.tallies(position)
    assert sum(tally.values) == len(position.pieces) and tally.pieces[owner] == ("x",)


def test_a_swapped_line_wins_for_its_owner() -> None:
    position = swap2("h8 a1 i8 swap b2 j8 c5 k8 o1 l8")
    assert position.outcome() == Outcome(Player.SECOND, Termination.LINE)
    assert position.outcome().result == "0-1"


def test_choices_have_no_cell() -> None:
    position = swap2("h8 i9 a1")
    *_, swap, two = position.game.shapes(position)
    assert (swap.origin, swap.target, two.target) == (None, None, None)
    assert isinstance(swap, MoveShape) and swap.hint and two.hint


def test_choices_are_refused_out_of_season() -> None:
    with pytest.raises(IllegalMoveError, match="does not offer this choice"):
        find_game("caro")().parse_move(find_game("caro")().start(), "swap")
    position = swap2("h8 i9 a1 two b1 c1")
    with pytest.raises(IllegalMoveError, match="does not offer this choice"):
        position.game.parse_move(position, "two")


# --- set-ups ---------------------------------------------------------------------------------------------------------


def faults(rules: str, pieces: dict[int, str], turn: int = 0, **counters: int) -> list[str]:
    game = find_game("caro").with_rules(rules)
    return [str(fault) for fault in game.faults(Setup(pieces, Player(turn), counters))]


def test_set_ups_for_teaching_are_allowed() -> None:
    assert faults("", dict.fromkeys((1, 2, 3), "x")) == []
    assert faults("", dict.fromkeys((1, 2, 3), "x"), 1) == []
    assert faults("", dict.fromkeys((1, 2, 3, 4, 5), "x"), 1) == []


def test_set_ups_that_are_refused() -> None:
    five = dict.fromkeys((1, 2, 3, 4, 5), "x")
    other = dict.fromkeys((31, 32, 33, 34, 35), "o")
    assert faults("", five) == ["x is to move and has won already; the other side must be"]
    assert faults("", five | other) == ["both x and o have a line that wins"]
    assert faults("", {225: "x", 3: "z"}) == ["d1: unknown piece 'z'", "cell 225 is not on the board"]
    swap = "opening=swap2"
    assert faults(swap, {}, 0, opening=9) == ["opening is 9: must be 0 to 5"]
    assert faults(swap, {}, 1, opening=1) == [
        "opening, three: needs 0 to 2 stones, not 0 x and 0 o, o to move",
    ]
    assert faults(swap, {1: "x", 2: "o", 3: "x"}, 1, opening=2) == []
    with pytest.raises(PositionError, match="won already"):
        find_game("caro")().compose(Setup(five, Player.FIRST))


# --- what a window asks ----------------------------------------------------------------------------------------------


def test_forbidden_points_bind_black_only() -> None:
    game = find_game("caro").with_rules("Renju")
    position = game.start()
    for text in ["h8", "a1", "j8", "a3", "i9", "a5", "i10", "a7"]:
        position = position.play(game.parse_move(position, text))
    point = game.parse_move(position, "i8")
    assert game.forbidden(position, Player.FIRST) == {point: "double three"}
    assert game.forbidden(position, Player.SECOND) == {}
    lost = position.play(point)
    assert lost.outcome() == Outcome(Player.SECOND, Termination.FORBIDDEN)
    assert game.forbidden(lost, Player.FIRST) == {}
    free = find_game("caro")()
    assert free.forbidden(free.start(), Player.FIRST) == {}


def test_forbidden_points_bind_the_player_who_took_black() -> None:
    game = find_game("caro").with_rules("win=renju,opening=swap2")
    cells = {text: "xo"[index % 2] for index, text in enumerate(["h8", "a1", "j8", "a3", "i9", "a5", "i10", "a7"])}
    pieces = {ord(text[0]) - ord("a") + 15 * (int(text[1:]) - 1): piece for text, piece in cells.items()}
    position = game.compose(Setup(pieces, Player.SECOND, {"opening": 5}))
    assert game.side_name(position, Player.SECOND) == "X"
    assert game.forbidden(position, Player.SECOND) == {8 + 15 * 7: "double three"}
    assert game.forbidden(position, Player.FIRST) == {}


PROMPTS = [
    ("", "Opening: the first player puts x, o, x"),
    ("h8 i9", "Opening: the first player puts x, o, x"),
    ("h8 i9 a1", "Opening: the second player plays o, takes x, or puts two more stones"),
    ("h8 i9 a1 two b1", "Opening: the second player puts o and x"),
    ("h8 i9 a1 two b1 c1", "Opening: the first player plays o or takes x"),
    ("h8 i9 a1 swap", ""),
    ("h8 i9 a1 b1", ""),
]


@pytest.mark.parametrize(("moves", "prompt"), PROMPTS)
def test_an_opening_names_what_it_needs(moves: str, prompt: str) -> None:
    position = swap2(moves)
    assert position.game.prompt(position) == prompt


def test_boards_of_all_sizes_do_not_stay_in_memory() -> None:
    first = find_game("caro")()
    position = first.start()
    for columns in range(5, 23):
        find_game("caro").with_rules(f"columns={columns},rows=6").start()
    assert find_geometry.cache_info().currsize <= 16
    for text in ("H8", "H9", "G8"):
        position = position.play(first.parse_move(position, text))
    assert "H8" not in {first.format_move(position, move) for move in position.legal_moves()}
