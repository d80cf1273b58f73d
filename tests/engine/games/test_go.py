"""Go and MiniGo as people meet them: names, texts, refusals, drawn rules, handicap, groups, the count."""

from typing import Any

import pytest

from engine.core.errors import IllegalMoveError, NotationError, OptionError, PositionError
from engine.core.game import find_game
from engine.core.language import set_language
from engine.core.outcome import Player
from engine.core.playout import Playout
from engine.core.surface import Setup
from engine.games.go.counting import regions, safe_groups
from engine.games.go.notation import handicap_points, parse_vertex, stars, vertex
from engine.games.go.position import GoPosition, Playouts, playout
from engine.games.go.stones import geometry_of
from engine.games.minigo.position import MinigoPosition


def text_of(drawing: str, tail: str = "b - 0 0") -> str:
    """The text of a position from a drawing of ``X`` (black), ``O`` (white) and dots, top row first."""
    rows = drawing.split()
    text = "/".join(rows).replace("X", "b").replace("O", "w")
    for length in range(len(rows), 0, -1):
        text = text.replace("." * length, str(length))
    return f"{text} {tail}"


def go(drawing: str, tail: str = "b - 0 0", rules: str = "") -> Any:
    size = len(drawing.split())
    game = find_game("go").with_rules(",".join(filter(None, (f"size={size}", rules))))
    return game.parse_position(text_of(drawing, tail))


def minigo(drawing: str, tail: str = "b - 0 0", rules: str = "") -> Any:
    size = len(drawing.split())
    game = find_game("minigo").with_rules(",".join(filter(None, (f"size={size}", rules))))
    return game.parse_position(text_of(drawing, tail))


def drawing_of(position: Any) -> str:
    size = position.size
    marks = {"b": "X", "w": "O", "ko": "k"}
    pieces = position.game.surface(position).pieces
    rows = ("".join(marks.get(pieces.get(r * size + c, ""), ".") for c in range(size)) for r in range(size - 1, -1, -1))
    return "\n".join(rows)


def play(position: Any, *texts: str) -> Any:
    for text in texts:
        position = position.play(position.game.parse_move(position, text))
    return position


def names(position: Any) -> list[str]:
    return [position.game.format_move(position, move) for move in position.legal_moves()]


# --- notation ---------------------------------------------------------------------------------------------------------


def test_points_have_the_names_of_gtp() -> None:
    assert [vertex(19, point) for point in (0, 7, 8, 18, 60, 360)] == ["A1", "H1", "J1", "T1", "D4", "T19"]
    assert parse_vertex(19, "t19") == 360 and parse_vertex(9, "K1") is None and parse_vertex(9, "A10") is None
    assert all(parse_vertex(19, text) is None for text in ("I5", "A0", "A01", "", "AA1", "5D", "A-1", "A１"))
    assert all(parse_vertex(size, vertex(size, p)) == p for size in (5, 9, 19) for p in range(size * size))


def test_text_of_a_position() -> None:
    game = find_game("go").with_rules("size=5,komi=0.5")
    position = play(game.start(), "C3", "pass", "B1")
    assert str(position) == "5/5/2b2/5/1b3 w - 0 0"
    assert str(play(position, "pass")) == "5/5/2b2/5/1b3 b - 0 0 1"
    assert str(play(position, "pass", "pass")) == "5/5/2b2/5/1b3 w - 0 0 2"
    assert str(find_game("go")().start()) == "/".join(["19"] * 19) + " b - 0 0"
    wide = find_game("go").with_rules("size=13").parse_position("13/" * 12 + "1b10w w - 3 4")
    assert str(wide) == "13/" * 12 + "1b10w w - 3 4"
    assert game.tallies(play(position, "pass"))[1].values == (0, 1)


