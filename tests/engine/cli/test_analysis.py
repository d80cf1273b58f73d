"""The commands ``analyse``, ``compare`` and ``review``."""

import functools
import json
import operator
import re
from pathlib import Path

import pytest

import engine
from engine.cli.main import main
from engine.core.outcome import Player
from engine.records.formats import find_format
from engine.search.spec import Spec
from tests.engine.cli.command import refused, run
from tests.engine.conftest import deep

LADDER = "minimax;alphabeta;negamax;negamax_alphabeta;negascout"
MIDDLEGAME = "4b5b4b3b2b1/4b04/7r91/3b65/1b83r73/9/8b7/1r25r51/9/b93r04/r11r3r41r61r81 r 0 0 14 8"
ZERO_HANGS = "4b4b3b2b11/4b04/9/9/9/4r34/4r74/9/9/4r04/9 r 0 0 0 1"


CAPTURES = Path(__file__).parents[3] / "examples" / "plugin_captures.py"

FIELDS = {
    "algorithm", "move", "pv", "score", "win_in", "depth", "seldepth", "nodes", "iteration_nodes", "leaf_evaluations",
    "leaves", "comparisons", "cutoffs", "seconds", "cpu_seconds", "final", "unfinished",
}  # fmt: skip


def test_analyse_prints_every_documented_value(capsys: pytest.CaptureFixture[str]) -> None:
    answer = run(
        capsys,
        "analyse",
        "--game",
        "cotoan",
        "--algorithm",
        "negascout:ordering=on",
        "--position",
        MIDDLEGAME,
        "--depth",
        "2",
    )
    assert answer.keys() >= FIELDS
    assert answer["algorithm"] == "negascout"
    assert answer["depth"] == 2
    assert 0 < answer["leaves"] < answer["iteration_nodes"]
    assert answer["cpu_seconds"] > 0
    assert answer["final"] is True
    assert answer["move"] == answer["pv"][0]
    assert len(answer["pv"]) == 2
    assert answer["win_in"] is None
    assert isinstance(answer["score"], int)


def test_analyse_sees_a_win_at_depth_one(capsys: pytest.CaptureFixture[str]) -> None:
    answer = run(
        capsys, "analyse", "--game", "cotoan", "--algorithm", "alphabeta", "--position", ZERO_HANGS, "--depth", "1"
    )
    assert answer["move"] == "e5e10"
    assert answer["win_in"] == 1


def test_analyse_to_depth_three_by_default(capsys: pytest.CaptureFixture[str]) -> None:
    answer = run(
        capsys, "analyse", "--game", "cotoan", "--algorithm", "negascout:ordering=on", "--position", MIDDLEGAME
    )
    assert answer["depth"] == 3


def test_every_line_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    command = ("analyse", "--game", "cotoan", "--position", MIDDLEGAME, "--depth", "2", "--algorithm")
    answer = run(capsys, *command, "pvs:lines=3")
    lines = answer["lines"]
    assert [set(line) for line in lines] == [{"score", "win_in", "pv"}] * 3
    assert lines[0] == {name: answer[name] for name in ("score", "win_in", "pv")}
    assert len({line["pv"][0] for line in lines}) == 3
    assert [line["score"] for line in lines] == sorted((line["score"] for line in lines), reverse=True)
    assert run(capsys, *command, "pvs")["lines"] == []
    assert main([*command, "pvs:lines=3"]) == 0
    out = capsys.readouterr().out
    assert [text in out for text in ("line 1", "line 2", "line 3", "line 4")] == [False, True, True, False]


UNFINISHED = "rnbqkbnr/p1pppp1p/8/1p4p1/2P2P2/4P3/PP1P2PP/RNBQKBNR b KQkq - 0 3"


@deep
def test_an_answer_of_an_interrupted_depth_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    """With 3,000 nodes the strong search stops within a depth, and answers with the best of its moves there."""
    command = ["--game", "chess", "--position", UNFINISHED, "--nodes", "3000", "--evaluation", "threats_safety"]
    answer = run(capsys, "analyse", *command, "--algorithm", "pvs")
    assert answer["unfinished"] is True
    both = run(capsys, "compare", *command, "--algorithms", "pvs;negascout:ordering=on")
    assert [each["unfinished"] for each in both] == [True, False]
    assert run(capsys, "analyse", *command[:4], "--algorithm", "pvs", "--depth", "3")["unfinished"] is False
    assert main(["compare", *command, "--algorithms", "pvs;negascout:ordering=on"]) == 0
    lines = capsys.readouterr().out.splitlines()
    depth = answer["depth"]
    marked = f"pvs: depth {depth + 1} was interrupted: move and score are the best of the moves completed in it"
    assert [line for line in lines if "interrupted" in line] == [marked]
    row = next(line for line in lines if line.strip().startswith("pvs "))
    assert f" {depth}+/{answer['seldepth']} " in row


