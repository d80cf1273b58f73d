"""Our UCI and UCCI, with a game that has texts like any other; chess and xiangqi where they are."""

import random
from dataclasses import dataclass
from typing import Any

import pytest

from engine.core.game import find_game
from engine.core.options import option, options_of
from engine.core.outcome import Player
from engine.core.score import WIN, Score
from engine.protocols.server.uci import UcciServer, UciServer
from engine.search.report import Limit, Line
from engine.search.search import find_algorithm
from tests.engine.protocols.desk import Desk, Squares, brain, report_of, serve


@pytest.fixture
def desk() -> Desk:
    return serve(UciServer, Squares())


@pytest.fixture
def slow() -> Desk:
    return serve(UciServer, Squares(), None)


def move_of(desk: Desk, text: str) -> int:
    return int(desk.server.game.parse_move(desk.thinks[-1].position, text))


def test_hello() -> None:
    options = options_of(find_algorithm("negascout").Parameters)
    desk = Desk(UciServer(Squares(), brain(options=options)))
    lines = desk.say("uci")
    assert lines[0] == "id name Desk 1" and lines[-1] == "uciok"
    assert "option name ordering type check default false" in lines
    assert "option name quiescence_depth type spin default 8 min 1 max 24" in lines
    assert desk.say("isready") == ["readyok"]
    assert desk.say("setoption name Ordering value true", "setoption name quiescence_depth value 4", "go depth 1")
    assert desk.thinks[-1].values == {"ordering": True, "quiescence_depth": 4}
    assert desk.say("setoption name quiescence_depth value 99")[0].startswith("info string")
    assert desk.say("setoption name Hash value 16")[0].startswith("info string")


def test_the_variant_is_named_unless_the_protocol_implies_it() -> None:
    said = {name: serve(UciServer, find_game(name)()).say("uci") for name in ("chess", "xiangqi")}
    assert "option name UCI_Variant type combo default xiangqi var xiangqi" in said["xiangqi"]
    assert not any("UCI_Variant" in line for line in said["chess"])


def test_a_move_with_its_info(desk: Desk) -> None:
    assert desk.say("position startpos moves h8 g7", "go depth 3") == [
        "info depth 1 seldepth 1 score cp 7 time 10 nodes 10 nps 1000 pv a1",
        "bestmove a1",
    ]
    assert desk.thinks[-1].limit == Limit(depth=3)
    assert len(desk.thinks[-1].position.pieces) == 2


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("depth 4", Limit(depth=4)),
        ("nodes 5000", Limit(nodes=5000)),
        ("depth 4 nodes 5000", Limit(depth=4, nodes=5000)),
        ("mate 2", Limit(depth=3)),
        ("depth 0", Limit(depth=1)),
        ("depth 100000", Limit(depth=100)),
        ("searchmoves h8 depth 2", Limit(depth=2)),
        ("infinite", None),
        ("", None),
        ("depth --5", None),
        ("depth ² nodes ٣", None),
    ],
)
def test_limits(slow: Desk, words: str, expected: Limit | None) -> None:
    slow.say("position startpos", f"go {words}")
    assert slow.thinks[-1].limit == expected


@pytest.mark.parametrize(
    ("words", "most"),
    [
        ("movetime 1000", 1.0),
        ("wtime 1000 btime 90000 winc 100 binc 0", 0.5),
        ("wtime 60000 btime 1 movestogo 20", 20.0),
        ("wtime -50 btime 1000", 0.002),
        ("wtime 10 btime 10 winc 10 binc 10", 0.01),
        ("movetime 5", 0.005),
    ],
)
def test_time(slow: Desk, words: str, most: float) -> None:
    slow.say("position startpos", f"go {words}")
    limit = slow.thinks[-1].limit
    assert limit is not None and limit.seconds is not None and 0 < limit.seconds <= most


def test_the_search_is_prepared_before_readyok(slow: Desk) -> None:
    slow.server.brain = brain(options=options_of(find_algorithm("pvs").Parameters))
    assert slow.say("setoption name Hash value 32", "ucinewgame") == [] and slow.prepared == []
    assert slow.say("isready") == ["readyok"]
    (prepared,) = slow.prepared
    assert prepared.values == {"table_mb": 32} and prepared.position == Squares().start()
    slow.say("go infinite")
    assert slow.say("isready") == ["readyok"] and len(slow.prepared) == 1, "a search that runs is left alone"


