"""The searches whose tree the Tree workspace offers to record."""

from typing import TYPE_CHECKING

from engine.core.values import replace
from engine.search.query import Query
from engine.search.report import Limit, Report
from engine.search.spec import AnySpec, Spec
from studio.analysis.session import AnalysisSession
from studio.tree.recording.recorder import Wanted

if TYPE_CHECKING:
    from studio.document.document import Document

DEPTH, NODES = 4, 2_000_000
"""Limits of a recording of a search that was not run before."""
FIRST, FIRST_DEPTH, FIRST_NODES = "alphabeta", 12, 5_000
"""Algorithm and limits of the recording that is made when the workspace opens. Its depth is the largest one within the
nodes, whatever the machine, so that it takes less than a second in slow mode, too."""


class Searches:
    """The searches that can be recorded at the cursor of the record.

    Args:
        document: the open record.
        session: the session, with the algorithms and the results of the analysis.
    """

    def __init__(self, document: "Document", session: AnalysisSession) -> None:
        self._document, self._session = document, session

    def default(self) -> Wanted | None:
        """Return the search of the reference algorithm at the cursor, to the depth that it reached there."""
        spec = self._session.choice.reference_spec
        return None if spec is None else self.of_spec(spec, 0)

    def of_spec(self, spec: AnySpec, depth: int) -> Wanted:
        """Return the search of an algorithm at the cursor.

        Args:
            spec: the algorithm.
            depth: the depth, or 0 for the depth that the analysis reached, or else a small one.
        """
        document, choice = self._document, self._session.choice
        query = choice.queries(document.position, specs=[spec])[0]
        found = self._session.store.find(query)
        report = found.deepest if found is not None else None
        if depth == 0 and report is not None and report.depth > 0:
            depth = report.depth
        if found is not None and depth in found.by_depth:
            report = found.by_depth[depth]
        limit = Limit(depth=depth) if depth else self._default_limit(spec)
        ply = document.tree.ply(document.cursor)
        return Wanted(replace(query, limit=limit), report, ply)

    def first(self) -> Wanted:
        """Return the search that is recorded when the workspace opens, to the depth that few nodes reach."""
        specs = self._session.choice.specs
        spec = next((each for each in specs if each.name == FIRST), Spec.parse(FIRST))
        wanted = self.of_spec(spec, 0)
        return Wanted(replace(wanted.query, limit=Limit(depth=FIRST_DEPTH, nodes=FIRST_NODES)), None, wanted.ply)

    def of_query(self, query: Query, report: Report | None, ply: int) -> Wanted:
        """Return the search of a query of another part of the window, with a limit that can be repeated.

        Args:
            query: the query.
            report: its report, or None if it has none.
            ply: ply of the position in the record.
        """
        limit = query.limit
        if report is not None and report.depth > 0:
            limit = Limit(depth=report.depth)
        elif limit.seconds is not None or limit.aim is not None:
            limit = self._default_limit(query.spec)
        return Wanted(Query(query.position, query.spec, query.evaluation, limit, query.seed), report, ply)

    def _default_limit(self, spec: AnySpec) -> Limit:
        budget = self._session.choice.budget
        if budget.kind == "depth":
            return Limit(depth=int(budget.value))
        if spec.is_own and not spec.deepens:
            return Limit(nodes=int(budget.value) if budget.kind == "nodes" else NODES)
        return Limit(depth=DEPTH, nodes=NODES)

    def moved_here(self, wanted: Wanted | None) -> Wanted | None:
        """Return a search at the position at the cursor, or that of the reference algorithm if it is None."""
        if wanted is None:
            return self.default()
        query = wanted.query
        if query.position == self._document.position and query.position.game.name == self._document.game.name:
            return wanted
        return self.of_spec(query.spec, query.limit.depth or 0)


def has_depth(spec: AnySpec) -> bool:
    """Whether the algorithm is one of this program's that searches to a depth."""
    return spec.is_own and spec.deepens
