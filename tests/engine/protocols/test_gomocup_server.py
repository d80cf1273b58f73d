import random

import pytest

from engine.core.game import find_game
from engine.core.options import Option, options_of
from engine.protocols.gomocup import cell_of
from engine.protocols.server.gomocup import GomocupServer
from engine.search.report import Limit
from engine.search.search import find_algorithm
from tests.engine.protocols.desk import Desk, brain, report_of, serve


@pytest.fixture
def desk() -> Desk:
    return serve(GomocupServer, find_game("caro")())


def test_about_start_and_a_game(desk: Desk) -> None:
    assert desk.say("ABOUT")[0].startswith('name="Desk", version="1"')
    assert desk.say("START 20") == ["OK"]
    assert desk.say("BEGIN") == ["0,19"], "cell 0 is the lower left corner, 0,0 the upper left"
    assert desk.say("TURN 0,19") == ["ERROR no such move"]
    assert desk.say("TURN 5,5") == ["1,19"]
    assert desk.say("TAKEBACK 1,19") == ["OK"]
    assert desk.say("TAKEBACK 1,19") == ["ERROR there is no stone"]
    assert desk.say("RESTART") == ["OK"]
    assert desk.say("BEGIN") == ["0,19"]
    desk.say("END")
    assert desk.has_quit


def test_words_in_any_case_and_with_spaces(desk: Desk) -> None:
    assert desk.say("start 15") == ["OK"]
    assert desk.say("turn 7, 7") == ["0,14"]


def test_boards(desk: Desk) -> None:
    assert desk.say("RECTSTART 10,8") == ["OK"]
    assert desk.say("START 100") == ["ERROR unsupported size 100,100"]
    assert desk.say("START") == ["ERROR unsupported size ,"]
    assert desk.say("TURN 1,1") == ["ERROR no such move"], "there is no board, not even one of the game before"
    desk.say("START 15")
    assert desk.say("BOARD", "7,7,1", "8,8,2", "DONE") == ["0,14"]
    position = desk.thinks[-1].position
    assert position.turn == 0 and len(position.pieces) == 2
    assert desk.say("BOARD", "7,7,2", "DONE") == ["0,14"]
    assert desk.thinks[-1].position.turn == 1
    assert desk.say("BOARD", "7,7,1", "7,7,2", "DONE") == ["ERROR 7,7,2"]
    assert desk.say("BOARD", "7,x,1", "DONE") == ["ERROR 7,x,1"]
    assert desk.say("BOARD", "DONE") == ["0,14"]


@pytest.mark.parametrize(
    "lines",
    [
        ("BOARD", "7,7,1", "7,7,2", "DONE"),
        ("BOARD", "7,7,1", "nonsense", "DONE"),
        ("SWAP2BOARD", "7,7", "8,8", "DONE"),
        ("SWAP2BOARD", "7,7", "7,7", "9,9", "DONE"),
    ],
)
def test_after_a_board_that_was_refused_there_is_none(desk: Desk, lines: tuple[str, ...]) -> None:
    desk.say("START 15", "TURN 1,1")
    searched = len(desk.thinks)
    assert desk.say(*lines)[0].startswith("ERROR ")
    assert desk.say("TURN 5,5", "PLAY 5,5") == ["ERROR the board was refused"] * 2
    assert desk.say("TAKEBACK 7,7") == ["ERROR there is no stone"]
    assert len(desk.thinks) == searched
    assert desk.say("BOARD", "7,7,2", "DONE", "TURN 5,5") == ["0,14", "1,14"]
    desk.say(*lines)
    assert desk.say("RESTART", "TURN 5,5") == ["OK", "0,14"]


def test_nothing_is_played_before_start(desk: Desk) -> None:
    for line in ("BEGIN", "RESTART"):
        assert desk.say(line) == ["ERROR no game was started"]
    assert desk.say("TURN 1,1") == ["ERROR no such move"]


def test_unknown_commands_are_named(desk: Desk) -> None:
    assert desk.say("FLY 1") == ["UNKNOWN command FLY"]
    assert desk.say("__init__") == ["UNKNOWN command __init__"]


def test_rules(desk: Desk) -> None:
    for rule, win in ((0, "five_or_more"), (1, "exactly_five"), (4, "renju"), (8, "caro"), (3, "exactly_five")):
        assert desk.say(f"INFO rule {rule}", "START 15") == ["OK"]
        assert desk.server.game.rules.win == win
    assert desk.say("INFO rule 64")[0].startswith("MESSAGE")
    assert desk.say("INFO folder /tmp", "INFO", "INFO max_memory x", "INFO time_left soon") == []


@pytest.mark.parametrize(("name", "option"), [("pvs", "table_mb"), ("mcts", "memory_mb")])
def test_the_table_gets_a_share_of_the_memory(name: str, option: str) -> None:
    desk = Desk(GomocupServer(find_game("caro")(), brain(options=options_of(find_algorithm(name).Parameters))))
    sizes = []
    for size in (350 << 20, 70_000_000, 10**15, 0):
        desk.say("START 15", f"INFO max_memory {size}", "BEGIN")
        sizes.append(desk.thinks[-1].values.get(option))
    assert sizes == [127, 1, 256, None]
    plain = serve(GomocupServer, find_game("caro")())
    plain.say("START 15", "INFO max_memory 1000000000", "BEGIN")
    assert plain.thinks[-1].values == {}