@pytest.mark.parametrize(
    "text, reason",
    [
        ("", "empty position"),
        ("5/5/5/5/5 b", "5 fields"),
        ("5/5/5/5/5 b - 0 0 1 1", "5 fields"),
        ("5/5/5/5 b - 0 0", "expected 5 rows, found 4"),
        ("5/5/5/5/6 b - 0 0", "row 1: 6 points instead of 5"),
        ("5/5/5/5/bbbbbb b - 0 0", "row 1: 6 points"),
        ("5/5/5/5/4x b - 0 0", "'x' is not a stone"),
        ("5/5/5/5/05 b - 0 0", "'05' is not a stone"),
        ("5/5/5/5/5 r - 0 0", "side to move"),
        ("5/5/5/5/5 b X9 0 0", "ko: expected a point"),
        ("5/5/5/5/b4 w A1 0 0", "there is a stone on A1"),
        ("5/5/5/5/5 b - x 0", "black_prisoners: expected a number"),
        ("5/5/5/5/5 b - 0 0 3", "passes is 3"),
        ("5/5/5/5/5 b C3 0 0", "C3 is not a ko"),
        ("5/5/5/w4/bw3 b - 0 0", "the group on A1 has no liberty"),
    ],
)
def test_bad_texts_are_refused_with_their_reason(text: str, reason: str) -> None:
    with pytest.raises((NotationError, PositionError), match=reason):
        find_game("go").with_rules("size=5").parse_position(text)


def test_minigo_has_no_ko_and_no_passes() -> None:
    game = find_game("minigo").with_rules("size=5")
    with pytest.raises(NotationError, match="ko"):
        game.parse_position("1bw2/bw1w1/1bw2/5/5 b C4 0 0")
    with pytest.raises(NotationError, match="5 fields"):
        game.parse_position("5/5/5/5/5 b - 0 0 1")
    with pytest.raises(NotationError, match="not a move"):
        game.parse_move(game.start(), "pass")
    with pytest.raises(PositionError, match="both sides have captured"):
        game.parse_position("5/5/5/5/5 b - 1 1")


# --- rules of Go, drawn -----------------------------------------------------------------------------------------------

KO = """
    .XO..
    XO.O.
    .XO..
    .....
    ....."""


def test_ko() -> None:
    position = play(go(KO), "C4")
    assert drawing_of(position) == ".XO..\nXkXO.\n.XO..\n.....\n....."
    assert str(position).split()[2] == "B4" and position.prisoner_counts == (1, 0)
    with pytest.raises(IllegalMoveError, match="ko"):
        play(position, "B4")
    away = play(position, "A1", "E1")
    assert away.ko_point is None and drawing_of(play(away, "B4")).splitlines()[1] == "XOkO."


def test_a_playout_does_not_retake_a_ko_at_once() -> None:
    """Whether the ko comes from a move of the search or is over after its moves."""
    before = go(KO)
    taken = play(before, "C4")
    again = taken.ko_point
    away = [taken.game.parse_move(taken, "A1"), play(taken, "A1").game.parse_move(play(taken, "A1"), "E1")]
    playout, later = Playout(1), 0
    for _ in range(200):
        before.played_out(playout, [before.game.parse_move(before, "C4")])
        assert playout.played[0] != again
        taken.played_out(playout)
        assert playout.played[0] != again
        taken.played_out(playout, away)
        later += playout.played[0] == again
    assert later > 0


def test_a_ko_is_read_from_text_and_from_a_set_up() -> None:
    position = play(go(KO), "C4")
    game = position.game
    again = game.parse_position(str(position))
    assert str(again) == str(position) and again.key == position.key and names(again) == names(position)
    setup = game.setup(position)
    assert setup.pieces[parse_vertex(5, "B4")] == "ko"
    without = Setup({cell: piece for cell, piece in setup.pieces.items() if piece != "ko"}, setup.turn, setup.counters)
    assert game.compose(without).key != position.key and "B4" in names(game.compose(without))
    two = Setup({**setup.pieces, 0: "ko"}, setup.turn, setup.counters)
    assert any("more than one ko" in str(fault) for fault in game.faults(two))


def test_taking_two_back_is_no_ko() -> None:
    """A stone that takes two may be taken at once (unless the board recurs, which it does not)."""
    position = play(go(".OOX. OXX.. XO... ..... .....", "w - 0 0"), "D4")
    assert position.ko_point is None


def test_one_stone_takes_four_groups() -> None:
    """Also where it has no liberty of its own before."""
    position = go("""
        .XOX.
        XO.OX
        .XOX.
        ..X..
        .....""")
    assert position.takes(0, parse_vertex(5, "C4")) == [parse_vertex(5, name) for name in ("C3", "B4", "D4", "C5")]
    after = play(position, "C4")
    assert after.prisoner_counts == (4, 0) and after.ko_point is None
    assert drawing_of(after) == ".X.X.\nX.X.X\n.X.X.\n..X..\n....."


