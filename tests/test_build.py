"""Machine code runs only if it is of these sources, and then does what they do."""

import dataclasses
import importlib.machinery
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.core.build import Sources, StaleBuildError, check, read_stamp, stamp
from engine.core.evaluation import evaluations, find_evaluation
from engine.core.game import Game, games
from engine.core.options import options_of
from engine.core.perft import perft
from engine.search.report import Limit
from engine.search.search import Spec, algorithms

ROOT = Path(__file__).parent.parent
SUFFIX = importlib.machinery.EXTENSION_SUFFIXES[-1]
FIRST_SUFFIX = importlib.machinery.EXTENSION_SUFFIXES[0]

compiled_only = pytest.mark.skipif(not engine.is_compiled(), reason="the engine is not compiled here")


# --- the check, on a package of three small files ---------------------------------------------------------------------


def write_extension(package: Path, name: str, build: str, digest: str, suffix: str = SUFFIX) -> Path:
    """A file that carries a stamp and is no machine code: reading a stamp must not load it."""
    path = package / f"{name}{suffix}"
    path.write_bytes(b"\x7fELF" + bytes(1000) + stamp(build, digest).encode() + b"\0" + bytes(1000))
    return path


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with the compiled modules ``one`` and ``two``, a header, and a module that is not compiled."""
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "__init__.py").touch()
    for name in ("one", "two"):
        (folder / f"{name}.py").write_text(f"{name} = 1\n")
        (folder / f"{name}.pxd").write_text(f"cdef int {name}\n")
    (folder / "plain.py").write_text("plain = 1\n")
    (folder / "bits.h").write_text("/* bits */\n")
    (folder / "bits.pxd").write_text('cdef extern from "bits.h":\n    pass\n')
    sources = Sources(folder)
    assert sorted(sources.modules) == ["package.one", "package.two"]
    for name in ("one", "two"):
        write_extension(folder, name, "0123456789ab", sources.digest(f"package.{name}"))
    return folder


def test_machine_code_of_its_sources_runs(package: Path) -> None:
    assert check(package) == "0123456789ab"


def test_touching_a_file_changes_nothing(package: Path) -> None:
    os.utime(package / "one.py", (2_000_000_000, 2_000_000_000))
    assert check(package) == "0123456789ab"


def test_a_module_that_is_not_compiled_may_change(package: Path) -> None:
    (package / "plain.py").write_text("plain = 2\n")
    assert check(package) == "0123456789ab"


@pytest.mark.parametrize("name", ["one.py", "two.py", "one.pxd", "bits.h", "bits.pxd"])
def test_a_changed_source_is_refused(package: Path, name: str) -> None:
    with (package / name).open("a") as file:
        file.write("\n")
    with pytest.raises(StaleBuildError, match="is not made of its present source; rebuild with: "):
        check(package)


def test_a_new_compiled_module_is_refused(package: Path) -> None:
    (package / "plain.pxd").write_text("cdef int plain\n")
    with pytest.raises(StaleBuildError):
        check(package)


def test_missing_machine_code_is_refused(package: Path) -> None:
    (package / f"two{SUFFIX}").unlink()
    with pytest.raises(StaleBuildError, match=r"the machine code of package\.two is missing, of others it is there"):
        check(package)


def test_machine_code_without_a_source_is_refused(package: Path) -> None:
    write_extension(package, "three", "0123456789ab", "")
    with pytest.raises(StaleBuildError, match=r"package\.three has no source any more"):
        check(package)


def test_machine_code_of_two_builds_is_refused(package: Path) -> None:
    write_extension(package, "two", "ba9876543210", Sources(package).digest("package.two"))
    with pytest.raises(StaleBuildError, match=r"package\.two is of another build than the rest"):
        check(package)


def test_machine_code_without_a_stamp_is_refused(package: Path) -> None:
    (package / f"two{SUFFIX}").write_bytes(bytes(1000))
    with pytest.raises(StaleBuildError, match=r"package\.two is not made of its present source"):
        check(package)


def test_the_file_that_would_be_loaded_is_the_one_checked(package: Path) -> None:
    write_extension(package, "two", "0123456789ab", "0" * 16, FIRST_SUFFIX)
    with pytest.raises(StaleBuildError, match=r"package\.two is not made of its present source"):
        check(package)


def test_no_machine_code_means_slow_mode(package: Path) -> None:
    for name in ("one", "two"):
        (package / f"{name}{SUFFIX}").unlink()
    assert check(package) == ""


def test_machine_code_for_another_python_is_not_looked_at(package: Path) -> None:
    for name in ("one", "two"):
        (package / f"{name}{SUFFIX}").rename(package / f"{name}.cpython-27-pdp11.so")
    assert check(package) == ""


# --- the engine itself, in a copy -------------------------------------------------------------------------------------


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the engine as it is here, machine code included."""
    for name in ("engine", "resources"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "setup.py", tmp_path)
    return tmp_path


