"""Our clients talk to our servers, without a process between: each reads what the other writes."""

import random
from collections import deque
from typing import Any, TypeVar

import pytest

from engine.asking.external import PROTOCOLS
from engine.cli.serve import SERVERS
from engine.core.course import Course
from engine.core.game import Game, find_game, games
from engine.protocols.gomocup import offers_choice
from engine.protocols.server.gomocup import GomocupServer
from engine.protocols.talk import Alarm, Client, Send, Talk, Thought
from engine.protocols.timing import TimeLeft
from engine.search.report import Limit
from tests.engine.protocols.desk import Desk, Squares, brain

T = TypeVar("T")


def tables() -> list[Any]:
    """Every protocol with every game that it knows."""
    known: list[tuple[str, Game]] = []
    for protocol in PROTOCOLS:
        for cls in (*games().values(), Squares):
            game = cls()
            if game.name in ("go", "minigo"):
                game = cls.with_rules("size=7,komi=5.5" if game.name == "go" else "size=7")
            if game.protocol_rules(protocol) is not None:
                known.append((protocol, game))
    known.append(("gomocup", find_game("caro").with_rules("win=renju,columns=12,rows=10")))
    return [pytest.param(*each, id=f"{each[0]}-{each[1].name}-{number}") for number, each in enumerate(known)]


def relay(talk: Talk[T], desk: Desk, said: deque[str]) -> tuple[T, list[Thought]]:
    answer: str | None = None
    thoughts: list[Thought] = []
    while True:
        try:
            step = talk.send(answer)
        except StopIteration as end:
            return end.value, thoughts
        answer = None
        if isinstance(step, Send):
            said.extend(desk.say(*step.lines))
        elif isinstance(step, Thought):
            thoughts.append(step)
        elif not isinstance(step, Alarm):
            assert said, "neither side has anything to send"
            answer = said.popleft()


@pytest.mark.parametrize(("protocol", "game"), tables())
@pytest.mark.parametrize("limit", [Limit(depth=2), Limit(seconds=1.0), TimeLeft((5.0, 5.0), (0.1, 0.1))])
@pytest.mark.diagonal("protocol", "game", "limit")
def test_a_game(protocol: str, game: Game, limit: Limit | TimeLeft) -> None:
    rng = random.Random(7)
    # The server begins with the default rules and receives all others.
    kind: Any = type(game)
    desk = Desk(SERVERS[protocol](kind() if protocol in ("gtp", "gomocup") else game, brain()), None)
    chosen: list[int] = []

    def choose(position: Any) -> int:
        assert desk.server.game.protocol_rules(protocol) == game.protocol_rules(protocol)
        chosen.append(rng.choice(position.legal_moves()))
        return chosen[-1]

    desk.choose = choose
    client: Client = PROTOCOLS[protocol]("friend")
    said: deque[str] = deque()
    identity, _ = relay(client.identify(), desk, said)
    assert identity.name.startswith("Desk")
    relay(client.prepare(game, {}), desk, said)
    course = Course(game.start())
    plies = 0
    while course.position.outcome() is None and plies < 60:
        position = course.position
        answer, thoughts = relay(client.ask(course, limit), desk, said)
        assert answer.move is not None
        if protocol == "gomocup":
            # Whole boards are sent: the stones are the same for both orders of the sides.
            assert len(desk.thinks[-1].position.pieces) == len(game.setup(position).pieces)  # type: ignore[attr-defined]
        else:
            assert desk.thinks[-1].position.key == position.key
            assert desk.thinks[-1].position.counters == position.counters
        assert answer.move == chosen[-1]
        if thoughts:
            assert client.read_line(position, thoughts[-1].pv) == (answer.move,)
            assert thoughts[-1].score == 7
        # Now and then the other side makes a move of its own, as opponents do.
        moves = [*course.moves, answer.move]
        after = position.play(answer.move)
        if after.outcome() is None and rng.random() < 0.7:
            moves.append(rng.choice(after.legal_moves()))
        course = Course(course.start, tuple(moves))
        plies = len(moves)
    assert plies > 5