def test_suicide() -> None:
    drawing = """
        .O...
        O....
        .....
        .....
        ....."""
    position = go(drawing)
    assert position.is_suicide(parse_vertex(5, "A5"))
    with pytest.raises(IllegalMoveError, match="suicide"):
        play(position, "A5")
    two = """
        X.O..
        OO...
        .....
        .....
        ....."""
    with pytest.raises(IllegalMoveError, match="suicide"):
        play(go(two), "B5")
    after = play(go(two, rules="rule_set=tromp_taylor"), "B5")
    assert drawing_of(after) == "..O..\nOO...\n.....\n.....\n....." and after.prisoner_counts == (0, 2)
    # One stone that takes itself leaves the board as it was.
    with pytest.raises(IllegalMoveError, match="superko"):
        play(go(drawing, rules="rule_set=tromp_taylor"), "A5")


def test_learners_do_not_play_into_surrounded_areas() -> None:
    drawing = """
        ..X..
        ..X..
        XXX..
        .....
        ...O."""
    free, bound = go(drawing, "w - 0 0"), go(drawing, "w - 0 0", "no_surrounded=on")
    assert set(names(free)) - set(names(bound)) == {"A5", "B5", "A4", "B4"}
    with pytest.raises(IllegalMoveError, match="surrounds"):
        play(bound, "B5")
    # A player without a stone may play anywhere.
    assert len(names(go("..... ..... ..X.. ..... .....", "w - 0 0", "no_surrounded=on"))) == 25
    # A capture is allowed everywhere.
    inside = go(".XO.. XXO.. OOO.. ..... .....", "w - 0 0", "no_surrounded=on")
    assert "A5" in names(inside)


def test_two_passes_end_and_score() -> None:
    position = go("..X.. ..XO. ..XO. ..XO. ..XO.", rules="komi=0.5")
    end = play(position, "pass", "pass")
    assert end.legal_moves() == [] and end.outcome().winner is Player.FIRST
    assert end.outcome().termination.value == "score" and end.half_points() == 2 * (15 - 4) - 1
    with pytest.raises(IllegalMoveError, match="over"):
        play(end, "A1")
    heavy = play(go("..X.. ..XO. ..XO. ..XO. ..XO.", rules="komi=12"), "pass", "pass")
    assert heavy.outcome().winner is Player.SECOND
    even = play(go("..X.. ..XO. ..XO. ..XO. ..XO.", rules="komi=11"), "pass", "pass")
    assert even.outcome().winner is None and even.game.count(even).result == "0"


# --- handicap, komi ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "size, stones, expected",
    [
        (19, 2, "D4 Q16"),
        (19, 3, "D4 D16 Q16"),
        (19, 4, "D4 D16 Q4 Q16"),
        (19, 5, "D4 D16 K10 Q4 Q16"),
        (19, 6, "D4 D10 D16 Q4 Q10 Q16"),
        (19, 7, "D4 D10 D16 K10 Q4 Q10 Q16"),
        (19, 8, "D4 D10 D16 K4 K16 Q4 Q10 Q16"),
        (19, 9, "D4 D10 D16 K4 K10 K16 Q4 Q10 Q16"),
        (9, 2, "C3 G7"),
        (9, 5, "C3 C7 E5 G3 G7"),
        (13, 9, "D4 D7 D10 G4 G7 G10 K4 K7 K10"),
        (8, 9, "C3 C6 F3 F6"),
        (7, 4, "C3 C5 E3 E5"),
    ],
)
def test_handicap_stones_are_where_gtp_puts_them(size: int, stones: int, expected: str) -> None:
    assert {vertex(size, point) for point in handicap_points(size, stones)} == set(expected.split())


