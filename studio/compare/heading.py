"""Facts about a comparison for exports, and the texts of names and numbers in its conclusion."""

from collections.abc import Iterable, Sequence

from engine.analysis.conclusion import NameTexts
from engine.core.evaluation import parse_evaluation
from engine.core.language import tr
from engine.guide.keys import rules_words
from engine.search.query import Query
from engine.search.report import Limit
from studio.analysis import figures
from studio.compare.rows import ComparisonRow
from studio.look import foreign, notation, scores


def evaluation_among(names: Iterable[str]) -> str:
    """Return the evaluation of a comparison, given those of its rows, of which external engines have none."""
    return next(filter(None, names), "")


def heading_of(queries: Sequence[Sequence[Query]], *, in_words: bool = False) -> dict[str, str]:
    """Return the game, the rules, the evaluation, the limit and the position of a comparison.

    Args:
        queries: for each algorithm, one query for each position.
        in_words: whether keys and values are texts in the language in use. Otherwise they are identifiers.

    Returns:
        The facts in the order in which they are shown, or an empty dictionary if there are no queries. If several
        positions are compared, the dictionary contains their number instead of the position.
    """
    if not queries or not queries[0]:
        return {}
    query, count = queries[0][0], len(queries[0])
    used = evaluation_among(each[0].evaluation for each in queries)
    game = query.position.game
    position = game.format_position(query.position)
    if not in_words:
        limit = query.limit
        spent = {"depth": limit.depth, "nodes": limit.nodes, "seconds": limit.seconds}
        budget = ",".join(f"{name}={value:g}" for name, value in spent.items() if value is not None)
        heading = {"game": game.name, "rules": game.rules_text(), "evaluation": used, "budget": budget}
        return heading | ({"position": position} if count == 1 else {"positions": str(count)})
    evaluation = parse_evaluation(game.name, used)[0].title if used else ""
    facts = {
        tr("Board game"): tr(game.title),
        tr("Rules"): rules_words(game) or tr("the default rules"),
        tr("Evaluation"): tr(evaluation) if evaluation else "",
        tr("Budget"): _limit_words(query.limit),
    }
    return facts | ({tr("Position"): position} if count == 1 else {tr("Positions"): str(count)})


def _limit_words(limit: Limit) -> str:
    words = []
    if limit.depth is not None:
        words.append(tr("depth {depth}", depth=limit.depth))
    if limit.nodes is not None:
        words.append(figures.nodes_text(limit.nodes))
    if limit.seconds is not None:
        words.append(figures.duration(limit.seconds))
    return ", ".join(words)


def words_of(rows: Sequence[ComparisonRow]) -> NameTexts:
    """Return the texts of names and numbers for the conclusion of a comparison.

    Args:
        rows: the rows in the order of the algorithms, at least one.
    """
    position, evaluation = rows[0].positions[0], evaluation_among(row.evaluation for row in rows)
    return NameTexts(
        names=[foreign.name(_short_title(row, rows)) for row in rows],
        specs=[row.spec for row in rows],
        move=lambda move: foreign.one_line(notation.move_text(position, move)),
        score=lambda score: scores.score_text(score, position.turn, position.game.name, evaluation),
        percent=lambda share: figures.percent(share),
        decimal=lambda value: figures.decimals(value, 1),
        count=figures.grouped,
    )


def _short_title(row: ComparisonRow, rows: Sequence[ComparisonRow]) -> str:
    """Return the name without the parameters if no other row has this name, or otherwise with the parameters."""
    name = row.title.partition(" · ")[0]
    same = [each for each in rows if each.title.partition(" · ")[0] == name]
    return name if len(same) == 1 else row.title