def test_a_refused_value_is_named_as_the_other_program_names_it(slow: Desk) -> None:
    slow.server.brain = brain(options=options_of(find_algorithm("pvs").Parameters))
    assert slow.say("setoption name Hash value 99999999") == ["info string Hash=99999999: must be at most 4096"]
    ucci = Desk(UcciServer(Squares(), slow.server.brain))
    assert ucci.say("setoption hashsize x") == ["info message hashsize=x: expected a number"]
    assert ucci.say("setoption") == [], "an empty name is no option"


def test_infinite_waits_for_stop(slow: Desk) -> None:
    slow.say("go infinite")
    assert slow.finish(report_of(5)) == [], "it has found what there is, and keeps it"
    assert slow.say("isready") == ["readyok"]
    assert slow.say("stop") == ["bestmove f1"]
    slow.say("go infinite")
    assert slow.say("stop") == [] and slow.stops == 1
    assert slow.finish(report_of(5)) == ["bestmove f1"]


def test_pondering_searches_at_once_and_the_clock_starts_with_ponderhit(slow: Desk) -> None:
    slow.say("position startpos moves h8 g7", "go ponder wtime 1000 btime 1000")
    assert [think.limit for think in slow.thinks] == [None] and slow.hastens == []
    assert slow.say("isready") == ["readyok"]
    assert slow.say("ponderhit") == []
    assert len(slow.thinks) == 1, "the search is not restarted"
    (limit,) = slow.hastens
    assert limit.seconds is not None and limit.seconds < 0.2
    assert limit.aim is not None and limit.aim <= limit.seconds
    assert slow.say("ponderhit") == [] and len(slow.hastens) == 1
    assert slow.finish(report_of(5)) == ["bestmove f1"]
    slow.say("go ponder infinite")
    assert slow.say("stop") == [] and slow.stops == 1
    assert slow.finish(report_of(5)) == ["bestmove f1"], "an answer is owed for every go"
    slow.say("go ponder", "ponderhit")
    assert slow.hastens[-1] == slow.server.brain.limit


@pytest.mark.parametrize("word", ["ponderhit", "stop"])
def test_a_move_found_while_pondering_waits_for_the_word(slow: Desk, word: str) -> None:
    slow.say("go ponder wtime 1000 btime 1000")
    assert slow.finish(report_of(5)) == []
    assert slow.say("isready") == ["readyok"]
    assert slow.say(word) == ["bestmove f1"]
    slow.say("go depth 3")
    assert slow.say("ponderhit") == [] and slow.hastens == []
    assert slow.finish(report_of(5)) == ["bestmove f1"]


def test_the_expected_reply_is_named_if_the_other_program_ponders(slow: Desk) -> None:
    assert "option name Ponder type check default false" in slow.say("uci")
    for value, reply in (("true", " ponder b1"), ("false", "")):
        slow.say(f"setoption name Ponder value {value}", "go depth 3")
        assert slow.finish(report_of(5, pv=(5, 1))) == [f"bestmove f1{reply}"]
    slow.say("setoption name Ponder value true", "go depth 3 searchmoves a1")
    assert slow.finish(report_of(5, pv=(5, 1))) == ["bestmove a1"], "the reply is to another move"


def test_parameters_have_their_usual_names() -> None:
    options = options_of(find_algorithm("pvs").Parameters)
    desk = Desk(UciServer(Squares(), brain(options=options)))
    lines = desk.say("uci")
    assert "option name Hash type spin default 16 min 1 max 4096" in lines
    assert "option name Threads type spin default 1 min 1 max 64" in lines
    assert "option name MultiPV type spin default 1 min 1 max 16" in lines
    assert not [line for line in lines if line.startswith(("option name table_mb", "option name lines"))]
    desk.say("setoption name hash value 32", "setoption name MultiPV value 3", "setoption name Threads value 2")
    desk.say("go depth 1")
    assert desk.thinks[-1].values == {"table_mb": 32, "lines": 3, "threads": 2}
    desk.say("setoption name table_mb value 8", "go depth 1")
    assert desk.thinks[-1].values["table_mb"] == 8
    ucci = Desk(UcciServer(Squares(), brain(options=options)))
    lines = ucci.say("ucci")
    assert (
        "option hashsize type spin min 1 max 4096 default 16" in lines
        and "option ponder type check default false" in lines
    )
    ucci.say("setoption hashsize 64", "go depth 1")
    assert ucci.thinks[-1].values == {"table_mb": 64}