def test_handicap_and_its_compensation() -> None:
    for rule_set, points in (("chinese", 4), ("aga", 3), ("japanese", 0), ("tromp_taylor", 0)):
        game = find_game("go").with_rules(f"size=9,handicap=4,rule_set={rule_set},komi=0.5")
        start = game.start()
        assert start.turn is Player.SECOND and len(start.stone_points[0]) == 4
        end = play(start, "pass", "pass")
        empty = 81 - 4
        stones = 0 if rule_set == "japanese" else 4
        assert end.half_points() == 2 * (empty + stones - points) - 1
        assert game.count(end).totals == (empty + stones, 0.5 + points)


def test_komi_is_whole_or_half() -> None:
    assert find_game("go").with_rules("komi=-3.5").rules.komi == -3.5
    with pytest.raises(OptionError, match="half"):
        find_game("go").with_rules("komi=6.3")


def test_boards() -> None:
    assert [len(stars(size)) for size in (5, 7, 8, 9, 10, 11, 13, 18, 19)] == [0, 5, 4, 5, 4, 5, 9, 4, 9]
    surface = find_game("go").with_rules("size=13").surface(find_game("go").with_rules("size=13").start())
    assert (surface.columns, surface.rows, surface.style, surface.theme) == (13, 13, "points", "go")
    assert surface.cell_name(0) == "A1" and surface.cell_name(168) == "N13"
    assert [kind.id for kind in surface.kinds] == ["b", "w", "ko"]
    with pytest.raises(OptionError):
        find_game("go").with_rules("size=4")
    with pytest.raises(ValueError, match="size 20"):
        geometry_of(9).__class__(20)


# --- groups -----------------------------------------------------------------------------------------------------------


def test_groups_and_ataris() -> None:
    position = go("""
        XO...
        XX.O.
        .....
        .O...
        .....""")
    game = position.game
    group = game.group(position, parse_vertex(5, "A5"))
    assert {vertex(5, cell) for cell in group.cells} == {"A5", "A4", "B4"}
    assert {vertex(5, cell) for cell in group.liberties} == {"A3", "B3", "C4"}
    assert game.group(position, 0) is None and game.group(position, 99) is None
    danger = game.groups_in_danger(position)
    assert [[vertex(5, cell) for cell in each.cells] for each in danger] == [["B5"]]
    assert [vertex(5, cell) for cell in danger[0].liberties] == ["C5"]
    assert position.takes(0, parse_vertex(5, "C5")) == [parse_vertex(5, "B5")]


def test_questions_about_points_are_checked() -> None:
    position = find_game("go").with_rules("size=5").start()
    for question in (position.stone_at, position.group, position.is_suicide, position.forbids_repetition):
        for point in (-1, 25, 361, 10**6):
            with pytest.raises(IndexError):
                question(point)
    for point in (-1, 25):
        with pytest.raises(IndexError):
            position.takes(0, point)
    assert position.takes(7, 3) == []


@pytest.mark.parametrize("change", [
    {"black": [25]}, {"black": [-1]}, {"black": [1, 1]}, {"white": [0], "black": [0]}, {"size": 4}, {"size": 20},
    {"side": 2}, {"ko": 25}, {"ko": 0, "black": [0]}, {"prisoners": (-1, 0)}, {"prisoners": (0, 10**6)}, {"passes": 3},
    {"black": [0], "white": [1, 5]},
])  # fmt: skip
def test_impossible_positions_of_go_are_refused(change: dict[str, Any]) -> None:
    game = find_game("go").with_rules("size=5")
    values: dict[str, Any] = {"size": 5, "black": [], "white": [], "side": 0, "ko": None, "prisoners": (0, 0),
                              "passes": 0} | change  # fmt: skip
    with pytest.raises(ValueError):
        GoPosition(game, game.packed, *values.values())


@pytest.mark.parametrize("black, white, side, prisoners", [
    ([25], [], 0, (0, 0)), ([0, 0], [], 0, (0, 0)), ([], [], 2, (0, 0)), ([], [], 0, (1, 1)), ([0], [1, 5], 0, (0, 0)),
])  # fmt: skip
def test_impossible_positions_of_minigo_are_refused(black: Any, white: Any, side: int, prisoners: Any) -> None:
    game = find_game("minigo").with_rules("size=5")
    with pytest.raises(ValueError):
        MinigoPosition(game, 5, False, True, black, white, side, prisoners)


# --- the count --------------------------------------------------------------------------------------------------------


