"""The sample records are read, replayed and complete; the script that makes them works."""

import importlib.util
from importlib import resources
from pathlib import Path
from types import ModuleType

import pytest

import engine.search.negascout
from engine.records.formats import find_format, pgn
from engine.records.tree import ROOT

FILES = sorted((path for path in (resources.files("resources") / "records").iterdir()), key=lambda path: path.name)
ROOT_FOLDER = Path(__file__).parents[3]


@pytest.mark.parametrize("name", [path.name for path in FILES])
def test_each_is_read_and_replayed(name: str) -> None:
    data = (resources.files("resources") / "records" / name).read_bytes()
    records = find_format(name).read(data)
    assert records
    for record in records:
        record.tree.check()
        outcome = record.tree.position(record.tree.main_line()[-1]).outcome()
        assert outcome is not None, "each is played to its end"
        assert (record.result, record.headers["Termination"]) == (outcome.result, outcome.termination.value)
    assert pgn.write(records).encode() == data.replace(b"\r\n", b"\n")


def test_there_are_enough_and_one_is_annotated() -> None:
    records = [record for path in FILES for record in pgn.read(path.read_bytes())]
    assert len(records) >= 3
    assert {record.headers["Termination"] for record in records} >= {"zero", "points"}
    (annotated,) = [record for record in records if "Annotator" in record.headers]
    nodes = annotated.tree.nodes.values()
    assert sum(bool(node.comment) for node in nodes) > 8
    assert sum(bool(node.nags) for node in nodes) > 4
    assert sum(len(node.children) > 1 for node in nodes) >= 2
    for number in annotated.tree.main_line():
        algorithms = {note.algorithm for note in annotated.tree[number].evaluations}
        assert len(algorithms) == 3
    assert annotated.tree[ROOT].comment


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "make_sample_records", ROOT_FOLDER / "examples" / "make_sample_records.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(str(engine.search.negascout.__file__).endswith(".py"), reason="takes hours uncompiled")
def test_the_script_plays_the_same_game_each_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for folder in ("one", "two"):
        script = _script()
        assert script.main(["--output", str(tmp_path / folder), "cotoan-tre-em"]) == 0
        texts.append((tmp_path / folder / "cotoan-tre-em.pgn").read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    assert "cotoan-tre-em.pgn: 1-0 by" in capsys.readouterr().out
    (record,) = pgn.read(texts[0])
    assert record.tree.position(record.tree.main_line()[-1]).outcome() is not None
