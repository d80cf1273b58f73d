"""Machine code runs only if it is of these sources, and then does what they do."""

import dataclasses
import importlib.machinery
import json
import os
import random
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.build import Sources, StaleBuildError, check, read_stamp, stamp
from engine.core.evaluation import evaluations, find_evaluation
from engine.core.game import Game, games
from engine.core.options import options_of
from engine.core.perft import perft
from engine.search.report import Limit
from engine.search.search import algorithms
from engine.search.spec import Spec

ROOT = Path(__file__).parent.parent
SUFFIX = importlib.machinery.EXTENSION_SUFFIXES[-1]
FIRST_SUFFIX = importlib.machinery.EXTENSION_SUFFIXES[0]

compiled_only = pytest.mark.skipif(not engine.is_compiled(), reason="the engine is not compiled here")


# --- the check, on a package of three small files ---------------------------------------------------------------------


def write_extension(package: Path, name: str, build: str, digest: str, suffix: str = SUFFIX, closure: str = "") -> Path:
    """A file that carries a stamp and is no machine code: reading a stamp must not load it."""
    path = package / f"{name}{suffix}"
    path.write_bytes(b"\x7fELF" + bytes(1000) + stamp(build, digest, closure).encode() + b"\0" + bytes(1000))
    return path


@pytest.fixture(params=["", "closure"])
def package(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A package with the compiled modules ``one`` and ``two``, which includes a header, and a module of Python.

    The stamps contain the closures or not: the check must give the same answer.
    """
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "__init__.py").touch()
    for name in ("one", "two"):
        (folder / f"{name}.py").write_text(f"{name} = 1\n")
        (folder / f"{name}.pxd").write_text(f"cdef int {name}\n")
    (folder / "two.pxd").write_text("from package.bits cimport ONE\n")
    (folder / "plain.py").write_text("plain = 1\n")
    (folder / "bits.h").write_text("/* bits */\n")
    (folder / "bits.pxd").write_text('cdef extern from "bits.h":\n    int ONE\n')
    sources = Sources(folder)
    assert sorted(sources.modules) == ["package.one", "package.two"]
    for name in ("one", "two"):
        closure = sources.closure_text(f"package.{name}") if request.param else ""
        write_extension(folder, name, "0123456789ab", sources.digest(f"package.{name}"), closure=closure)
    return folder


def test_machine_code_of_its_sources_runs(package: Path) -> None:
    assert check(package) == "0123456789ab"


@pytest.mark.parametrize("package", ["closure"], indirect=True)
def test_machine_code_with_its_closure_is_checked_without_parsing(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sources, "closure", None)
    assert check(package) == "0123456789ab"


@pytest.mark.parametrize("name", ["deep/bits.h", "__init__.pxd"])
def test_a_new_file_that_a_module_depends_on_is_refused(package: Path, name: str) -> None:
    (package / "deep").mkdir()
    (package / name).touch()
    with pytest.raises(StaleBuildError, match="was not built from its present source; rebuild with: "):
        check(package)


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
    with pytest.raises(StaleBuildError, match="was not built from its present source; rebuild with: "):
        check(package)


def digests(package: Path) -> dict[str, str]:
    sources = Sources(package)
    return {module.removeprefix("package."): sources.digest(module) for module in sources.modules}


@pytest.mark.parametrize(
    ("changed", "stale"),
    [("one.py", {"one"}), ("one.pxd", {"one"}), ("two.pxd", {"two"}), ("bits.pxd", {"two"}), ("bits.h", {"two"})],
)
def test_a_change_concerns_what_depends_on_it(package: Path, changed: str, stale: set[str]) -> None:
    before = digests(package)
    with (package / changed).open("a") as file:
        file.write("\n")
    after = digests(package)
    assert {name for name in before if before[name] != after[name]} == stale


BITS = {"package/bits.h", "package/bits.pxd"}
ALL = {"package/bits.h", "package/bits.pxd", "package/one.pxd", "package/part.pxi", "package/two.pxd"}


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("one.pxd", "from package.bits cimport ONE", BITS),
        ("one.pxd", "from package.bits cimport (  # some\n    ONE as TWO,\n    THREE,  # of them\n)", BITS),
        ("one.pxd", "from package cimport bits", BITS),
        ("one.pxd", "from package cimport (\n    bits as b,\n)  # all", BITS),
        ("one.pxd", "cimport package.bits", BITS),
        ("one.pxd", "cimport package.bits as b  # all", BITS),
        ("one.pxd", "cimport package.bits\r", BITS),
        ("one.pxd", "cimport bits", BITS),
        ("one.pxd", "from package.two cimport two", {*BITS, "package/two.pxd"}),
        ("one.pxd", "cimport cython\nfrom libc.stdlib cimport free", set()),
        ("one.pxd", 'cdef extern from "bits.h" nogil:\n    int ONE', {"package/bits.h"}),
        ("one.pxd", 'cdef extern from *:\n    """\n    #include "bits.h"\n    """', {"package/bits.h"}),
        ("one.pxd", 'cdef extern from "<stdint.h>":\n    pass', set()),
        ("one.py", "from cython.cimports.package.bits import ONE", BITS),
        ("one.py", "if compiled:\n    from cython.cimports.package.bits import (\n        ONE,\n    )", BITS),
        ("one.py", "from cython.cimports.package import bits", BITS),
        ("one.py", "import cython.cimports.package.bits as bits", BITS),
        ("one.py", "from package.bits import ONE", set()),
        # What is not read counts as everything.
        ("one.pxd", "from package.bits cimport *", ALL),
        ("one.pxd", "from .bits cimport ONE", ALL),
        ("one.pxd", "from . cimport bits", ALL),
        ("one.pxd", "from package.bits \\\n    cimport ONE", ALL),
        ("one.pxd", "cimport cython, package.bits", ALL),
        ("one.pxd", "cimport cython; cimport package.bits", ALL),
        ("one.pxd", "cdef int x; from package.bits cimport ONE", ALL),
        ("one.pxd", "from package.nothing cimport ONE", ALL),
        ("one.pxd", "from package.bits import ONE", ALL),
        ("one.pxd", "import package.bits", ALL),
        ("one.pxd", 'include "part.pxi"', ALL),
        ("one.pxd", "cdef extern from 'bits.h':\n    int ONE", ALL),
        ("one.pxd", 'cdef extern from "bits.inc":\n    int ONE', ALL),
        ("one.pxd", "cdef extern int ONE", ALL),
        ("one.pxd", 'cdef extern from *:\n    """\n    #include WHICH\n    """', ALL),
        ("one.py", "from cython.cimports import package", ALL),
        ("one.py", "from cython import cimports", ALL),
        ("one.py", "from cython.cimports.package.bits import *", ALL),
    ],
)
def test_what_a_module_is_made_of(package: Path, name: str, text: str, expected: set[str]) -> None:
    (package / "part.pxi").touch()
    (package / name).write_bytes(f"{text}\n".encode())
    sources = Sources(package)
    assert {f"package/{path}" for path in sources.closure("package.one")} == {*expected, "package/one.pxd"}
    assert sources.unread == ({name} if expected == ALL else set())