def test_count_by_area_and_by_territory() -> None:
    drawing = """
        .XO.O
        XXOO.
        .XXOO
        X.XO.
        .XXO."""
    area = play(go(drawing, "b - 2 1", "komi=0.5"), "pass", "pass")
    count = area.game.count(area)
    assert count.rows == (("Territory", 4, 4), ("Stones", 9, 8), ("Komi", 0, 0.5))
    assert count.result == "B+0.5" and count.winner is Player.FIRST and count.totals == (13, 12.5)
    assert area.half_points() == 1
    assert set(area.game.ownership(area)) == {1, -1}
    territory = play(go(drawing, "b - 2 1", "komi=0.5,rule_set=japanese"), "pass", "pass")
    count = territory.game.count(territory)
    assert count.rows == (("Territory", 4, 4), ("Prisoners", 2, 1), ("Dead stones", 0, 0), ("Komi", 0, 0.5))
    assert count.result == "B+0.5"
    assert [territory.game.ownership(territory)[parse_vertex(5, name)] for name in ("A5", "B5", "E1")] == [1, 0, -1]


@pytest.mark.parametrize("rules", ["", "rule_set=japanese"])
def test_a_game_that_is_resumed_has_the_same_board_without_the_passes(rules: str) -> None:
    start = play(go(".X.O. XXOO. .XO.. XXO.. .XO..", rules=rules), "A3", "E4")
    assert start.game.resumed(start) is start
    for count in (1, 2):
        passed = play(start, *["pass"] * count)
        resumed = start.game.resumed(passed)
        assert (resumed.passes_made, resumed.turn, resumed.outcome()) == (0, passed.turn, None)
        assert drawing_of(resumed) == drawing_of(start) and resumed.history == passed.history
        assert resumed.prisoner_counts == start.prisoner_counts and names(resumed)


def test_dead_groups_are_taken_off_whole() -> None:
    drawing = """
        .X.O.
        OX.O.
        OX.OX
        .X.O.
        .X.O."""
    position = play(go(drawing, rules="komi=0.5"), "pass", "pass")
    alive = position.game.count(position)
    assert alive.result == "W+1.5" and alive.dead == frozenset()
    dead = position.game.count(position, {parse_vertex(5, "A4"), parse_vertex(5, "E3"), 99, parse_vertex(5, "C1")})
    assert {vertex(5, cell) for cell in dead.dead} == {"A4", "A3", "E3"}
    assert dead.rows[:2] == (("Territory", 5, 5), ("Stones", 5, 5))
    assert dead.owners[parse_vertex(5, "A3")] is Player.FIRST and parse_vertex(5, "C3") not in dead.owners
    japanese = play(go(drawing, "b - 0 3", "komi=0.5,rule_set=japanese"), "pass", "pass")
    count = japanese.game.count(japanese, {parse_vertex(5, "A3"), parse_vertex(5, "E3")})
    assert count.rows == (("Territory", 5, 5), ("Prisoners", 0, 3), ("Dead stones", 2, 1), ("Komi", 0, 0.5))
    for each in (japanese, position):
        assert {parse_vertex(5, "E3")} <= each.game.propose_dead(each) <= count.dead


def test_safe_groups() -> None:
    """Two eyes live whatever happens; one eye does not, and a stone in an eye is dead."""
    position = go("""
        .XO..
        X.XO.
        OXXO.
        OOOO.
        .....""")
    groups, _ = safe_groups(position, 0)
    assert groups == []
    position = go("""
        .X.XO
        XXXXO
        OOOO.
        .O.O.
        O.OO.""")
    black, black_regions = safe_groups(position, 0)
    assert [len(group) for group in black] == [6] and [len(region) for region in black_regions] == [1, 1]
    assert safe_groups(go("..... " * 5), 0) == ([], [])
    assert regions(5, {0, 1, 7, 12}) == [frozenset({0, 1}), frozenset({7, 12})]


# --- playouts ---------------------------------------------------------------------------------------------------------


