"""What our clients send to engines, and how they read the answers: a script plays the engine."""

import dataclasses
import re
from collections.abc import Sequence
from typing import Any

import pytest

from engine.core.course import Course
from engine.core.errors import SearchError
from engine.core.game import find_game
from engine.core.score import WIN, WIN_BOUND
from engine.protocols.gomocup import Gomocup, read_message
from engine.protocols.gtp import Gtp, read_analysis
from engine.protocols.talk import Decision, Thought
from engine.protocols.timing import TimeLeft
from engine.protocols.uci import Ucci, Uci, shift_ranks
from engine.search.report import Limit
from tests.engine.protocols.desk import Squares
from tests.engine.protocols.peer import ALARM, Held, hold

DEPTH = Limit(depth=3)


def course(game: Any, *moves: str) -> Course:
    at, played = game.start(), []
    for text in moves:
        played.append(game.parse_move(at, text))
        at = at.play(played[-1])
    return Course(game.start(), tuple(played))


# --- UCI --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def uci() -> Uci:
    client = Uci("it")
    hold(client.identify(), ["id name It", "uciok"])
    return client


def test_the_position_and_the_limit_are_sent(uci: Uci) -> None:
    game = Squares()
    answer, held = hold(uci.ask(course(game, "h8", "a1"), Limit(3, 500, 1.5)), ["bestmove b1"])
    assert held.sent == ["position startpos moves h8 a1", "go depth 3 nodes 500 movetime 1500"]
    assert answer == Decision(1)
    begun = game.parse_position(str(course(game, "h8").position))
    _, held = hold(uci.ask(Course(begun), DEPTH), ["bestmove b1"])
    assert held.sent[0] == f"position fen {begun}"


def test_an_engine_that_ignores_the_limit_of_nodes_is_stopped_once(uci: Uci) -> None:
    lines = [f"info depth {depth} nodes {10**depth} score cp 1 pv b1" for depth in range(3, 8)]
    answer, held = hold(uci.ask(course(Squares()), Limit(nodes=10_000)), [*lines, "bestmove b1"])
    assert held.sent[1:] == ["go nodes 10000", "stop"]
    assert answer == Decision(1)
    for limit in (Limit(nodes=10_000_000), DEPTH):
        _, held = hold(uci.ask(course(Squares()), limit), [*lines, "bestmove b1"])
        assert "stop" not in held.sent


def test_the_clock_is_sent_for_both_sides(uci: Uci) -> None:
    _, held = hold(uci.ask(course(Squares()), TimeLeft((1.5, 2), (0.1, 0.2), 7)), ["bestmove b1"])
    assert held.sent[1] == "go wtime 1500 winc 100 btime 2000 binc 200 movestogo 7"


@pytest.mark.parametrize(
    ("line", "thought"),
    [
        ("depth 5 seldepth 9 nodes 12 tbhits 3 score cp -30 pv b1 c1", Thought(5, 9, 12, 3, -30, ("b1", "c1"))),
        ("depth 5 score mate 1 pv b1", Thought(5, score=WIN - 1, pv=("b1",))),
        ("depth 5 score mate 3 pv b1", Thought(5, score=WIN - 5, pv=("b1",))),
        ("depth 5 score mate -2 pv b1", Thought(5, score=4 - WIN, pv=("b1",))),
        ("depth 5 score cp 99999999 pv b1", Thought(5, score=999_000, pv=("b1",))),
        ("depth 5 wdl 1 2 3 hashfull 7 pv b1", Thought(5, pv=("b1",))),
        ("pv b1 c1 nps 9 score cp 77 depth 5 hashfull 0 nodes 3", Thought(5, 0, 3, score=77, pv=("b1", "c1"))),
        ("depth 5 score cp 12.7 pv b1", Thought(5, score=13, pv=("b1",))),
        ("depth 5 score cp -0.4 pv b1", Thought(5, score=0, pv=("b1",))),
        ("depth 5 score cp 1,5 pv b1", Thought(5, pv=("b1",))),
        ("depth 5 score mate +3.5 pv b1", Thought(5, pv=("b1",))),
        ("depth 5 score cp 30 upperbound pv b1", None),
        ("depth 5 score cp 30 pv", Thought(5, score=30, pv=("b1",))),  # that of the answer
        ("depth 5 multipv 2 score cp 30 pv b1", None),
        ("currmove b1 currmovenumber 3", None),
        ("string depth 5 score cp 30 pv b1", None),
    ],
)
def test_info(uci: Uci, line: str, thought: Thought | None) -> None:
    _, held = hold(uci.ask(course(Squares()), DEPTH), [f"info {line}", "bestmove b1"])
    assert held.thoughts == ([] if thought is None else [thought])