@pytest.mark.parametrize(("protocol", "game"), [each for each in tables() if "minigo" not in str(each.id)])
def test_a_position_that_was_set_up(protocol: str, game: Game) -> None:
    rng = random.Random(3)
    position = game.start()
    for _ in range(9):
        position = position.play(rng.choice(position.legal_moves()))
    begun = game.parse_position(str(position))
    desk = Desk(SERVERS[protocol](game, brain()), lambda at: rng.choice(at.legal_moves()))
    client = PROTOCOLS[protocol]("friend")
    said: deque[str] = deque()
    relay(client.identify(), desk, said)
    relay(client.prepare(game, {}), desk, said)
    answer, _ = relay(client.ask(Course(begun), Limit(depth=1)), desk, said)
    assert answer.move in begun.legal_moves()
    assert game.setup(desk.thinks[-1].position).pieces.keys() >= {
        cell for cell, piece in game.setup(begun).pieces.items() if piece != "ko"
    }


def test_fairy_stockfishs_ranks_are_spoken_to_those_who_name_the_variant() -> None:
    if "xiangqi" not in games() or find_game("xiangqi")().protocol_rules("uci") is None:
        pytest.skip("no xiangqi here")
    desk = Desk(SERVERS["uci"](find_game("xiangqi")(), brain()))
    desk.choose = lambda position: int(position.game.parse_move(position, "h2e2"))
    assert desk.say("position startpos", "go depth 1")[-1] == "bestmove h2e2"
    assert desk.say("setoption name UCI_Variant value xiangqi", "go depth 1")[-1] == "bestmove h3e3"
    assert not any("illegal" in line for line in desk.say("position startpos moves h3e3"))
    assert desk.server._position.ply == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("fresh", [False, True], ids=["kept", "fresh"])
def test_the_opening_swap2(fresh: bool) -> None:
    """Whole openings, both sides played by the server, its client kept or made again for every move."""
    game: Any = find_game("caro").with_rules("opening=swap2,columns=12,rows=10,win=exactly_five")
    told: set[tuple[int, str]] = set()
    for seed in range(10):
        rng = random.Random(seed)
        desk = Desk(GomocupServer(find_game("caro")(), brain()), None)
        chosen: list[int] = []

        def choose(position: Any, rng: random.Random = rng, chosen: list[int] = chosen) -> int:
            stones = [shape.move for shape in position.game.shapes(position) if shape.target is not None]
            choices = [move for move in position.legal_moves() if move not in stones]
            chosen.append(rng.choice(choices) if choices and rng.random() < 0.7 else rng.choice(stones))
            return chosen[-1]

        desk.choose = choose
        client: Client = PROTOCOLS["gomocup"]("friend")
        said: deque[str] = deque()
        relay(client.prepare(game, {}), desk, said)
        course = Course(game.start())
        while course.position.outcome() is None and len(course.moves) < 12:
            if fresh:
                client = PROTOCOLS["gomocup"]("friend")
                relay(client.prepare(game, {}), desk, said)
            position: Any = course.position
            asked = len(desk.thinks)
            answer, _ = relay(client.ask(course, Limit(seconds=1.0)), desk, said)
            assert answer.move is not None and answer.move in position.legal_moves()
            assert not said
            if not game.prompt(position):
                assert desk.thinks[-1].position.pieces == position.pieces
            elif offers_choice(position):
                assert desk.thinks[asked].position.key == position.key
            is_stone = game.shape(position, answer.move).target is not None
            told.add((len(position.pieces), "stone" if is_stone else game.format_move(position, answer.move)))
            course = Course(course.start, (*course.moves, answer.move))
        if not fresh:
            assert list(course.moves) == chosen, "every field of an answer is played"
    assert told >= {*((stones, "stone") for stones in range(11)), (3, "swap"), (3, "two"), (5, "swap")}