def test_headers_include_headers(package: Path) -> None:
    (package / "deep").mkdir()
    (package / "deep" / "more.h").write_text("#include <stdint.h>\n")
    (package / "bits.h").write_text('#  include "more.h"\n')
    assert Sources(package).closure("package.two") == ["bits.h", "bits.pxd", "deep/more.h", "two.pxd"]


def test_every_module_depends_on_the_declarations_of_packages(package: Path) -> None:
    (package / "__init__.pxd").touch()
    sources = Sources(package)
    assert sorted(sources.modules) == ["package.one", "package.two"]
    assert sources.closure("package.one") == ["__init__.pxd", "one.pxd"]


def test_a_form_that_is_not_read_concerns_all_that_depend_on_it(package: Path) -> None:
    (package / "bits.pxd").write_text("from package.one cimport *\n")
    sources = Sources(package)
    assert sources.closure("package.two") == ["bits.h", "bits.pxd", "one.pxd", "two.pxd"]
    assert sources.closure("package.one") == ["one.pxd"]
    assert sources.unread == {"bits.pxd"}


def test_modules_are_made_of_what_cython_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    from Cython.Build.Dependencies import create_dependency_tree

    monkeypatch.chdir(ROOT)
    tree = create_dependency_tree(quiet=True)
    sources = Sources(ROOT / "engine")
    assert len(sources.modules) > 30
    for module, path in ((module, Path(name)) for module, name in sources.modules.items()):
        files = {Path(name) for name in tree.all_dependencies(str(path.relative_to(ROOT)))}
        headers = {Path(name) for file in files for name in tree.cimports_externs_incdirs(str(file))[1]}
        # Cython includes declarations of its own: those of libc.
        ours = {each.relative_to("engine").as_posix() for each in files | headers if each.is_relative_to("engine")}
        assert sources.closure(module) == sorted(ours - {path.relative_to(ROOT / "engine").as_posix()}), module
    assert sources.unread == set()