def run(folder: Path, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Python code in a new interpreter that finds the engine in ``folder``."""
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONIOENCODING": "utf-8", "KYVIEN_PURE": "", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


TELL = "import engine, engine.core.position as p; print(engine.is_compiled(), bool(engine.build_id()), p.__file__[-3:])"


@compiled_only
def test_a_copy_runs_compiled(copy: Path) -> None:
    result = run(copy, TELL)
    assert result.returncode == 0, result.stderr
    assert result.stdout.split()[:2] == ["True", "True"]
    assert result.stdout.split()[2] != ".py"


@compiled_only
def test_an_altered_copy_says_one_sentence_with_the_command(copy: Path) -> None:
    with (copy / "engine" / "core" / "position.py").open("a") as file:
        file.write("# altered\n")
    result = run(copy, TELL)
    assert result.returncode == 1
    sentence = result.stderr.splitlines()[-1].removeprefix("engine.core.build.StaleBuildError: ")
    assert sentence.startswith(
        f"the machine code of engine.core.position is not made of its present source; rebuild with: {sys.executable} "
    )
    assert str(copy) in sentence


@compiled_only
def test_the_sentence_is_in_the_users_language(copy: Path) -> None:
    with (copy / "engine" / "core" / "position.py").open("a") as file:
        file.write("# altered\n")
    assert "mã máy của engine.core.position" in run(copy, TELL, KYVIEN_LANG="vi").stderr


@compiled_only
def test_what_was_refused_once_is_refused_again(copy: Path) -> None:
    with (copy / "engine" / "search" / "minimax.py").open("a") as file:
        file.write("# altered\n")
    result = run(
        copy,
        "for name in ('engine', 'engine.core.position', 'engine.search.minimax'):\n"
        "    try:\n        __import__(name)\n"
        "    except ImportError as error:\n        print(type(error).__name__)\n",
    )
    assert result.stdout.split() == ["StaleBuildError"] * 3


def test_pure_mode_runs_from_source(copy: Path) -> None:
    with (copy / "engine" / "core" / "position.py").open("a") as file:
        file.write("# altered\n")
    result = run(copy, TELL, KYVIEN_PURE="1")
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == ["False", "False", ".py"]


def test_slow_mode_says_what_to_install(copy: Path) -> None:
    for path in [path for path in copy.rglob("*") if path.suffix in (".so", ".pyd")]:
        path.unlink()
    result = run(copy, TELL + "; print(engine.mode_sentence())")
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines()[0].split() == ["False", "False", ".py"]
    assert result.stdout.splitlines()[1].startswith("Slow mode: the engine is not compiled")
    assert str(copy) in result.stdout


@compiled_only
def test_all_modules_carry_one_build() -> None:
    sources = Sources(ROOT / "engine")
    stamps = {module: read_stamp(path) for module, path in sources.extensions.items()}
    assert stamps == {module: (engine.build_id(), sources.digest(module)) for module in sources.modules}
    assert engine.mode_sentence() == ""


# --- compiled = uncompiled --------------------------------------------------------------------------------------------


def positions(game: Game) -> Iterator[Any]:
    """The start, and positions a few random moves later."""
    yield game.start()
    for seed in range(3):
        rng = random.Random(seed)
        position: Any = game.start()
        for _ in range(10 + 20 * seed):
            moves = position.legal_moves()
            if not moves:
                break
            # Captures are rare by chance, and most of what can differ.
            position = position.play(rng.choice(position.noisy_moves() or moves))
        yield position


def reckon() -> dict[str, Any]:
    """Moves, keys, node counts, values and lines, for every game, algorithm and evaluation, as plain data."""
    answers: dict[str, Any] = {}
    for game_name, kind in games().items():
        game = kind.with_rules()
        for number, position in enumerate(positions(game)):
            here = f"{game_name} {number}"
            wide = len(position.legal_moves()) > 80  # uncompiled, a search of two plies would take minutes
            answers[f"{here} position"] = [
                game.format_position(position),
                f"{position.key:x}",
                position.legal_moves(),
                position.noisy_moves(),
                str(position.outcome()),
                [f"{each:x}" for each in position.history],
                perft(position, 1 if wide else 2),
            ]
            for evaluation in evaluations(game_name):
                for name, algorithm in algorithms().items():
                    options = {each.name for each in options_of(algorithm.Parameters)}
                    for on in [(), ("quiescence",), ("ordering",), ("quiescence", "ordering")]:
                        if not options.issuperset(on):
                            continue
                        search = Spec.make(name, **dict.fromkeys(on, True)).build(
                            find_evaluation(game_name, evaluation)
                        )
                        reports = search.analyse(position, Limit(depth=2, nodes=400 if wide else 3000))
                        answers[f"{here} {evaluation} {name} {on}"] = [
                            dataclasses.replace(report, seconds=0.0).to_dict() for report in reports
                        ]
    return answers


@compiled_only
def test_compiled_and_uncompiled_agree() -> None:
    result = run(ROOT, "import json; from tests.test_build import reckon; print(json.dumps(reckon()))", KYVIEN_PURE="1")
    assert result.returncode == 0, result.stderr
    uncompiled = json.loads(result.stdout)
    compiled = json.loads(json.dumps(reckon()))
    assert compiled.keys() == uncompiled.keys()
    assert {key: (compiled[key], uncompiled[key]) for key in compiled if compiled[key] != uncompiled[key]} == {}