@pytest.mark.parametrize(
    ("lines", "thoughts"),
    [
        (["depth 6 score cp 77 nodes 555", "pv b1 c1"], [Thought(6, 0, 555, score=77, pv=("b1", "c1"))]),
        (["depth 6 nodes 9", "score mate 1", "pv b1"], [Thought(6, 0, 9, score=WIN - 1, pv=("b1",))]),
        (
            ["depth 6 nodes 9 pv b1", "score cp 5", "pv c1", "depth 7 score cp 6"],
            [
                Thought(6, 0, 9, pv=("b1",)),
                Thought(6, 0, 9, score=5, pv=("b1",)),
                Thought(0, 0, 9, pv=("c1",)),
                Thought(7, 0, 9, score=6, pv=("c1",)),
            ],
        ),
        (["depth 6 score cp 77 lowerbound", "pv b1", "depth 6 score cp 8", "pv c1"], [Thought(6, score=8, pv=("c1",))]),
        (["depth 6 score cp 7 pv b1", "depth 7 currmove c1", "score cp 8 pv c1"],
         [Thought(6, score=7, pv=("b1",)), Thought(7, score=8, pv=("c1",))]),
        (["depth 6 score cp 7", "depth 6 multipv 2 score cp 3", "multipv 2 pv c1", "multipv 1 pv b1"],
         [Thought(6, score=7, pv=("b1",))]),
    ],
)  # fmt: skip
def test_a_score_and_a_variation_in_separate_lines_belong_together(
    uci: Uci, lines: list[str], thoughts: list[Thought]
) -> None:
    _, held = hold(uci.ask(course(Squares()), DEPTH), [*(f"info {line}" for line in lines), "bestmove b1"])
    assert held.thoughts == thoughts


def test_past_its_time_it_receives_stop(uci: Uci) -> None:
    limit = Limit(seconds=2.0)
    answer, held = hold(uci.ask(course(Squares()), limit), ["info depth 1 pv c1", ALARM, "bestmove c1"])
    assert answer == Decision(2) and held.sent[2:] == ["stop"] and held.alarms == [3.0, 1.0]
    with pytest.raises(SearchError, match="it did not answer within 3 s"):
        hold(uci.ask(course(Squares()), limit), [ALARM, ALARM])


def test_without_a_limit_of_time_silence_is_asked_about(uci: Uci) -> None:
    said = [ALARM, "readyok", "info depth 1 pv c1", ALARM, "readyok", "bestmove c1"]
    answer, held = hold(uci.ask(course(Squares()), DEPTH), said)
    assert answer == Decision(2) and held.sent[2:] == ["isready", "isready"]
    with pytest.raises(SearchError, match="it did not answer within 60 s"):
        hold(uci.ask(course(Squares()), DEPTH), [ALARM, ALARM])


def test_options_variant_and_new_game_are_sent_before_readiness_is_asked() -> None:
    client = Uci("it")
    lines = [
        "option name Skill Level type spin default 20 min 0 max 20",
        "option name UCI_Variant type combo default chess var chess var squares",
        "option name Book File type string default <empty>",
        "option name MultiPV type spin default 1 min 1 max 5",
        "option name Clear Hash type button",
        "uciok",
    ]
    identity, _ = hold(client.identify(), lines)
    assert [each.label for each in identity.options] == ["Skill Level", "Book File"]
    assert [each.name for each in identity.options] == ["Skill_Level", "Book_File"]
    values = {"Skill Level": "3", "Book File": "a\nquit"}
    _, held = hold(client.prepare(Squares(), values), ["readyok"])
    assert held.sent == [
        "setoption name Skill Level value 3", "setoption name Book File value a quit",
        "setoption name UCI_Variant value squares", "ucinewgame", "isready",
    ]  # fmt: skip
    other = Uci("it")
    hold(other.identify(), ["option name UCI_Variant type combo default chess var chess", "uciok"])
    with pytest.raises(SearchError, match="it does not support Caro"):
        hold(other.prepare(Squares(), {}), ["readyok"])
    with pytest.raises(SearchError, match="it uses UCI, which does not support Go with these rules"):
        hold(other.prepare(find_game("go")(), {}), ["readyok"])


def test_ranks_are_shifted() -> None:
    assert shift_ranks("h2e2", 1) == "h3e3" and shift_ranks("a10i9", -1) == "a9i8"


@pytest.mark.parametrize(
    ("client", "greeting", "move"),
    [
        (Uci, ["option name UCI_Variant type combo default chess var chess var xiangqi", "uciok"], "h3e3"),
        (Uci, ["uciok"], "h2e2"),
        (Ucci, ["ucciok"], "h2e2"),
    ],
)
def test_engines_that_know_variants_count_ranks_from_1(client: type[Uci], greeting: list[str], move: str) -> None:
    """Others count them as the game does: those of xiangqi from 0."""
    game = find_game("xiangqi")()
    engine = client("it")
    hold(engine.identify(), greeting)
    hold(engine.prepare(game, {}), ["readyok"])
    answer, held = hold(engine.ask(course(game, "h2e2"), DEPTH), [f"bestmove {shift_ranks('h9g7', int(move[1]) - 2)}"])
    assert held.sent[0] == f"position startpos moves {move}"
    assert answer == Decision(game.parse_move(course(game, "h2e2").position, "h9g7"))


def test_resignation() -> None:
    answer, _ = hold(Ucci("it").ask(course(Squares()), DEPTH), ["bestmove b1 resign"])
    assert answer == Decision(None)