def test_a_new_compiled_module_is_refused(package: Path) -> None:
    (package / "plain.pxd").write_text("cdef int plain\n")
    with pytest.raises(StaleBuildError):
        check(package)


def test_missing_machine_code_is_refused(package: Path) -> None:
    (package / f"two{SUFFIX}").unlink()
    with pytest.raises(
        StaleBuildError, match=r"the machine code of package\.two is missing while that of other modules exists"
    ):
        check(package)


def test_machine_code_without_a_source_is_refused(package: Path) -> None:
    write_extension(package, "three", "0123456789ab", "")
    with pytest.raises(StaleBuildError, match=r"package\.three has no source file"):
        check(package)


def test_machine_code_of_two_builds_is_refused(package: Path) -> None:
    write_extension(package, "two", "ba9876543210", Sources(package).digest("package.two"))
    with pytest.raises(StaleBuildError, match=r"package\.two is from another build than the rest"):
        check(package)


def test_machine_code_without_a_stamp_is_refused(package: Path) -> None:
    (package / f"two{SUFFIX}").write_bytes(bytes(1000))
    with pytest.raises(StaleBuildError, match=r"package\.two was not built from its present source"):
        check(package)


def test_the_file_that_would_be_loaded_is_the_one_checked(package: Path) -> None:
    write_extension(package, "two", "0123456789ab", "0" * 16, FIRST_SUFFIX)
    with pytest.raises(StaleBuildError, match=r"package\.two was not built from its present source"):
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
def test_an_altered_copy_gives_one_sentence_with_the_command(copy: Path) -> None:
    with (copy / "engine" / "core" / "position.py").open("a") as file:
        file.write("# altered\n")
    result = run(copy, TELL)
    assert result.returncode == 1
    sentence = result.stderr.splitlines()[-1].removeprefix("engine.build.StaleBuildError: ")
    assert sentence.startswith(
        "the machine code of engine.core.position was not built from its present source; "
        f"rebuild with: {sys.executable} "
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
        "for name in ('engine.core.game', 'engine.core.position', 'engine.search.minimax', 'engine.core.position'):\n"
        "    try:\n        __import__(name)\n"
        "    except ImportError as error:\n        print(type(error).__name__)\n"
        "import engine\n"
        "for _ in range(2):\n"
        "    try:\n        engine.is_compiled()\n"
        "    except ImportError as error:\n        print(type(error).__name__)\n",
    )
    assert result.stdout.split() == ["StaleBuildError"] * 6


@compiled_only
def test_machine_code_is_looked_at_when_it_is_needed(copy: Path) -> None:
    """Before any of it is loaded, whichever module is first; commands that need none do not wait for that."""
    with (copy / "engine" / "search" / "minimax.py").open("a") as file:
        file.write("# altered\n")
    light = "import sys, engine, engine.core.errors, engine.cli.parser; print('engine.build' in sys.modules)"
    assert run(copy, light).stdout.split() == ["False"]
    names = sorted(Sources(copy / "engine").modules)
    # One interpreter, as if new for each module: without the modules and the finders of the engine.
    code = (
        "import sys\n"
        "before, finders = set(sys.modules), list(sys.meta_path)\n"
        f"for name in {names}:\n"
        "    try:\n        __import__(name)\n"
        "    except ImportError as error:\n        print(name, type(error).__name__)\n"
        "    ours = [each for key, each in sys.modules.items() if key.startswith('engine.')]\n"
        "    loaded = [each for each in ours if getattr(each, '__file__', '')[-3:] in ('.so', 'pyd')]\n"
        "    assert 'engine' in sys.modules and not loaded, loaded\n"
        "    sys.meta_path[:] = finders\n"
        "    for key in set(sys.modules) - before:\n"
        "        if key.partition('.')[0] == 'engine':\n            del sys.modules[key]\n"
    )
    result = run(copy, code)
    assert result.stdout.splitlines() == [f"{name} StaleBuildError" for name in names], result.stderr


