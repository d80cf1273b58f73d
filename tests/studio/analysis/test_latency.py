"""The measuring itself works; its figures are printed by the bench and judged there."""

import json
import subprocess
import sys
from pathlib import Path

from studio.analysis.latency import percentile


def test_measures() -> None:
    code = "import json; from studio.analysis.latency import measure; print(json.dumps(measure(0.4, 1)))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=Path(__file__).parents[3],
        check=True,
    )
    figures = json.loads(done.stdout)
    assert figures["searches"] == 1
    timer = {"idle_p95_ms", "timer_p95_ms", "timer_max_ms"}
    assert set(figures) == timer | {"stop_median_ms", "stop_p95_ms", "stop_max_ms", "searches"}
    assert 0 <= figures["timer_p95_ms"] <= figures["timer_max_ms"]


def test_percentile_is_the_least_value_not_exceeded_by_the_share() -> None:
    values = [float(n) for n in range(100, 0, -1)]
    assert percentile(values, 0.95) == 95.0
    assert percentile(values, 0.5) == 50.0
    assert percentile(values, 1.0) == 100.0
    assert percentile([7.0], 0.95) == 7.0
    assert percentile([], 0.5) == 0.0
