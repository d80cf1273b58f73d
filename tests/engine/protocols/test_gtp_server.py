"""Our GTP, command by command; the words of errors are those of the specification."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.core.game import find_game
from engine.core.outcome import Player
from engine.protocols.server.gtp import GtpServer
from engine.search.report import Limit
from tests.engine.protocols.desk import Desk, report_of, serve


@pytest.fixture
def desk() -> Desk:
    return serve(GtpServer, find_game("go").with_rules("9x9"))


def test_an_answer_repeats_the_number_and_ends_with_an_empty_line(desk: Desk) -> None:
    assert desk.say("12 protocol_version") == ["=12 2", ""]
    assert desk.say("name") == ["= Desk", ""]
    assert desk.say("7 nonsense") == ["?7 unknown command", ""]


def test_a_ko_ends_when_the_same_side_moves_again() -> None:
    desk = serve(GtpServer, find_game("go").with_rules("size=5"))
    for colour, points in (("black", "B5 A4 B3"), ("white", "C5 D4 C3 B4")):
        for point in points.split():
            assert desk.say(f"play {colour} {point}") == ["= ", ""]
    assert desk.say("play black C4") == ["= ", ""]
    assert desk.say("play white B4") == ["? illegal move", ""], "a ko"
    assert desk.say("play black E1", "play white B4") == ["= ", ""] * 2


@pytest.mark.parametrize("line", ["", "   ", "# only a comment", "\t"])
def test_an_empty_line_is_no_command(desk: Desk, line: str) -> None:
    assert desk.say(line) == []


def test_comments_tabs_and_control_characters_are_taken_off(desk: Desk) -> None:
    assert desk.say("3\tprotocol_\x07version # please") == ["=3 2", ""]


def test_every_command_listed_is_known_and_answers(desk: Desk) -> None:
    commands = desk.say("list_commands")
    names = [commands[0].removeprefix("= "), *commands[1:-1]]
    required = {
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
    }
    assert required <= set(names)
    for name in names:
        assert desk.say(f"known_command {name}") == ["= true", ""]
        assert desk.say(name)[0][0] in "=?"
    assert desk.say("known_command fly") == ["= false", ""]


def test_a_game_is_played_and_taken_back(desk: Desk) -> None:
    assert desk.say("play b E5", "play w e6") == ["= ", "", "= ", ""]
    assert desk.say("play b E5") == ["? illegal move", ""]
    assert desk.say("play b J10") == ["? invalid color or coordinate", ""]
    assert desk.say("play red A1") == ["? invalid color or coordinate", ""]
    assert desk.say("genmove b")[0].startswith("= ")
    assert desk.say("undo", "undo", "undo") == ["= ", ""] * 3
    assert desk.say("undo") == ["? cannot undo", ""]


def test_a_side_may_play_twice_and_one_undo_takes_back_one_move(desk: Desk) -> None:
    desk.say("play b E5", "play b E6")
    board = "\n".join(desk.say("showboard"))
    assert board.count("X") == 2 and "O" not in board
    desk.say("genmove b", "undo", "undo")
    assert "\n".join(desk.say("showboard")).count("X") == 1


def test_after_two_passes_the_board_can_still_be_played_on(desk: Desk) -> None:
    desk.say("play b pass", "play w pass")
    assert desk.say("genmove b") == ["= pass", ""] or desk.thinks
    assert desk.say("play w D4")[0] in ("= ", "? illegal move")
    assert desk.say("final_score")[0].startswith("= ")


def test_size_and_komi(desk: Desk) -> None:
    assert desk.say("boardsize 7", "komi 5.5", "clear_board") == ["= ", ""] * 3
    assert desk.thinks == []
    assert desk.say("final_score") == ["= W+5.5", ""]
    assert desk.say("boardsize 52") == ["? unacceptable size", ""]
    assert desk.say("boardsize seven") == ["? boardsize not an integer", ""]
    assert desk.say("komi much") == ["? komi not a float", ""]
    assert desk.say("komi nan")[0][0] == "?"


def test_komi_in_the_middle_of_a_game_keeps_the_stones(desk: Desk) -> None:
    desk.say("play b E5", "play w C3", "komi 0")
    board = "\n".join(desk.say("showboard"))
    assert "X" in board and "O" in board
    assert desk.say("undo")[0] == "= "


def test_handicap(desk: Desk) -> None:
    assert desk.say("fixed_handicap 1")[0] == "? invalid number of stones"
    for word in ("two", "--2", "²"):
        assert desk.say(f"fixed_handicap {word}")[0] == "? handicap not an integer"
    assert desk.say("fixed_handicap 4") == ["= C3 G3 C7 G7", ""]
    assert desk.say("fixed_handicap 4") == ["? board not empty", ""]
    desk.say("clear_board")
    assert len(desk.say("place_free_handicap 30")[0].split()) == 10
    desk.say("clear_board")
    assert desk.say("set_free_handicap D4 E5 F6") == ["= ", ""]
    assert "\n".join(desk.say("showboard")).count("X") == 3
    desk.say("clear_board")
    for line in ("set_free_handicap D4", "set_free_handicap D4 D4", "set_free_handicap D4 pass"):
        assert desk.say(line) == ["? bad vertex list", ""]


@pytest.mark.parametrize(
    ("settings", "seconds"),
    [
        (("time_settings 0 1 0",), 2.0),  # no limit: what we think by default
        (("time_settings 60 0 0",), None),
        (("time_settings 0 10 1",), None),
        (("time_settings 300 30 5", "time_left b 12 3"), None),
    ],
)
def test_time_is_kept(desk: Desk, settings: tuple[str, ...], seconds: float | None) -> None:
    desk.say(*settings, "genmove b")
    limit = desk.thinks[-1].limit
    assert limit is not None and limit.seconds is not None
    if seconds is not None:
        assert limit == Limit(seconds=seconds)
    else:
        assert limit.seconds < 12


def test_without_time_left_the_clock_is_kept_by_ourselves() -> None:
    desk = serve(GtpServer, find_game("go").with_rules("9x9"), None)
    desk.say("time_settings 10 0 0", "genmove b")
    before = desk.thinks[-1].limit
    move = desk.thinks[-1].position.legal_moves()[0]
    desk.finish(report_of(move), seconds=9.0)
    desk.say("genmove b")
    after = desk.thinks[-1].limit
    assert before is not None and after is not None and after.seconds is not None and before.seconds is not None
    assert after.seconds < before.seconds / 4


def test_searches_that_end_late_make_the_next_ones_shorter() -> None:
    desk = serve(GtpServer, find_game("go").with_rules("9x9"), None)
    desk.say("time_settings 100 0 0", "time_left b 100 0", "genmove b")
    first = desk.thinks[-1].limit
    assert first is not None and first.seconds is not None and first.aim is not None
    desk.finish(report_of(3), seconds=first.seconds + 0.5)
    desk.say("undo", "time_left b 100 0", "genmove b")
    second = desk.thinks[-1].limit
    assert second is not None and second.seconds is not None and second.aim is not None
    assert second.aim == pytest.approx(first.aim - 0.5, abs=0.1) and second.aim < first.aim - 0.5
    assert second.seconds == pytest.approx(first.seconds - 0.5, abs=0.1) and second.seconds < first.seconds - 0.5


def test_commands_wait_while_it_thinks() -> None:
    desk = serve(GtpServer, find_game("go").with_rules("9x9"), None)
    assert desk.say("1 genmove b", "2 name", "3 quit") == []
    move = desk.thinks[-1].position.legal_moves()[5]
    answers = desk.finish(report_of(move))
    assert [line.split()[0] for line in answers if line] == ["=1", "=2", "=3"]
    assert desk.has_quit


@pytest.mark.parametrize("report", [None, report_of(None), report_of(9999)])
def test_a_search_that_fails_still_gives_a_legal_move(report: Any) -> None:
    desk = serve(GtpServer, find_game("go").with_rules("9x9"), None)
    desk.say("genmove b")
    assert desk.finish(report)[0].startswith("= ")


def test_final_status() -> None:
    desk = serve(GtpServer, find_game("go").with_rules("size=5"))
    for point in ("A3", "B3", "C3", "D3", "E3"):
        desk.say(f"play b {point}")
    assert desk.say("final_status_list alive") == ["= A3 B3 C3 D3 E3", ""]
    assert desk.say("final_status_list dead") == ["= ", ""]
    assert desk.say("final_status_list seki") == ["= ", ""]
    assert desk.say("final_status_list sick") == ["? invalid status", ""]


def test_minigo_is_served_too() -> None:
    desk = serve(GtpServer, find_game("minigo").with_rules("9x9"))
    assert desk.say("play b E5") == ["= ", ""]
    assert desk.say("komi 3")[0][0] == "?"
    assert desk.say("genmove w")[0].startswith("= ")
    assert desk.say("final_score") == ["? cannot score", ""]


def test_any_lines_are_answered_and_no_move_is_illegal() -> None:
    rng = random.Random(1)
    desk = serve(GtpServer, find_game("go").with_rules("size=5"), lambda p: rng.choice(p.legal_moves()))
    words = [
        "play",
        "genmove",
        "undo",
        "b",
        "w",
        "A1",
        "C3",
        "E5",
        "pass",
        "clear_board",
        "komi",
        "0",
        "boardsize",
        "5",
        "time_left",
        "showboard",
        "final_score",
        "fixed_handicap",
        "2",
        "é",
        "²",
        "--5",
        "set_free_handicap",
        "loadsgf",
        "time_settings",
        "reg_genmove",
        "-1",
        "99999999999999999999",
    ]
    for _ in range(600):
        answers = desk.say(" ".join(rng.choices(words, k=rng.randint(1, 4))))
        assert answers[0][0] in "=?" and answers[-1] == ""


# --- files ------------------------------------------------------------------------------------------------------------

GAME = "(;GM[1]SZ[9]KM[3.5];B[ee];W[cc]C[a note];B[gc](;W[cg];B[gg])(;W[ii]))"


@pytest.fixture
def sgf(tmp_path: Path) -> Callable[[str], str]:
    def written(text: str) -> str:
        path = tmp_path / "a game.sgf"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return written


def stones(desk: Desk) -> str:
    """Where stones are, from the drawing: ``XE5 OC7``."""
    rows = [line.split() for line in desk.say("showboard")[2:-2]]
    return " ".join(
        f"{sign}{'ABCDEFGHJKLMNOPQRST'[column]}{row[0]}"
        for row in reversed(rows)
        for column, sign in enumerate(row[1:-1])
        if sign in "XO"
    )


def test_a_game_is_loaded_with_its_size_and_komi(sgf: Callable[[str], str]) -> None:
    desk = serve(GtpServer, find_game("go").with_rules("size=5,komi=0"))
    assert desk.say(f"loadsgf {sgf(GAME)}") == ["= ", ""]
    assert stones(desk) == "OC3 XG3 XE5 OC7 XG7"
    assert desk.server.game.protocol_rules("gtp") == {"boardsize": "9", "komi": "3.5"}
    # Its moves can be taken back, one by one.
    for expected in ("OC3 XE5 OC7 XG7", "XE5 OC7 XG7", "XE5 OC7", "XE5", ""):
        assert desk.say("undo") == ["= ", ""]
        assert stones(desk) == expected
    assert desk.say("undo") == ["? cannot undo", ""]


@pytest.mark.parametrize(
    ("number", "expected", "colour"),
    [(1, "", "b"), (2, "XE5", "w"), (4, "XE5 OC7 XG7", "w"), (99, "OC3 XG3 XE5 OC7 XG7", "w"), (0, "", "b")],
)
def test_a_game_is_loaded_up_to_before_a_move(
    desk: Desk, sgf: Callable[[str], str], number: int, expected: str, colour: str
) -> None:
    assert desk.say(f"loadsgf {sgf(GAME)} {number}") == ["= ", ""]
    assert stones(desk) == expected
    desk.say(f"genmove {colour}")
    assert str(desk.thinks[-1].position.turn) == str(Player("bw".index(colour)))


def test_stones_that_a_file_puts_are_kept(desk: Desk, sgf: Callable[[str], str]) -> None:
    desk.say(f"loadsgf {sgf('(;GM[1]SZ[9]HA[2]AB[cg][gc];W[ee];AW[aa];B[ab])')}")
    assert stones(desk) == "XC3 OE5 XG7 XA8 OA9"
    assert desk.say("undo") == ["= ", ""] and stones(desk) == "XC3 OE5 XG7 OA9"
    assert desk.say("undo", "undo")[2:] == ["? cannot undo", ""] and stones(desk) == "XC3 XG7"
    # The handicap is the file's: the next board is empty.
    assert desk.say("clear_board") == ["= ", ""] and stones(desk) == ""
    assert desk.say("fixed_handicap 2")[0] == "= C3 G7"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "No such file or directory"),
        ("", "line 1"),
        ("(;GM[1]SZ[9];B[ee];W[ee])", "line 1"),
        ("(;GM[4]SZ[15];B[hh])", "Caro"),
        ("(;GM[1]SZ[9\n];B[", "line"),
        ("(;GM[3];B[ee])", "GM[3]"),
        ("\x00\x01\xff", "line 1"),
    ],
)
def test_what_cannot_be_loaded_gives_one_sentence(
    desk: Desk, sgf: Callable[[str], str], tmp_path: Path, text: str | None, reason: str
) -> None:
    desk.say("play b D4")
    path = tmp_path / "none.sgf" if text is None else sgf(text)
    first, last = desk.say(f"4 loadsgf {path} 3")
    assert first.startswith("?4 cannot load file: ") and reason in first and last == ""
    for line in ("genmove w", "reg_genmove w", "play w E5", "undo", "showboard", "final_score", "fixed_handicap 2"):
        assert desk.say(line) == ["? no position, because a file was refused", ""], line
    assert desk.say("komi 5.5", "clear_board") == ["= ", ""] * 2
    assert stones(desk) == ""
    desk.say("play b D4")
    assert desk.say("loadsgf") == ["? missing filename", ""]
    assert stones(desk) == "XD4", "without a name there is no position that could be refused"
    assert desk.say(f"loadsgf {tmp_path}")[0].startswith("? cannot load file: ")


def test_a_file_of_another_game_is_refused(sgf: Callable[[str], str]) -> None:
    desk = serve(GtpServer, find_game("minigo").with_rules("9x9"))
    assert desk.say(f"loadsgf {sgf(GAME)}") == ["? cannot load file: it is a game of Go", ""]
    assert desk.say(f"loadsgf {sgf('(;GM[1]SZ[9]KVG[minigo];B[ee];W[ed];B[dd])')}") == ["= ", ""]
    assert stones(desk) == "XE5 XD6 OE6"


def test_a_board_is_empty_whatever_we_were_started_with() -> None:
    desk = serve(GtpServer, find_game("go").with_rules("size=9,handicap=4"))
    assert stones(desk) == ""
    assert desk.say("boardsize 9", "fixed_handicap 3")[-2] == "= C3 C7 G7"


def test_a_move_that_is_only_asked_for_is_not_played(desk: Desk) -> None:
    desk.say("time_settings 10 0 0", "time_left b 10 0")
    before = desk.say("genmove b", "undo", "reg_genmove b")
    assert before[0] == before[-2] and stones(desk) == ""
    assert desk.say("reg_genmove w") == before[-2:] and stones(desk) == ""
    assert desk.say("undo") == ["? cannot undo", ""]
    assert desk.say("genmove b", "reg_genmove x") == [*before[:2], "? invalid color", ""]
    assert stones(desk) == "XA1"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("none", None),
        ("absolute 60", (60.0, 0.0, 0)),
        ("byoyomi 60 10 5", (60.0, 10.0, 1)),
        ("canadian 60 300 25", (60.0, 300.0, 25)),
    ],
)
def test_the_clocks_of_kgs(desk: Desk, words: str, expected: tuple[float, float, int] | None) -> None:
    desk.say("time_settings 1 1 1")
    assert desk.say(f"kgs-time_settings {words}") == ["= ", ""]
    assert desk.server._settings == expected  # type: ignore[attr-defined]
    for wrong in ("", "absolute", "byoyomi 1 2", "canadian a b c", "hourglass 3"):
        assert desk.say(f"kgs-time_settings {wrong}") == ["? syntax error", ""]


def test_what_gogui_offers_is_understood(desk: Desk) -> None:
    lines = desk.say("gogui-analyze_commands")
    for line in (lines[0].removeprefix("= "), *lines[1:-1]):
        _, _, command = line.split("/")
        assert desk.say(command.replace("%c", "b"))[0].startswith("="), line