def test_pure_mode_runs_from_source(copy: Path) -> None:
    with (copy / "engine" / "core" / "position.py").open("a") as file:
        file.write("# altered\n")
    result = run(copy, TELL, KYVIEN_PURE="1")
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == ["False", "False", ".py"]


def test_slow_mode_names_what_to_install(copy: Path) -> None:
    for path in [path for path in copy.rglob("*") if path.suffix in (".so", ".pyd")]:
        path.unlink()
    result = run(copy, TELL + "; print(engine.mode_sentence())")
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines()[0].split() == ["False", "False", ".py"]
    assert result.stdout.splitlines()[1].startswith("Slow mode: the engine is not compiled")
    assert str(copy) in result.stdout


SLOW = {"KYVIEN_PURE": "1", "KYVIEN_SLOW_ANNOUNCED": "", "KYVIEN_LANG": "en"}


@pytest.mark.parametrize("arguments", [["games", "--json"], ["perft", "--game", "nim", "--depth", "1", "--json"]])
def test_slow_mode_is_announced_on_standard_error(arguments: list[str]) -> None:
    result = run(ROOT, f"import sys; from engine.cli.main import main; sys.exit(main({arguments!r}))", **SLOW)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)
    assert result.stderr.startswith("Slow mode: KYVIEN_PURE is set")
    assert result.stderr.count("\n") == 1


def test_slow_mode_is_announced_once_by_a_command_and_what_it_starts() -> None:
    code = (
        "import engine, sys\n"
        "from engine.cli.main import main\n"
        "from engine.asking.child import start_module, start_program\n"
        "main(['games'])\n"
        "main(['games'])\n"
        "for child in (start_module('engine', ['games']), start_program([sys.executable, '-m', 'engine', 'games'])):\n"
        "    out, errors = child.communicate()\n"
        "    assert child.returncode == 0 and out\n"
        "    sys.stderr.buffer.write(errors)\n"
    )
    result = run(ROOT, code, **SLOW)
    assert result.returncode == 0, result.stderr
    assert result.stderr.count("Slow mode") == 1


@pytest.mark.slow
def test_the_studio_announces_slow_mode_too() -> None:
    pytest.importorskip("PySide6")
    result = run(
        ROOT, "import sys; from studio.__main__ import main; sys.exit(main(['--time-start']))", **SLOW,
        QT_QPA_PLATFORM="offscreen",
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)
    assert result.stderr.count("Slow mode") == 1


@compiled_only
def test_a_compiled_engine_announces_nothing() -> None:
    code = "import sys; from engine.cli.main import main; sys.exit(main(['games']))"
    assert run(ROOT, code, **{**SLOW, "KYVIEN_PURE": ""}).stderr == ""


@compiled_only
def test_all_modules_carry_one_build() -> None:
    sources = Sources(ROOT / "engine")
    stamps = {module: read_stamp(path) for module, path in sources.extensions.items()}
    assert stamps == {module: (engine.build_id(), sources.digest(module)) for module in sources.modules}
    assert engine.mode_sentence() == ""


# --- builds of a small engine -----------------------------------------------------------------------------------------

SMALL = {
    "pyproject.toml": """
        [project]
        name = "kyvien"
        version = "0"
        [tool.setuptools.packages.find]
        include = ["engine*"]
        """,
    "engine/base.pxd": "cdef class Base:\n    cdef int number\n",
    "engine/base.py": "class Base:\n    def value(self):\n        return 1\n",
    "engine/leaf.pxd": "from engine.base cimport Base\n\ncdef class Leaf(Base):\n    pass\n",
    "engine/leaf.py": """
        import cython
        from engine.base import Base
        if cython.compiled:
            from cython.cimports.engine.bits import TWO
        class Leaf(Base):
            def value(self):
                self.number = TWO
                return self.number
        """,
    "engine/bits.pxd": 'cdef extern from "bits.h":\n    int TWO\n',
    "engine/bits.h": "#define TWO 2\n",
    "engine/alone.pxd": "",
    "engine/alone.py": "def value():\n    return 3\n",
}
"""Two modules that depend on each other, and one that does not."""

VALUES = "import engine, engine.base, engine.leaf; print(engine.is_compiled(), engine.leaf.Leaf().value())"


