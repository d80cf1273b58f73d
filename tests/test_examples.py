"""Every script of ``examples/`` runs; here those that no other test runs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ELSEWHERE = {"make_sample_records.py", "plugin_captures.py", "make_grids.py", "caro_threats.py"}
"""Run by tests/engine: records/test_samples, arena/test_process, arena/test_grids, games/test_caro_search."""
HERE = {"make_screenshots.py"}


def test_no_example_is_without_a_test() -> None:
    assert {path.name for path in (ROOT / "examples").glob("*.py")} <= ELSEWHERE | HERE


@pytest.mark.unsanitized
def test_the_pictures_of_the_readme_can_be_made(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "make_screenshots.py"), str(tmp_path)],
        capture_output=True, text=True, cwd=ROOT, timeout=300, check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    made = {path.name for path in tmp_path.iterdir()}
    shown = {path.name for path in (ROOT / "examples" / "screenshots").iterdir()}
    assert made == shown
    assert all(path.read_bytes().startswith(b"\x89PNG") and path.stat().st_size > 20_000 for path in tmp_path.iterdir())
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "examples/screenshots/analyse-light-en.png" in readme
    assert "examples/screenshots/compare-dark-vi.png" in readme
