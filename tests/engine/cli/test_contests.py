"""The command ``play``, and the files of all; matches and tournaments are tested with ``engine/contests``."""

import json
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from engine.cli.main import main
from engine.contests.journal import read_journal
from engine.core.files import FileError
from engine.core.game import find_game
from tests.engine.asking.carrying import BAD
from tests.engine.cli.command import refused, run


def _begin(*_: object, **__: object) -> NoReturn:
    raise AssertionError("the first move was made")


def test_two_algorithms_play_and_the_record_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    played = run(
        capsys,
        "play",
        "--game",
        "cotoan",
        "--first",
        "greedy",
        "--second",
        "random",
        "--seed",
        "1",
        "--output",
        str(file),
    )
    assert played["result"] in ("1-0", "0-1", "1/2-1/2")
    assert played["plies"] == len(played["moves"]) > 0
    text = file.read_text(encoding="utf-8")
    assert '[Game "cotoan"]' in text
    assert played["result"] in text


def test_each_side_of_a_game_has_its_evaluation_and_limit(capsys: pytest.CaptureFixture[str]) -> None:
    """As in a match: material moves the first piece, material with the safety of the zero does not."""
    game = ["--game", "cotoan", "--seed", "1", "--depth", "1"]
    first_moves = {}
    for name in ("material", "material_safety"):
        first = f"negascout@evaluation={name}@depth=2"
        played = run(capsys, "play", *game, "--first", first, "--second", "random")
        assert played["first"] == first and played["second"] == "random"
        first_moves[name] = played["moves"][0]
    other = run(capsys, "play", *game, "--evaluation", "material", "--first", "negascout@depth=2", "--second", "random")
    assert other["moves"][0] == first_moves["material"] != first_moves["material_safety"]


def test_a_side_of_a_game_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    for player, reason in {
        "greedy@evaluation=beauty": "no evaluation",
        "greedy@clock=5:00": "a clock needs a match",
        "greedy@speed=9": "expected SPEC@",
        "greedy;random": "expected one algorithm",
    }.items():
        assert reason in refused(capsys, "play", "--game", "cotoan", "--first", player, "--second", "random")


@pytest.mark.parametrize(
    ("player", "spec", "name"),
    [
        ("greedy", "greedy:random_ties=on", "greedy"),
        ("greedy@depth=1", "greedy:random_ties=on", "greedy@depth=1"),
        ("greedy:random_ties=on", "greedy:random_ties=on", "greedy:random_ties=on"),
        ("greedy:random_ties=off", "greedy", "greedy"),
        ("ordered", "ordered:random_ties=on", "ordered"),
        ("alphabeta:vary=on", "alphabeta:vary=on", "alphabeta:vary=on"),
        ("alphabeta", "alphabeta", "alphabeta"),
    ],
)
def test_contests_draw_among_equals_by_default(
    player: str, spec: str, name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    journal = tmp_path / "journal"
    arguments = ["match", "--first", player, "--second", "random", *GAMES, "--journal", str(journal)]
    run(capsys, *arguments)
    contestant = json.loads(journal.read_text(encoding="utf-8").splitlines()[0])["contest"]["contestants"][0]
    assert (contestant["spec"], contestant["label"] or contestant["spec"]) == (spec, name)
    run(capsys, *arguments)


PLAY = ["play", "--game", "nim", "--first", "greedy", "--second", "random"]
GAMES = ["--game", "nim", "--games", "1", "--jobs", "1"]
WRITING = [
    ([*PLAY, "--output"], "[Game "),
    (["match", "--first", "greedy", "--second", "random", *GAMES, "--records"], "[Game "),
    (["tournament", "--players", "greedy;random", *GAMES, "--table", "csv", "--output"], "greedy"),
    (["review", "game.pgn", "--algorithms", "greedy", "--depth", "1", "--output"], "note=greedy"),
]


@pytest.mark.skipif(sys.platform == "win32", reason="links of POSIX")
@pytest.mark.parametrize(("arguments", "word"), WRITING, ids=[each[0][0] for each in WRITING])
def test_every_command_writes_through_a_link(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    word: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*PLAY, "--output", "game.pgn"]) == 0
    real, link = tmp_path / "real.pgn", tmp_path / "link.pgn"
    real.write_text("old")
    real.chmod(0o600)
    link.symlink_to(real)
    assert main([*arguments, "link.pgn"]) == 0
    assert link.is_symlink()
    assert word in real.read_text(encoding="utf-8")
    assert real.stat().st_mode & 0o777 == 0o600
    capsys.readouterr()