def build(
    folder: Path, *arguments: str, code: str = "", quiet: bool = True, **environment: str
) -> subprocess.CompletedProcess[str]:
    """``setup.py build_ext`` in ``folder``; ``code`` runs before it, in the same interpreter."""
    unset = {name: value for name, value in os.environ.items() if name not in ("CC", "CFLAGS", "LDFLAGS")}
    command = ["setup.py"]
    if code:
        command = ["-c", f"{code}\nimport runpy\nrunpy.run_path('setup.py', run_name='__main__')"]
    return subprocess.run(
        [sys.executable, *command, *["-q"][: int(quiet)], "build_ext", *(arguments or ["--inplace"])],
        cwd=folder,
        env={**unset, "PYTHONIOENCODING": "utf-8", "KYVIEN_BUILD": "strict", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def machine_code(folder: Path) -> dict[str, tuple[int, bytes]]:
    """The extension files of the engine in ``folder``: module to file and content."""
    return {
        path.name.partition(".")[0]: (path.stat().st_ino, path.read_bytes())
        for path in (folder / "engine").rglob("*")
        if path.suffix in (".so", ".pyd")
    }


def extension_of(folder: Path, module: str) -> Path:
    """The extension file of ``engine.<module>`` in ``folder``."""
    (path,) = [path for path in folder.glob(f"engine/{module}.*") if path.suffix in (".so", ".pyd")]
    return path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small engine, compiled."""
    folder = tmp_path_factory.mktemp("small")
    for name in (
        "engine/__init__.py",
        "engine/build.py",
        "engine/declarations.py",
        "engine/core/__init__.py",
        "engine/core/language.py",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    for name, text in SMALL.items():
        (folder / name).write_text(textwrap.dedent(text))
    script = (ROOT / "setup.py").read_text(encoding="utf-8")
    assert script.count('"-O2"') == 1
    (folder / "setup.py").write_text(script.replace('"-O2"', '"-O0"'), encoding="utf-8")  # to save time
    result = build(folder)
    if "could not be run" in result.stderr:
        pytest.skip("no C compiler")
    assert result.returncode == 0, result.stderr
    assert "3 of 3 modules compiled" in result.stdout
    return folder


@pytest.fixture
def small(built: Path, tmp_path: Path) -> Path:
    """A copy of the small engine, to be changed; every time of it differs."""
    shutil.copytree(built, tmp_path / "copy", copy_function=shutil.copy)
    return tmp_path / "copy"


def test_a_build_without_a_change_does_nothing(small: Path) -> None:
    before = machine_code(small)
    assert set(before) == {"alone", "base", "leaf"}
    result = build(small)
    assert "0 of 3 modules compiled" in result.stdout, result.stderr
    assert machine_code(small) == before
    assert run(small, VALUES).stdout.split() == ["True", "2"]


def test_after_an_installation_a_new_module_alone_is_built_and_one_line_printed(small: Path) -> None:
    result = build(small, KYVIEN_BUILD="")  # as pip does
    assert "0 of 3 modules compiled" in result.stdout, result.stderr
    before = machine_code(small)
    (small / "engine" / "new.pxd").touch()
    (small / "engine" / "new.py").write_text("def value():\n    return 4\n")
    result = build(small, quiet=False)
    assert re.fullmatch(r"running build_ext\nKỳ Viện: 1 of 4 modules compiled in [0-9.]+ s\n", result.stdout), (
        result.stdout
    )
    assert result.stderr == ""
    assert {**before, "new": machine_code(small)["new"]} == machine_code(small)


def test_what_changed_is_built_and_what_is_missing(small: Path) -> None:
    before = machine_code(small)
    (small / "engine" / "bits.h").write_text("#define TWO 22\n")
    # Cython copies headers here, and would take this one for a newer copy.
    copy = small / "build" / "cython" / "engine" / "bits.h"
    copy.write_text("#define TWO 5\n")
    os.utime(copy, (4_000_000_000, 4_000_000_000))
    extension_of(small, "alone").unlink()
    result = build(small)
    assert "2 of 3 modules compiled" in result.stdout, result.stderr
    after = machine_code(small)
    assert after["base"] == before["base"]
    assert after["leaf"][1] != before["leaf"][1]
    assert run(small, VALUES).stdout.split() == ["True", "22"]


@pytest.mark.slow
def test_an_interrupted_build_runs_nothing_mixed_and_is_resumed(small: Path) -> None:
    with (small / "engine" / "base.pxd").open("a") as file:
        file.write("    cdef int other\n")
    before = machine_code(small)
    code = (
        "import pathlib\n"
        "replace = pathlib.Path.replace\n"
        "done = []\n"
        "def interrupted(path, target):\n"
        "    if pathlib.Path(target).parts[0] == 'engine':\n"
        "        if done:\n            raise KeyboardInterrupt\n"
        "        done.append(target)\n"
        "    return replace(path, target)\n"
        "pathlib.Path.replace = interrupted\n"
    )
    assert build(small, code=code).returncode != 0
    between = machine_code(small)
    assert [name for name in before if between[name] != before[name]] in (["base"], ["leaf"])
    assert "StaleBuildError" in run(small, VALUES).stderr
    result = build(small)
    assert "0 of 3 modules compiled" in result.stdout, result.stderr
    after = machine_code(small)
    assert [name for name in sorted(before) if after[name] != before[name]] == ["base", "leaf"]
    assert run(small, VALUES).stdout.split() == ["True", "2"]


@pytest.mark.parametrize(
    ("name", "text", "error"),
    [
        ("leaf.py", "value = 1\nvalue = = 2\n", "engine/leaf.py:2:"),
        ("bits.h", "#define TWO two\n", "two"),
    ],
)
def test_a_failed_build_changes_nothing_and_ends_with_the_first_error(
    small: Path, name: str, text: str, error: str
) -> None:
    before = machine_code(small)
    (small / "engine" / name).write_text(text)
    # Compiled first, and well, as it is the longest.
    (small / "engine" / "alone.py").write_text(f"# {'longest ' * 50}\ndef value():\n    return 33\n")
    result = build(small)
    assert result.returncode != 0
    assert machine_code(small) == before
    shown, end = result.stderr.split("The first error:")
    assert error in end
    assert ("build/cython/engine/leaf.c" in shown) == (name == "bits.h")  # the command that failed
    assert "engine/alone.c" not in shown
    assert "Traceback" not in result.stderr
    assert "StaleBuildError" in run(small, VALUES).stderr
    assert "the machine code in place was left as it was" in result.stderr


@pytest.mark.slow
def test_the_first_error_is_shown_and_not_the_last(small: Path) -> None:
    for name in ("alone", "leaf"):
        (small / "engine" / f"{name}.py").write_text(f"{name} = = 1\n\n{name} = = 2\n")
    result = build(small)
    assert result.returncode != 0
    end = result.stderr.split("The first error:")[1]
    assert end.count("Error compiling Cython file:") == 1
    places = re.findall(r"^engine/\w+\.py:\d+:", result.stderr, re.MULTILINE)
    assert len(places) >= 2
    assert re.findall(r"^engine/\w+\.py:\d+:", end, re.MULTILINE) == places[:1]


@pytest.mark.slow
def test_another_compiler_rebuilds_everything(small: Path) -> None:
    before = machine_code(small)
    result = build(small, CC="/nonexistent/cc")
    assert result.returncode != 0
    assert result.stderr.rstrip().splitlines()[-1].startswith("error: /nonexistent/cc could not be run")
    assert machine_code(small) == before
    assert run(small, VALUES).stdout.split() == ["True", "2"]


@pytest.fixture
def tiny(small: Path) -> Path:
    """The module of the small engine that no other depends on, compiled."""
    for name in ("base", "leaf"):
        for path in small.glob(f"engine/{name}.*"):
            path.unlink()
    assert set(machine_code(small)) == {"alone"}
    return small


@pytest.mark.slow
def test_other_flags_rebuild_everything(tiny: Path) -> None:
    before = machine_code(tiny)
    result = build(tiny, CFLAGS="-DOTHER")
    assert "1 of 1 modules compiled" in result.stdout, result.stderr
    after = machine_code(tiny)
    assert before.keys() == after.keys()
    assert before != after


@pytest.mark.slow
def test_an_installation_takes_nothing_from_earlier_builds(tiny: Path) -> None:
    place = tiny / "out" / "engine"
    place.mkdir(parents=True)
    path = extension_of(tiny, "alone")
    for folder in (place, tiny / "build" / "complete" / "engine"):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / path.name).write_bytes(path.read_bytes() + b"not of this build")
    (place / f"gone{SUFFIX}").touch()
    before = machine_code(tiny)
    result = build(tiny, "--build-lib", "out")
    assert "1 of 1 modules compiled" in result.stdout, result.stderr
    built = machine_code(tiny / "out")
    assert set(built) == {"alone"}
    assert b"not of this build" not in built["alone"][1]
    assert machine_code(tiny) == before


def test_machine_code_of_a_sanitizer_is_of_another_build(tiny: Path) -> None:
    result = build(tiny, KYVIEN_BUILD="sanitize")  # fails without the library of the sanitizer
    assert "0 of 1 modules compiled" not in result.stdout, result.stderr


@pytest.fixture
def trained(tiny: Path) -> Path:
    """The module of the small engine that no other depends on, with a training that runs it."""
    (tiny / "engine" / "bench").mkdir()
    (tiny / "engine" / "bench" / "__init__.py").touch()
    (tiny / "engine" / "bench" / "training.py").write_text("from engine.alone import value\n\nvalue()\n")
    return tiny


def test_a_build_with_a_profile_uses_the_counts_of_the_training_and_leaves_none(trained: Path) -> None:
    before = machine_code(trained)
    result = build(trained, KYVIEN_BUILD="profile")
    if "needs GCC" in result.stderr:
        pytest.skip("no GCC")
    assert "1 of 1 modules compiled" in result.stdout, result.stderr
    after = machine_code(trained)
    assert read_stamp(extension_of(trained, "alone"))[0] not in before["alone"][1].decode("latin-1")
    for left in (b"gcda", b"__gcov", b"-fprofile", bytes(trained)):
        assert left not in after["alone"][1]
    assert run(trained, "import engine.alone; print(engine.is_compiled(), engine.alone.value())").stdout.split() == [
        "True",
        "3",
    ]
    assert "0 of 1 modules compiled" in build(trained, KYVIEN_BUILD="profile").stdout
    # The same counts are found for every module that the training loads, next to its object.
    assert [path.name for path in (trained / "build").rglob("*.gcda")] == ["alone.gcda"]


def test_a_build_with_a_profile_without_gcc_or_training_changes_nothing(trained: Path) -> None:
    before = machine_code(trained)
    other = trained / "other"
    other.write_text('#!/bin/sh\ncase "$*" in *-dM*) echo "#define __GNUC__ 4"; echo "#define __clang__ 1" ;; esac\n')
    other.chmod(0o755)
    result = build(trained, KYVIEN_BUILD="profile", CC=str(other))
    assert result.returncode
    assert "error: KYVIEN_BUILD=profile needs GCC, and this compiler is not GCC" in result.stderr
    assert machine_code(trained) == before
    (trained / "engine" / "bench" / "training.py").write_text("raise SystemExit('error: no search')\n")
    result = build(trained, KYVIEN_BUILD="profile")
    assert result.returncode
    assert "error: no search" in result.stderr or "needs GCC" in result.stderr
    assert machine_code(trained) == before


NO_COMPILER = {"KYVIEN_BUILD": "", "CC": "/nonexistent/cc"}


def test_an_installation_without_a_compiler_succeeds_without_machine_code(tiny: Path) -> None:
    place = tiny / "out" / "engine"
    place.mkdir(parents=True)
    shutil.copy(extension_of(tiny, "alone"), place)
    result = build(tiny, "--build-lib", "out", **NO_COMPILER)
    assert result.returncode == 0, result.stderr
    assert machine_code(tiny / "out") == {}
    assert "error: /nonexistent/cc could not be run" in result.stderr
    assert "It will run from source, in slow mode. All machine code was removed." in result.stderr


def test_an_editable_installation_without_a_compiler_keeps_machine_code_of_its_sources(small: Path) -> None:
    before = machine_code(small)
    result = build(small, **NO_COMPILER)
    assert result.returncode == 0, result.stderr
    assert "made of the same sources, was kept" in result.stderr
    assert machine_code(small) == before
    assert run(small, VALUES).stdout.split() == ["True", "2"]


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["stale", "missing", "mixed", "none"])
def test_an_editable_installation_without_a_compiler_removes_other_machine_code(small: Path, fault: str) -> None:
    code = extension_of(small, "alone")
    if fault == "stale":
        (small / "engine" / "leaf.py").write_text("class Leaf:\n    def value(self):\n        return 5\n")
    elif fault == "missing":
        code.unlink()
    elif fault == "none":
        for module in ("alone", "base", "leaf"):
            extension_of(small, module).unlink()
    else:
        data = code.read_bytes()
        code.write_bytes(data.replace(read_stamp(code)[0].encode(), b"0" * 12))
    result = build(small, **NO_COMPILER)
    assert result.returncode == 0, result.stderr
    assert "All machine code was removed" in result.stderr
    assert machine_code(small) == {}
    assert run(
        small, "import engine, engine.alone; print(engine.is_compiled(), engine.alone.value())"
    ).stdout.split() == [
        "False",
        "3",
    ]


def test_the_machine_code_of_a_removed_module_goes(small: Path) -> None:
    for path in small.glob("engine/alone.p*"):
        if path.suffix in (".py", ".pxd"):
            path.unlink()
    assert "has no source file" in run(small, VALUES).stderr
    result = build(small)
    assert "0 of 2 modules compiled" in result.stdout, result.stderr
    assert set(machine_code(small)) == {"base", "leaf"}
    assert run(small, VALUES).stdout.split() == ["True", "2"]


@pytest.mark.slow
def test_builds_of_one_tree_wait_for_each_other(small: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    with (small / "build" / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        second = subprocess.Popen(
            [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
            cwd=small,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        assert second.stdout is not None
        assert "waiting for another build of this tree" in second.stdout.readline()
        with pytest.raises(subprocess.TimeoutExpired):
            second.wait(0.3)
    assert "0 of 3 modules compiled" in second.communicate(timeout=60)[0]
    assert second.returncode == 0


@pytest.mark.slow
def test_sources_that_change_during_a_build_are_not_stamped(small: Path) -> None:
    before = machine_code(small)
    (small / "engine" / "alone.py").write_text("def value():\n    return 33\n")
    code = (
        "import pathlib, subprocess\n"
        "run = subprocess.run\n"
        "def changed(*arguments, **options):\n"
        "    if '-c' in arguments[0]:\n"
        "        pathlib.Path('engine/alone.py').write_text('def value(): return 4')\n"
        "    return run(*arguments, **options)\n"
        "subprocess.run = changed\n"
    )
    result = build(small, code=code)
    assert result.returncode != 0
    assert "changed during the build" in result.stderr
    assert machine_code(small) == before


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


def reckon(*, in_full: bool = False) -> dict[str, Any]:
    """Moves, keys, node counts, values and lines, for every game, algorithm and evaluation, as plain data.

    Each algorithm searches every position with every evaluation if ``in_full`` is true. Otherwise, of these searches
    every 36th in positions with many moves and every 18th in the others, to a quarter of the nodes.
    """
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
            turn = number
            share = 1 if in_full else 36 if wide else 18
            nodes = (400 if wide else 3000) // (1 if in_full else 4)
            for evaluation in evaluations(game_name):
                for name, algorithm in algorithms().items():
                    options = {each.name for each in options_of(algorithm.Parameters)}
                    for on in [(), ("quiescence",), ("ordering",), ("quiescence", "ordering")]:
                        if not options.issuperset(on):
                            continue
                        turn += 1
                        if turn % share:
                            continue
                        search = Spec.make(name, **dict.fromkeys(on, "on")).build(
                            find_evaluation(game_name, evaluation)
                        )
                        reports = search.analyse(position, Limit(depth=5 if algorithm.remembers else 2, nodes=nodes))
                        answers[f"{here} {evaluation} {name} {on}"] = [
                            dataclasses.replace(report, seconds=0.0, cpu_seconds=0.0).to_dict() for report in reports
                        ]
    return answers


@compiled_only
@pytest.mark.parametrize("in_full", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_compiled_and_uncompiled_agree(in_full: bool) -> None:
    code = f"import json; from tests.test_build import reckon; print(json.dumps(reckon(in_full={in_full})))"
    result = run(ROOT, code, KYVIEN_PURE="1")
    assert result.returncode == 0, result.stderr
    uncompiled = json.loads(result.stdout)
    compiled = json.loads(json.dumps(reckon(in_full=in_full)))
    assert compiled.keys() == uncompiled.keys()
    assert {key: (compiled[key], uncompiled[key]) for key in compiled if compiled[key] != uncompiled[key]} == {}