@pytest.mark.parametrize(("server", "name"), [(UciServer, "Hash"), (UcciServer, "hashsize")])
def test_the_memory_of_a_tree_has_the_usual_name(server: Any, name: str) -> None:
    desk = Desk(server(Squares(), brain(options=options_of(find_algorithm("mcts").Parameters))))
    assert sum(f" {name} type spin " in line for line in desk.say(server.protocol)) == 1
    desk.say(f"setoption {'name Hash value' if name == 'Hash' else name} 32", "go depth 1")
    assert desk.thinks[-1].values == {"memory_mb": 32}


def test_every_line_of_a_report_is_sent(slow: Desk) -> None:
    slow.say("go depth 3")
    lines = (Line(Score(9, Player.FIRST), (5, 1)), Line(Score(-WIN + 4, Player.FIRST), (7,)))
    told = list(slow.server.reported(report_of(5, depth=3, pv=(5, 1), lines=lines)))
    start = "info depth 3 seldepth 3 multipv"
    assert told == [
        f"{start} 1 score cp 9 time 10 nodes 10 nps 1000 pv f1 b1",
        f"{start} 2 score mate -2 time 10 nodes 10 nps 1000 pv h1",
    ]
    partial = report_of(7, depth=3, pv=(7,), lines=lines, unfinished=True)
    assert list(slow.server.reported(partial)) == ["info depth 3 seldepth 3 score cp 7 time 10 nodes 10 nps 1000 pv h1"]


def test_what_comes_while_it_thinks_waits(slow: Desk) -> None:
    slow.say("go depth 3")
    assert slow.say("position startpos moves h8", "go depth 2") == []
    assert slow.finish(report_of(0)) == ["bestmove a1"]
    assert len(slow.thinks) == 2 and len(slow.thinks[-1].position.pieces) == 1
    slow.say("quit")
    assert slow.has_quit


def test_scores_are_in_moves_where_they_are_wins(slow: Desk) -> None:
    slow.say("go depth 1")
    for value, text in (
        (WIN - 1, "mate 1"),
        (WIN - 3, "mate 2"),
        (2 - WIN, "mate -1"),
        (4 - WIN, "mate -2"),
        (-12, "cp -12"),
    ):
        (line,) = [
            each
            for each in slow.server.reported(report_of(0, score=Score(value, Player.FIRST)))
            if isinstance(each, str)
        ]
        assert f"score {text} " in line
    assert list(slow.server.reported(report_of(None))) == []


def test_positions(desk: Desk) -> None:
    text = str(Squares().start().play(112))
    assert desk.say(f"position fen {text} moves a1", "go depth 1")[-1].startswith("bestmove")
    assert len(desk.thinks[-1].position.pieces) == 2


REFUSED = (
    "position fen nonsense",
    "position",
    "position startpos moves h8 h8",
    "position startpos moves h8 a1 z9 b1",
    "position fen",
)


@pytest.mark.parametrize("line", REFUSED)
def test_a_refused_position_is_not_searched_nor_the_one_before(desk: Desk, line: str) -> None:
    """Nor the position before a refused move."""
    no_move = ["info string error: the position was refused, so there is no move", "bestmove 0000"]
    desk.say("position startpos moves h8", "go depth 1")
    assert desk.say(line)[0].startswith("info string ")
    assert desk.say("go depth 1") == no_move == desk.say("go wtime 1000 btime 1000 searchmoves b1")
    for wait, word in (("infinite", "stop"), ("ponder", "ponderhit"), ("ponder", "stop")):
        assert desk.say(f"go {wait}", "isready") == [no_move[0], "readyok"]
        assert desk.say(word) == no_move[1:]
    assert len(desk.thinks) == 1
    assert desk.say("position startpos moves h8 a1", "go depth 1")[-1] == "bestmove b1"
    assert len(desk.thinks[-1].position.pieces) == 2
    desk.say(line)
    assert desk.say("ucinewgame", "go depth 1")[-1] == "bestmove a1"


