"""What our clients say to engines, and what they make of what engines say: a script plays the engine."""

from typing import Any

import pytest

from engine.core.errors import SearchError
from engine.core.game import find_game
from engine.core.score import WIN
from engine.protocols.gomocup import Gomocup
from engine.protocols.gtp import Gtp, read_analysis
from engine.protocols.talk import Answer, Course, Thought
from engine.protocols.timing import Clock
from engine.protocols.uci import Ucci, Uci, shift_ranks
from engine.search.report import Limit
from tests.engine.protocols.desk import Squares
from tests.engine.protocols.peer import ALARM, hold

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
    hold(client.greet(), ["id name It", "uciok"])
    return client


def test_the_position_and_the_limit_are_said(uci: Uci) -> None:
    game = Squares()
    answer, held = hold(uci.ask(course(game, "h8", "a1"), Limit(3, 500, 1.5)), ["bestmove b1"])
    assert held.sent == ["position startpos moves h8 a1", "go depth 3 nodes 500 movetime 1500"]
    assert answer == Answer(1)
    begun = game.parse_position(str(course(game, "h8").position))
    _, held = hold(uci.ask(Course(begun), DEPTH), ["bestmove b1"])
    assert held.sent[0] == f"position fen {begun}"


def test_the_clock_is_said_for_both_sides(uci: Uci) -> None:
    _, held = hold(uci.ask(course(Squares()), Clock((1.5, 2), (0.1, 0.2), 7)), ["bestmove b1"])
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
        ("depth 5 score cp 30 upperbound pv b1", None),
        ("depth 5 score cp 30 pv", None),
        ("depth 5 multipv 2 score cp 30 pv b1", None),
        ("currmove b1 currmovenumber 3", None),
        ("string depth 5 score cp 30 pv b1", None),
    ],
)
def test_info(uci: Uci, line: str, thought: Thought | None) -> None:
    assert uci.read_info(line.split()) == thought


def test_past_its_time_it_is_told_to_stop(uci: Uci) -> None:
    limit = Limit(seconds=2.0)
    answer, held = hold(uci.ask(course(Squares()), limit), ["info depth 1 pv c1", ALARM, "bestmove c1"])
    assert answer == Answer(2) and held.sent[2:] == ["stop"] and held.alarms == [3.0, 1.0]
    with pytest.raises(SearchError, match="it did not answer within 3 s"):
        hold(uci.ask(course(Squares()), limit), [ALARM, ALARM])


def test_without_a_limit_of_time_silence_is_asked_about(uci: Uci) -> None:
    said = [ALARM, "readyok", "info depth 1 pv c1", ALARM, "readyok", "bestmove c1"]
    answer, held = hold(uci.ask(course(Squares()), DEPTH), said)
    assert answer == Answer(2) and held.sent[2:] == ["isready", "isready"]
    with pytest.raises(SearchError, match="it did not answer within 60 s"):
        hold(uci.ask(course(Squares()), DEPTH), [ALARM, ALARM])


def test_options_variant_and_new_game_are_told_before_readiness_is_asked() -> None:
    client = Uci("it")
    lines = [
        "option name Skill Level type spin default 20 min 0 max 20",
        "option name UCI_Variant type combo default chess var chess var squares",
        "option name Book File type string default <empty>",
        "option name MultiPV type spin default 1 min 1 max 5",
        "option name Clear Hash type button",
        "uciok",
    ]
    identity, _ = hold(client.greet(), lines)
    assert [each.label for each in identity.options] == ["Skill Level", "Book File"]
    assert [each.name for each in identity.options] == ["Skill_Level", "Book_File"]
    values = {"Skill Level": "3", "Book File": "a\nquit"}
    _, held = hold(client.prepare(Squares(), values), ["readyok"])
    assert held.sent == [
        "setoption name Skill Level value 3", "setoption name Book File value a quit",
        "setoption name UCI_Variant value squares", "ucinewgame", "isready",
    ]  # fmt: skip
    other = Uci("it")
    hold(other.greet(), ["option name UCI_Variant type combo default chess var chess", "uciok"])
    with pytest.raises(SearchError, match="it does not know Caro"):
        hold(other.prepare(Squares(), {}), ["readyok"])
    with pytest.raises(SearchError, match="it speaks UCI, which does not know Go with these rules"):
        hold(other.prepare(find_game("go")(), {}), ["readyok"])


def test_ranks_are_shifted() -> None:
    assert shift_ranks("h2e2", 1) == "h3e3" and shift_ranks("a10i9", -1) == "a9i8"


def test_resignation() -> None:
    answer, _ = hold(Ucci("it").ask(course(Squares()), DEPTH), ["bestmove b1 resign"])
    assert answer == Answer(None)


def test_ucci_tells_nodes_and_moves_each_for_itself() -> None:
    """ElephantEye says nodes before a line of moves, the example of the protocol after it."""
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
    assert answer == Answer(2)
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
    identity, _ = hold(Ucci("it").greet(), lines)
    assert [each.label for each in identity.options] == ["usebook"] and identity.name == "It 3.31"