def test_ucci_reports_nodes_and_moves_separately() -> None:
    """ElephantEye reports nodes before a line of moves, the example of the protocol after it."""
    client = Ucci("it")
    said = [
        "info time 4 nodes 100",
        "info depth 3 score 9 pv b1 c1",
        "info message nodes 7",
        "info currmove b1",
        "info nodes 350 time 9",
        "info depth 4 score 8 pv c1",
        "info depth 4 nodes 2 score 8 pv c1",
        "info time 12 nodes 900",
        "bestmove c1 ponder b1",
    ]
    answer, held = hold(client.ask(course(Squares()), DEPTH), said)
    assert answer == Decision(2)
    assert [(each.depth, each.nodes, each.score) for each in held.thoughts] == [
        (3, 100, 9),
        (4, 350, 8),
        (4, 2, 8),
        (4, 900, 8),
    ]
    _, held = hold(client.ask(course(Squares()), DEPTH), ["info depth 1 pv b1", "bestmove b1"])
    assert held.thoughts == [Thought(1, pv=("b1",))], "nothing is left over from the question before"


def test_ucci_options_that_are_ours_are_not_offered() -> None:
    lines = [
        "id name It",
        "id version 3.31",
        "option usemillisec type check default true",
        "option batch type check default false",
        "option ponder type check default false",
        "option usebook type check default true",
        "ucciok",
    ]
    identity, _ = hold(Ucci("it").identify(), lines)
    assert [each.label for each in identity.options] == ["usebook"] and identity.name == "It 3.31"


def test_ucci_sends_milliseconds_where_they_are_understood() -> None:
    client = Ucci("it")
    hold(client.identify(), ["option usemillisec type check default false", "ucciok"])
    _, held = hold(client.prepare(Squares(), {}), ["readyok"])
    assert held.sent == ["setoption usemillisec true", "isready"]
    _, held = hold(client.ask(course(Squares(), "h8"), TimeLeft((1.5, 2.5), (0.1, 0.2))), ["bestmove b1"])
    assert held.sent == ["position startpos moves h8", "go time 2500 increment 200 opptime 1500 oppincrement 100"]
    _, held = hold(client.ask(course(Squares()), Limit(seconds=1.5)), ["bestmove b1"])
    assert held.sent[1] == "go time 1500 movestogo 1"
    with pytest.raises(SearchError, match="it gave no answer"):
        hold(client.ask(course(Squares()), DEPTH), ["nobestmove"])


# --- GTP --------------------------------------------------------------------------------------------------------------


def gtp(*commands: str) -> Gtp:
    client = Gtp("it")
    hold(client.identify(), ["= 2", "", "= It", "", "= 1.0", "", "= " + "\n".join(commands), ""])
    return client


GO = find_game("go").with_rules("size=9")


def test_an_answer_is_read_past_chatter_and_numbers() -> None:
    answer, held = hold(gtp().ask(Course(GO.start()), DEPTH), ["", "hello", "=1", "", "=2 E5", ""])
    assert held.sent == ["clear_board", "genmove black"] and GO.format_move(GO.start(), answer.move or 0) == "E5"


def test_only_what_is_new_is_played() -> None:
    client = gtp()
    first, _ = hold(client.ask(Course(GO.start()), DEPTH), ["=", "", "= E5", ""])
    begun = course(GO, "E5", "C3")
    _, held = hold(client.ask(begun, DEPTH), ["=", "", "= D4", ""])
    assert held.sent == ["play white C3", "genmove black"]
    _, held = hold(client.ask(course(GO, "E5", "G7"), DEPTH), ["=", ""] * 3 + ["= D4", ""])
    assert held.sent == ["clear_board", "play black E5", "play white G7", "genmove black"]
    assert first.move is not None


def test_a_set_up_is_put_stone_by_stone() -> None:
    begun = GO.parse_position(str(course(GO, "E5", "C3", "G7").position))
    _, held = hold(gtp().ask(Course(begun), DEPTH), ["=", ""] * 4 + ["= D4", ""])
    assert held.sent == ["clear_board", "play white C3", "play black E5", "play black G7", "genmove white"]


def test_time_in_whole_seconds() -> None:
    _, held = hold(gtp("time_settings").ask(Course(GO.start()), Limit(seconds=1.2)), ["=", ""] * 2 + ["= D4", ""])
    assert held.sent[1:] == ["time_settings 0 2 1", "genmove black"]
    clock = TimeLeft((1.9, 30.0))
    _, held = hold(gtp("time_left").ask(Course(GO.start()), clock), ["=", ""] * 3 + ["= D4", ""])
    assert held.sent[1:] == ["time_left black 1 0", "time_left white 30 0", "genmove black"]


def test_refusals_and_resignation() -> None:
    answer, _ = hold(gtp().ask(Course(GO.start()), DEPTH), ["=", "", "= resign", ""])
    assert answer == Decision(None)
    with pytest.raises(SearchError, match="it: unacceptable size"):
        hold(gtp().prepare(GO, {}), ["? unacceptable size", ""])
    with pytest.raises(SearchError, match="it answered an illegal move"):
        hold(gtp().ask(course(GO, "E5"), DEPTH), ["=", "", "=", "", "= E5", ""])
    with pytest.raises(SearchError, match="does not support GTP"):
        hold(Gtp("it").identify(), ["? unknown command", ""])
    with pytest.raises(SearchError, match="does not support GTP"):
        hold(Gtp("it").identify(), ["MESSAGE hm", "ERROR Unknown command: PROTOCOL_VERSION"])


ANALYSIS = (
    "info move D4 visits 100 winrate 5432 prior 2000 order 0 pv D4 Q16 "
    "info move C3 visits 20 winrate 4000 order 1 pv C3"
)