@pytest.mark.parametrize("name", ["pvs", "mcts"])
def test_the_manager_sets_the_number_of_threads(name: str) -> None:
    desk = Desk(GomocupServer(find_game("caro")(), brain(options=options_of(find_algorithm(name).Parameters))))
    numbers = []
    for text in ("4", "x", "-3", "1000000000000", "0", "²", "1"):
        desk.say("START 15", f"info THREAD_NUM {text}", "BEGIN")
        numbers.append(desk.thinks[-1].values.get("threads"))
    assert numbers == [4, 4, 4, 64, None, None, 1]


def test_an_algorithm_without_threads_ignores_their_number() -> None:
    word, even = Option(name="threads"), Option(name="threads", kind=int, default=2, choices=(2, 6))
    for options in ((), options_of(find_algorithm("negamax").Parameters), (word,), (even,)):
        desk = Desk(GomocupServer(find_game("caro")(), brain(options=options)))
        assert desk.say("START 15", "INFO thread_num", "INFO thread_num 4", "BEGIN") == ["OK", "0,14"]
        assert desk.thinks[-1].values == {}


def test_time(desk: Desk) -> None:
    desk.say("START 15", "BEGIN")
    assert desk.thinks[-1].limit == Limit(seconds=2.0)
    desk.say("INFO timeout_turn 1000", "INFO timeout_match 0", "INFO time_left 2147483647", "TURN 3,3")
    limit = desk.thinks[-1].limit
    assert limit is not None and limit.seconds is not None and 0.5 < limit.seconds < 0.9
    desk.say("INFO timeout_turn 0", "TURN 3,4")
    assert desk.thinks[-1].limit == Limit(seconds=0.002, aim=0.002)
    desk.say("INFO timeout_turn 5000", "INFO timeout_match 10000", "INFO time_left 100", "TURN 3,5")
    limit = desk.thinks[-1].limit
    assert limit is not None and limit.seconds is not None and limit.seconds < 0.05


def test_swap2() -> None:
    rng = random.Random(3)
    desk = serve(GomocupServer, find_game("caro")(), lambda p: rng.choice([m for m in p.legal_moves() if m < 225]))
    desk.say("START 15")
    (three,) = desk.say("SWAP2BOARD", "DONE")
    assert len({cell_of(15, 15, text) for text in three.split()}) == 3
    (one,) = desk.say("SWAP2BOARD", "1,1", "2,2", "3,3", "DONE")
    assert cell_of(15, 15, one) is not None
    (last,) = desk.say("SWAP2BOARD", "1,1", "2,2", "3,3", "4,5", "6,7", "DONE")
    assert cell_of(15, 15, last) is not None
    owned = desk.say("SWAP2BOARD", "1,1,2", "2,2,1", "3,3,2", "DONE")
    assert len(owned) == 1 and cell_of(15, 15, owned[0]) is not None, "some managers send whose the stones are"
    assert len(desk.thinks[-1].position.pieces) == 3
    assert desk.say("SWAP2BOARD", "1,1", "DONE") == ["ERROR expected 0, 3 or 5 stones"]


@pytest.mark.parametrize(("choice", "words"), [(510, ["SWAP"]), (511, None)])
def test_swap2_choices(choice: int, words: list[str] | None) -> None:
    rng = random.Random(3)
    desk = serve(
        GomocupServer,
        find_game("caro")(),
        lambda p: choice if choice in p.legal_moves() else rng.choice(p.legal_moves()),
    )
    desk.say("START 15")
    answer = desk.say("SWAP2BOARD", "1,1", "2,2", "3,3", "DONE")
    if words is None:
        assert len(answer[0].split()) == 2
    else:
        assert answer == words


def test_end_and_stop_are_obeyed_while_it_thinks() -> None:
    desk = serve(GomocupServer, find_game("caro")(), None)
    desk.say("START 15", "BEGIN")
    assert desk.say("TURN 1,1") == []
    desk.say("STOP")
    assert desk.stops == 1
    assert desk.finish(report_of(0)) == ["0,14"]
    desk.say("END")
    assert desk.has_quit


def test_any_lines_never_raise() -> None:
    rng = random.Random(2)
    desk = serve(GomocupServer, find_game("caro")(), lambda p: rng.choice(p.legal_moves()))
    words = [
        "START",
        "15",
        "TURN",
        "1,1",
        "7,7",
        "BOARD",
        "DONE",
        "7,7,1",
        "8,8,2",
        "9,9,3",
        "BEGIN",
        "TAKEBACK",
        "INFO",
        "rule",
        "8",
        "RESTART",
        "é",
        "-1,0",
        "SWAP2BOARD",
        "5,5",
        "timeout_turn",
        "RECTSTART",
        "6,9",
    ]
    for _ in range(800):
        for answer in desk.say(" ".join(rng.choices(words, k=rng.randint(1, 3)))):
            assert answer


def test_a_second_start_clears_the_board(desk: Desk) -> None:
    desk.say("START 15", "TURN 7,7", "START 15")
    assert desk.say("BEGIN") == ["0,14"]
    assert len(desk.thinks[-1].position.pieces) == 0


@pytest.mark.parametrize("again", ["START 15", "RECTSTART 10,8", "RESTART"])
def test_a_new_game_has_no_stone_of_the_one_before(desk: Desk, again: str) -> None:
    """The other program may begin with the same cell; its stone is then the only one."""
    desk.say("START 15", "TURN 7,7")
    assert desk.say(again) == ["OK"]
    (answer,) = desk.say("TURN 7,7")
    assert not answer.startswith("ERROR")
    assert len(desk.thinks[-1].position.pieces) == 1