def test_a_file_that_cannot_be_written_is_one_sentence_in_the_users_language(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "none" / "game.pgn"
    monkeypatch.setenv("KYVIEN_LANG", "vi")
    told = refused(capsys, *PLAY, "--output", str(path))
    assert told == f"không ghi được {path}: không có tệp hay thư mục này; chưa có gì thay đổi\n"


MATCH = ["match", "--first", "greedy", "--second", "random", *GAMES]
TOURNAMENT = ["tournament", "--players", "greedy;random", *GAMES]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ([*MATCH, "--records", "x.unknown"], "x.unknown: unknown record format"),
        ([*MATCH, "--records", "x.sgf"], "SGF"),
        ([*MATCH, "--records", "none/x.pgn"], "none/x.pgn cannot be written"),
        ([*MATCH, "--records", "folder.pgn"], "folder.pgn cannot be written"),
        ([*MATCH, "--records", "new.pgn", "--journal", "none/j"], "none/j"),
        ([*MATCH, "--records", "new.pgn", "--journal", "./new.pgn"], "--journal and --records name the same file"),
        ([*TOURNAMENT, "--output", "none/table.csv", "--table", "csv"], "none/table.csv cannot be written"),
        ([*TOURNAMENT, "--output", "new.pgn", "--records", "new.pgn"], "--records and --output name the same file"),
        ([*TOURNAMENT, "--records", "x.unknown"], "x.unknown: unknown record format"),
        ([*PLAY, "--output", "none/game.pgn"], "none/game.pgn cannot be written"),
        (["review", "game.pgn", "--algorithms", "greedy", "--output", "none/x.pgn"], "none/x.pgn cannot be written"),
    ],
    ids=lambda each: each if isinstance(each, str) else " ".join(each[-3:]),
)
def test_files_are_checked_before_the_first_move(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    word: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*PLAY, "--output", "game.pgn"]) == 0
    Path("folder.pgn").mkdir()
    capsys.readouterr()
    before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    monkeypatch.setattr("engine.cli.contests.play_contest", _begin)
    monkeypatch.setattr("engine.cli.contests.play_game", _begin)
    monkeypatch.setattr("engine.analysis.review.review_record", _begin)
    assert word in refused(capsys, *arguments)
    assert {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before


def test_a_player_of_a_match_is_one_algorithm(capsys: pytest.CaptureFixture[str]) -> None:
    players = ["--first", "greedy;minimax", "--second", "greedy"]
    assert "'greedy;minimax': expected one algorithm" in refused(capsys, "match", "--game", "nim", *players)


@pytest.mark.parametrize("command", ["play", "match", "tournament"])
def test_an_engine_that_cannot_play_the_game_is_refused_before_the_first_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """Such an engine lost every game, and the table of results was printed as for any other contest."""
    monkeypatch.setattr("engine.cli.contests.play_contest", _begin)
    monkeypatch.setattr("engine.cli.contests.play_game", _begin)
    engine = f"friend=uci:{sys.executable} {BAD} illegal"
    is_match = command != "tournament"
    players = ["--first", "friend", "--second", "greedy"] if is_match else ["--players", "friend;greedy"]
    text = refused(capsys, command, "--game", "nim", "--depth", "1", *players, "--engine", engine)
    assert "friend does not support Nim" in text


@pytest.mark.parametrize(
    ("arguments", "word"),
    [(MATCH, "Elo difference"), ([*MATCH, "--json"], '"elo"'), (TOURNAMENT, "Points")],
    ids=["match", "json", "tournament"],
)
def test_results_are_printed_before_records_are_written(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    word: str,
) -> None:
    def write(path: Path, *_: object) -> NoReturn:
        raise FileError("{path} cannot be written: {reason}", path=path, reason="the disk is full")

    monkeypatch.setattr("engine.cli.contests.write_records", write)
    with pytest.raises(SystemExit) as stopped:
        main([*arguments, "--records", str(tmp_path / "x.pgn")])
    assert stopped.value.code == 2
    out, err = capsys.readouterr()
    assert word in out
    assert "the disk is full" in err


def test_a_table_of_text_is_written_to_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main([*TOURNAMENT, "--output", str(tmp_path / "table.txt")]) == 0
    assert capsys.readouterr().out == ""
    assert "greedy" in (tmp_path / "table.txt").read_text(encoding="utf-8")


def test_a_match_of_a_player_with_itself_names_both_and_counts_equal_games(
    capsys: pytest.CaptureFixture[str],
) -> None:
    match = [
        "match",
        "--game",
        "nim",
        "--first",
        "greedy:random_ties=off",
        "--second",
        "greedy:random_ties=off",
        "--games",
        "6",
        "--jobs",
        "1",
        "--swap",
    ]
    assert main(match) == 0
    shown = capsys.readouterr()
    for text in ("random_ties=off (1)", "random_ties=off (2)", "pairs of games with the same opening", "0, 0, 1, 0, 0"):
        assert text in shown.out
    sentence = "both players are deterministic; use --random-plies or --openings"
    assert shown.err == f"6 games, 1 distinct, 2 counted: {sentence}\n"
    assert main([*match, "--json"]) == 0
    shown = capsys.readouterr()
    summary = json.loads(shown.out)
    assert {name: summary[name] for name in ("games", "distinct_games", "counted_games", "statistics", "pairs")} == {
        "games": 6, "distinct_games": 1, "counted_games": 2, "statistics": "pairs", "pairs": [0, 0, 1, 0, 0],
    }  # fmt: skip
    assert sentence in shown.err


def test_a_tournament_counts_equal_games(capsys: pytest.CaptureFixture[str]) -> None:
    tournament = [
        "tournament",
        "--game",
        "nim",
        "--players",
        "greedy:random_ties=off;minimax",
        "--games",
        "4",
        "--jobs",
        "1",
    ]
    done = run(capsys, *tournament)
    assert (done["games"], done["distinct_games"], done["counted_games"], done["statistics"]) == (4, 2, 2, "pairs")
    assert [cell["games"] for cell in done["cells"]] == [4, 4]
    assert [cell["pairs"] for cell in done["cells"]] == [[1, 0, 0, 0, 0], [0, 0, 0, 0, 1]]
    assert main([*tournament, "--no-swap"]) == 0
    assert "Elo and its interval are computed from single games." in capsys.readouterr().out


def test_a_test_of_normalised_elo(capsys: pytest.CaptureFixture[str]) -> None:
    match = ["match", "--game", "nim", "--first", "greedy", "--second", "random", "--games", "8", "--jobs", "1"]
    plain = run(capsys, *match, "--sprt", "0,100")
    normalised = run(capsys, *match, "--sprt", "0,100", "--normalised")
    assert normalised["llr"] != plain["llr"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["match", "--first", "alphabeta", "--second", "random", "--seconds", "0.01"], True),
        (["tournament", "--players", "alphabeta;random", "--seconds", "0.01"], True),
        (["match", "--first", "alphabeta", "--second", "random", "--nodes", "50"], False),
    ],
)
def test_a_timed_contest_without_its_share_of_a_processor_reports_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str], says: bool
) -> None:
    """The stored efforts are changed to those of a busy computer, and the contest is opened again."""
    journal = tmp_path / "journal"
    arguments = [*arguments, *GAMES, "--journal", str(journal)]
    assert main(arguments) == 0
    lines = []
    for line in map(json.loads, journal.read_text(encoding="utf-8").splitlines()):
        game = next((each for each in (line, *line.values()) if isinstance(each, dict) and "cpu_seconds" in each), {})
        if game:
            game["move_seconds"] = [2.0 for _ in game["move_seconds"]]
            game["cpu_seconds"] = [1.0 for _ in game["cpu_seconds"]]
        lines.append(json.dumps(line))
    journal.write_text("\n".join(lines) + "\n", encoding="utf-8")
    capsys.readouterr()
    assert main(arguments) == 0
    assert ("The computer was too busy" in capsys.readouterr().err) == says