def test_analysis() -> None:
    assert read_analysis(ANALYSIS) == Thought(nodes=120, pv=("D4", "Q16"), note="wins 54.3 %", chance=0.5432)
    kata = "info move D4 visits 9 winrate 0.25 scoreLead -2.6 order 0 pv D4 rootInfo visits 9"
    thought = read_analysis(kata)
    assert thought is not None and thought.score == -3 and thought.note == "wins 25.0 %" and thought.pv[0] == "D4"
    assert thought.chance == 0.25
    for words in ("winrate 20000", "winrate -1", "winrate nan", "winrate inf", "winrate x"):
        thought = read_analysis(f"info move D4 visits 9 {words} pv D4")
        assert thought is not None and thought.chance is None and thought.note == ""
    for line in ("", "info", "info move", "play D4", "info visits x", "info move D4 visits winrate"):
        read_analysis(line)


def test_an_analysis_ends_at_its_limit() -> None:
    client = gtp("lz-analyze")
    said = ["=", "", "=", ANALYSIS.replace("100", "10"), ANALYSIS, "", "= It", ""]
    answer, held = hold(client.ask(Course(GO.start()), Limit(nodes=110)), said)
    assert held.sent == ["clear_board", "lz-analyze black 10", "name"]
    assert [thought.nodes for thought in held.thoughts] == [30, 120] and answer.move is not None
    answer, held = hold(client.ask(Course(GO.start()), Limit(seconds=1)), ["=", ANALYSIS, ALARM, "", "= It", ""])
    assert held.sent[-1] == "name" and answer.move is not None
    with pytest.raises(SearchError, match="it gave no answer"):
        hold(client.ask(Course(GO.start()), Limit(seconds=1)), ["=", ALARM, "", "= It", ""])


# --- Gomocup ----------------------------------------------------------------------------------------------------------

CARO = find_game("caro")()


def test_a_board_is_sent_in_the_order_of_the_stones() -> None:
    client = Gomocup("it")
    answer, held = hold(client.ask(course(CARO, "h8", "a1"), Limit(seconds=1.5)), ["MESSAGE hm", "DEBUG x", "1,14"])
    assert held.sent == [
        "INFO timeout_turn 1500", "INFO timeout_match 0", "BOARD", "7,7,1", "0,14,2", "DONE",
    ]  # fmt: skip
    assert answer == Decision(1)
    _, held = hold(Gomocup("it").ask(Course(CARO.start()), DEPTH), ["7,7"])
    assert held.sent[2:] == ["BEGIN"]


def test_a_game_goes_on_by_turns() -> None:
    client = Gomocup("it")
    hold(client.prepare(CARO, {}), ["OK"])
    at: Course = Course(CARO.start())
    for number, field in enumerate(("7,7", "0,0", "1,0")):
        answer, held = hold(client.ask(at, DEPTH), [field])
        assert answer.move is not None
        assert held.sent[2:] == (["BEGIN"] if number == 0 else [f"TURN {number},14"])
        at = Course(at.start, (*at.moves, answer.move, number + 1))
    # As soon as the engine's board may be another one it is sent again.
    for other in (Course(at.start, at.moves[:-1]), Course(at.start, (*at.moves, 7, 8)), Course(at.position, (7,)), at):
        _, held = hold(client.ask(other, DEPTH), ["OK", "14,14"])
        assert held.sent[2:3] + held.sent[5:6] == ["RESTART", "BOARD"] and held.sent[-1] == "DONE"
        assert len(held.sent) == 7 + len(CARO.setup(other.position).pieces)
    begun = CARO.parse_position("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 o")
    _, held = hold(client.ask(Course(begun, (*at.moves, 14, 9)), DEPTH), ["OK", "13,14"])
    assert held.sent[2] == "RESTART", "another beginning is another game"
    hold(client.ask(at, DEPTH), ["OK", "14,14"])
    with pytest.raises(SearchError, match="an illegal move"):
        hold(client.ask(Course(at.start, (*at.moves, 14, 9)), DEPTH), ["7,7"])
    _, held = hold(client.ask(Course(at.start, (*at.moves, 14, 9)), DEPTH), ["OK", "14,13"])
    assert held.sent[2] == "RESTART", "after a failure nothing is sure"
    _, held = hold(client.ask(Course(CARO.start()), DEPTH), ["OK", "7,7"])
    assert held.sent[2::3] == ["RESTART", "BEGIN"]


def test_a_second_game_is_a_restart() -> None:
    client = Gomocup("it")
    hold(client.prepare(CARO, {}), ["OK"])
    _, held = hold(client.ask(course(CARO, "h8"), DEPTH), ["0,0"])
    _, held = hold(client.prepare(CARO, {}), ["OK"])
    assert held.sent == ["INFO game_type 1", "INFO rule 0", "RESTART", "INFO rule 0"]
    _, held = hold(client.ask(course(CARO, "h8"), DEPTH), ["0,0"])
    assert held.sent[2:] == ["BOARD", "7,7,2", "DONE"]
    _, held = hold(client.prepare(CARO, {}), ["UNKNOWN command RESTART", "OK"])
    assert held.sent[3:] == ["INFO game_type 1", "INFO rule 0", "START 15", "INFO rule 0", "INFO rule 0"]
    _, held = hold(client.prepare(CARO, {}), ["ERROR Unknown command: GAME_TYPE", "ERROR Unknown command: 1", "OK"])
    assert held.sent[-2] == "RESTART"
    with pytest.raises(SearchError, match="it did not answer within 30 s"):
        hold(client.prepare(CARO, {}), [ALARM])
    hold(client.ask(course(CARO, "h8"), DEPTH), ["0,0"])
    small = find_game("caro").with_rules("columns=10,rows=10")
    _, held = hold(client.prepare(small, {}), ["OK"])
    assert held.sent[2] == "START 10"
    _, held = hold(client.ask(course(small, "a1"), DEPTH), ["0,0"])
    assert held.sent[2] == "BOARD"


