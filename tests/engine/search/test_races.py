"""The memory that search threads share, under ThreadSanitizer: the transposition table and the tree of ``mcts``.

``table_race.c`` and ``tree_race.c`` call the functions of ``table.h`` and ``tree.h`` in the order of ``table.py`` and
``mcts.py``.
"""

import functools
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.engine.conftest import few

pytestmark = pytest.mark.unsanitized  # compiles programs for another sanitizer

HERE = Path(__file__).parent
HEADERS = HERE.parents[2] / "engine" / "search"
BUILD = (
    "gcc",
    "-std=c11",
    "-D_GNU_SOURCE",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-fsanitize=thread",
    "-O1",
    "-g",
    "-pthread",
)
# Without the library that the job of the other sanitizers preloads.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}


def execute(*command: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a program, which ends at the first data race that ThreadSanitizer finds, with the status 66."""
    environment = {**ENVIRONMENT, "TSAN_OPTIONS": "halt_on_error=1:exitcode=66"}
    return subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300, check=False
    )


@functools.cache
def starter(folder: Path) -> list[str]:
    """Return the words before a command that starts a program under ThreadSanitizer, or skip the test.

    Some kernels place programs where ThreadSanitizer cannot, unless ``setarch`` forbids it.
    """
    if shutil.which("gcc") is None:
        pytest.skip("no gcc")
    source, program = folder / "empty.c", folder / "empty"
    source.write_text("int main(void) { return 0; }\n")
    done = execute(*BUILD, "-o", program, source)
    if done.returncode:
        pytest.skip(f"gcc has no ThreadSanitizer: {done.stdout.strip()[-200:]}")
    for words in ([], ["setarch", "-R"]):
        if not words or shutil.which(words[0]):
            done = execute(*words, program)
            if done.returncode == 0:
                return words
    pytest.skip(f"ThreadSanitizer does not run here: {done.stdout.strip()[-200:]}")


@pytest.fixture
def start(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return starter(tmp_path_factory.getbasetemp())


def race(name: str, start: list[str], folder: Path, headers: Path = HEADERS) -> tuple[int, str]:
    """Compile and run a program with the header of its name, and return its status and output."""
    program = folder / name
    done = execute(*BUILD, "-I", headers, "-o", program, HERE / f"{name}_race.c")
    assert done.returncode == 0, done.stdout
    done = execute(*start, program)
    return done.returncode, done.stdout


@pytest.mark.parametrize("name", ["table", "tree"])
def test_there_is_no_race(name: str, start: list[str], tmp_path: Path) -> None:
    status, output = race(name, start, tmp_path)
    assert status == 0, output


RELAXED = ", __ATOMIC_RELAXED"
BROKEN = {
    "a plain load of a word": ("table", f"__atomic_load_n(words + i{RELAXED})", "words[i]"),
    "a plain store of a word": ("table", f"__atomic_store_n(words + i, value{RELAXED})", "words[i] = value"),
    "a lock without the data": ("table", "return key ^ data;", "(void)data; return key;"),
    "a lock without the key": ("table", "return key ^ data;", "(void)key; return data;"),
    "a plain count of visits": (
        "tree", f"__atomic_fetch_add(&nodes[i].visits, amount{RELAXED})", "nodes[i].visits += amount",
    ),
    "a plain sum of results": (
        "tree", f"__atomic_fetch_add(&nodes[i].total, amount{RELAXED})", "nodes[i].total += amount",
    ),
    "a plain claim": (
        "tree", "return __atomic_compare_exchange_n(&nodes[i].first, &none, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);",
        "if (nodes[i].first != none) return 0;\n    nodes[i].first = 1;\n    return 1;",
    ),
    "a plain load of the first child": ("tree", "__atomic_load_n(&nodes[i].first, __ATOMIC_ACQUIRE)", "nodes[i].first"),
    "a first child seen before its data": (
        "tree", "__atomic_load_n(&nodes[i].first, __ATOMIC_ACQUIRE)", f"__atomic_load_n(&nodes[i].first{RELAXED})",
    ),
    "a plain store of the first child": (
        "tree", "__atomic_store_n(&nodes[i].first, first, __ATOMIC_RELEASE)", "nodes[i].first = first",
    ),
    "a first child published before its data": (
        "tree", "__atomic_store_n(&nodes[i].first, first, __ATOMIC_RELEASE)",
        f"__atomic_store_n(&nodes[i].first, first{RELAXED})",
    ),
    "a plain count of nodes": (
        "tree", f"return __atomic_fetch_add(used, amount{RELAXED});", "*used += amount; return *used - amount;",
    ),
    "a plain count of moves as first": (
        "tree", f"__atomic_load_n(&nodes[i].rave_visits{RELAXED}) + 1", "nodes[i].rave_visits + 1",
    ),
    "a plain sum of moves as first": (
        "tree", f"__atomic_load_n(&nodes[i].rave_total{RELAXED}) + amount", "nodes[i].rave_total + amount",
    ),
    "a plain store of a proof": (
        "tree", f"__atomic_store_n(&nodes[i].proof, (int16_t)proof{RELAXED})", "nodes[i].proof = (int16_t)proof",
    ),
    **{
        f"a plain load of {field}": (
            "tree", f"return __atomic_load_n(&nodes[i].{field}{RELAXED});", f"return nodes[i].{field};",
        )
        for field in ("visits", "total", "proof", "rave_visits", "rave_total")
    },
    "a plain load of the number of nodes": ("tree", f"__atomic_load_n(used{RELAXED})", "*used"),
}  # fmt: skip
QUICK = (
    "a plain load of a word",
    "a lock without the data",
    "a plain claim",
    "a first child published before its data",
)
"""A bug of each kind; a program is compiled for each."""


@pytest.mark.parametrize("bug", few(BROKEN, QUICK))
def test_a_race_is_found(bug: str, start: list[str], tmp_path: Path) -> None:
    name, old, new = BROKEN[bug]
    text = (HEADERS / f"{name}.h").read_text(encoding="utf-8")
    assert text.count(old) == 1, "the header was changed: plant this bug in its present text"
    (tmp_path / f"{name}.h").write_text(text.replace(old, new), encoding="utf-8")
    status, output = race(name, start, tmp_path, tmp_path)
    if bug.startswith("a lock"):
        assert status == 1 and re.search(r"wrong [1-9]", output), output
    else:
        assert status == 66 and "data race" in output, output


def test_the_words_of_the_table_are_accessed_by_its_functions_only() -> None:
    source = (HEADERS / "table.py").read_text(encoding="utf-8")
    assert "words[" not in source
    assert len(re.findall(r"(?:load|store)_word\(", source)) >= 6