def test_openings_from_a_file_of_records(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    openings, journal = tmp_path / "some.pgn", tmp_path / "journal"
    openings.write_text('[Game "nim"]\n\n1. nothing *\n\n[Game "nim"]\n\n*\n')
    arguments = ["match", "--first", "greedy", "--second", "random", *GAMES]
    assert main([*arguments, "--openings", str(openings), "--journal", str(journal)]) == 0
    assert "some.pgn: games skipped: 1 of 2; the first one: line 3, game 1" in capsys.readouterr().err
    strict = refused(capsys, *arguments, "--openings", str(openings), "--strict")
    assert strict.startswith("some.pgn: line 3, game 1") and strict.count("\n") == 1
    nim = find_game("nim")()
    assert [result.start for result in read_journal(journal).results.values()] == [nim.format_position(nim.start())]


def test_a_finished_match_is_prolonged_by_the_same_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    match = ["match", "--game", "nim", "--first", "greedy", "--second", "random", "--jobs", "1"]
    six = run(capsys, *match, "--games", "6", "--journal", str(journal))
    before = journal.read_bytes().splitlines()[1:]
    eight = run(capsys, *match, "--games", "8", "--journal", str(journal))
    assert (six["games"], eight["games"]) == (6, 8)
    assert journal.read_bytes().splitlines()[1:7] == before
    again = run(capsys, *match, "--games", "8", "--journal", str(tmp_path / "other"))
    assert [eight[key] for key in ("first_wins", "second_wins")] == [
        again[key] for key in ("first_wins", "second_wins")
    ]
    shorter = refused(capsys, *match, "--games", "6", "--journal", str(journal))
    assert "the contest has 8 games of each pairing; it can be prolonged, not shortened" in shorter
    other = refused(capsys, *match, "--games", "9", "--seed", "5", "--journal", str(journal))
    assert "is the journal of another contest, which differs in: number of games, random seed" in other