def test_ucci_says_milliseconds_where_they_are_understood() -> None:
    client = Ucci("it")
    hold(client.greet(), ["option usemillisec type check default false", "ucciok"])
    _, held = hold(client.prepare(Squares(), {}), ["readyok"])
    assert held.sent == ["setoption usemillisec true", "isready"]
    _, held = hold(client.ask(course(Squares(), "h8"), Clock((1.5, 2.5), (0.1, 0.2))), ["bestmove b1"])
    assert held.sent == ["position startpos moves h8", "go time 2500 increment 200 opptime 1500 oppincrement 100"]
    _, held = hold(client.ask(course(Squares()), Limit(seconds=1.5)), ["bestmove b1"])
    assert held.sent[1] == "go time 1500 movestogo 1"
    with pytest.raises(SearchError, match="it gave no answer"):
        hold(client.ask(course(Squares()), DEPTH), ["nobestmove"])


# --- GTP --------------------------------------------------------------------------------------------------------------


def gtp(*commands: str) -> Gtp:
    client = Gtp("it")
    hold(client.greet(), ["= 2", "", "= It", "", "= 1.0", "", "= " + "\n".join(commands), ""])
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
    clock = Clock((1.9, 30.0))
    _, held = hold(gtp("time_left").ask(Course(GO.start()), clock), ["=", ""] * 3 + ["= D4", ""])
    assert held.sent[1:] == ["time_left black 1 0", "time_left white 30 0", "genmove black"]


def test_refusals_and_resignation() -> None:
    answer, _ = hold(gtp().ask(Course(GO.start()), DEPTH), ["=", "", "= resign", ""])
    assert answer == Answer(None)
    with pytest.raises(SearchError, match="it: unacceptable size"):
        hold(gtp().prepare(GO, {}), ["? unacceptable size", ""])
    with pytest.raises(SearchError, match="it answered an illegal move"):
        hold(gtp().ask(course(GO, "E5"), DEPTH), ["=", "", "=", "", "= E5", ""])
    with pytest.raises(SearchError, match="does not speak GTP"):
        hold(Gtp("it").greet(), ["? unknown command", ""])


ANALYSIS = (
    "info move D4 visits 100 winrate 5432 prior 2000 order 0 pv D4 Q16 "
    "info move C3 visits 20 winrate 4000 order 1 pv C3"
)


def test_analysis() -> None:
    assert read_analysis(ANALYSIS) == Thought(nodes=120, pv=("D4", "Q16"), note="wins 54.3 %")
    kata = "info move D4 visits 9 winrate 0.25 scoreLead -2.6 order 0 pv D4 rootInfo visits 9"
    thought = read_analysis(kata)
    assert thought is not None and thought.score == -3 and thought.note == "wins 25.0 %" and thought.pv[0] == "D4"
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


def test_a_board_is_told_in_the_order_of_the_stones() -> None:
    client = Gomocup("it")
    answer, held = hold(client.ask(course(CARO, "h8", "a1"), Limit(seconds=1.5)), ["MESSAGE hm", "DEBUG x", "1,14"])
    assert held.sent == [
        "INFO timeout_turn 1500", "INFO timeout_match 0", "BOARD", "7,7,1", "0,14,2", "DONE",
    ]  # fmt: skip
    assert answer == Answer(1)
    _, held = hold(client.ask(Course(CARO.start()), DEPTH), ["7,7"])
    assert held.sent[-1] == "BEGIN"


def test_rules_and_board_are_told() -> None:
    _, held = hold(Gomocup("it").prepare(CARO, {}), ["OK - everything is good"])
    assert held.sent == ["INFO game_type 1", "INFO rule 0", "START 15", "INFO rule 0"]
    other = find_game("caro").with_rules("columns=12,win=caro")
    _, held = hold(Gomocup("it").prepare(other, {}), ["MESSAGE x", "OK"])
    assert held.sent[2] == "RECTSTART 12,15" and held.sent[1] == "INFO rule 8"
    with pytest.raises(SearchError, match="it: ERROR unsupported"):
        hold(Gomocup("it").prepare(CARO, {}), ["ERROR unsupported"])


@pytest.mark.parametrize("text", ["15,0", "7", "x,y", "-1,3", "7,7,7", "99999999999,1"])
def test_answers_that_are_no_field(text: str) -> None:
    with pytest.raises(SearchError, match="it answered nonsense"):
        hold(Gomocup("it").ask(course(CARO, "h8"), DEPTH), [text])


def test_what_it_cannot_do_is_said() -> None:
    with pytest.raises(SearchError, match="it answered an illegal move"):
        hold(Gomocup("it").ask(course(CARO, "h8"), DEPTH), ["7,7"])
    with pytest.raises(SearchError, match="it: ERROR board"):
        hold(Gomocup("it").ask(course(CARO, "h8"), DEPTH), ["UNKNOWN INFO game_type", "ERROR board"])
    with pytest.raises(SearchError, match="it did not answer"):
        hold(Gomocup("it").ask(course(CARO, "h8"), DEPTH), [ALARM])
    swap = find_game("caro").with_rules("opening=swap2")
    with pytest.raises(SearchError, match="does not play this opening"):
        hold(Gomocup("it").ask(Course(swap.start()), DEPTH), ["7,7"])


def test_about() -> None:
    identity, _ = hold(Gomocup("it").greet(), ['name="Pisk", version="1", author="A, B", country="CZ"'])
    assert (identity.name, identity.author) == ("Pisk", "A, B")
    with pytest.raises(SearchError, match="it does not speak Gomocup"):
        hold(Gomocup("it").greet(), ["UNKNOWN command", "UNKNOWN command"])