def test_an_engine_without_restart_is_started_again() -> None:
    client = Gomocup("it")
    hold(client.prepare(CARO, {}), ["OK"])
    hold(client.ask(course(CARO, "h8"), DEPTH), ["0,0"])
    _, held = hold(client.ask(course(CARO, "a1"), DEPTH), ["UNKNOWN", "OK", "0,0"])
    assert held.sent[2] == "RESTART" and held.sent[5] == "START 15" and held.sent[-3:] == ["BOARD", "0,14,2", "DONE"]


def test_rules_and_board_are_sent() -> None:
    _, held = hold(Gomocup("it").prepare(CARO, {}), ["OK - everything is good"])
    assert held.sent == ["INFO game_type 1", "INFO rule 0", "START 15", "INFO rule 0"]
    other = find_game("caro").with_rules("columns=12,win=caro")
    _, held = hold(Gomocup("it").prepare(other, {}), ["MESSAGE x", "OK"])
    assert held.sent[2] == "RECTSTART 12,15" and held.sent[1] == "INFO rule 8"
    with pytest.raises(SearchError, match="it: ERROR unsupported"):
        hold(Gomocup("it").prepare(CARO, {}), ["ERROR unsupported"])


@pytest.mark.parametrize("text", ["15,0", "7", "x,y", "-1,3", "7,7,7", "99999999999,1"])
def test_answers_that_are_no_field(text: str) -> None:
    with pytest.raises(SearchError, match="it sent an invalid answer"):
        hold(Gomocup("it").ask(course(CARO, "h8"), DEPTH), [text])


def test_what_it_does_not_support_is_reported() -> None:
    with pytest.raises(SearchError, match="it answered an illegal move"):
        hold(Gomocup("it").ask(course(CARO, "h8"), DEPTH), ["7,7"])
    with pytest.raises(SearchError, match="it: ERROR board"):
        hold(Gomocup("it").ask(course(CARO, "h8"), DEPTH), ["UNKNOWN INFO game_type", "ERROR board"])
    with pytest.raises(SearchError, match=r"^it: ERROR board \.$"):
        hold(Gomocup("it").ask(course(CARO, "h8"), DEPTH), ["ERROR board\r\n."])
    with pytest.raises(SearchError, match="it did not answer"):
        hold(Gomocup("it").ask(course(CARO, "h8"), DEPTH), [ALARM])


def test_words_lost_from_an_info_are_no_failure() -> None:
    # Rapfi 0.43 loses the first word sent within a few microseconds of its answer.
    lost = ["ERROR Unknown command: TIMEOUT_TURN", "ERROR Unknown command: 1500"]
    answer, _ = hold(Gomocup("it").ask(course(CARO, "h8"), Limit(seconds=1.5)), [*lost, "0,14"])
    assert answer == Decision(0)
    assert move_of(Gomocup("it"), THREE, "ERROR Unknown command: TIMEOUT_TURN", "SWAP")[0] == "swap"
    with pytest.raises(SearchError, match="it: ERROR Unknown command: BOARD"):
        hold(Gomocup("it").ask(course(CARO, "h8"), Limit(seconds=1.5)), ["ERROR Unknown command: BOARD"])
    hold(Gomocup("it").prepare(CARO, {}), ["ERROR Unknown command: GAME_TYPE", "ERROR Unknown command: 1", "OK"])
    for line in ("ERROR Unknown rule id: 8. Rule is reset to freestyle...", "UNKNOWN command INFO", "ERROR rule", "?"):
        with pytest.raises(SearchError, match=f"it: {re.escape(line)}"):
            hold(Gomocup("it").prepare(find_game("caro").with_rules("win=caro"), {}), [line, "OK", line])


def test_an_engine_may_not_know_a_key_of_info() -> None:
    """It answers ``UNKNOWN`` to each such line, with or without the key."""
    for unknown in ("UNKNOWN", "UNKNOWN command", "UNKNOWN command INFO"):
        client = Gomocup("it")
        _, held = hold(client.prepare(CARO, {}), [unknown, unknown, "OK"])
        assert held.sent == ["INFO game_type 1", "INFO rule 0", "START 15", "INFO rule 0"]
        answer, _ = hold(client.ask(course(CARO, "h8"), Limit(seconds=1.5)), [unknown, unknown, unknown, "0,14"])
        assert answer == Decision(0), "the rule and two times"
        # Another rule than freestyle must be accepted.
        held = Held()
        client = Gomocup("it")
        hold(client.prepare(find_game("caro").with_rules("win=renju"), {}), [unknown, "OK", "OK"], held)
        assert held.sent == ["INFO game_type 1", "INFO rule 4", "START 15", "INFO rule 4", "START 15", "INFO rule 4"]
        with pytest.raises(SearchError, match=f"^it: {unknown}$"):
            said = [unknown, unknown, "OK", unknown]
            hold(Gomocup("it").prepare(find_game("caro").with_rules("win=renju"), {}), said)
        with pytest.raises(SearchError, match="it did not answer" if "INFO" in unknown else f"^it: {unknown}$"):
            hold(Gomocup("it").prepare(CARO, {}), [unknown, ALARM])
    hold(Gomocup("it").prepare(find_game("caro").with_rules("win=renju"), {}), ["UNKNOWN INFO game_type", "OK"])
    client = Gomocup("it")
    with pytest.raises(SearchError, match=r"^it: UNKNOWN$"):
        hold(client.ask(course(CARO, "h8"), Limit(seconds=1.5)), ["UNKNOWN"] * 3)


