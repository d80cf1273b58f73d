"""The verdicts of a review agree with independent judges: chess engines, GNU Go, and proofs (``review_figures``)."""

import pytest

from tests.engine.analysis.review_figures import measure

pytestmark = pytest.mark.slow


def test_the_verdicts_of_chess_agree_with_stockfish() -> None:
    """A tenth of the games. ``python -m tests.engine.analysis.review_figures chess`` measures all of them."""
    figures = measure("chess", 26, 31)
    assert figures.moves > 200 and figures.counts["?"][1] >= 4
    assert figures.share("??") == 1 and figures.share("?") >= 0.85 and figures.share("only") >= 0.85, str(figures)
    assert figures.share("good moves not punished") == 1, str(figures)
    assert figures.unsure <= 0.08 * figures.moves, str(figures)


def test_the_verdicts_of_xiangqi_agree_with_fairy_stockfish() -> None:
    """Two of the games. ``python -m tests.engine.analysis.review_figures xiangqi`` measures all of them."""
    figures = measure("xiangqi", 0, 2)
    assert figures.moves > 80
    assert figures.counts["only"] == [3, 3] and figures.share("?") == figures.share("??") == 1, str(figures)
    assert 1 <= figures.unsure <= 0.08 * figures.moves, str(figures)


@pytest.mark.parametrize("game", ["caro", "cotoan", "go"])
def test_blunders_are_found_and_good_moves_are_not_punished(game: str) -> None:
    figures = measure(game)
    assert figures.counts["blunders found"][1] == figures.counts["good moves not punished"][1] == 20
    assert figures.share("blunders found") >= 0.85, str(figures)
    assert figures.share("good moves not punished") == 1, str(figures)
