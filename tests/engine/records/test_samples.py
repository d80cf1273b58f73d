"""The sample records are complete in every language and can be replayed; self-play is labelled and reproducible."""

import importlib.util
import re
import unicodedata
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from types import ModuleType

import pytest

import engine.search.negascout
from engine.core.game import games
from engine.core.language import LANGUAGES
from engine.records.formats import find_format
from engine.records.tree import ROOT, GameTree, Record

ROOT_FOLDER = Path(__file__).parents[3]
FOLDER = Path(str(resources.files("resources") / "records"))
FILES = {path.relative_to(FOLDER).as_posix(): path for path in sorted(FOLDER.rglob("*.*")) if path.is_file()}
NAMES = sorted({path.partition(".")[0] for path in FILES})
COMMAND = "python examples/make_sample_records.py "
PROOFS = "minigo/solved-boards"
PROOF_COMMAND = "python examples/make_proof_records.py"
WITHOUT_OUTCOME = {"resignation", "agreement"}
"""Terminations that are not visible in the final position."""

VIETNAMESE_LETTERS = re.compile("[ăâđêôơưĂÂĐÊÔƠƯ]|[\u0300\u0301\u0303\u0309\u0323]")
ENGLISH_WORDS = re.compile(r"\b(the|of|and|is|are|with|from|black|white|move|game|self-play|wins)\b", re.IGNORECASE)
NAMES_OF_ALL_LANGUAGES = ("Kỳ Viện", "La Régence")


def read(name: str, code: str) -> list[Record]:
    (path,) = [path for each, path in FILES.items() if each.startswith(f"{name}.{code}.")]
    return find_format(path.name).read(path.read_bytes())


def shape(tree: GameTree) -> list[tuple[int, int, bool, str, tuple[int, ...]]]:
    """Moves, variations, glyphs, and which nodes have comments; everything but the words."""
    return [(step.ply, step.depth, step.opens, tree.move_text(step.node), tree[step.node].nags) for step in tree.walk()]


def texts(record: Record) -> Iterator[str]:
    """Every text of a record that is in a language, without names of players and commands."""
    for name in ("Event", "Site", "Source", "License", "Copyright"):
        yield record.headers.get(name, "").partition(COMMAND)[0].partition(PROOF_COMMAND)[0]
    for node in record.tree.nodes.values():
        yield node.comment
        yield node.lead


def comments(record: Record) -> int:
    return sum(bool(node.comment) for node in record.tree.nodes.values())


def variations(record: Record) -> int:
    return sum(max(0, len(node.children) - 1) for node in record.tree.nodes.values())


def is_self_play(record: Record) -> bool:
    return COMMAND in record.headers["Source"]


def test_folders_are_games_and_files_have_a_language() -> None:
    for path in FOLDER.rglob("*"):
        if path.is_file():
            game, name = path.relative_to(FOLDER).as_posix().split("/")
            assert game in games()
            assert re.fullmatch(r"[a-z0-9-]+\.(vi|en)\.(pgn|sgf)", name)
    assert len(FILES) == len(NAMES) * len(LANGUAGES)


@pytest.mark.parametrize("name", NAMES)
def test_each_is_replayed_and_written_the_same(name: str) -> None:
    for code in LANGUAGES:
        (path,) = [path for each, path in FILES.items() if each.startswith(f"{name}.{code}.")]
        data, kind = path.read_bytes(), find_format(path.name)
        records = kind.read(data)
        assert records
        for record in records:
            assert record.game.name == name.partition("/")[0]
            record.tree.check()
            headers = record.headers
            outcome = record.tree.position(record.tree.main_line()[-1]).outcome()
            if outcome is not None:
                assert (record.result, headers["Termination"]) == (outcome.result, outcome.termination.value)
            else:
                assert headers.get("Termination") in WITHOUT_OUTCOME or "Margin" in headers
                assert not is_self_play(record), "self-play is played to its end"
            assert record.result != "*"
            assert all(headers.get(tag) for tag in ("Event", "Date", "White", "Black", "Source"))
            assert headers.get("License") or headers.get("Copyright")
        # SGF states the version of the program that wrote the file.
        data = re.sub(rb"AP\[Ky Vien:[\d.]+\]", f"AP[Ky Vien:{engine.__version__}]".encode(), data)
        assert kind.write(records).encode() == data.replace(b"\r\n", b"\n")


@pytest.mark.parametrize("name", NAMES)
def test_each_is_the_same_in_every_language(name: str) -> None:
    first, *others = (read(name, code) for code in LANGUAGES)
    for other in others:
        assert len(first) == len(other)
        for one, two in zip(first, other, strict=True):
            assert shape(one.tree) == shape(two.tree)
            for a, b in zip(one.tree.renumbered().nodes.values(), two.tree.renumbered().nodes.values(), strict=True):
                assert (bool(a.comment), bool(a.lead), a.evaluations) == (bool(b.comment), bool(b.lead), b.evaluations)
            assert one.headers.keys() == two.headers.keys()
            fixed = ("Date", "Round", "Result", "Termination", "Margin")
            assert [one.headers.get(tag) for tag in fixed] == [two.headers.get(tag) for tag in fixed]
            assert one.headers["Event"] != two.headers["Event"]