def test_an_engine_that_knows_neither_a_key_nor_restart_is_started_again() -> None:
    client = Gomocup("it")
    hold(client.prepare(CARO, {}), ["UNKNOWN", "OK"])
    hold(client.ask(course(CARO, "h8"), DEPTH), ["UNKNOWN", "0,0"])
    _, held = hold(client.ask(course(CARO, "a1"), DEPTH), [*["UNKNOWN"] * 4, "OK", "UNKNOWN", "UNKNOWN", "0,0"])
    assert held.sent[2] == "RESTART" and held.sent[5] == "START 15" and held.left == []


def test_about() -> None:
    identity, _ = hold(Gomocup("it").identify(), ['name="Pisk", version="1", author="A, B", country="CZ"'])
    assert (identity.name, identity.author) == ("Pisk", "A, B")
    # The manager Piskvork is distributed with an engine that reports no name.
    identity, held = hold(Gomocup("it").identify(), ['author="Petr Lastovicka", version="7.9", country="CZ",  www="w"'])
    assert (identity.name, identity.author, held.sent) == ("", "Petr Lastovicka", ["ABOUT"])
    with pytest.raises(SearchError, match="it does not support Gomocup"):
        hold(Gomocup("it").identify(), ["UNKNOWN command", "UNKNOWN command"])


def test_stones_of_a_set_up_are_sent_by_turns() -> None:
    start = CARO.parse_position("ooo12/15/15/15/15/15/15/15/15/15/15/15/15/15/xx12x o")
    _, held = hold(Gomocup("it").ask(Course(start), DEPTH), ["7,7"])
    assert held.sent[2:] == ["BOARD", "0,0,1", "0,14,2", "1,0,1", "1,14,2", "2,0,1", "14,14,2", "DONE"]
    move = CARO.parse_move(start, "h8")
    _, held = hold(Gomocup("it").ask(Course(start, (move,)), DEPTH), ["7,8"])
    assert held.sent[3:-1] == ["0,0,2", "0,14,1", "1,0,2", "1,14,1", "2,0,2", "14,14,1", "7,7,2"]
    alone = CARO.parse_position("15/15/15/15/15/15/15/15/15/15/15/15/15/15/xx12x x")
    _, held = hold(Gomocup("it").ask(Course(alone), DEPTH), ["7,7"])
    assert held.sent[3:-1] == ["0,14,1", "1,14,1", "14,14,1"]


@pytest.mark.parametrize(
    ("text", "thought"),
    [
        (
            "Speed 301K | Depth 14-25 | Eval 94 | Node 52K | Time 176ms",
            Thought(depth=14, seldepth=25, score=94, nodes=52_000),
        ),
        ("Bestline G7 F6 I15", Thought(pv=("6,6", "5,5", "8,14"))),
        ("depth 3 ev -5 n 1234 pv 7,7 8,8", Thought(depth=3, seldepth=3, score=-5, nodes=1234, pv=("7,7", "8,8"))),
        ("DEPTH: 8/12 EV=+M5", Thought(depth=8, seldepth=12, score=WIN - 5)),
        ("Eval -M4 nodes 1.5M", Thought(score=-WIN + 4, nodes=1_500_000)),
        ("Eval 999999999", Thought(score=WIN_BOUND)),
        ("Bestline G7 nonsense", None),
        ("Depth none | Eval ? | Node -3 | Eval M0", None),
        ("Depth", None),
        ("Depth \N{SUPERSCRIPT TWO} n 5\N{SUPERSCRIPT TWO}", None),
        ("", None),
    ],
)
def test_what_gomocup_engines_report_of_their_searches(text: str, thought: Thought | None) -> None:
    assert read_message(text, Thought()) == thought


def test_gomocup_thoughts_add_up_until_the_answer() -> None:
    said = ["MESSAGE Depth 4-6 | Eval 7", "MESSAGE hello", "MESSAGE Bestline H8", "MESSAGE Depth 5 Eval 9", "7,7"]
    _, held = hold(Gomocup("it").ask(course(CARO), Limit(seconds=1.0)), said)
    first = Thought(depth=4, seldepth=6, score=7)
    second = dataclasses.replace(first, pv=("7,7",))
    assert held.thoughts == [first, second, dataclasses.replace(second, depth=5, seldepth=5, score=9)]


# --- swap2 ------------------------------------------------------------------------------------------------------------

SWAP2 = find_game("caro").with_rules("opening=swap2")
THREE = ("h8", "i8", "j6")
ASKED_WITH_THREE = ["SWAP2BOARD", "7,7", "8,7", "9,9", "DONE"]


