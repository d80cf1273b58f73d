"""The scripts of ``examples/strength`` that play matches: short samples, and the rules by which they state results."""

import argparse
import importlib.util
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.contests.contest import Contestant
from engine.contests.effort import efforts
from engine.contests.openings import read_openings
from engine.contests.rating import holm
from engine.core.game import find_game, games
from engine.core.options import SWITCH, options_of
from engine.core.outcome import Player
from engine.core.position import Position
from engine.guide.diagram import Diagram, diagram_names, find_diagram
from engine.jobs.pools.pool import LocalPool
from engine.search.report import Limit
from engine.search.search import find_algorithm
from tests.engine.conftest import COMPILED, deep

FOLDER = Path(__file__).parents[1] / "examples" / "strength"


def script(name: str) -> Any:
    """Return a script as a module."""
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
        assert spec is not None and spec.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


matches = script("matches")
refinements = script("refinements")
table = script("table")
levels = script("levels")
tactics = script("tactics")
change = script("change")
best_moves = script("best_moves")
missed = script("missed")
WIN_AT_CHESS = Path(__file__).parent / "golden" / "chess" / "wac300.epd"


# --- openings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", sorted((FOLDER / "openings").rglob("*.txt")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_openings_are_different_positions_enough_for_200_games(path: Path) -> None:
    game = find_game(path.stem).with_rules(script("openings").REFEREES[path.stem].rules)
    texts = read_openings(path, game)
    assert len(set(texts)) == len(texts) >= 100


def test_every_game_of_the_reported_matches_has_openings() -> None:
    assert {path.stem for path in (FOLDER / "openings").glob("*.txt")} == set(script("openings").REFEREES)


@pytest.mark.slow
def test_the_games_are_played_by_the_pool_that_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int | None]] = []

    def find_pool(name: str, jobs: int | None, notice: Any) -> LocalPool:
        asked.append((name, jobs))
        return LocalPool(1)

    monkeypatch.setattr(matches, "find_pool", find_pool)
    for number, options in enumerate(([], ["--pool", "dask:tcp://127.0.0.1:9"], ["--jobs", "3"])):
        command = ["--game", "tictactoe", "--games", "2", "--nodes", "30", "--only-nodes", "--switch", "table"]
        command += ["--positions", "3"]
        refinements.main([*command, "--journal", str(tmp_path / str(number)), *options])
    assert asked == [("local", 1), ("dask:tcp://127.0.0.1:9", None), ("local", 3)]


