"""How long the tree of a large search takes until it can be shown; run with ``-m slow -s`` to see the times."""

import time

import pytest

from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.search.trace import Trace
from engine.searchtree.columns import columns_of
from engine.searchtree.facts import TreeFacts
from engine.searchtree.model import SearchTree
from tests.engine.conftest import deep

pytestmark = [pytest.mark.slow, deep, pytest.mark.unsanitized]


def test_the_tree_of_900_000_nodes(capsys: pytest.CaptureFixture[str]) -> None:
    """CPU times: the machine may be busy with other work."""
    position = find_game("cotoan")().start()

    def search(trace: Trace | None) -> float:
        begun = time.process_time()
        found = Spec.parse("negascout:ordering=on").build(find_evaluation("cotoan"), trace=trace)
        *_, _ = found.analyse(position, Limit(depth=5))
        return time.process_time() - begun

    whole, part = Trace(2_000_000), Trace(200_000)
    plain, kept, trimmed = (min(search(trace) for _ in range(3)) for trace in (None, whole, part))
    begun = time.process_time()
    tree = SearchTree(TreeFacts(game="cotoan"), columns_of(whole), position)
    assert tree.children(0) and tree.groups(0)
    ready = time.process_time() - begun
    with capsys.disabled():
        print(f"\n{len(tree):,} nodes ready in {ready:.3f} s of CPU time")  # noqa: T201
        print(f"recorded / plain: {kept / plain:.2f} (all), {trimmed / plain:.2f} (200,000 nodes)")  # noqa: T201
    assert len(tree) > 866_000 and ready < 0.2
    assert trimmed < 2 * plain