def test_ucci_names_no_move_for_a_refused_position(ucci: Desk) -> None:
    assert ucci.say("position startpos moves h8 h8")[0].startswith("info message ")
    assert ucci.say("go depth 1")[-1] == "nobestmove" and ucci.thinks == []


def test_a_longer_game_goes_on_from_the_shorter_one(desk: Desk) -> None:
    moves = ["h8", "a1", "h9", "a2", "h10"]
    for count in range(len(moves) + 1):
        desk.say(f"position startpos moves {' '.join(moves[:count])}".strip(), "go depth 1")
        assert len(desk.thinks[-1].position.pieces) == count
    desk.say("position startpos moves a1", "go depth 1")
    assert len(desk.thinks[-1].position.pieces) == 1


def test_a_game_that_is_over_has_no_best_move(desk: Desk) -> None:
    moves = "a1 a2 b1 b2 c1 c2 d1 d2 e1"
    assert desk.say(f"position startpos moves {moves}", "go depth 2") == ["bestmove 0000"]
    assert desk.say(f"position startpos moves {moves}", "go infinite") == []
    assert desk.say("stop") == ["bestmove 0000"]


def test_unknown_words_before_a_command_are_passed_over(desk: Desk) -> None:
    assert desk.say("joho isready") == ["readyok"]
    assert desk.say("joho", "", "debug on", "register later", "ucinewgame") == []


def test_debug_reports_what_is_passed_over_and_what_is_searched(desk: Desk, ucci: Desk) -> None:
    assert desk.say("hullo") == [] and len(desk.say("go depth 1")) == 2
    assert desk.say("\t debug \t on \t") == []
    assert desk.say("hullo there") == ["info string no command in hullo there"]
    first, *rest = desk.say("go depth 1")
    assert first.startswith("info string searching ") and "depth=1" in first and len(rest) == 2
    assert desk.say("debug off", "hullo") == []
    assert ucci.say("setoption debug true", "hullo") == ["info message no command in hullo"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("searchmoves c3 d4 depth 2", {"c3", "d4"}),
        ("depth 2 searchmoves c3 d4", {"c3", "d4"}),
        ("searchmoves c3 depth 2 d4", {"c3"}),
        ("infinite searchmoves c3 z9 h8", {"c3"}),
        ("searchmoves c3 infinite", {"c3"}),
        ("searchmoves depth 2", set()),
        ("searchmoves h8 z9 depth 2", set()),
        ("depth 2", set()),
    ],
)
def test_only_the_moves_named_are_searched(slow: Desk, words: str, expected: set[str]) -> None:
    remarks = slow.say("position startpos moves h8", f"go {words}")
    think = slow.thinks[-1]
    assert {slow.server.game.format_move(think.position, move) for move in think.only} == expected
    wrong = [text for text in ("z9", "h8") if text in words.split()]
    assert len(remarks) == len(wrong) and all(line.startswith("info string ") for line in remarks)
    slow.say("stop")
    # A search that fails or returns another move does not lead to a move that was not named.
    answer = slow.finish(report_of(0))[-1].removeprefix("bestmove ")
    assert answer in (expected or {"a1"})
    slow.say("go depth 1")
    assert slow.thinks[-1].only == (), "the next question is about all moves"


def test_moves_are_named_for_pondering_too(slow: Desk) -> None:
    for answer in ("ponderhit", "stop"):
        slow.say("position startpos moves h8", "go ponder depth 2 searchmoves c3", answer)
        assert slow.thinks[-1].only == (move_of(slow, "c3"),)
        assert slow.finish(None) == ["bestmove c3"]


def test_unknown_words_before_a_command_do_not_make_it_wait(slow: Desk) -> None:
    slow.say("go infinite")
    assert slow.say("joho isready", "\t isready \t") == ["readyok", "readyok"]
    assert slow.say("please stop") == [] and slow.stops == 1
    assert slow.finish(report_of(5)) == ["bestmove f1"]


def test_names_of_options_in_any_case_and_values_that_are_empty() -> None:
    @dataclass(frozen=True)
    class Wishes:
        file: str = option("a", "A file")

    desk = Desk(UciServer(find_game("chess")(), brain(options=options_of(Wishes))))
    assert "option name file type string default a" in desk.say("uci")
    for line, value in (
        ("setoption name FILE value b  c", "b c"),
        ("setoption name File value", ""),
        ("setoption name file value d", "d"),
        ("setoption name file value <empty>", ""),
    ):
        assert desk.say(line, "go depth 1")[-1].startswith("bestmove")
        assert desk.thinks[-1].values == {"file": value}, line
    assert desk.say("setoption name uci_chess960 value true") == []
    assert desk.server.game.protocol_rules("uci") == {"variant": "chess", "chess960": "true"}


