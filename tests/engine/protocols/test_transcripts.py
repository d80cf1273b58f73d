"""Recorded conversations with real engines, replayed: what we send is what was sent, what we read is what was read.

``--update-golden`` records them again where the program is installed; the diff is reviewed.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.asking.external import PROTOCOLS, Engine, EngineSpec
from engine.core.course import Course
from engine.core.game import find_game, games
from engine.protocols.talk import Identity
from engine.search.report import Limit
from tests.engine.conftest import GOLDEN
from tests.engine.protocols.peer import replay

FOLDER = GOLDEN / "transcripts"
PLACES = "/usr/games:/usr/bin:/usr/local/bin:/opt/homebrew/bin"


@dataclass(frozen=True)
class Case:
    """A conversation: greeting, preparation, and a question after each number of moves."""

    name: str
    program: str
    arguments: tuple[str, ...]
    protocol: str
    game: str
    rules: str
    moves: str
    asked_after: tuple[int, ...]
    limit: Limit
    values: tuple[tuple[str, str], ...] = ()


CASES = (
    Case(
        "gnugo-9x9",
        "gnugo",
        ("--mode", "gtp", "--level", "1", "--seed", "1"),
        "gtp",
        "go",
        "9x9",
        "E5 C3 G7 G3 pass",
        (0, 2, 4, 5),
        Limit(depth=1),
    ),
    Case(
        "gnugo-seconds",
        "gnugo",
        ("--mode", "gtp", "--level", "1", "--seed", "1"),
        "gtp",
        "go",
        "size=7,komi=5.5",
        "D4",
        (1,),
        Limit(seconds=1),
    ),
    Case(
        "stockfish-depth",
        "stockfish",
        (),
        "uci",
        "chess",
        "",
        "e2e4 e7e5 g1f3",
        (0, 3),
        Limit(depth=6),
        (("Hash", "8"),),
    ),
    Case("stockfish-nodes", "stockfish", (), "uci", "chess", "", "f2f3 e7e5 g2g4", (3,), Limit(nodes=3000)),
    Case("fairy-xiangqi-uci", "fairy-stockfish", (), "uci", "xiangqi", "", "h2e2 h9g7", (0, 2), Limit(depth=5)),
    Case("fairy-xiangqi-ucci", "fairy-stockfish", (), "ucci", "xiangqi", "", "h2e2 h9g7", (0, 2), Limit(depth=5)),
    Case(
        "eleeye-depth",
        "ELEEYE",
        (),
        "ucci",
        "xiangqi",
        "",
        "h2e2 h9g7 h0g2",
        (0, 3),
        Limit(depth=5),
        (("usebook", "false"), ("hashsize", "32"), ("randomness", "none")),
    ),
    Case(
        "eleeye-nodes", "ELEEYE", (), "ucci", "xiangqi", "", "h2e2", (1,), Limit(nodes=20_000), (("usebook", "false"),)
    ),
    Case(
        "eleeye-seconds", "ELEEYE", (), "ucci", "xiangqi", "", "h2e2", (1,), Limit(seconds=0.2), (("usebook", "false"),)
    ),
    Case("rapfi-free", "pbrain-rapfi", (), "gomocup", "caro", "", "h8 i9", (0, 2, 1), Limit(seconds=0.2)),
    Case(
        "rapfi-swap2",
        "pbrain-rapfi",
        (),
        "gomocup",
        "caro",
        "win=exactly_five,opening=swap2",
        "f13 b10 b9 two h8 i9 i8",
        (0, 1, 3, 4, 6, 7),
        Limit(seconds=0.2),
    ),
    Case(
        "rapfi-swap2-swapped",
        "pbrain-rapfi",
        (),
        "gomocup",
        "caro",
        "win=exactly_five,opening=swap2,columns=20,rows=20",
        "h8 a1 i9 swap",
        (3, 4),
        Limit(seconds=0.2),
    ),
    Case("gnuchess-depth", "gnuchess", ("--uci",), "uci", "chess", "", "e2e4", (0, 1), Limit(depth=4)),
)

known = pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])


def courses(case: Case) -> list[Course]:
    start = find_game(case.game).with_rules(case.rules).start()
    moves, position = [], start
    for text in case.moves.split():
        moves.append(position.game.parse_move(position, text))
        position = position.play(moves[-1])
    return [Course(start, tuple(moves[:count])) for count in case.asked_after]


def told(identity: Identity) -> list[str]:
    options = (
        f"= {option.label}: {option.kind.__name__} {option.default!r} {option.minimum} {option.maximum}"
        for option in identity.options
    )
    return [f"= {identity.name} | {identity.author}", *options]


def record(case: Case) -> list[str]:
    program = shutil.which(case.program, path=PLACES)
    if program is None:
        pytest.skip(f"{case.program} is not installed")
    folder = f"{Path(program).parent}/"
    log: list[str] = []
    engine = Engine(EngineSpec(case.name, program, case.arguments, case.protocol), log)
    try:
        identity = engine.identify()
        log.extend(told(identity))
        asked = courses(case)
        engine.finish(engine.client.prepare(asked[0].start.game, dict(case.values)))
        for course in asked:
            answer = engine.finish(engine.client.ask(course, case.limit))
            assert answer.move is not None
            log.append(f"= {course.start.game.format_move(course.position, answer.move, 'coordinates')}")
    finally:
        engine.close()
    # The folder of the installation is left out: ElephantEye prints where its book is.
    return [line.replace(folder, "") for line in log]


@known
def test_transcript(case: Case, request: pytest.FixtureRequest) -> None:
    if case.game not in games() or find_game(case.game)().protocol_rules(case.protocol) is None:
        pytest.skip(f"no game {case.game} for {case.protocol} here")
    path: Path = FOLDER / f"{case.name}.txt"
    if request.config.getoption("--update-golden", default=False):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(record(case)) + "\n", encoding="utf-8")
    log = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    client = PROTOCOLS[case.protocol](case.name)
    identity, _ = replay(client.identify(), log)
    for line in told(identity):
        assert log.pop(0) == line
    asked = courses(case)
    replay(client.prepare(asked[0].start.game, dict(case.values)), log)
    for course in asked:
        answer, thoughts = replay(client.ask(course, case.limit), log)
        position = course.position
        assert answer.move in position.legal_moves()
        assert log.pop(0) == f"= {position.game.format_move(position, answer.move, 'coordinates')}"
        if case.protocol in ("uci", "ucci"):
            # The last line of its search is a line we can play, and begins with the move it plays.
            line = client.read_line(position, thoughts[-1].pv)
            assert line[0] == answer.move
            assert len(line) == len(thoughts[-1].pv)
            assert thoughts[-1].score is not None and thoughts[-1].nodes > 0
        elif case.protocol == "gomocup" and thoughts and not position.game.prompt(position):
            line = client.read_line(position, thoughts[-1].pv)
            assert line[0] == answer.move and len(line) == len(thoughts[-1].pv)
            assert thoughts[-1].score is not None and thoughts[-1].nodes > 0 and thoughts[-1].depth > 0
    assert log == []


def test_a_changed_question_is_noticed() -> None:
    case = CASES[0]
    log = (FOLDER / f"{case.name}.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n")
    client = PROTOCOLS[case.protocol](case.name)
    replay(client.identify(), log)
    del log[: log.index("> boardsize 9")]
    other = find_game("go").with_rules("size=13")
    with pytest.raises(AssertionError):
        replay(client.prepare(other, {}), log)
