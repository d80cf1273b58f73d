"""The arrows between the parts: they hold, and each contract notices when it is broken."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.sources import sources

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "studio")

FORBIDDEN = {
    "The engine never imports the studio": [("engine/games/cotoan/game.py", "import studio.app")],
    "No Qt in the engine": [
        ("engine/core/surface.py", "from PySide6.QtGui import QColor"),
        ("engine/search/report.py", "import pyqtgraph"),
    ],
    "Dask in one module only": [
        ("engine/jobs/pools/remote.py", "import distributed"),
        ("engine/contests/runner.py", "from dask import config"),
        ("studio/contests/runner.py", "from distributed import Client"),
    ],
    "Encodings are decided in one place": [
        ("engine/records/formats/xqf.py", "from engine.records.text.guess import guess"),
        ("studio/document/saving.py", "import engine.records.text.encodings"),
    ],
    "Only the application imports the main window": [
        ("studio/window/openers.py", "from studio.window.main_window import MainWindow"),
        ("studio/window/filing.py", "if TYPE_CHECKING:\n    from studio.window.main_window import MainWindow"),
        ("studio/window/planted.py", "import studio.window.main_window"),
    ],
    "Layers of the engine; games, searches and records know nothing of each other": [
        ("engine/games/cotoan/game.py", "import engine.search.report"),
        ("engine/search/minimax.py", "import engine.games.cotoan"),
        ("engine/search/search.py", "import engine.evaluation.cotoan"),
        ("engine/records/__init__.py", "import engine.search.report"),
        ("engine/records/__init__.py", "import engine.games.cotoan"),
        ("engine/core/game.py", "import engine.games.cotoan"),
        ("engine/core/files.py", "import engine.records.tree"),
        ("engine/evaluation/cotoan.py", "import engine.analysis"),
        ("engine/protocols/talk.py", "import engine.asking"),
        ("engine/asking/query.py", "import engine.contests.clock"),
        ("engine/asking/query.py", "import engine.jobs.job"),
        ("engine/jobs/worker.py", "import engine.contests.worker"),
        ("engine/analysis/review.py", "import engine.bench"),
        ("engine/bench/report.py", "import engine.cli.main"),
        ("engine/contests/contest.py", "import engine.bench"),
        ("engine/contests/runner.py", "import engine.cli"),
        ("engine/cli/serve.py", "import engine.__main__"),
        ("engine/cli/serve.py", "import engine.face.match"),
        ("engine/face/match.py", "import engine.cli.main"),
        ("engine/core/game.py", "import engine.face.position"),
        ("engine/contests/runner.py", "import engine.face.match"),
        ("engine/core/game.py", "import engine.build"),
        ("engine/build.py", "import engine.search.report"),
        ("engine/protocols/uci.py", "import engine.evaluation"),
        ("engine/games/go/game.py", "import engine.protocols.gtp"),
        ("engine/guide/library.py", "import engine.analysis"),
        ("engine/guide/diagram.py", "import engine.evaluation"),
        ("engine/games/go/game.py", "import engine.guide.page"),
        ("engine/picture/board.py", "import engine.records.tree"),
        ("engine/analysis/review.py", "import engine.page.html"),
        ("engine/page/html.py", "import engine.contests.clock"),
        ("engine/core/game.py", "import engine.picture.board"),
    ],
    "Layers of the studio": [
        ("studio/look/palette.py", "import studio.settings"),
        ("studio/settings.py", "import studio.look.palette"),
        ("studio/look/palette.py", "import studio.widgets"),
        ("studio/widgets/planted.py", "import studio.document"),
        ("studio/document/planted.py", "import studio.board"),
        ("studio/board/planted.py", "import studio.analysis"),
        ("studio/analysis/planted.py", "import studio.play"),
        ("studio/analysis/planted.py", "import studio.compare"),
        ("studio/play/planted.py", "import studio.compare"),
        ("studio/compare/planted.py", "import studio.play"),
        ("studio/compare/planted.py", "import studio.contests"),
        ("studio/guide/planted.py", "import studio.compare"),
        ("studio/start/planted.py", "import studio.guide"),
        ("studio/analysis/planted.py", "import studio.start"),
        ("studio/guide/planted.py", "import studio.dialogs"),
        ("studio/analysis/planted.py", "import studio.guide"),
        ("studio/contests/planted.py", "import studio.dialogs"),
        ("studio/dialogs/planted.py", "import studio.window"),
        ("studio/window/planted.py", "import studio.app"),
        ("studio/app.py", "import studio.__main__"),
    ],
}
"""What each contract of ``pyproject.toml`` must refuse: a line put into a file."""


def copy_of_tree(folder: Path) -> Path:
    """A copy of the sources in which a ``cimport`` is an import of the ``.py``, also for its ``.pxd``."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    for source in folder.rglob("*.py"):
        text = source.read_text(encoding="utf-8")
        source.write_text(text.replace("from cython.cimports.engine.", "from engine."), encoding="utf-8")
    for declaration in folder.rglob("*.pxd"):
        source = declaration.with_suffix(".py")
        if source.exists():
            modules = re.findall(r"^from (\S+) cimport", declaration.read_text(encoding="utf-8"), re.MULTILINE)
            imports = "".join(
                f"import {name}\n" for name in modules if (folder / f"{name.replace('.', '/')}.py").exists()
            )
            source.write_text(f"{source.read_text(encoding='utf-8')}\n{imports}", encoding="utf-8")
    return folder


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """``lint-imports`` in ``folder``."""
    return subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "NO_COLOR": "1", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )


