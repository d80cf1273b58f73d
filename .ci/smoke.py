"""Smoke test of an installed Kỳ Viện, run by its interpreter in an empty folder: ``smoke.py compiled|slow``.

With ``--without-window`` the studio is not started, for machines without Qt's system libraries.
"""

import argparse
import json
import os
import subprocess
import sys
from importlib import resources
from pathlib import Path

SCRIPTS = Path(sys.executable).parent


def output(program: str, *arguments: str) -> str:
    """Run an installed command and return its standard output."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "KYVIEN_LANG": "en"}
    result = subprocess.run(
        [SCRIPTS / program, *arguments],
        capture_output=True,
        encoding="utf-8",
        env=environment,
        check=False,
        timeout=300,
    )
    if result.returncode:
        raise SystemExit(
            f"{program} {' '.join(arguments)} ended with {result.returncode}\n{result.stdout}{result.stderr}"
        )
    return result.stdout


def main() -> None:
    """Check the import, two engine commands, the resources and the start of the studio."""
    parser = argparse.ArgumentParser()
    parser.add_argument("mode", choices=("compiled", "slow"))
    parser.add_argument("--without-window", action="store_true")
    options = parser.parse_args()

    import engine
    import kyvien

    package = Path(engine.__file__).parent
    assert package.parent != Path(__file__).resolve().parent.parent, "the checkout is imported, not what was installed"
    assert engine.is_compiled() == (options.mode == "compiled"), engine.mode_sentence() or "it is compiled"
    print(package, engine.build_id() or engine.mode_sentence())

    start = kyvien.position("cotoan")
    assert start.play("1a1-a2").side == "Blue", "the library"
    assert kyvien.compare(start, ["minimax", "alphabeta"], depth=1).rows[0]["nodes"] == 88, "the library"

    depth, nodes = (4, 65_027_485) if engine.is_compiled() else (2, 7_456)
    answer = json.loads(output("kyvien-engine", "perft", "--game", "cotoan", "--depth", str(depth), "--json"))
    assert answer["nodes"] == nodes, answer
    print(f"perft {depth}: {answer['nodes']} in {answer['seconds']:.2f} s")
    answer = json.loads(
        output("kyvien-engine", "analyse", "--game", "cotoan", "--algorithm", "negascout", "--depth", "2", "--json")
    )
    assert answer["depth"] == 2, answer
    assert answer["move"], answer

    assert "Thirteen examples" in output("kyvien-engine", "rules", "--game", "cotoan"), "the guide is not installed"

    root = resources.files("resources")
    assert json.loads((root / "translations" / "vi" / "engine.json").read_text(encoding="utf-8"))["Red"] == "Đỏ"
    for folder, suffix in (("pieces/cotoan", ".svg"), ("icons", ".svg"), ("records/cotoan", ".pgn")):
        names = [path.name for path in (root / folder).iterdir()] if (root / folder).is_dir() else []
        assert any(name.endswith(suffix) for name in names), f"no {suffix} in resources/{folder}"

    if not options.without_window:
        print("kyvien --time-start:", output("kyvien", "--time-start").strip())


main()
