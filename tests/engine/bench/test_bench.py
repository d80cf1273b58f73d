"""The fingerprint: nodes of every deepening search over the committed middlegames. A change must be on purpose.

``pytest tests/engine --update-golden`` writes the new counts; the commit that changes them gives the reason.
"""

import json
from collections.abc import Callable

from engine.bench.measures.cotoan import FINGERPRINT_SPECS
from engine.core.evaluation import find_evaluation
from engine.search.report import Limit
from engine.search.spec import Spec
from tests.engine.conftest import deep
from tests.engine.search.test_ladder import ORDERED, SOUND, committed, spec

DEPTH = 3
STEP = 4  # every fourth position: seconds, not tens of them
EVALUATION = "material_safety"


def test_committed_positions_are_middlegames() -> None:
    positions = committed()
    assert len(positions) == 20 == len({position.key for position in positions})
    for position in positions:
        assert position.outcome() is None and len(position.legal_moves()) >= 40
        assert str(position.game.parse_position(str(position))) == str(position)
        assert abs(find_evaluation("cotoan", EVALUATION).score(position)) < 20
    assert sum(bool(position.noisy_moves()) for position in positions) >= 8
    assert {position.side for position in positions} == {0, 1}


def nodes(text: str) -> int:
    evaluation = find_evaluation("cotoan", EVALUATION)
    search = Spec.parse(text).build(evaluation)
    return sum([*search.analyse(position, Limit(depth=DEPTH))][-1].nodes for position in committed()[::STEP])


@deep
def test_fingerprint(golden: Callable[[str, str], None]) -> None:
    specs = [
        spec(name, ordering, quiescence).rstrip(":")
        for name in SOUND
        for ordering in ("", "ordering=on")
        for quiescence in ("", "quiescence=on")
        if not ordering or name in ORDERED
    ]
    assert set(FINGERPRINT_SPECS) <= set(specs), "what bench prints is part of the golden file"
    counts = {text: nodes(text) for text in specs}
    asked = {"game": "cotoan", "evaluation": EVALUATION, "depth": DEPTH, "positions": len(committed()[::STEP])}
    golden("bench.json", json.dumps({**asked, "nodes": counts}, indent=2) + "\n")
    # What pruning and ordering are for.
    assert counts["negamax_alphabeta"] == counts["alphabeta"] < counts["negamax"] == counts["minimax"]
    assert counts["negamax_alphabeta:ordering=on"] < counts["negamax_alphabeta"]
    assert counts["negascout:ordering=on"] < counts["negascout"]