def move_of(client: Gomocup, moves: Sequence[str], *said: str | None) -> tuple[str, list[str]]:
    """What it plays after ``moves``, and what it was asked, without the times."""
    at = course(SWAP2, *moves)
    answer, held = hold(client.ask(at, DEPTH), said)
    assert answer.move is not None and held.left == []
    times = 0 if not held.sent else 2
    return SWAP2.format_move(at.position, answer.move, "coordinates"), held.sent[times:]


def test_three_stones_are_asked_for_once() -> None:
    client = Gomocup("it")
    assert move_of(client, (), "MESSAGE hm", "7,7 8,7 9,9") == ("h8", ["SWAP2BOARD", "DONE"])
    assert move_of(client, THREE[:1]) == ("i8", [])
    assert move_of(client, THREE[:2]) == ("j6", [])


def test_a_plan_is_dropped_where_the_game_leaves_it() -> None:
    client = Gomocup("it")
    move_of(client, (), "7,7 8,7 9,9")
    assert move_of(client, ("h8", "a1"), "3,3 4,4 5,5") == ("f10", ["SWAP2BOARD", "DONE"])
    move_of(client, (), "7,7 8,7 9,9")
    assert move_of(client, (), "3,3 4,4 5,5")[0] == "d12", "the same question is asked again"
    assert move_of(client, ("d12",))[0] == "e11"
    start = SWAP2.parse_position("15/15/15/15/15/15/15/15/15/15/15/15/15/15/x14 o three")
    other = Course(start, (SWAP2.parse_move(start, "d12"),))
    answer, held = hold(client.ask(other, DEPTH), ["0,0 1,0 2,0"])
    assert answer == Decision(SWAP2.parse_move(start, "c15")) and held.sent[2:] == ["SWAP2BOARD", "DONE"]
    move_of(client, (), "3,3 4,4 5,5")
    hold(client.prepare(SWAP2, {}), ["OK"])
    assert move_of(client, ("d12",), "7,7 8,7 9,9") == ("i8", ["SWAP2BOARD", "DONE"]), "a new game"


@pytest.mark.parametrize(
    ("moves", "said", "played"),
    [
        (("a1",), "7,7 8,7 9,9", "i8"),
        (("i8",), "7,7 8,7 9,9", "j6"),
        (("j6", "a1"), "7,7 8,7 9,9", "h8"),
        ((*THREE, "two"), "8,8 8,6", "i7"),
        ((*THREE, "two"), "8,8", "i7"),
        ((*THREE, "two", "i7"), "8,8 8,6", "i9"),
        ((*THREE, "two", "i9"), "8,8 8,6", "i7"),
        ((*THREE, "two", "a1"), "8,8", "i7"),
    ],
)
def test_asked_in_the_middle_it_asks_from_the_beginning(moves: tuple[str, ...], said: str, played: str) -> None:
    question = ASKED_WITH_THREE if len(moves) > 2 else ["SWAP2BOARD", "DONE"]
    client = Gomocup("it")
    assert move_of(client, moves, said) == (played, question)
    if len(moves) == 1:
        third, sent = move_of(client, (*moves, played))
        assert sent == [], "the rest of the answer is a plan, too"
        assert move_of(client, (*moves, played, third), "SWAP")[0] == "swap", "but not beyond the phase"


@pytest.mark.parametrize(
    ("moves", "said", "stones"),
    [
        ((*THREE, "two"), "SWAP", ["7,7,2", "8,7,1", "9,9,2"]),
        ((*THREE, "two", "i7"), "SWAP", ["7,7,1", "8,7,2", "9,9,1", "8,8,2"]),
        ((*THREE, "two", "i7"), "8,8", ["7,7,1", "8,7,2", "9,9,1", "8,8,2"]),
    ],
)
def test_where_its_answer_cannot_be_played_it_is_asked_for_a_stone(
    moves: tuple[str, ...], said: str, stones: list[str]
) -> None:
    played, sent = move_of(Gomocup("it"), moves, said, "0,0")
    assert played == "a15" and sent[:5] == ASKED_WITH_THREE
    assert sent[7:] == ["BOARD", *stones, "DONE"]


def test_three_choices_with_three_stones() -> None:
    assert move_of(Gomocup("it"), THREE, "swap") == ("swap", ASKED_WITH_THREE)
    assert move_of(Gomocup("it"), THREE, "8, 8")[0] == "i7"
    client = Gomocup("it")
    assert move_of(client, THREE, "8,8 8,6") == ("two", ASKED_WITH_THREE)
    assert move_of(client, (*THREE, "two")) == ("i7", [])
    assert move_of(client, (*THREE, "two", "i7")) == ("i9", [])


def test_two_choices_with_five_stones() -> None:
    five = (*THREE, "two", "i7", "i9")
    asked = [*ASKED_WITH_THREE[:-1], "8,8", "8,6", "DONE"]
    assert move_of(Gomocup("it"), five, "SWAP") == ("swap", asked)
    assert move_of(Gomocup("it"), five, "0,0") == ("a15", asked)