def broken(output: str) -> set[str]:
    """The names of the contracts that ``lint-imports`` found broken."""
    return set(re.findall(r"^(.*) BROKEN", output, re.MULTILINE))


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_of_tree(tmp_path_factory.mktemp("tree"))


def test_contracts_hold(tree: Path) -> None:
    result = lint(tree)
    assert result.returncode == 0, result.stdout + result.stderr
    kept = set(re.findall(r"^(.*) KEPT", result.stdout, re.MULTILINE))
    assert kept == set(FORBIDDEN), "a contract without a test that breaks it, or the other way round"


def test_cimports_are_imports_to_the_contracts(tree: Path) -> None:
    text = (tree / "engine" / "games" / "nim" / "position.py").read_text(encoding="utf-8")
    assert "\nfrom engine.core.position import WIN\n" in text
    assert not any("from cython.cimports.engine" in path.read_text(encoding="utf-8") for path in tree.rglob("*.py"))


@pytest.mark.parametrize("contract", FORBIDDEN)
def test_forbidden_imports_are_refused(tree: Path, contract: str) -> None:
    """All lines of a contract are put in at once, and each is named in the output."""
    before: dict[Path, str | None] = {}
    for path, line in FORBIDDEN[contract]:
        planted = tree / path
        text = planted.read_text(encoding="utf-8") if planted.exists() else None
        before.setdefault(planted, text)
        planted.write_text(f"{text or ''}\n{line}\n", encoding="utf-8")
    try:
        result = lint(tree)
    finally:
        for planted, text in before.items():
            if text is None:
                planted.unlink()
            else:
                planted.write_text(text, encoding="utf-8")
    assert result.returncode == 1, result.stdout + result.stderr
    assert contract in broken(result.stdout), result.stdout
    for path, line in FORBIDDEN[contract]:
        importer = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        imported = re.findall(r"(?:from|import) (\S+)", line)[0]
        if not imported.startswith(PACKAGES):
            imported = imported.partition(".")[0]  # of other packages only the name of the whole is known
        assert re.search(rf"\b{re.escape(importer)} -> {re.escape(imported)}\b", result.stdout), result.stdout


def test_engine_starts_without_heavy_packages() -> None:
    heavy = {"numpy", "PySide6", "pyqtgraph"}
    code = f"import sys, engine, engine.cli.main; print(sorted(set(sys.modules) & {heavy}))"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_no_other_module_names_an_old_encoding() -> None:
    """A contract sees only imports; a call of ``decode`` names the encoding in a string."""
    names = re.compile(
        r"""["'](?:gb18030|gbk|gb2312|big5\w*|cp(?:12\d\d|9\d\d)|windows-12\d\d|koi8-r|shift.?jis|euc-\w+|tcvn\w*)["']""",
        re.IGNORECASE,
    )
    own = ROOT / "engine" / "records" / "text"
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if own not in path.parents
        for match in names.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not found


def test_callers_ask_a_specification_and_not_for_its_class() -> None:
    """What an algorithm can do is a question to it (``engine.search.spec.AnySpec``): at most ten ask for the class."""
    pattern = re.compile(r"isinstance\([^()]*\b(?:AnySpec|Spec|PluginSpec|EngineSpec)\b")
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in sources()
        for line in path.read_text(encoding="utf-8").splitlines()
        if pattern.search(line)
    ]
    assert len(found) <= 10, "\n".join(found)


MOST_SHARED_NAMES = 20


def test_few_classes_have_the_same_name() -> None:
    """One name, one meaning: the rest are the same thing for another game, format or side of the library."""
    count = Counter(
        node.name
        for package in ("engine", "studio")
        for path in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    shared = sorted(name for name, number in count.items() if number > 1)
    assert len(shared) <= MOST_SHARED_NAMES, shared