@pytest.mark.parametrize("name", NAMES)
def test_no_text_is_in_another_language(name: str) -> None:
    for record in read(name, "en"):
        for text in texts(record):
            for known in NAMES_OF_ALL_LANGUAGES:
                text = text.replace(known, "")
            assert not VIETNAMESE_LETTERS.search(unicodedata.normalize("NFD", text) + text), text
    for record in read(name, "vi"):
        for text in texts(record):
            assert not ENGLISH_WORDS.search(text), text
            if len(text.split()) > 4:
                assert VIETNAMESE_LETTERS.search(text + unicodedata.normalize("NFD", text)), text


@pytest.mark.parametrize("game", ["cotoan", "caro", "minigo", "go", "xiangqi", "chess"])
def test_there_are_three_of_each_game_and_one_is_annotated(game: str) -> None:
    names = [name for name in NAMES if name.startswith(f"{game}/")]
    assert len(names) >= 3
    records = [record for name in names if name != PROOFS for record in read(name, "vi")]
    annotated = [record for record in records if "Annotator" in record.headers]
    assert len(annotated) == 1
    assert comments(annotated[0]) >= 10
    assert variations(annotated[0]) >= 2
    assert annotated[0].tree[ROOT].comment
    assert all(comments(record) for record in records), "each has at least an introduction"
    # No freely licensed collection of caro games is known; cờ toán and MiniGo have none at all.
    assert sum(map(is_self_play, records)) in ((0, 1) if game in ("go", "xiangqi", "chess") else (len(records),))


def test_the_graph_of_one_sample_has_three_curves() -> None:
    (record,) = read("cotoan/ahead-and-lost", "vi")
    for number in record.tree.main_line():
        assert len({note.algorithm for note in record.tree[number].evaluations}) == 3


def test_self_play_is_labelled() -> None:
    labels = {"vi": "(máy tự đấu)", "en": "(self-play)"}
    for name in NAMES:
        for code in LANGUAGES:
            for record in read(name, code):
                assert (labels[code] in record.headers["Event"]) == is_self_play(record)
                assert COMMAND + name in record.headers["Source"] or not is_self_play(record)


def test_the_solved_boards_show_one_move_of_the_winner_and_all_replies() -> None:
    records = read(PROOFS, "en")
    assert [record.headers["Round"] for record in records] == ["5", "6", "7", "8", "9"]
    plies = _script("make_proof_records").PLIES
    for record in records:
        tree = record.tree
        outcome = tree.position(tree.main_line()[-1]).outcome()
        assert outcome is not None
        main, replies = set(tree.main_line()), 0
        for number, node in tree.nodes.items():
            position = tree.position(number)
            end = position.outcome()
            if end is not None:
                assert end.winner is outcome.winner
            elif position.turn is outcome.winner:
                assert len(node.children) == (number in main or tree.ply(number) < plies)
            elif tree.ply(number) < plies:
                assert {tree[child].move for child in node.children} == set(position.legal_moves())
                replies += 1
        assert replies >= 3


@pytest.mark.parametrize("sizes", ["5-7", pytest.param("5-9", marks=pytest.mark.slow)])
def test_the_script_proves_the_same_records(sizes: str, tmp_path: Path) -> None:
    if str(engine.search.negascout.__file__).endswith(".py"):
        sizes = "5"
    assert _script("make_proof_records").main(["--output", str(tmp_path), "--sizes", sizes]) == 0
    for code in LANGUAGES:
        written = find_format("a.pgn").read((tmp_path / f"{PROOFS}.{code}.pgn").read_bytes())
        assert all(one.same_as(two) for one, two in zip(written, read(PROOFS, code)[: len(written)], strict=True))


def _script(name: str = "make_sample_records") -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT_FOLDER / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_script_knows_every_self_play_game() -> None:
    assert sorted(_script().SAMPLES) == [name for name in NAMES if is_self_play(read(name, "en")[0])]


@pytest.mark.skipif(str(engine.search.negascout.__file__).endswith(".py"), reason="takes hours uncompiled")
@pytest.mark.parametrize("name", sorted(_script().SAMPLES))
def test_the_script_plays_the_same_games(name: str, tmp_path: Path) -> None:
    if name in _script().EARLIER:
        assert all("6c3a677" in record.headers["Source"] for code in LANGUAGES for record in read(name, code))
        return
    assert _script().main(["--output", str(tmp_path), name]) == 0
    played = find_format("a.pgn").read((tmp_path / f"{name}.pgn").read_bytes())
    for record, sample in zip(played, read(name, "en"), strict=True):
        lines = [[each.tree.move_text(node) for node in each.tree.main_line()] for each in (record, sample)]
        assert lines[0] == lines[1]
        tags = ("White", "Black", "Result", "Termination")
        assert [record.headers[tag] for tag in tags] == [sample.headers[tag] for tag in tags]
        assert record.game == sample.game