def test_random_has_no_score_and_ignores_depth(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "--game", "cotoan", "--algorithm", "random", "--depth", "4", "--seed", "3", "--json"]) == 0
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert answer["score"] is None
    assert answer["win_in"] is None
    assert "depth" in err


def test_the_ladder_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    depth = "3" if engine.is_compiled() else "1"
    answers = run(
        capsys, "compare", "--game", "cotoan", "--algorithms", LADDER, "--position", MIDDLEGAME, "--depth", depth
    )
    assert [answer["algorithm"] for answer in answers] == LADDER.split(";")
    assert len({(answer["score"], answer["move"], tuple(answer["pv"])) for answer in answers}) == 1
    if depth == "3":
        nodes = {answer["algorithm"]: answer["nodes"] for answer in answers}
        assert nodes["minimax"] == nodes["negamax"] > 4 * nodes["alphabeta"]


def test_short_searches_of_a_comparison_are_measured_by_repetition(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--game", "cotoan", "--depth", "1"]
    specs = "minimax;alphabeta:ordering=on;captures"
    answers = run(capsys, "compare", *words, "--algorithms", specs, "--plugin", str(CAPTURES))
    ours = answers[:2]
    for answer in ours:
        assert answer.keys() >= FIELDS
        assert answer["runs"] > 1, "a search of some microseconds"
        assert 0 < answer["cpu_seconds"] < 0.05
        assert answer["nodes_per_second"] == pytest.approx(answer["nodes"] / answer["cpu_seconds"])
        assert answer["cpu_seconds"] * answer["runs"] > 0.01
    assert (answers[2]["runs"], answers[2]["nodes_per_second"]) == (1, None)
    assert "runs" not in run(capsys, "analyse", *words, "--algorithm", "minimax")
    assert main(["compare", *words, "--algorithms", "minimax"]) == 0
    row = next(line for line in capsys.readouterr().out.splitlines() if line.strip().startswith("minimax"))
    assert re.fullmatch(r"0\.\d{6}", row.split()[-1])


def test_a_repetition_of_a_comparison_starts_from_a_fresh_state(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    built = []
    build = Spec.build

    def counted(self: Spec, *arguments: object, **named: object) -> object:
        search = build(self, *arguments, **named)  # type: ignore[arg-type]
        built.append(search)
        return search

    monkeypatch.setattr(Spec, "build", counted)
    (answer,) = run(capsys, "compare", "--game", "nim", "--depth", "2", "--algorithms", "minimax")
    assert len(built) == answer["runs"] > 1
    assert len({id(each) for each in built}) == len(built)


def test_a_node_limit_is_exact(capsys: pytest.CaptureFixture[str]) -> None:
    answer = run(capsys, "analyse", "--game", "cotoan", "--algorithm", "minimax", "--nodes", "1000")
    assert answer["nodes"] == 1000
    assert answer["depth"] == 1


def test_review_writes_evaluations_next_to_its_input(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    run(capsys, "play", "--game", "cotoan", "--first", "greedy", "--second", "random", "--output", str(file))
    before = file.read_bytes()
    answer = run(capsys, "review", str(file), "--algorithms", "greedy;alphabeta", "--depth", "1")
    assert file.read_bytes() == before
    output = Path(answer["output"])
    assert output != file
    text = output.read_text(encoding="utf-8")
    assert "note=alphabeta;d=1;v=" in text
    assert text.count("note=greedy") == len(answer["positions"])
    for row in answer["positions"]:
        assert row["leaves"].keys() == row["cpu_seconds"].keys() == {"greedy", "alphabeta"}
        # At depth 1 every move is searched; where the game is over, nothing is.
        assert row["leaves"]["greedy"] == row["leaves"]["alphabeta"]
        assert row["cpu_seconds"]["alphabeta"] > 0
    assert answer["positions"][0]["leaves"]["greedy"] == 87
    assert answer["positions"][-1]["leaves"]["greedy"] == 0


def test_a_review_gives_every_score_as_first_sees_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    run(capsys, "play", "--game", "nim", "--first", "random", "--second", "random", "--output", str(file))
    rows = run(capsys, "review", str(file), "--algorithms", "minimax", "--depth", "9")["positions"]
    assert len(rows) > 2
    text = file.read_text(encoding="utf-8")
    record = find_format("x.pgn").read(text)[0]
    for row in rows:
        heaps = record.tree.position(row["node"]).heaps
        mover_wins = bool(functools.reduce(operator.xor, heaps))
        first_wins = mover_wins == (record.tree.position(row["node"]).turn is Player.FIRST)
        assert (row["scores"]["minimax"] > 0) == first_wins, row


def test_review_never_writes_over_its_input(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    run(capsys, "play", "--game", "cotoan", "--first", "random", "--second", "random", "--output", str(file))
    before = file.read_bytes()
    (tmp_path / "same.pgn").symlink_to(file)
    for output in (file, tmp_path / "same.pgn"):
        message = refused(capsys, "review", str(file), "--algorithms", "greedy", "--output", str(output))
        assert "game.pgn" in message or "same.pgn" in message
    assert file.read_bytes() == before


GLYPHS = "1. e4 e5 2. Bc4 Nc6 3. Qh5!? {Why not?} Nf6 4. Qxf7# 1-0\n"


@pytest.mark.parametrize("option", ["", "--glyphs", "--plain"])
def test_review_marks_mistakes_on_wish(capsys: pytest.CaptureFixture[str], tmp_path: Path, option: str) -> None:
    """The glyph of the author is kept. A plain record has the glyphs but neither our notes nor our tags."""
    file = tmp_path / "game.pgn"
    file.write_text(GLYPHS)
    words = (
        "review",
        str(file),
        "--algorithms",
        "pvs",
        "--depth",
        "3",
        "--check",
        "off",
        *([option] if option else []),
    )
    output = Path(run(capsys, *words)["output"])
    text = " ".join(output.read_text(encoding="utf-8").split())
    (record,) = find_format("x.pgn").read(output.read_bytes())
    nags = [record.tree[node].nags for node in record.tree.main_line()[1:]]
    assert nags == [(), (), (), (), (5,), (4,) if option else (), ()]
    assert "3... Nf6 $4 {[%eval #1]" in text if option else "3... Nf6 {[%eval #1] [%kyvien" in text
    assert ("kyvien" in text, "[Game " in text) == (option != "--plain",) * 2
    assert record.tree[record.tree.main_line()[5]].comment == "Why not?"


def test_a_plain_review_is_pgn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[1]SZ[5];B[cc];W[bb])")
    words = ("review", str(file), "--algorithms", "greedy", "--depth", "1", "--plain")
    assert "game.sgf: records for other programs are written as PGN" in refused(capsys, *words, "--output", str(file))
    output = Path(run(capsys, *words)["output"])
    assert output.name == "game-reviewed.pgn"
    assert output.read_text().startswith('[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n')


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("game.ubb", "[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]"),
        ("game.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n"),
    ],
)
def test_a_review_of_a_format_without_evaluations_is_pgn(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, text: str
) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    words = ("review", str(file), "--algorithms", "greedy")
    message = refused(capsys, *words, "--output", str(tmp_path / f"other{file.suffix}"))
    assert message.startswith(f"other{file.suffix}: this format has no place for evaluations; write the review")
    assert run(capsys, *words)["output"] == str(tmp_path / "game-reviewed.pgn")
    (record,) = find_format("game.pgn").read((tmp_path / "game-reviewed.pgn").read_bytes())
    assert len(record.tree) == 3 and record.tree[1].evaluations


FIELDS_OF_A_MOVE = {"ply", "move", "best", "loss", "win_before", "win_after", "class", "only"}
CLASSES = {"best", "good", "inaccuracy", "mistake", "blunder", "missed_win", "forced"}


def test_review_judges_the_moves_of_the_main_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    play = ("play", "--game", "tictactoe", "--first", "random", "--second", "random", "--seed", "4")
    run(capsys, *play, "--output", str(file))
    answer = run(capsys, "review", str(file), "--algorithms", "minimax;greedy;pvs", "--depth", "9")
    moves = answer["moves"]
    assert [each["ply"] for each in moves] == list(range(1, len(moves) + 1))
    assert list(answer["by_algorithm"]) == ["greedy", "pvs"]
    record = find_format("x.pgn").read(file.read_text(encoding="utf-8"))[0]
    tree = record.tree
    line = tree.main_line()
    for each in (*moves, *answer["by_algorithm"]["pvs"]):
        assert each.keys() - {"checked", "likely"} == FIELDS_OF_A_MOVE
        assert each.get("likely", each["class"]) in CLASSES
        assert 0 <= each["win_after"] <= each["win_before"] <= 1
        node = line[each["ply"]]
        position = tree.position(line[each["ply"] - 1])
        assert tree.move_text(node, "coordinates") == each["move"]
        assert tree.game.parse_move(position, each["best"]) in position.legal_moves()
        # The game is solved: a chance is that of a loss, a draw or a win.
        assert {each["win_before"], each["win_after"]} <= {0, 0.5, 1}
        if each["class"] == "forced":
            assert len(position.legal_moves()) == 1 and each["loss"] is None
        elif each["loss"] is None:
            assert each["class"] != "best" and {each["win_before"], each["win_after"]} & {0, 1}
        else:
            assert each["loss"] == 0
    assert any(each["class"] in ("blunder", "missed_win") for each in moves)
    # All sound searches judge alike, but only the verdicts of the first one are checked.
    others = [each.get("likely", each["class"]) for each in answer["by_algorithm"]["pvs"]]
    assert [each["class"] for each in moves] == others
    read = find_format("x.pgn").read(Path(answer["output"]).read_text(encoding="utf-8"))[0].tree
    judged = [read[node].evaluations[0].judgement for node in read.main_line()[1:]]
    assert [None if each is None else each.best for each in judged] == [each["best"] for each in moves]


def test_mistakes_that_no_different_search_checked_are_unsure(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, output = tmp_path / "game.pgn", tmp_path / "out.pgn"
    file.write_text("1. e4 e5 2. Qh5 Nc6 3. Qxe5+ *\n")
    words = ("review", str(file), "--algorithms", "pvs;minimax", "--nodes", "3000", "--output", str(output))
    answer = run(capsys, *words)
    assert (answer["moves"][4]["class"], answer["moves"][4]["checked"]) == ("blunder", True)
    found = answer["by_algorithm"]["minimax"][4]
    assert (found["class"], found["likely"], found["checked"]) == ("unsure", "blunder", False)
    output.unlink()
    answer = run(capsys, *words, "--check", "off")
    assert answer["by_algorithm"]["minimax"][4]["class"] == answer["moves"][4]["class"] == "blunder"


def test_thresholds_of_a_review_and_its_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    run(capsys, "play", "--game", "nim", "--first", "random", "--second", "random", "--output", str(file))
    words = ("review", str(file), "--algorithms", "minimax", "--depth", "20", "--output", str(tmp_path / "out.pgn"))
    kinds = {each["class"] for each in run(capsys, *words)["moves"]}
    assert kinds & {"blunder", "missed_win"}
    main([*words, "--thresholds", "blunder=30"])
    text = capsys.readouterr().out
    assert "missed win" in text and "accurate" not in text.split("missed win")[0]
    assert "blunder" in refused(capsys, *words, "--thresholds", "blunder=0")


def test_review_names_the_formula_of_the_accuracy(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text('[Game "tictactoe"]\n\n1. b2 b1 2. a1 a2 3. c3 1-0\n', encoding="utf-8")
    words = ("review", str(file), "--algorithms", "minimax", "--depth", "9", "--output", str(tmp_path / "out.pgn"))
    default, lichess = run(capsys, *words), run(capsys, *words, "--accuracy", "lichess")
    assert (default["formula"], lichess["formula"]) == ("mean", "lichess")
    # FIRST's moves after 1… b1?? are in a won position, which only lichess counts.
    assert [default["players"][0][0]["moves"], lichess["players"][0][0]["moves"]] == [1, 3]
    main([*words, "--accuracy", "lichess"])
    assert "lichess.org/page/accuracy" in capsys.readouterr().out
    # The players are those of the first algorithm: no move is a choice for a search that sees nothing.
    both = [name if name != "minimax" else "minimax;greedy" for name in words]
    assert run(capsys, *both)["players"] == default["players"]
    assert run(capsys, *(name if name != "minimax" else "greedy" for name in words))["players"] != default["players"]


def test_review_reports_the_average_loss_with_its_unit(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text('[Round "1"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxe5+ *\n\n[Round "2"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n')
    words = ("review", str(file), "--algorithms", "alphabeta", "--depth", "3", "--evaluation", "material",
             "--output", str(tmp_path / "out.pgn"), "--accuracy", "loss")  # fmt: skip
    answer = run(capsys, *words)
    losses = [each["loss"] for each in answer["moves"]]
    (white, black), second = answer["players"]
    lost = [losses[0], losses[2], losses[4]]
    assert max(lost) >= 800 and white["average_loss"] == pytest.approx(sum(lost) / 3)
    assert (white["low"], white["high"]) == (pytest.approx(min(lost)), pytest.approx(max(lost)))
    assert (white["moves"], white["left_out"], white["unit"], white["decimals"]) == (3, 0, "pawns", 2)
    assert "accuracy" not in white and black["moves"] == 2
    # 2. g4 is mated, and 2… Qh4 mates: neither has a loss in pawns.
    assert losses[5:] == [0, 0, None, 0] and [(each["moves"], each["left_out"]) for each in second] == [(1, 1)] * 2
    main([*words])
    text = capsys.readouterr().out
    assert f"White: average loss in pawns: {white['average_loss'] / 100:.2f} (" in text and "Lower is better" in text
    assert (
        "White: average loss in pawns: 0.00 (0.00 to 0.00, 95 % interval, 1 move); 1 with a forced win or loss" in text
    )
    assert "accurate" not in text
    file.write_text('[Game "tictactoe"]\n\n1. b2 b1 2. a1 a2 3. c3 1-0\n', encoding="utf-8")
    words = ("review", str(file), "--algorithms", "minimax", "--depth", "9", *words[8:])
    found = run(capsys, *words)["players"][0][1]
    assert (found["average_loss"], found["low"], found["moves"], found["left_out"]) == (None, None, 0, 2)
    main([*words])
    assert "O: 2 with a forced win or loss left out" in capsys.readouterr().out


def test_in_go_losses_are_points_of_the_chance_of_winning(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[1]SZ[9];B[ee];W[aa];B[cc];W[gg])")
    words = ("review", str(file), "--algorithms", "mcts", "--nodes", "3000", "--check", "off",
             "--output", str(tmp_path / "out.sgf"), "--accuracy", "loss")  # fmt: skip
    answer = run(capsys, *words)
    lost = [100 * (each["win_before"] - each["win_after"]) for each in answer["moves"][1::2]]
    white = answer["players"][0][1]
    assert max(lost) > 1 and white["average_loss"] == pytest.approx(sum(lost) / 2)
    assert (white["unit"], white["decimals"]) == ("points of the chance of winning", 0)
    main([*words])
    text = capsys.readouterr().out
    assert f"White: average loss in points of the chance of winning: {sum(lost) / 2:.1f} (" in text
    assert all(f" {-points:.1f} " in text for points in lost if points)


def test_disagree_lists_positions(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text('[Game "tictactoe"]\n\n1. b2 b1 2. a1 a2 3. c3 1-0\n', encoding="utf-8")
    words = ("disagree", str(file), "--algorithms", "minimax;greedy", "--depth", "6", "--referee", "alphabeta")
    answer = run(capsys, *words)
    assert answer["algorithms"] == ["minimax", "greedy"] and answer["referee"] == "alphabeta"
    assert [(row["game"], row["ply"], row["kind"]) for row in answer["rows"]] == [(1, 2, "evaluation")]
    main([*words, "--csv"])
    head, row, *rest = capsys.readouterr().out.splitlines()
    assert head.startswith("game,ply,kind,") and row.startswith("1,2,evaluation,minimax,") and rest == []
    main(list(words))
    assert "1 disagreement" in capsys.readouterr().out
    assert "one algorithm" in refused(capsys, *words[:-1], "minimax;pvs")


@pytest.mark.parametrize(
    "words",
    [
        ["review", "FILE", "--algorithms", "greedy", "--depth", "1", "--json"],
        ["disagree", "FILE", "--algorithms", "greedy;random", "--depth", "1", "--json"],
        ["page", "FILE", "--output", "OUT.html"],
        ["book", "--games", "FILE", "--game", "chess", "--output", "OUT.json"],
    ],
    ids=lambda words: words[0],
)
def test_a_guessed_encoding_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path, words: list[str]) -> None:
    file = tmp_path / "latin.pgn"
    file.write_bytes('[Game "chess"]\n[White "Jörg"]\n\n1. e4 {“gut”} 1-0\n'.encode("cp1252"))
    main([word.replace("FILE", str(file)).replace("OUT", str(tmp_path / "out")) for word in words])
    assert capsys.readouterr().err.count("latin.pgn is read as Windows-1252.\n") == 1