def test_a_draw_is_the_other_programs_to_call() -> None:
    """Those who play on after three repetitions or fifty moves are played with."""
    game = find_game("chess")()

    def answers(position: str, go: str = "go depth 1") -> list[str]:
        return serve(UciServer, game).say(f"position {position}", go)

    shuffle = "g1f3 g8f6 f3g1 f6g8"
    assert answers(f"startpos moves {' '.join([shuffle] * 2)}")[-1] == "bestmove b1a3"
    desk = serve(UciServer, game)
    answered = desk.say(f"position startpos moves {' '.join([shuffle] * 3)} e2e4 e7e5 f1c4", "go depth 1")
    assert answered[-1].startswith("bestmove ") and not any("string" in line for line in answered)
    text = game.format_position(desk.thinks[-1].position)
    assert text.startswith("rnbqkbnr/pppp1ppp/8/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR b KQkq - ")
    # Rights stay as they are.
    remark, *_, answer = answers("fen 4k3/8/8/8/8/8/8/4K2R w KQ -", "go depth 1 searchmoves e1g1")
    assert remark.startswith("info string ") and "a1" in remark and answer == "bestmove e1g1"
    castling = "r3k2r/8/8/8/8/8/8/R3K2R"
    assert answers(f"fen {castling} w Kq - 100 90", "go depth 1 searchmoves e1g1")[-1] == "bestmove e1g1"
    assert answers(f"fen {castling} w Kq - 100 90", "go depth 1 searchmoves e1c1")[0].startswith("info string ")
    assert answers(f"fen {castling} w Kq - 99 90 moves a1a2 e8c8", "go depth 1 searchmoves e1g1")[-1] == "bestmove e1g1"
    # What ends a game for good ends it here too.
    assert answers("startpos moves f2f3 e7e5 g2g4 d8h4") == ["bestmove 0000"]
    assert answers("fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1") == ["bestmove 0000"]


def test_any_lines_never_raise_and_every_go_is_answered() -> None:
    rng = random.Random(4)
    for cls in (UciServer, UcciServer):
        desk = serve(cls, Squares(), lambda p: rng.choice(p.legal_moves()))
        words = [
            "uci",
            "ucci",
            "position",
            "startpos",
            "fen",
            "moves",
            "h8",
            "a1",
            "go",
            "depth",
            "3",
            "infinite",
            "stop",
            "ponder",
            "ponderhit",
            "setoption",
            "name",
            "value",
            "wtime",
            "-1",
            "é",
            "²",
            "--5",
            "banmoves",
            "searchmoves",
            "batch",
            "probe",
            "isready",
        ]
        for _ in range(800):
            asked, before = len(desk.thinks), desk.server.busy
            line = " ".join(rng.choices(words, k=rng.randint(1, 5)))
            answers = desk.say(line)
            if len(desk.thinks) > asked and not before and not desk.server.busy:
                assert any(answer.startswith("bestmove") for answer in answers)
        desk.say("stop")
        assert not desk.server.busy


@pytest.fixture
def ucci() -> Desk:
    return serve(UcciServer, Squares(), None)


def test_a_proved_win_is_marked_as_possibly_shorter(slow: Desk, ucci: Desk) -> None:
    """After the line of its score, and only for a score that is proved."""
    for desk, word in ((slow, "string"), (ucci, "message")):
        desk.say("position startpos", "go depth 1")
        for proved in (True, False):
            report = report_of(0, score=Score(WIN - 3, Player.FIRST), note="It may be shorter.", proved=proved)
            first, *others = desk.server.reported(report)
            assert isinstance(first, str) and " score " in first
            assert others == ([f"info {word} It may be shorter."] if proved else [])


