"""The signs of the sample records and the verdicts of the default review: no contradiction without an explanation."""

from pathlib import Path

import pytest

from engine.analysis.checking import checker_for
from engine.analysis.judging import Judging
from engine.analysis.review import judge
from engine.analysis.verdict import verdict_of
from engine.records.formats import find_format
from engine.records.tree import GameTree
from engine.search.players import REFERENCE
from engine.search.report import Limit
from engine.search.search import Stop

SAMPLES = Path(__file__).parents[3] / "resources" / "records"
NODES = 200_000
"""The default limit of a review."""
GOOD, BAD = {1, 3}, {2, 4}
"""Numbers of the signs of good moves and of mistakes."""
CONTRADICTIONS = {
    "chess/opera": {6, 18},
    "xiangqi/rook-for-mate": {29, 39},
}
"""The plies of the moves whose sign the default review contradicts, by sample record."""
WORDS = {"en": "review", "vi": "phân tích lại"}


def sample(name: str, language: str) -> GameTree:
    (path,) = SAMPLES.glob(f"{name}.{language}.*")
    return find_format(path).read(path.read_bytes())[0].tree


@pytest.mark.parametrize("name", sorted(CONTRADICTIONS))
@pytest.mark.parametrize("language", sorted(WORDS))
def test_each_contradiction_is_explained(name: str, language: str) -> None:
    tree = sample(name, language)
    line = tree.main_line()
    for ply in CONTRADICTIONS[name]:
        assert set(tree[line[ply]].nags) & (GOOD | BAD)
        assert WORDS[language] in tree[line[ply]].comment


# Go is reviewed by a Monte Carlo search.
NAMES = sorted(
    f"{path.parent.name}/{path.name.split('.')[0]}" for path in SAMPLES.glob("*/*.en.*") if path.parent.name != "go"
)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_list_of_contradictions_is_complete(name: str) -> None:
    tree = sample(name, "en")
    signs = {node: set(tree[node].nags) & (GOOD | BAD) for node in tree.main_line()}
    judged = [node for node, found in signs.items() if found]
    judging = Judging(
        tree, REFERENCE, "", Limit(nodes=NODES), nodes=[], judged=judged, checker=checker_for(tree.game, REFERENCE)
    )
    judge(judging, Stop())
    found = set()
    for node in judged:
        verdict = verdict_of(tree, node, judging.judgements[node], "")
        is_bad = verdict.kind.is_error or verdict.doubts
        if is_bad == bool(signs[node] & GOOD):
            found.add(verdict.ply)
    assert found == CONTRADICTIONS.get(name, set())
