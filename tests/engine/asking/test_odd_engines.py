"""What engines of others do, and what must be seen of it: the move, the line and the numbers, or one sentence.

Sources of the behaviours: reports about other programs (Cute Chess, Fastchess, Nibbler, python-chess, Sabaki, Lizzie,
AlphaGomoku), and the variety that the protocols allow.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.asking.detection import describe_engine
from engine.asking.external import EngineSpec
from engine.asking.query import answer
from engine.core.course import Course
from engine.core.errors import SearchError
from engine.core.game import Game, find_game
from engine.core.score import WIN
from engine.protocols import gomocup, gtp, talk, uci
from engine.search.query import Query
from engine.search.report import Limit, last_report

PROGRAM = Path(__file__).with_name("odd_engine.py")
Script = Mapping[str, list[Any]]

SOON = 0.3
"""Seconds after which an engine that does not answer is abandoned here."""


def engine_of(protocol: str, script: Script) -> EngineSpec:
    return EngineSpec("odd", sys.executable, ("-I", "-S", str(PROGRAM), json.dumps(script)), protocol)


def seen(game: Game, protocol: str, script: Script, moves: str = "", start: str = "") -> tuple[Any, ...] | str:
    """Return the move, the principal variation, depth, score and nodes of an engine's answer, or its error."""
    position = game.parse_position(start) if start else game.start()
    played = []
    for text in moves.split():
        played.append(position.game.parse_move(position, text))
        position = position.play(played[-1])
    course = Course(game.parse_position(start) if start else game.start(), tuple(played))
    try:
        report = last_report(answer(Query(course.position, engine_of(protocol, script), "", Limit(5), course=course)))
    except SearchError as error:
        return str(error)
    assert report is not None and report.final
    line, at = [], position
    for move in report.pv:
        line.append(game.format_protocol_move(at, move))
        at = at.play(move)
    move_text = report.note if report.move is None else game.format_protocol_move(position, report.move)
    return move_text, " ".join(line), report.depth, report.score and report.score.value, report.nodes


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let engines that do not answer be abandoned soon."""
    for module in (talk, uci, gtp, gomocup):
        monkeypatch.setattr(module, "GRACE_SECONDS", SOON)
        monkeypatch.setattr(module, "SILENCE_SECONDS", SOON)
    monkeypatch.setattr(talk, "HELLO_SECONDS", 2.0)


# --- UCI --------------------------------------------------------------------------------------------------------------

UCI = {"uci": ["id name Odd\nid author A\nuciok\n"], "isready": ["readyok\n"], "quit": [None]}
INFO = "info depth 5 seldepth 9 score cp 34 nodes 1234 nps 99999 time 12 pv e2e4 e7e5 g1f3\n"
LINE = "e2e4 e7e5 g1f3"
FULL = ("e2e4", LINE, 5, 34, 1234)
BARE = ("e2e4", "e2e4", 0, None, 0)
PROMOTION = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
CASTLING = "4k2r/5p2/8/8/8/8/5P2/4K2R w Kk - 0 1"
OPTIONS = """\
option name GaviotaTbPath type string empty
option name Hash type spin default 128 min 1 max 2048
option name Hash type spin default 128 min 1 max 2048
option name Debug Log File type string default
option name Big type spin default 0 min 0 max 99999999999999999999
option name Neg type spin default -5 min -10 max 10
option name Style type combo default A  var A var B C var D
option name Clear Hash type button
option name X type spin default 10 min 20 max 30
option name type type string default type
option\tname Skill Level\ttype spin default 20 min 0\tmax 20
option name Bool type check default True
option name Err type spin default 1 min 1 max nodes to use
option name Nothing
"""


def go(*output: Any, **others: list[Any]) -> Script:
    """An engine that writes ``output`` when it is asked for a move."""
    return {**UCI, "go": list(output), **others}


UCI_BEHAVIOURS: dict[str, tuple[Script, tuple[Any, ...] | str]] = {
    "plain": (go(INFO, "bestmove e2e4\n"), FULL),
    "a banner at the start": (go(INFO, "bestmove e2e4\n", **{"": ["Odd 1.0 (c) nobody\n****\n\n"]}), FULL),
    "a name in Latin-1": (go(INFO, "bestmove e2e4\n", uci=["hi \xe9\xff\nid name Z\xfcri \xff\nuciok\n"]), FULL),
    "strange options": (go(INFO, "bestmove e2e4\n", uci=[OPTIONS + "uciok\n"]), FULL),
    "a slow start": (go(INFO, "bestmove e2e4\n", isready=[SOON, "readyok\n"]), FULL),
    "a remark before readyok": (go(INFO, "bestmove e2e4\n", isready=["info string readyok is near\nreadyok\n"]), FULL),
    "exit at a new game": (go(ucinewgame=[None]), "odd failed: "),
    "a line in two writes": (go(INFO, "be", 0.1, "stmove e2e4 ponder e7e5\n"), FULL),
    "spaces before": (go("  " + INFO, "  bestmove e2e4\n"), FULL),
    "words after the variation": (
        go("info depth 6 seldepth 0 time 9 nodes 3955 pv e2e4 e7e5  nps 439444 score cp 77 hashfull 0 tbhits 0\n",
           "bestmove e2e4\n"),
        ("e2e4", "e2e4 e7e5", 6, 77, 3955),
    ),
    "an unknown word after the variation": (
        go("info depth 6 pv e2e4 e7e5 ebf 2.1 score cp 77 nodes 5\n", "bestmove e2e4\n"),
        ("e2e4", "e2e4 e7e5", 6, 77, 5),
    ),
    "the variation in a separate line": (
        go("info depth 6 score cp 77 nodes 555\ninfo pv e2e4 e7e5\n", "bestmove e2e4\n"),
        ("e2e4", "e2e4 e7e5", 6, 77, 555),
    ),
    "the score after the variation": (
        go("info pv e2e4 e7e5\ninfo depth 6 score cp 77 nodes 555\n", "bestmove e2e4\n"),
        ("e2e4", "e2e4 e7e5", 6, 77, 555),
    ),
    "no info": (go("bestmove e2e4\n"), BARE),
    "no variation": (
        go("info depth 6 score cp 77 nodes 555\ninfo nodes 999\n", "bestmove e2e4 ponder e7e5\n"),
        ("e2e4", "e2e4", 6, 77, 999),
    ),
    "no variation and a bound": (go("info depth 6 score cp 77 lowerbound\n", "bestmove e2e4\n"), BARE),
    "(none)": (go("bestmove (none)\n"), "odd gave no answer"),
    "0000": (go("bestmove 0000\n"), "odd gave no answer"),
    "NULL": (go("bestmove NULL\n"), "odd sent an invalid answer: 'NULL'"),
    "an illegal variation and ponder move": (
        go("info depth 5 score cp 34 nodes 1234 pv e2e4 e2e4 a1a8\n", "bestmove e2e4 ponder a1a8\n"),
        ("e2e4", "e2e4", 5, 34, 1234),
    ),
    "wdl": (
        go("info depth 5 seldepth 9 multipv 1 score cp 34 wdl 300 500 200 nodes 1234 nps 9 time 12 pv e2e4 e7e5\n",
           "bestmove e2e4 ponder (none)\n"),
        ("e2e4", "e2e4 e7e5", 5, 34, 1234),
    ),
    "several lines out of order": (
        go("info depth 5 multipv 2 score cp 20 nodes 1 pv d2d4\ninfo depth 5 multipv 1 score cp 30 nodes 1 pv e2e4\n"
           "info depth 5 multipv 3 score cp 10 nodes 1 pv c2c4\n", "bestmove e2e4\n"),
        ("e2e4", "e2e4", 5, 30, 1),
    ),
    "bounds": (
        go("info depth 4 score cp 10 nodes 10 pv e2e4\ninfo depth 5 score cp 60 lowerbound nodes 20 pv e2e4\n"
           "info depth 5 score upperbound cp 5 nodes 21 pv g1f3\n", "bestmove e2e4\n"),
        ("e2e4", "e2e4", 4, 10, 21),
    ),
    "mates": (
        go("info depth 5 score mate 0 nodes 1 pv e2e4\ninfo depth 6 score mate -0 nodes 2 pv e2e4\n"
           "info depth 7 score mate +3 nodes 3 pv e2e4 e7e5 d1h5\n", "bestmove e2e4\n"),
        ("e2e4", "e2e4 e7e5 d1h5", 7, WIN - 5, 3),
    ),
    "mated": (go("info depth 5 score mate -1 nodes 1 pv e2e4\n", "bestmove e2e4\n"),
              ("e2e4", "e2e4", 5, 2 - WIN, 1)),
    "impossible numbers": (
        go("info depth 5 score cp 1 nodes -5 pv e2e4\n"
           "info depth 6 score cp 1 nodes 99999999999999999999999 nps inf time nan pv e2e4\n", "bestmove e2e4\n"),
        ("e2e4", "e2e4", 6, 1, 0),
    ),
    "fractions": (
        go("info depth 5.5 score cp 12.7 nodes 1.5e6 pv e2e4\n", "bestmove e2e4\n"), ("e2e4", "e2e4", 0, 13, 0)
    ),
    "two answers": (go(INFO, "bestmove e2e4\nbestmove d2d4\n", INFO), FULL),
    "CRLF": (go(INFO.replace("\n", "\r\n"), "bestmove e2e4\r\n"), FULL),
    "NUL": (go("bestmove e2e4\0\n"), "odd sent an invalid answer: "),
    "capitals": (go("bestmove E2E4\n"), "odd sent an invalid answer: 'E2E4'"),
    "SAN": (go("info depth 1 score cp 1 nodes 1 pv e4 e5 Nf3\n", "bestmove e4\n"), ("e2e4", LINE, 1, 1, 1)),
    "hyphens": (go("info depth 1 score cp 1 nodes 1 pv e2-e4 e7-e5\n", "bestmove e2-e4\n"),
                ("e2e4", "e2e4 e7e5", 1, 1, 1)),
    "exit without a line end": (go(INFO, "bestmove e2e4", None), FULL),
    "keywords in remarks": (
        go("info string score cp 99 pv d2d4 nodes 5\ninfo currmove e2e4 currmovenumber 1\ninfo refutation d1h5 g6h5\n",
           INFO, "info depth 5 currmove d2d4 nodes 99\n", "bestmove e2e4\n"),
        FULL,
    ),
    "info after the answer": (
        go(INFO, "bestmove e2e4\ninfo depth 6 score cp -999 nodes 9999 pv d2d4\n"), FULL
    ),
    "tabs": (
        go(INFO.replace(" ", "\t"), "bestmove\te2e4\tponder\te7e5\n", uci=["id\tname\tOdd\nuciok\t\n"],
           isready=["\treadyok\n"]),
        FULL,
    ),
    "an illegal move": (go(INFO, "bestmove e2e5\n"), "odd answered an illegal move: "),
    "exit during the search": (go(INFO, None), "odd failed: "),
    "no answer": (go(isready=["readyok\n"], go=[60.0]), "odd did not answer within "),
}  # fmt: skip
UCI_ELSEWHERE: dict[str, tuple[str, Script, tuple[Any, ...] | str]] = {
    "castling as king takes rook": (
        CASTLING,
        go("info depth 5 score cp 34 nodes 1234 pv e1h1 e8h8\n", "bestmove e1h1\n"),
        ("e1g1", "e1g1 e8g8", 5, 34, 1234),
    ),
    "castling": (
        CASTLING,
        go("info depth 5 score cp 34 nodes 1234 pv e1g1 e8g8\n", "bestmove e1g1\n"),
        ("e1g1", "e1g1 e8g8", 5, 34, 1234),
    ),
    "a promotion in capitals": (PROMOTION, go("bestmove a7a8Q\n"), ("a7a8q", "a7a8q", 0, None, 0)),
    "a promotion with =": (PROMOTION, go("bestmove a7a8=Q\n"), ("a7a8q", "a7a8q", 0, None, 0)),
    "a promotion to nothing": (PROMOTION, go("bestmove a7a8\n"), "odd "),
}


@pytest.mark.parametrize("name", UCI_BEHAVIOURS)
def test_uci(name: str, request: pytest.FixtureRequest) -> None:
    script, expected = UCI_BEHAVIOURS[name]
    if name == "no answer":
        request.getfixturevalue("soon")
    check(seen(find_game("chess")(), "uci", script), expected)


@pytest.mark.parametrize("name", UCI_ELSEWHERE)
def test_uci_elsewhere(name: str) -> None:
    start, script, expected = UCI_ELSEWHERE[name]
    check(seen(find_game("chess")(), "uci", script, start=start), expected)


def check(result: tuple[Any, ...] | str, expected: tuple[Any, ...] | str) -> None:
    """Compare an answer, or the beginning of the sentence of an error."""
    if isinstance(expected, str):
        assert isinstance(result, str) and result.startswith(expected), result
    else:
        assert result == expected


def test_options_are_read_or_left_out() -> None:
    spec, _ = describe_engine("", sys.executable, engine_of("uci", go(uci=[OPTIONS + "uciok\n"])).arguments)
    assert {each.label: each.default for each in spec.options} == {
        "GaviotaTbPath": "", "Hash": 128, "Debug Log File": "", "Neg": -5, "Style": "A",
        "Skill Level": 20, "Bool": False,
    }  # fmt: skip


# --- GTP --------------------------------------------------------------------------------------------------------------

GO = find_game("go").with_rules("size=9")
HANDICAP = find_game("go").with_rules("size=9,handicap=2")
GTP = {
    "protocol_version": ["= 2\n\n"], "name": ["= Odd\n\n"], "version": ["= 1\n\n"],
    "list_commands": ["= genmove\nplay\n\n"], "quit": ["=\n\n", None],
    **{command: ["=\n\n"] for command in ("boardsize", "komi", "clear_board", "play")},
}  # fmt: skip
E5 = ("E5", "E5", 0, None, 0)


def genmove(*output: Any, **others: list[Any]) -> Script:
    return {**GTP, "genmove": list(output), **others}


GTP_BEHAVIOURS: dict[str, tuple[Script, tuple[Any, ...] | str]] = {
    "plain": (genmove("= E5\n\n"), E5),
    "a banner at the start": (genmove("= E5\n\n", **{"": ["Odd 1.0\n\nloading = done\n"]}), E5),
    "chatter before the answer": (genmove("thinking\n\nvisits 5\n= E5\n\n"), E5),
    "small letters": (genmove("= e5\n\n"), E5),
    "a number": (genmove("=17 E5\n\n"), E5),
    "CRLF": (genmove("= E5\r\n\r\n"), E5),
    "tabs": (genmove("=\tE5\t\n\n"), E5),
    "an answer in two writes": (genmove("= E", 0.1, "5\n", 0.1, "\n"), E5),
    "Latin-1": (genmove("= E5\n\n", name=["= Z\xfcri \xff\n\n"]), E5),
    "resignation": (genmove("= RESIGN\n\n"), ("resigns", "", 0, None, 0)),
    "a pass": (genmove("= PASS\n\n"), ("pass", "pass", 0, None, 0)),
    "an occupied point": (genmove("= C3\n\n"), "odd answered an illegal move: "),
    "a point off the board": (genmove("= T19\n\n"), "odd sent an invalid answer: 'T19'"),
    "an empty answer": (genmove("=\n\n"), "odd sent an invalid answer: ''"),
    "komi refused": (genmove("= E5\n\n", komi=["? komi not a float\n\n"]), "odd: komi not a float"),
    "the size refused": (genmove(boardsize=["? unacceptable size\n\n"]), "odd: unacceptable size"),
    "a move refused": (genmove(play=["? illegal move\n\n"]), "odd: illegal move"),
    "no empty line": (genmove("= E5\n"), "odd did not answer within "),
    "exit": (genmove(None), "odd failed: "),
}
HANDICAP_BEHAVIOURS: dict[str, tuple[Script, tuple[Any, ...] | str]] = {
    # An engine that receives the stones by ``play`` refuses here, so the handicap is placed in another way or not.
    "a free handicap": (
        genmove("= E5\n\n", play=["? no\n\n"], list_commands=["= set_free_handicap\n\n"], set_free_handicap=["=\n\n"]),
        E5,
    ),
    "a fixed handicap": (
        genmove("= E5\n\n", play=["? no\n\n"], list_commands=["= fixed_handicap\n\n"],
                fixed_handicap=["= g7 c3\n\n"]),
        E5,
    ),
    "other points": (
        genmove("= E5\n\n", list_commands=["= fixed_handicap\n\n"], fixed_handicap=["= C7 G3\n\n"]), E5
    ),
    "a handicap refused": (
        genmove("= E5\n\n", list_commands=["= fixed_handicap\nset_free_handicap\n\n"],
                set_free_handicap=["? bad vertex list\n\n"], fixed_handicap=["? invalid number of stones\n\n"]),
        E5,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GTP_BEHAVIOURS)
def test_gtp(name: str, request: pytest.FixtureRequest) -> None:
    script, expected = GTP_BEHAVIOURS[name]
    if name == "no empty line":
        request.getfixturevalue("soon")
    check(seen(GO, "gtp", script, "C3 G7"), expected)


@pytest.mark.parametrize("name", HANDICAP_BEHAVIOURS)
def test_gtp_with_a_handicap(name: str) -> None:
    script, expected = HANDICAP_BEHAVIOURS[name]
    check(seen(HANDICAP, "gtp", script), expected)


# --- Gomocup ----------------------------------------------------------------------------------------------------------

CARO = find_game("caro")()
RENJU = find_game("caro").with_rules("win=renju")
ABOUT = 'name="Odd", version="1", author="A", country="VN"\n'
GOMOCUP = {"ABOUT": [ABOUT], "START": ["OK\n"], "RESTART": ["OK\n"], "END": [None]}
CORNER = ("a15", "a15", 0, None, 0)


def done(*output: Any, **others: list[Any]) -> Script:
    """An engine that writes ``output`` when it has received a board."""
    return {**GOMOCUP, "DONE": list(output), **others}


GOMOCUP_BEHAVIOURS: dict[str, tuple[Script, tuple[Any, ...] | str]] = {
    "plain": (done("0,0\n"), CORNER),
    "a name without quotation marks": (done("0,0\n", ABOUT=["name=Odd, version=1\n"]), CORNER),
    "no name": (done("0,0\n", ABOUT=['author="A", version="1"\n']), CORNER),
    "ABOUT unknown": (done("0,0\n", ABOUT=["UNKNOWN command\n"]), CORNER),
    "Latin-1": (done("0,0\n", ABOUT=['name="Z\xfcri \xff"\n']), CORNER),
    "OK with more words": (done("0,0\n", START=["OK - everything is good\n"]), CORNER),
    "a message before OK": (done("0,0\n", START=["MESSAGE hello\n", 0.1, "ok\n"]), CORNER),
    "CRLF": (done("0,0\r\n", START=["OK\r\n"]), CORNER),
    "spaces": (done("  0 , 0 \n"), CORNER),
    "a tab": (done("0,\t0\n"), CORNER),
    "messages": (
        done("\nMESSAGE Depth 4-6 | Eval 7 | Node 52K\nMESSAGE Bestline A1 B2\nDEBUG x\nSUGGEST 1,1\n0,0\n"),
        ("a15", "a15 b14", 4, 7, 52000),
    ),
    "a fraction in a message": (done("MESSAGE depth 3 ev 0.5 pv 0,0\n0,0\n"), ("a15", "a15", 3, None, 0)),
    "an answer in two writes": (done("0,", 0.1, "0\n"), CORNER),
    "two answers": (done("0,0\n1,1\n"), CORNER),
    "UNKNOWN to a key of INFO": (done("0,0\n", INFO=["UNKNOWN\n"]), CORNER),
    "UNKNOWN command to a key of INFO": (done("0,0\n", INFO=["UNKNOWN command\n"]), CORNER),
    "UNKNOWN with the key of INFO": (done("0,0\n", INFO=["UNKNOWN INFO key\n"]), CORNER),
    "ERROR to a key of INFO": (done("0,0\n", INFO=["ERROR INFO: no such key\n"]), CORNER),
    "the size refused": (done(START=["ERROR unsupported size\n"]), "odd: ERROR unsupported size"),
    "the board refused": (done("ERROR board\n"), "odd: ERROR board"),
    "boards unknown": (done("UNKNOWN\n", BOARD=["UNKNOWN\n"], **{"7,7,2": ["UNKNOWN\n"]}), "odd: UNKNOWN"),
    "an occupied field": (done("7,7\n"), "odd answered an illegal move: "),
    "a field off the board": (done("15,0\n"), "odd sent an invalid answer: '15,0'"),
    "no comma": (done("0 0\n"), "odd sent an invalid answer: '0 0'"),
    "exit": (done(None), "odd failed: "),
    "no answer": (done(), "odd did not answer within "),
}


@pytest.mark.parametrize("name", GOMOCUP_BEHAVIOURS)
def test_gomocup(name: str, request: pytest.FixtureRequest) -> None:
    script, expected = GOMOCUP_BEHAVIOURS[name]
    if name == "no answer":
        request.getfixturevalue("soon")
    check(seen(CARO, "gomocup", script, "h8"), expected)


def test_a_gomocup_engine_must_know_the_rule() -> None:
    check(seen(RENJU, "gomocup", done("0,0\n"), "h8"), CORNER)
    check(seen(RENJU, "gomocup", done("0,0\n", INFO=["UNKNOWN\n"]), "h8"), "odd: UNKNOWN")
