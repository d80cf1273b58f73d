"""A single game and a game of a contest are played by the same loop: equal seeds give equal games."""

from pathlib import Path

import pytest

from engine.asking.plugin import PluginSpec
from engine.contests import play
from engine.contests.contest import Adjudication, Contest, Contestant, GameTask
from engine.contests.play import PlayedGame, play_game
from engine.contests.worker import Worker
from engine.core.errors import SearchError
from engine.core.game import find_game
from engine.core.outcome import Termination
from engine.search.report import Limit
from engine.search.search import Stop
from engine.search.spec import Spec

SPECS = (Spec.make("greedy"), Spec.make("random"))
LIMIT = Limit(depth=1)


def single(game: str = "nim", rules: str = "", seed: int = 0, stop: Stop | None = None) -> PlayedGame:
    return play_game(find_game(game).with_rules(rules).start(), SPECS, ("", ""), (LIMIT, LIMIT), seed, stop=stop)


@pytest.mark.parametrize(
    ("game", "rules"), [("nim", ""), ("caro", "columns=9,rows=9,win=exactly_five,opening=swap2"), ("minigo", "size=5")]
)
@pytest.mark.parametrize("seed", [0, 7])
def test_a_single_game_is_the_game_of_a_contest(game: str, rules: str, seed: int) -> None:
    players = tuple(Contestant(spec.name, LIMIT) for spec in SPECS)
    contest = Contest(game, players, rules=rules)
    result = Worker(contest).play(GameTask(0, 0, 1, 0, seed))
    played = single(game, rules, seed)
    assert tuple(str(text) for text in played.to_dict()["moves"]) == result.moves  # type: ignore[attr-defined]
    assert (played.outcome.result, played.outcome.termination.value) == (result.result, result.termination)
    assert played.nodes == result.nodes
    assert len(played.moves) == result.plies == sum(result.thoughts)


def test_seeds_differ_between_games() -> None:
    assert len({single(seed=seed).moves for seed in range(8)}) > 1


def test_a_game_too_long_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MOST_PLIES", 2)
    played = single("minigo")
    assert (played.outcome.result, played.outcome.termination) == ("1/2-1/2", Termination.ADJUDICATION)
    assert len(played.moves) == 2


def test_a_stopped_game_is_a_draw() -> None:
    stop = Stop()
    stop.request()
    played = single("minigo", stop=stop)
    assert (played.outcome.result, played.outcome.termination, played.moves) == (
        "1/2-1/2", Termination.ADJUDICATION, (),
    )  # fmt: skip


def plugin(path: Path, scores: str) -> Contestant:
    """A plugin that plays the first legal move and reports scores for the side to move in turn."""
    path.write_text(
        f"SCORES = iter({scores})\nclass Judge:\n    name = '{path.stem}'\n"
        "    def analyse(self, position, limit, stop):\n"
        "        yield dict(move=position.legal_moves()[0], score=next(SCORES))\n"
    )
    return Contestant(path.stem, LIMIT, plugin=str(path))


@pytest.mark.parametrize(
    ("first", "second", "expected", "plies"),
    [
        # Four moves in a row, once the opponent has agreed for the first time.
        ("[50] * 20", "[-50] * 20", "1-0", 9),
        ("[-50] * 20", "[50] * 20", "0-1", 8),
        # The opponent does not agree, or the lead is interrupted.
        ("[50] * 20", "[-49] * 20", "1/2-1/2", 16),
        ("[50, 50, 50, 50, 0, 50, 50, 50]", "[-50] * 20", "1/2-1/2", 16),
    ],
)
def test_a_clear_lead_that_lasts_wins(first: str, second: str, expected: str, plies: int, tmp_path: Path) -> None:
    players = (plugin(tmp_path / "one.py", first), plugin(tmp_path / "two.py", second))
    contest = Contest("minigo", players, adjudication=Adjudication(16, 50, 4))
    result = Worker(contest).play(next(iter(contest.tasks())))
    assert (result.result, result.termination, result.plies, result.fault) == (expected, "adjudication", plies, "")


def test_a_single_game_ends_with_the_failure_of_a_plugin(tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text("class Bad:\n    name = 'bad'\n    def choose(self, position):\n        raise RuntimeError('no')\n")
    spec = PluginSpec(path, "bad", "Bad", ())
    with pytest.raises(SearchError, match="RuntimeError: no"):
        play_game(find_game("nim")().start(), (spec, SPECS[1]), ("", ""), (LIMIT, LIMIT), 0)
