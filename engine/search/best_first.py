"""SSS*: best-first search, as MTD(f) with a first guess that is greater than every score."""

from cython.cimports.engine.core.position import INFINITY

from engine.core.options import option
from engine.core.position import Position
from engine.search.mtdf import MTDF, MTDFParameters
from engine.search.search import register


class BestFirstParameters(MTDFParameters):
    """Parameters of ``BestFirst``."""

    table_mb: int = option(8, "Size of the transposition table", label="Table size", minimum=1, maximum=256, unit="MiB")


class BestFirst(MTDF):
    """SSS* by Stockman (1979), in the form of Plaat, Schaeffer, Pijls and de Bruin (1996): MTD(+∞).

    Sources: “A minimax algorithm better than alpha-beta?”, Artificial Intelligence 12, 179–196; “Best-first fixed-depth
    minimax algorithms”, Artificial Intelligence 87, 255–293.

    SSS* keeps a list OPEN of nodes with upper bounds of their scores, and always expands the one with the greatest
    bound, the first from the left among equal ones. The second paper proves that a pass with a null window just below
    the present upper bound of the root expands the same leaves in the same order, with a table in place of the list. So
    each pass either lowers the upper bound or proves that it is the value.

    An entry of the table belongs to a path of moves, because SSS* searches a tree. If no entry is lost, no leaf is
    searched that alpha-beta with the same order of moves does not search. The parameter ``table_mb`` limits the memory.
    If entries are lost, leaves are searched again, and the value is the same.
    """

    name = "best_first"
    title = "SSS* (best first)"
    Parameters = BestFirstParameters

    def evaluation_attach(self, position: Position) -> None:
        """Prepare the position for the evaluation."""
        MTDF.evaluation_attach(self, position)
        self.by_path = True

    def first_guess(self) -> int:
        """Return a guess that is greater than every score."""
        return INFINITY


register(BestFirst)
