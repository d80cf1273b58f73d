"""Records that go on after an end of the game are reviewed, drawn and searched; after a win nothing is judged."""

import pytest

from engine.analysis.review import review_record
from engine.core.evaluation import parse_evaluation
from engine.page.html import page_of
from engine.records.formats import pgn
from engine.search.report import Limit
from engine.search.spec import Spec

THREE = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 "


@pytest.mark.parametrize(
    ("text", "judged"),
    [
        (f'[Event "x"]\n\n{THREE}5. e4 e5', 10),
        ('[FEN "8/8/8/8/8/2k5/8/K5N1 w - - 0 1"]\n\n1. Nf3 Kd3 2. Nd4', 3),
        ('[FEN "8/8/8/8/8/2k5/7R/K7 w - - 99 80"]\n\n1. Rh3+ Kd2 2. Rh2+', 3),
        ('[Game "go"]\n[Rules "9x9"]\n\n1. D4 pass 2. pass D5 3. E5 *', 5),
        ('[Game "caro"]\n\n1. a1 b1 2. a2 b2 3. a3 b3 4. a4 b4 5. a5 b5 6. h8 h9 *', 9),
    ],
)
def test_moves_after_an_end_are_judged_unless_it_is_a_win(text: str, judged: int) -> None:
    (record,) = pgn.read(text)
    evaluation = parse_evaluation(record.game.name)[0].name
    reviewed = review_record(record, [Spec.make("alphabeta")], evaluation, Limit(depth=2), 0)
    ((_, verdicts),) = reviewed.verdicts.items()
    assert len(verdicts) == judged and all(each.points is None or each.points >= 0 for each in verdicts)
    (again,) = pgn.read(pgn.write([reviewed.record]))
    assert again.same_as(reviewed.record) and not again.faults
    assert "<html" in page_of(reviewed.record)