def test_playouts_are_seeded_and_end() -> None:
    position = find_game("go").with_rules("size=9").start()
    before = (str(position), position.key, position.legal_moves())
    results = [playout(position, seed) for seed in range(30)]
    assert results == [playout(position, seed) for seed in range(30)] and len(set(results)) > 10
    assert all(abs(result) <= 2 * (81 + 8) and result % 2 for result in results)
    assert (str(position), position.key, position.legal_moves()) == before
    games = Playouts()
    games.play(position, 50, 1)
    games.play(position, 50, 2)
    assert games.count == 100 == games.black_wins + games.white_wins
    assert 60 < games.moves / games.count < 259 and len(games.owners) == 81
    assert all(-1 <= owner <= 1 for owner in games.owners)


def test_playouts_do_not_fill_eyes() -> None:
    """Black, alive with two eyes, keeps what it has in every game."""
    position = go(
        """
        .X.XO
        XXXXO
        OOOO.
        .....
        .....""",
        "w - 0 0",
    )
    games = Playouts()
    games.play(position, 200, 3)
    assert all(games.owners[point] == 1 for point in position.stone_points[0])


def test_bad_playouts_are_refused() -> None:
    position = find_game("go").with_rules("size=9").start()
    games = Playouts()
    games.play(position, 1, 0)
    with pytest.raises(ValueError, match="two sizes"):
        games.play(find_game("go").with_rules("size=5").start(), 1, 0)
    with pytest.raises(ValueError, match="playouts"):
        games.play(position, -1, 0)
    with pytest.raises((ValueError, TypeError)):
        games.play(find_game("minigo")().start(), 1, 0)


# --- MiniGo -----------------------------------------------------------------------------------------------------------


def test_minigo_begins_in_the_centre() -> None:
    for size, centre in ((19, "K10"), (9, "E5"), (6, "D4")):
        assert names(find_game("minigo").with_rules(f"size={size}").start()) == [centre]
    with pytest.raises(IllegalMoveError, match="centre"):
        play(find_game("minigo")().start(), "D4")
    assert len(names(find_game("minigo").with_rules("size=9,centre=off").start())) == 81
    assert len(names(find_game("minigo").with_rules("atari Go").start())) == 81
    start = find_game("minigo").with_rules("size=9").start()
    assert names(play(start, "E5")) == ["E4", "D5", "F5", "E6"]


def test_minigo_must_take_then_must_save_then_must_touch() -> None:
    taking = minigo("..... .XO.. ..X.. .XOX. .....", "b - 0 0")
    assert names(taking) == ["C1"]
    with pytest.raises(IllegalMoveError, match="must be taken"):
        play(taking, "D4")
    end = play(taking, "C1")
    assert end.outcome().winner is Player.FIRST and end.outcome().termination.value == "capture"
    assert end.legal_moves() == [] and end.prisoner_counts == (1, 0)
    saving = minigo("..... .XO.. ..X.. .XOX. .....", "w - 0 0")
    assert names(saving) == ["C1"]
    with pytest.raises(IllegalMoveError, match="must be saved"):
        play(saving, "D4")
    touching = minigo("..... .O... ..... ...X. .....", "b - 0 0")
    assert names(touching) == ["B3", "A4", "C4", "B5"]
    with pytest.raises(IllegalMoveError, match="liberty of the enemy"):
        play(touching, "A1")
    with pytest.raises(IllegalMoveError, match="the point is occupied"):
        play(touching, "B4")


def test_minigo_forbids_suicide() -> None:
    position = minigo(".O... O.... ..... ..... .....", "b - 0 0", "free=on")
    assert "A5" not in names(position) and len(names(position)) == 22
    with pytest.raises(IllegalMoveError, match="suicide"):
        play(position, "A5")


def test_passing_has_no_point_but_a_word() -> None:
    start = find_game("go").with_rules("9x9").start()
    game: Any = start.game
    move = game.pass_move(start)
    shape = game.shape(start, move)
    assert (shape.origin, shape.target, shape.hint) == (None, None, "pass")
    assert game.parse_move(start, "pass") == move and game.format_move(start, move, "display") == "pass"
    set_language("vi")
    assert game.format_move(start, move, "display") == "bỏ lượt"
    assert game.format_move(start, move) == "pass" and game.parse_move(start, "bỏ lượt") == move
    over = play(start, "pass", "pass")
    assert game.pass_move(over) is None
    minigo_start = find_game("minigo")().start()
    assert minigo_start.game.pass_move(minigo_start) is None