@pytest.mark.parametrize(("winners", "kept"), [("xx", False), ("oo", False), ("xo", True), ("x-", True), ("-", True)])
def test_openings_that_one_colour_wins_are_left_out(winners: str, kept: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    openings = script("openings")
    results = {"x": Player.FIRST, "o": Player.SECOND, "-": None}
    asked: list[int] = []

    def winner(position: Position, first: int, nodes: int) -> Player | None:
        asked.append(first)
        return results[winners[first]]

    monkeypatch.setitem(openings.is_decided.__globals__, "winner", winner)
    assert openings.is_decided(find_game("caro")().start(), 100) is not kept
    assert asked == list(range(len(winners)))


def test_a_game_of_the_rivals_ends_with_a_forced_win() -> None:
    position = find_game("caro")().parse_position(f"{'15/' * 12}5xxx7/6oo7/15 x")
    openings = script("openings")
    assert openings.winner(position, 0, 300) is openings.winner(position, 1, 300) is Player.FIRST
    assert openings.is_decided(position, 300)


def test_a_match_without_enough_openings_adds_a_random_ply() -> None:
    players = (Contestant("pvs", Limit(nodes=10)), Contestant("negascout", Limit(nodes=10)))
    chess = find_game("chess")()
    count = len(read_openings(FOLDER / "openings" / "chess.txt", chess))
    assert matches.contest_of(chess, players, 2 * count).random_plies == 0
    assert matches.contest_of(chess, players, 2 * count + 2).random_plies == 1
    assert matches.contest_of(find_game("nim")(), players, 2).random_plies == 1
    assert matches.contest_of(chess, players, 4).swap


# --- what each refinement is worth ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(games()))
def test_all_switches_of_the_algorithm_that_apply_are_measured(name: str) -> None:
    own = {each.name for each in options_of(find_algorithm("pvs").Parameters) if each.choices == SWITCH}
    game = find_game(name)
    assert len(own) > 20
    assert set(refinements.switches(game)) == own - set(game.unsuitable)


@pytest.mark.parametrize(
    ("elo", "low", "high", "adjusted", "expected"),
    [
        (20, 5, 35, 0.01, "helps"), (-20, -35, -5, 0.01, "harms"), (20, -1, 41, 0.06, "not resolved"),
        (20, 0, 40, 0.04, "not resolved"), (-20, -40, 0, 0.04, "not resolved"), (20, 5, 35, 0.05, "not resolved"),
    ],
)  # fmt: skip
def test_a_row_whose_interval_contains_0_is_not_resolved(
    elo: float, low: float, high: float, adjusted: float, expected: str
) -> None:
    assert refinements.verdict(elo, low, high, adjusted) == expected


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[str, Any]:
    """Return the table and the figures that ``refinements.py`` prints."""
    assert refinements.main(arguments) == 0
    printed, _, figures = capsys.readouterr().out.rstrip("\n").rpartition("\n")
    return printed, json.loads(figures)


def without_times(data: Any) -> Any:
    """Return the figures of the table without those that depend on the speed of the machine."""
    for row in data["switches"].values():
        del row["nodes"]["efforts"], row["speed"]
        # Where both speeds are nearly equal, the match with equal nodes is that of equal time, too.
        row["time"] = None
    return data


@pytest.mark.slow
def test_an_interrupted_table_is_resumed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The games that are left are played and the others kept; the result is that of a run without interruption."""
    options = ["--game", "nim", "--games", "8", "--nodes", "20", "--only-nodes", "--positions", "5", "--journal"]
    options += [str(tmp_path), "--switch", "table", "--switch", "killers"]
    printed, data = run(capsys, *options)
    path = tmp_path / "nim-table-nodes.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert len(lines) == 9
    path.write_text("".join(lines[:4]), encoding="utf-8")
    (tmp_path / "nim-killers-nodes.jsonl").unlink()
    _, partial = run(capsys, *options, "--report")
    assert partial["switches"]["table"]["nodes"]["complete"] is False
    assert partial["switches"]["killers"]["nodes"] is None
    _, again = run(capsys, *options)
    assert path.read_text(encoding="utf-8").startswith("".join(lines[:4]))
    assert without_times(again) == without_times(data)
    rows = [row["nodes"] for row in data["switches"].values()]
    assert [row["p_adjusted"] for row in rows] == holm([row["p"] for row in rows])
    assert printed.count("\n") == 4 and "| `killers` | on |" in printed


def test_the_tables_are_written_where_they_are_kept(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table of a game's refinements, and the tables of strength again from the results that are committed."""
    monkeypatch.setattr(refinements, "RESULTS", tmp_path / "refinements")
    options = ["--game", "nim", "--games", "4", "--nodes", "20", "--only-nodes", "--positions", "2", "--switch"]
    printed, data = run(capsys, *options, "table", "--journal", str(tmp_path), "--write")
    text = (tmp_path / "refinements" / "nim.md").read_text(encoding="utf-8")
    assert printed in text and "--games 4 --nodes 20 --seed 1 --positions 2 --only-nodes --journal" in text
    assert json.loads((tmp_path / "refinements" / "nim.json").read_text(encoding="utf-8")) == data
    results = tmp_path / "results"
    shutil.copytree(FOLDER / "results", results)
    monkeypatch.setattr(table, "RESULTS", results)
    assert table.main(["--tables"]) == 0
    for path in (FOLDER / "results").glob("*"):
        if path.is_file():
            assert (results / path.name).read_text(encoding="utf-8") == path.read_text(encoding="utf-8")


def test_equal_time_means_nodes_in_proportion_to_the_speeds(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = argparse.Namespace(nodes=5000, seconds=None)
    monkeypatch.setattr(refinements, "speed_ratio", lambda arguments, switch: {"slow": 0.64, "even": 1.015}[switch])
    assert refinements.equal_time(arguments, "slow") == (Limit(nodes=4000), Limit(nodes=6250))
    assert refinements.equal_time(arguments, "even") is None
    arguments.seconds = 0.02
    assert refinements.equal_time(arguments, "even") == (Limit(seconds=0.02), Limit(seconds=0.02))


def test_the_match_of_equal_time_is_played_with_the_speeds_of_the_other_match(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With equal speeds, no other games are played; with others, each player has its share of the nodes."""
    options = ["--game", "nim", "--games", "4", "--nodes", "20", "--positions", "2", "--switch", "table", "--journal"]
    monkeypatch.setattr(refinements, "speed_ratio", lambda arguments, switch: 1.0)
    _, data = run(capsys, *options, str(tmp_path))
    row = data["switches"]["table"]
    assert row["time"]["games"] == 4 and row["time"]["pairs"] == row["nodes"]["pairs"] and row["speed"] == 1
    assert not (tmp_path / "nim-table-time.jsonl").exists()
    monkeypatch.setattr(refinements, "speed_ratio", lambda arguments, switch: 4.0)
    printed, data = run(capsys, *options, str(tmp_path))
    contest, results = matches.stored(tmp_path / "nim-table-time.jsonl")
    assert [each.limit.nodes for each in contest.contestants] == [40, 10] and len(results) == 4
    assert "Elo, equal time per move" in printed and "| 4.00 |" in printed


def test_the_speed_is_that_of_the_cpu_time(tmp_path: Path) -> None:
    """Counted again from the moves in the journal."""
    options = [
        "--game",
        "nim",
        "--games",
        "4",
        "--nodes",
        "50",
        "--positions",
        "2",
        "--only-nodes",
        "--switch",
        "table",
    ]
    assert refinements.main([*options, "--journal", str(tmp_path)]) == 0
    _, results = matches.stored(tmp_path / "nim-table-nodes.jsonl")
    nodes, seconds = [0, 0], [0.0, 0.0]
    for result in results:
        players = (result.first, result.second)
        for side, count, used in zip(result.sides, result.move_nodes, result.cpu_seconds, strict=True):
            nodes[players[side]] += count
            seconds[players[side]] += used
    arguments = argparse.Namespace(game="nim", journal=tmp_path)
    on, off = (nodes[each] / seconds[each] for each in (0, 1))
    assert refinements.speed_ratio(arguments, "table") == pytest.approx(on / off)


def test_nodes_to_equal_depth_are_those_of_searches_to_this_depth() -> None:
    """Counted again for one position with a limit of depth; several positions have an interval around the mean."""
    game = find_game("chess")()
    texts = read_openings(FOLDER / "openings" / "chess.txt", game)
    positions = [game.parse_position(text) for text in texts[:3]]
    single = refinements.nodes_to_equal_depth("killers", positions[:1], 3000)
    assert single["positions"] == 1
    quotients = []
    for depth in range(1, 8):
        on, off = (
            refinements.analyse(positions[0], f"pvs:preset=sound,killers={value}", Limit(depth=depth))[-1].nodes
            for value in ("on", "off")
        )
        if on > 3000 or off > 12_000:
            break
        quotients.append(off / on)
    assert len(quotients) >= 3 and single["quotient"] == pytest.approx(quotients[-1])
    assert refinements.nodes_to_equal_depth("mate_distance", positions, 3000)["quotient"] == pytest.approx(1, abs=0.02)
    several = refinements.nodes_to_equal_depth("history", positions, 10_000)
    assert several["positions"] == 3 and several["low"] < several["quotient"] < several["high"]


def test_a_switch_that_changes_the_value_is_not_measured_by_nodes_to_equal_depth() -> None:
    game = find_game("chess")()
    texts = read_openings(FOLDER / "openings" / "chess.txt", game)
    positions = [game.parse_position(text) for text in texts[:8]]
    with pytest.raises(SystemExit, match="quiescence changes the value"):
        refinements.nodes_to_equal_depth("quiescence", positions, 3000)


def test_won_positions_are_won_by_the_side_to_move() -> None:
    game = find_game("caro")()
    positions = refinements.won_positions(game, 6, 1, ())
    assert len({str(each) for each in positions}) == 6
    assert all(each.outcome() is None for each in positions)
    assert sum(refinements.solves(each, "pvs", 20_000) for each in positions) >= 3
    assert not refinements.solves(game.start(), "pvs", 500)


# --- matches ----------------------------------------------------------------------------------------------------------


def test_a_disturbed_match_is_repeated_and_its_journal_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At most twice, also over several runs; a match without limits of time is never disturbed."""
    timed = matches.contest_of(find_game("nim")(), (Contestant("pvs", Limit(seconds=0.001)),) * 2, 2)
    played: list[Path] = []

    def play(contest: Any, path: Path, *_: object) -> list[Any]:
        path.touch()
        played.append(path)
        return []

    monkeypatch.setattr(matches, "play", play)
    share = 0.89
    monkeypatch.setattr(matches, "efforts", lambda *_: [argparse.Namespace(cpu_share=each) for each in (1.0, share)])
    path = tmp_path / "a.jsonl"
    matches.play_undisturbed(timed, path, 1)
    assert len(played) == 3
    assert {each.name for each in tmp_path.iterdir()} == {"a.jsonl", "a.disturbed-1.jsonl", "a.disturbed-2.jsonl"}
    matches.play_undisturbed(timed, path, 1)
    assert len(played) == 4
    share = 0.9
    assert not matches.is_disturbed(timed, [])
    share = 0.0
    exact = matches.contest_of(find_game("nim")(), (Contestant("pvs", Limit(nodes=9)),) * 2, 2)
    assert not matches.is_disturbed(exact, [])


# --- the table of strength --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goal", "score", "low", "high", "reached"),
    [
        ((0.75, ""), 0.75, 0.68, 0.82, True), ((0.75, ""), 0.76, 0.679, 0.84, False),
        ((0.75, ""), 0.749, 0.7, 0.8, False), ((None, "above"), 0.6, 0.51, 0.69, True),
        ((None, "above"), 0.6, 0.5, 0.7, False), ((None, "not below"), 0.4, 0.3, 0.5, True),
        ((None, "not below"), 0.4, 0.3, 0.49, False), ((None, ""), 0.0, 0.0, 0.1, True),
    ],
)  # fmt: skip
def test_a_goal_is_reached_by_the_score_and_the_lower_end(
    goal: tuple[float | None, str], score: float, low: float, high: float, reached: bool
) -> None:
    assert table.Goal(*goal).is_reached(score, low, high) == reached


def test_every_row_can_be_played() -> None:
    """Names are unique, players can be parsed, and two searches that are compared have the same time."""
    rows = table.rows()
    assert len({row.name for row in rows}) == len(rows)
    for row in rows:
        game = find_game(row.game).with_rules(row.rules)
        players = [table.contestant(row.ours), table.contestant(row.theirs, row.engine)]
        contest = matches.contest_of(game, (players[0], players[1]), row.games)
        assert len(contest.openings) >= 100 and contest.swap
        if not row.measured:
            assert players[0].limit == players[1].limit
        if row.engine:
            assert row.engine in table.EXTERNALS
        else:
            assert row.threads == 2 or "threads" not in row.ours
    assert {row.game for row in rows} == {"chess", "xiangqi", "cotoan", "caro", "go"}


def test_a_program_that_is_not_found_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = ["--journal", str(tmp_path), "--row", "caro-pela", "--engine", f"pela={tmp_path / 'nothing'}"]
    assert table.main(command) == 1
    assert "needs pbrain-pela or pela (--engine pela=COMMAND)" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
    assert table.find_program("pela", {"pela": f"{sys.executable} -x"}) == [sys.executable, "-x"]


def test_the_options_of_an_external_engine_are_set_for_its_games(tmp_path: Path) -> None:
    """The parameters are part of the contestant, as those of the engine alone would be ignored."""
    program = tmp_path / "engine.py"
    program.write_text(
        "for line in map(str.strip, open(0)):\n"
        "    if line == 'uci':\n"
        "        print('id name Small\\noption name Hash type spin default 1 min 1 max 99\\nuciok', flush=True)\n"
        "    elif line == 'quit':\n"
        "        break\n"
    )
    spec, name = table.external_engine("toga2", [sys.executable, str(program)])
    assert (name, spec.parameters_text) == ("Small", "Hash=16")


def small_row(measured: str) -> Any:
    own = "@nodes=30" if not measured else ""
    return table.Row(
        "nim-small", "nim", "a small one", f"pvs{own}", "negamax_alphabeta@depth=3", table.Goal(0.9), table.Goal(0.1),
        measured=measured, games=6,
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("measured", ["nodes", "seconds", "cpu"])
def test_our_limit_is_measured_on_the_opponent(
    measured: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A tenth of its mean nodes, its mean time or CPU time; the same limit when the row is continued."""
    monkeypatch.setattr(table, "rows", lambda: [small_row(measured)])
    monkeypatch.setattr(table, "RESULTS", tmp_path / "results")
    command = ["--journal", str(tmp_path / "journals"), "--row", "nim-small", "--jobs", "1", "--repeats", "0"]
    assert table.main(command) == 0
    measuring, results = matches.stored(tmp_path / "journals" / "nim-small.measured.jsonl")
    contest, _ = matches.stored(tmp_path / "journals" / "nim-small.jsonl")
    players = {"negamax_alphabeta", "pvs"} if measured == "cpu" else {"negamax_alphabeta"}
    assert {each.spec for each in measuring.contestants} == players and len(results) == 6
    limit = contest.contestants[0].limit
    if measured == "nodes":
        nodes = [count for result in results for count in result.move_nodes]
        assert limit == Limit(nodes=round(sum(nodes) / len(nodes) / 10))
    elif measured == "cpu":
        speed, used = efforts(measuring, results)
        assert limit == Limit(nodes=max(1, round(speed.nodes_per_cpu_second * used.mean_cpu_seconds)))
    else:
        seconds = [each for result in results for each in result.move_seconds]
        assert limit.seconds == pytest.approx(sum(seconds) / len(seconds), abs=1e-4)
    written = (tmp_path / "results" / "nim.json").read_text(encoding="utf-8")
    assert table.main(command) == 0
    assert (tmp_path / "results" / "nim.json").read_text(encoding="utf-8") == written
    text = (tmp_path / "results" / "nim.md").read_text(encoding="utf-8")
    assert "| a small one |" in text and "--row nim-small --games 6" in text and "median CPU s" in text
    assert capsys.readouterr().out.count("nim-small: ") == 2


def test_positions_with_best_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A mate in one, the same with a wrong answer, and two answers; no position is searched twice."""
    monkeypatch.setattr(table, "RESULTS", tmp_path / "results")
    epd = tmp_path / "small.epd"
    epd.write_text(
        '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8+; id "one";\n'
        '6k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - bm Rc7; id "two";\n'
        '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Rb1 Ra8#; id "three";\n'
    )
    command = ["--epd", str(epd), "--epd-nodes", "500", "--journal", str(tmp_path)]
    assert table.main(command) == 0
    assert "chess-small: 2 of 3, floor not shown" in capsys.readouterr().out
    (journal,) = tmp_path.glob("chess-small-*.jsonl")
    before = journal.read_text()
    assert before.count("\n") == 3 and '"id": "three"' in before
    assert table.main(command) == 0
    assert journal.read_text() == before
    assert "| 3 positions of small.epd, 500 nodes | 2 of 3 |" in (tmp_path / "results" / "chess.md").read_text()
    epd.write_text("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id 4;\n")
    with pytest.raises(SystemExit, match=r"small\.epd, line 1: no operation bm"):
        table.main(command)


# --- levels -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("least", "score", "low", "high", "expected"),
    [
        (0.75, 0.75, 0.6, 0.85, "passed"), (0.75, 0.745, 0.74, 0.8, "failed"), (0.5, 0.6, 0.51, 0.69, "passed"),
        (0.5, 0.6, 0.5, 0.7, "not resolved"), (0.5, 0.4, 0.3, 0.5, "not resolved"), (0.5, 0.4, 0.3, 0.49, "failed"),
    ],
)  # fmt: skip
def test_a_check_of_levels_is_passed_failed_or_not_resolved(
    least: float, score: float, low: float, high: float, expected: str
) -> None:
    assert levels.verdict(least, score, low, high) == expected


@pytest.mark.parametrize("name", [name for name in games() if name not in levels.WITHOUT_ORDER])
def test_the_checks_of_levels_have_the_players_of_the_studio(name: str) -> None:
    """Each level against the one below, and Strong with the limit of its opponent, also against Club."""
    game = find_game(name)
    offered = levels.levels(game)[: 3 + len(game.level_nodes)]
    names = [each.name for each in offered]
    least = {"club-beginner": 0.75} | dict.fromkeys(map("-".join, zip(names[2:], names[1:], strict=False)), 0.64)
    if game.level_nodes:
        least["strong-club"] = 0.81
    else:
        least = dict.fromkeys(least, 0.75)
    for limit in (None, Limit(seconds=0.01), Limit(nodes=9)):
        random, *steps, textbook = levels.checks(game.with_rules(""), limit)
        assert {each[0]: each[3] for each in steps} == least
        assert (random[3], textbook[3]) == (0.9, 0.5)
        players = [random[1], *(each[1] for each in steps[: len(names) - 1])]
        assert [each.spec.split(":")[0] for each in players] == [each.spec.name for each in offered]
        assert [each.limit for each in players[:-1]] == [each.limit for each in offered[:-1]]
        assert [each[2] for each in steps[: len(names) - 1]] == players[:-1]
        assert all(step[1:3] == (players[-1], players[1]) for step in steps[len(names) - 1 :])
        assert textbook[1] == players[-1]
        assert textbook[1].limit == textbook[2].limit == (limit or offered[-1].limit)


def test_levels_are_checked_and_the_results_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(levels, "RESULTS", tmp_path)
    command = ["--game", "minigo", "--check", "beginner-random", "--games", "4", "--journal", str(tmp_path / "j")]
    levels.main(command)
    (row,) = json.loads((tmp_path / "levels.json").read_text(encoding="utf-8"))
    assert (row["game"], row["games"], row["in_time"]) == ("minigo", 4, True)
    assert 0 < row["longest_seconds"] < levels.MOST_SECONDS
    assert "| minigo | default | `negascout:vary=on@depth=2` |" in (tmp_path / "levels.md").read_text(encoding="utf-8")
    journal = (tmp_path / "j" / "minigo-beginner-random.jsonl").read_text(encoding="utf-8")
    levels.main(command)
    assert (tmp_path / "j" / "minigo-beginner-random.jsonl").read_text(encoding="utf-8") == journal
    assert levels.main(["--game", "nim", "--journal", str(tmp_path)]) == 0
    assert "nim: not checked: the first move decides" in capsys.readouterr().out
    monkeypatch.setattr(levels, "MOST_SECONDS", 0.0)
    assert levels.main(command) == 1
    assert "too slow" in (tmp_path / "levels.md").read_text(encoding="utf-8")


# --- forced wins and changes ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", tactics.GAMES)
def test_the_forced_wins_are_made_from_their_seed(name: str) -> None:
    game = find_game(name)()
    texts = tactics.read(name)
    assert len(set(texts)) == len(texts) >= 60
    if COMPILED:
        text, plies = next(tactics.make(game, 1, 1))
        assert text == texts[0] and plies >= tactics.LEAST_PLIES[name]


@deep
@pytest.mark.slow
@pytest.mark.parametrize("name, nodes, least", [("xiangqi", 3000, 55), ("cotoan", 4000, 58), ("caro", 10_000, 48)])
def test_forced_wins_are_found_with_few_nodes(name: str, nodes: int, least: int) -> None:
    """Of 60: 58, 60 and 51 when written. In xiangqi 36 were found while quiet checks were skipped."""
    assert sum(tactics.counts(find_game(name)(), "pvs", nodes)) >= least


def test_a_change_is_played_and_its_table_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(change, "RESULTS", tmp_path)
    monkeypatch.setattr(change, "SAME_SPEED", 9.0)
    command = ["--game", "minigo", "--new", "history=on", "--old", "history=off", "--games", "4", "--nodes", "50"]
    command += ["--journal", str(tmp_path / "j")]
    with pytest.raises(SystemExit, match="no games with equal nodes"):
        change.main([*command, "--report"])
    assert change.main([*command, "--write"]) == 0
    printed = capsys.readouterr().out
    assert "| 50 / 50 |" in printed and printed.strip().splitlines()[4].endswith("| 4 |")
    assert printed.strip() in (tmp_path / "minigo.md").read_text(encoding="utf-8")
    assert change.main([*command, "--report"]) == 0
    assert capsys.readouterr().out == printed


# --- positions with best moves ----------------------------------------------------------------------------------------


def test_a_position_is_solved_if_the_last_move_is_a_best_move(tmp_path: Path) -> None:
    epd = tmp_path / "mates.epd"
    epd.write_text(
        '6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id "A";\n6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra2; id "B";\n'
        '6k1/5ppp/8/8/8/8/8/1R2K3 w - - bm Rb8#; id "C";\n',
        encoding="utf-8",
    )
    arguments = ["--epd", str(epd), "--nodes", "500", "--spec", "pvs", "--journal", str(tmp_path / "journal")]
    assert best_moves.main(arguments) == 0
    (journal,) = (tmp_path / "journal").iterdir()
    lines = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    assert [line["move"] for line in lines] == ["a1a8", "b1b8"]  # A and B are one position
    assert [line["solved"] for line in lines] == [True, True] and all(line["found_at"] for line in lines)
    journal.write_text(journal.read_text(encoding="utf-8").replace("true", "false"), encoding="utf-8")
    before = journal.read_bytes()
    assert best_moves.main(arguments) == 0
    assert journal.read_bytes() == before, "answers in the journal are not searched again"


@pytest.mark.parametrize(
    ("line", "points"),
    [("score cp 0", 0.5), ("score cp 400", 10 / 11), ("score mate 3", 1.0), ("score mate -3", 0.0)],
)
def test_the_gap_of_two_moves_is_one_of_expected_points(line: str, points: float) -> None:
    assert best_moves.expected(line.split()) == pytest.approx(points)
    second = f"info multipv 2 {line} pv b1b2".split()
    best = ["info", "multipv", "1", "score", "mate", "1", "pv", "a1a2"]
    assert best_moves.best_of_two([best, second, ["bestmove", "a1a2"]]) == ("a1a2", pytest.approx(1 - points))
    assert best_moves.best_of_two([best, ["bestmove", "a1a2"]]) == ("a1a2", 0.0), "the only move is not clearly best"


# --- the page about the refinements -----------------------------------------------------------------------------------

SOURCE = (FOLDER.parents[1] / "resources" / "guide" / "diagrams" / "algorithms.toml").read_text(encoding="utf-8")
MISSED = [each for each in (find_diagram("algorithms", name) for name in diagram_names("algorithms")) if each.search]


@pytest.mark.parametrize("shown", MISSED, ids=[each.name for each in MISSED])
def test_the_best_move_of_a_diagram_is_missed_because_of_its_switch(shown: Diagram) -> None:
    switch = shown.name.removeprefix("missed-").replace("-", "_")
    text = str(shown.position)
    best = {stated: moves for _, stated, moves in table.read_epd(WIN_AT_CHESS, shown.game)}[text]
    found = missed.missed(shown.position, best, switch, shown.depth)
    assert found is not None and missed.diagram(shown.position, switch, *found) in SOURCE


def test_the_guide_has_a_position_of_most_kinds_of_pruning() -> None:
    assert {each.search for each in MISSED} == {
        f"pvs:{each}=on" for each in missed.PRUNING.keys() - {"futility", "history_pruning", "few_evasions"}
    }


def test_the_chart_is_that_of_the_results() -> None:
    picture = (FOLDER.parents[1] / "docs" / "refinements.svg").read_text(encoding="utf-8")
    assert picture == script("refinements_chart").scene_svg(script("refinements_chart").chart(), inline=False)
