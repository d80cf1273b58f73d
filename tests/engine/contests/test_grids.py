"""The script that makes the grids of ``examples/``, and the pages it made."""

import html
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.unsanitized
@pytest.mark.parametrize("most_players", [2, pytest.param(8, marks=pytest.mark.slow)])
def test_a_grid_is_made_and_describes_itself(tmp_path: Path, most_players: int) -> None:
    """The grid of cờ toán has eight players; with the first of them only it takes less time."""
    code = (
        "import runpy, sys\n"
        f"script = runpy.run_path({str(ROOT / 'examples' / 'make_grids.py')!r})\n"
        "arguments = script['GRIDS']['cotoan']\n"
        "at = arguments.index('--players') + 1\n"
        f"arguments[at] = ';'.join(arguments[at].split(';')[:{most_players}])\n"
        "script['main']()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "cotoan", "--games", "1", "--folder", str(tmp_path)],
        capture_output=True, text=True, cwd=ROOT, timeout=300, check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "grid-cotoan.html").read_text(encoding="utf-8")
    assert page.count("<td") == most_players**2
    command = html.unescape(re.findall("<code>(.*?)</code>", page)[0])
    assert command.startswith("kyvien-engine tournament --form grid --game cotoan ")
    assert " --players 'random;greedy" in command


@pytest.mark.parametrize("path", sorted((ROOT / "examples" / "grids").glob("*.html")), ids=lambda path: path.name)
def test_the_pages_name_no_machine(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    assert "kyvien-engine tournament" in page
    assert f"--output examples/grids/{path.name}" in html.unescape(page)
    assert "/home/" not in page
    assert "/work" not in page