def test_ucci(ucci: Desk) -> None:
    lines = ucci.say("ucci")
    assert lines[0] == "id name Desk 1" and lines[-1] == "ucciok"
    assert "option usemillisec type check default false" in lines
    ucci.say("position startpos", "go time 10 increment 1")
    limit = ucci.thinks[-1].limit
    assert limit is not None and limit.seconds is not None and 0.5 < limit.seconds < 3
    assert ucci.finish(report_of(0)) == ["bestmove a1"]
    ucci.say("setoption usemillisec true", "go time 10 increment 1")
    limit = ucci.thinks[-1].limit
    assert limit is not None and limit.seconds == 0.002
    ucci.finish(report_of(0))
    ucci.say("banmoves a1 b1", "go depth 2")
    assert ucci.finish(report_of(0)) == ["bestmove c1"]
    (line,) = list(ucci.server.reported(report_of(0, score=Score(WIN - 3, Player.FIRST))))
    assert line == "info depth 1 score 29997 time 10 nodes 10 pv a1"
    ucci.say("position startpos moves a1 a2 b1 b2 c1 c2 d1 d2 e1")
    assert ucci.say("go depth 1") == ["nobestmove"]
    assert ucci.say("quit") == ["bye"] and ucci.has_quit


def test_ucci_moves_that_are_banned(ucci: Desk) -> None:
    ucci.say("position startpos", "banmoves a1 b1", "go depth 2")
    assert len(ucci.thinks[-1].only) == 15 * 15 - 2
    assert ucci.finish(report_of(5)) == ["bestmove f1"]
    ucci.say("go depth 2 searchmoves b1 c1")
    assert ucci.finish(report_of(0)) == ["bestmove c1"]
    (line,) = ucci.say("banmoves z9")
    assert line.startswith("info message ")
    ucci.say("banmoves a1", "position startpos moves h8", "go depth 2")
    assert ucci.thinks[-1].only == (), "a new position lifts the ban"
    assert ucci.finish(report_of(0)) == ["bestmove a1"]
    game = ucci.server.game
    everything = " ".join(game.format_move(game.start(), move) for move in game.start().legal_moves())
    ucci.say("position startpos", f"banmoves {everything}")
    assert ucci.say("go depth 2") == ["nobestmove"]


def test_ucci_answers_a_client_that_waits(ucci: Desk) -> None:
    """Section 3, note 6 of UCCI 3.0; the answer to ``probe`` where nothing is known."""
    assert ucci.say("stop") == ["nobestmove"]
    assert ucci.say("probe startpos moves h8") == ["pophash"]
    ucci.say("go time 10 increment 1 opptime 10 oppincrement 1 draw")
    assert ucci.say("stop") == [] and ucci.stops == 1
    assert ucci.finish(report_of(0)) == ["bestmove a1"]
    ucci.say("go ponder time 10 increment 1", "ponderhit draw")
    assert ucci.finish(report_of(0)) == ["bestmove a1"]
    assert ucci.say("setoption style risky") == []
    assert ucci.say("setoption debug on", "setoption style risky") == ["info message no option style"]


@pytest.mark.parametrize("yes", ["true", "on"])
def test_ucci_in_batch_mode_obeys_one_line_after_the_other(ucci: Desk, yes: str) -> None:
    ucci.say("ucci", f"setoption batch {yes}", "position startpos", "go depth 1")
    ucci.say("position startpos moves a1", "go depth 1")
    assert ucci.say("quit") == [] and not ucci.has_quit
    assert not ucci.server.ends_with_input
    assert ucci.finish(report_of(0)) == ["bestmove a1"]
    assert ucci.finish(report_of(1)) == ["bestmove b1", "bye"] and ucci.has_quit


@pytest.mark.parametrize("report", [None, report_of(None), report_of(9999)])
def test_a_search_that_fails_still_gives_a_legal_move(slow: Desk, report: Any) -> None:
    slow.say("go depth 1")
    assert slow.finish(report) == ["bestmove a1"]


@pytest.mark.parametrize("other", [["h8", "a1", "h9"], ["h8", "a2"], ["a1"], ["h8", "a2", "h9", "a3"], ["a1", "h8"]])
def test_another_line_begins_at_the_start(desk: Desk, other: list[str]) -> None:
    """A line that is as long as the one before, or longer, but differs from it."""
    desk.say("position startpos moves h8 a1", "go depth 1")
    desk.say(f"position startpos moves {' '.join(other)}", "go depth 1")
    expected = Squares().start()
    for text in other:
        expected = expected.play(expected.game.parse_move(expected, text))
    assert desk.thinks[-1].position == expected