def test_after_the_opening_the_board_is_sent() -> None:
    moves = (*THREE, "swap")
    assert move_of(Gomocup("it"), moves, "0,0") == ("a15", ["BOARD", "7,7,2", "8,7,1", "9,9,2", "DONE"])
    client = Gomocup("it")
    move_of(client, THREE, "SWAP")
    board = ["BOARD", "7,7,1", "8,7,2", "9,9,1", "0,0,2", "DONE"]
    assert move_of(client, (*moves, "a15"), "7,8") == ("h7", board), "no game is on its board yet"
    assert move_of(client, (*moves, "a15", "h7", "b15"), "7,9") == ("h6", ["TURN 1,0"])
    assert move_of(client, (), "OK", "7,7 8,7 9,9")[1][:1] == ["RESTART"]
    assert move_of(client, (*moves, "a15", "h7", "b15", "h6", "c15"), "7,10")[1][0] == "BOARD"


def test_a_swap_is_no_turn() -> None:
    client = Gomocup("it")
    begun = (*THREE, "two", "a1")
    assert move_of(client, begun, "SWAP", "0,0")[0] == "a15"
    assert move_of(client, (*begun, "a15", "swap"), "OK", "1,0")[1][3:5] == ["BOARD", "7,7,2"]


def test_the_player_who_puts_the_stones_of_the_opening_has_the_time() -> None:
    clock = TimeLeft((1.5, 2.0))
    for moves, left in ((("h8",), 1500), ((*THREE, "two", "i7"), 2000)):
        _, held = hold(Gomocup("it").ask(course(SWAP2, *moves), clock), ["0,0 1,0 2,0" if left == 1500 else "0,0"])
        assert held.sent[1] == f"INFO time_left {left}"
        assert held.alarms == [left / 1000 + 1]


def test_an_engine_that_wants_owners_with_the_stones_gets_them() -> None:
    client = Gomocup("it")
    hold(client.prepare(SWAP2, {}), ["OK"])
    refused = ["ERROR no colour", "ERROR no colour", "ERROR no colour", "5,5 8,8 7,7", "OK"]
    owned = ["SWAP2BOARD", "7,7,2", "8,7,1", "9,9,2", "DONE"]
    played, sent = move_of(client, THREE, *refused, "8,8 8,6")
    assert played == "two" and sent[:5] == ASKED_WITH_THREE
    assert sent[5:9] == ["INFO game_type 1", "INFO rule 0", "START 15", "INFO rule 0"] and sent[-5:] == owned
    assert move_of(client, THREE, "SWAP") == ("swap", owned), "it is known now"
    five = ["SWAP2BOARD", "7,7,2", "8,7,1", "9,9,2", "8,8,1", "8,6,2", "DONE"]
    assert move_of(client, (*THREE, "two", "i7", "i9"), "SWAP") == ("swap", five)
    client = Gomocup("it")
    assert move_of(client, (*THREE, "two", "a1"), *refused, "8,8 8,6")[1][-5:] == owned
    with pytest.raises(SearchError, match="it: ERROR still not"):
        move_of(Gomocup("it"), THREE, *refused, "ERROR still not")
    with pytest.raises(SearchError, match="it did not answer within 30 s"):
        move_of(Gomocup("it"), THREE, *refused[:4], ALARM)


@pytest.mark.parametrize(
    ("stones", "said"),
    [
        (0, "7,7"),
        (0, "7,7 8,7"),
        (0, "7,7 8,7 7,7"),
        (0, "7,7 8,7 15,7"),
        (0, "7,7 8,7 9,9 1,1"),
        (0, "SWAP"),
        (0, "7;7 8;7 9;9"),
        (3, "7,7"),
        (3, "0,0 9,9"),
        (3, "0,0 0,0"),
        (3, "0,0 1,0 2,0"),
        (3, "SWAP 0,0"),
        (3, "pass"),
        (5, "8,6"),
        (5, "0,0 1,0"),
        (5, "-1,0"),
        (5, "yes"),
    ],
)
def test_nonsense_in_an_opening(stones: int, said: str) -> None:
    words = {0: "begins with three different", 3: "with three stones", 5: "with five stones"}
    moves = (*THREE, "two", "i7", "i9")[: stones if stones < 5 else 6]
    with pytest.raises(SearchError, match=f"^it answered '{said}'; .*{words[stones]}"):
        move_of(Gomocup("it"), moves, said)


def test_openings_that_it_does_not_know() -> None:
    with pytest.raises(SearchError, match=r"^it: UNKNOWN command$"):
        move_of(Gomocup("it"), THREE, *["UNKNOWN command"] * 3)  # two may be about the times
    with pytest.raises(SearchError, match=r"^it: UNKNOWN command$"):
        move_of(Gomocup("it"), THREE, *["UNKNOWN command"] * 2, ALARM)
    with pytest.raises(SearchError, match=r"^it: UNKNOWN command SWAP2BOARD$"):
        move_of(Gomocup("it"), THREE, "UNKNOWN command SWAP2BOARD")
    with pytest.raises(SearchError, match=r"^it: ERROR no openings$"):
        move_of(Gomocup("it"), (), "ERROR no openings")
    with pytest.raises(SearchError, match="it did not answer within 60 s"):
        move_of(Gomocup("it"), THREE, ALARM)
    other: Any = find_game("caro").with_rules("opening=swap2")
    other.rules = dataclasses.replace(other.rules, opening="pro")
    with pytest.raises(SearchError, match=r"^it uses Gomocup, which does not support the opening pro$"):
        hold(Gomocup("it").ask(Course(other.parse_position(str(SWAP2.start()))), DEPTH), [])
