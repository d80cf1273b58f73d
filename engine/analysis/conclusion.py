"""Sentences about a comparison in the current language, used by the window and the command line."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.analysis.comparison import (
    BASE,
    Compared,
    ComparisonFacts,
    GameFacts,
    Saving,
    ScoreGroup,
    compare,
    has_ordering,
    is_quiescent,
)
from engine.core.language import mark, ngettext, tr
from engine.core.position import Position
from engine.core.score import Score
from engine.search.query import Query
from engine.search.report import Limit, Report
from engine.search.search import Stop
from engine.search.spec import AnySpec

Run = tuple[str, bool]
"""A part of a text, and whether it is emphasised."""

_NUMBERS = (
    mark("two"), mark("three"), mark("four"), mark("five"), mark("six"), mark("seven"), mark("eight"), mark("nine"),
    mark("ten"),
)  # fmt: skip
_BEGIN, _END = "\ue000", "\ue001"
"""Private-use characters before and after emphasised parts. They are removed from the texts of the caller."""


@dataclass(frozen=True)
class Conclusion:
    """Sentences about a comparison, with emphasised parts.

    Attributes:
        main: one or two sentences with the result, or an empty tuple if there is no result.
        notes: further sentences, or an empty tuple if there are none.
    """

    main: tuple[Run, ...] = ()
    notes: tuple[Run, ...] = ()

    @property
    def main_text(self) -> str:
        """``main`` without emphasis."""
        return "".join(text for text, _ in self.main)

    @property
    def notes_text(self) -> str:
        """``notes`` without emphasis."""
        return "".join(text for text, _ in self.notes)


@dataclass(frozen=True)
class NameTexts:
    """The texts of names and numbers, which differ between the window and the command line.

    Attributes:
        names: the names of the algorithms.
        specs: the algorithms.
        move: function that returns the text of a move.
        score: function that returns the text of a score.
        percent: function that returns the text of a share, such as “8.3 %” for 0.083.
        decimal: function that returns the text of a number with one decimal.
        count: function that returns the text of a count.
    """

    names: Sequence[str]
    specs: Sequence[AnySpec]
    move: Callable[[int], str]
    score: Callable[[Score], str]
    percent: Callable[[float], str]
    decimal: Callable[[float], str]
    count: Callable[[int], str] = str

    def listed(self, members: Iterable[int]) -> str:
        """Return the names of algorithms, such as “A, B and C”. Of more than three names, the first two are listed."""
        names = [self.names[index] for index in members]
        if len(names) > 3:
            return ngettext("{names} and {count} other", "{names} and {count} others", len(names) - 2,
                            names=", ".join(names[:2]))  # fmt: skip
        if len(names) < 2:
            return "".join(names)
        return tr("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def conclude(facts: ComparisonFacts, answers: Sequence[Compared], words: NameTexts) -> Conclusion:
    """Return the sentences about one position.

    Args:
        facts: the facts.
        answers: the results from which the facts were computed.
        words: the texts of names and numbers.
    """
    agreement = _agreement(facts, words)
    main = [agreement] if agreement else []
    if facts.saving is not None:
        main.append(_work(facts.saving, words))
    notes = _depth_note(facts, answers, words) + _other_moves(facts, words) + _effort_note(facts, answers, words)
    return _conclusion(main, notes + _ordering_note(words))


def conclude_plainly(
    position: Position,
    found: Sequence[tuple[AnySpec, Sequence[Report]]],
    evaluation: str = "",
    stop: Stop | None = None,
) -> Conclusion:
    """Return the sentences about one position for plain text, with algorithms as on the command line.

    If the tree is small, minimax searches it again for the least possible number of leaves (``count_minimal_leaves``).

    Args:
        position: the position.
        found: each algorithm with all its reports, of which there is at least one.
        evaluation: the evaluation of the searches, or an empty string for the game's default.
        stop: flag that ends the count, or None.
    """
    answers = [
        Compared(spec, {each.depth: each for each in reversed(reports) if each.score is not None}, reports[-1])
        for spec, reports in found
    ]
    words = NameTexts(
        names=[each.spec.text for each in answers],
        specs=[each.spec for each in answers],
        move=lambda move: position.game.format_move(position, move, "display"),
        score=lambda score: score.format(),
        percent=lambda share: f"{100 * share:.3g} %",
        decimal=lambda value: f"{value:.1f}",
        count=lambda count: f"{count:,}",
    )
    facts, least = compare(answers), None
    if facts.saving is not None and facts.depth > 1:
        # Imported here, because it imports numpy, which takes longer than a short comparison.
        from engine.analysis.minimal_tree import count_minimal_leaves

        query = Query(position, answers[facts.full[0]].spec, evaluation, Limit(depth=facts.depth))
        least = count_minimal_leaves(query, facts.depth, stop or Stop())
    return conclude(compare(answers, None, None if least is None else {facts.depth: least}), answers, words)


def conclude_game(facts: GameFacts, count: int, words: NameTexts) -> Conclusion:
    """Return the sentences about several positions.

    Args:
        facts: the facts.
        count: number of positions.
        words: the texts of names and numbers.
    """
    main = []
    if facts.compared and facts.disagreeing:
        main.append(
            ngettext("The full searches find different scores at {places} of {count} position.",
                     "The full searches find different scores at {places} of {count} positions.",
                     len(facts.compared), places=_strong(str(len(facts.disagreeing))))
        )  # fmt: skip
    elif facts.compared:
        main.append(
            ngettext("The full searches find equal scores at the only position.",
                     "The full searches find equal scores at all {count} positions.",
                     len(facts.compared), count=_strong(str(len(facts.compared))))
        )  # fmt: skip
    if facts.saving is not None:
        main.append(_work(facts.saving, words))
    notes = []
    if facts.is_shallower:
        notes.append(tr("Compared at the greatest depth of each position that all of them completed."))
        notes += _counts_note(facts.saving, words)
    if len(words.names) > 1 and facts.moves_differ:
        notes.append(
            ngettext("The best moves differ at {places} of {count} position.",
                     "The best moves differ at {places} of {count} positions.",
                     count, places=len(facts.moves_differ))
        )  # fmt: skip
    elif len(words.names) > 1:
        notes.append(tr("The best moves are the same at every position."))
    return _conclusion(main, notes + _ordering_note(words))


def _conclusion(main: Sequence[str], notes: Sequence[str]) -> Conclusion:
    return Conclusion(_runs(" ".join(filter(None, main))), _runs(" ".join(filter(None, notes))))


def _strong(text: str) -> str:
    return _BEGIN + text.replace(_BEGIN, "").replace(_END, "") + _END


def _runs(text: str) -> tuple[Run, ...]:
    """Split a text in which emphasised parts are enclosed in ``_BEGIN`` and ``_END``, and return its parts."""
    runs = []
    for part in text.split(_BEGIN):
        inside, found, after = part.partition(_END)
        runs += [(inside, True), (after, False)] if found else [(inside, False)]
    return tuple(run for run in runs if run[0])


def _number(count: int) -> str:
    """Return a number from 2 to 10 as a word, or any other number in digits."""
    return tr(_NUMBERS[count - 2]) if 2 <= count <= 10 else str(count)


# --- who agrees -------------------------------------------------------------------------------------------------------


def _agreement(facts: ComparisonFacts, words: NameTexts) -> str:
    groups = facts.groups
    if not groups:
        return _moves_only(facts, words)
    if len(groups) == 1:
        return _all_agree(groups[0], words)
    if len(groups) == 2:
        return _two_groups(groups[0], groups[1], words)
    scores = ", ".join(_strong(words.score(group.score)) for group in groups)
    return tr("The {many} full searches find different scores: {scores}.", many=_number(len(facts.full)),
              scores=scores)  # fmt: skip


def _all_agree(group: ScoreGroup, words: NameTexts) -> str:
    score, count = _strong(words.score(group.score)), len(group.members)
    moves = [_strong(words.move(move)) for move in group.moves]
    if count == 1:
        name = words.listed(group.members)
        if not moves:
            return tr("{name} finds {score}.", name=name, score=score)
        return tr("{name} finds {score} and plays {move}.", name=name, score=score, move=moves[0])
    if not moves:
        if count == 2:
            return tr("Both full searches find {score}.", score=score)
        return tr("All {many} full searches find {score}.", many=_number(count), score=score)
    if len(moves) == 1:
        if count == 2:
            return tr("Both full searches find {score} and play {move}.", score=score, move=moves[0])
        return tr("All {many} full searches find {score} and play {move}.", many=_number(count), score=score,
                  move=moves[0])  # fmt: skip
    listed = ", ".join(moves)
    if count == 2:
        return tr("Both full searches find {score}, with different moves: {moves}.", score=score, moves=listed)
    return tr("All {many} full searches find {score}, with different moves: {moves}.", many=_number(count),
              score=score, moves=listed)  # fmt: skip


def _two_groups(large: ScoreGroup, small: ScoreGroup, words: NameTexts) -> str:
    score, other = _strong(words.score(large.score)), _strong(words.score(small.score))
    names, others = words.listed(large.members), words.listed(small.members)
    if len(large.members) == 1:
        return tr("{name} finds {score}, but {other_name} finds {other}.", name=names, score=score, other_name=others,
                  other=other)  # fmt: skip
    if len(small.members) == 1:
        return tr("{name} finds {score}, the other {many} full searches find {other}.", name=others, score=other,
                  many=_number(len(large.members)), other=score)  # fmt: skip
    return tr("{names} find {score}, but {others} find {other}.", names=names, score=score, others=others, other=other)


def _moves_only(facts: ComparisonFacts, words: NameTexts) -> str:
    """Return a sentence about the best moves, for algorithms whose scores are not comparable."""
    count = sum(len(choice.members) for choice in facts.choices)
    if not facts.choices:
        return ""
    move = _strong(words.move(facts.choices[0].move))
    if count == 1:
        return tr("{name} plays {move}.", name=words.listed(facts.choices[0].members), move=move)
    if len(facts.choices) == 1 and count == 2:
        return tr("Both algorithms play {move}.", move=move)
    if len(facts.choices) == 1:
        return tr("All {many} algorithms play {move}.", many=_number(count), move=move)
    if len(facts.choices[0].members) == 1:
        return tr("The algorithms play different moves.")
    return tr("{names} play {move}.", names=words.listed(facts.choices[0].members), move=move)


# --- how much work ----------------------------------------------------------------------------------------------------


def _work(saving: Saving, words: NameTexts) -> str:
    name, share = words.names[saving.index], saving.share
    if share is not None and share >= 1 and words.specs[saving.index].name != BASE:
        return tr("None of them visits fewer nodes than minimax.")
    if share is None:
        leaves = _leaves(saving, words)
        return tr("The leaves of {name} are {leaves}.", name=name, leaves=leaves) if leaves else ""
    percent, leaves = _strong(words.percent(share)), _leaves(saving, words)
    if not leaves:
        return tr("{name} visits {share} of minimax's nodes.", name=name, share=percent)
    return tr("{name} visits {share} of minimax's nodes; its leaves are {leaves}.", name=name, share=percent,
              leaves=leaves)  # fmt: skip


def _leaves(saving: Saving, words: NameTexts) -> str:
    """Return what the leaves are compared with the least possible number, or an empty string if that is unknown."""
    ratio = saving.times_least
    if ratio is None or saving.least is None:
        return ""
    times = _strong(tr("{ratio} times", ratio=words.decimal(ratio)))
    if saving.is_estimate:
        # The number is that of another tree, so it is not given with more digits than it deserves.
        if ratio < 0.95:
            return tr("fewer than the minimum of a uniform tree of this size")
        if ratio < 1.05:
            return tr("about the minimum of a uniform tree of this size")
        return tr("{times} the minimum of a uniform tree of this size", times=times)
    if saving.leaves == saving.least:
        return tr("the least possible")
    if saving.leaves < saving.least:
        return tr("fewer than is possible without a table")
    if ratio < 1.05:
        return tr(
            "{count} more than the least possible", count=_strong(words.count(round(saving.leaves - saving.least)))
        )
    return tr("{times} the least possible", times=times)


# --- notes ------------------------------------------------------------------------------------------------------------


def _depth_note(facts: ComparisonFacts, answers: Sequence[Compared], words: NameTexts) -> list[str]:
    """Return a note if some full search completed a greater depth than the one compared.

    The nodes of the sentence about the work are then not those of the table, so the note contains them.
    """
    if all(max(answers[index].reports) == facts.depth for index in facts.full):
        return []
    compared = tr("Compared at depth {depth}, the greatest that all of them completed.", depth=facts.depth)
    return [compared, *_counts_note(facts.saving, words)]


def _counts_note(saving: Saving | None, words: NameTexts) -> list[str]:
    """Return the numbers of nodes from which the share in the sentence about the work is computed."""
    if saving is None or saving.share is None or saving.share >= 1 or saving.base_nodes is None:
        return []
    return [tr("Nodes there: {name} {nodes}, minimax {base}.", name=words.names[saving.index],
               nodes=words.count(saving.nodes), base=words.count(saving.base_nodes))]  # fmt: skip


def _other_moves(facts: ComparisonFacts, words: NameTexts) -> list[str]:
    """Return notes on the algorithms that are not full searches, or that prefer a move that was not named yet."""
    first = facts.choices[0].members if facts.choices else ()
    named = set(facts.full) if facts.groups else set(first if len(first) > 1 else ())
    common = set(facts.groups[0].moves) if facts.groups else set()
    notes = []
    for choice in facts.choices:
        members = [index for index in choice.members if index not in named]
        near = [index for index in members if _looks_one_ply(words.specs[index])]
        far = [index for index in members if index not in near]
        if choice.move in common:
            continue
        move = words.move(choice.move)
        notes += [
            tr("{name} looks one ply ahead and prefers {move}.", name=words.names[index], move=move) for index in near
        ]
        if len(far) == 1:
            notes.append(tr("{name} prefers {move}.", name=words.listed(far), move=move))
        elif far:
            notes.append(tr("{names} prefer {move}.", names=words.listed(far), move=move))
    quiescent = [index for index, spec in enumerate(words.specs) if is_quiescent(spec)]
    if quiescent and facts.full:
        names = words.listed(quiescent)
        notes.append(tr("With quiescence, hence with other leaves and scores: {names}.", names=names))
    return notes


def _looks_one_ply(spec: AnySpec) -> bool:
    """Whether an algorithm evaluates the positions after each move and does not search deeper."""
    return spec.needs_evaluation and not spec.is_limited


def _effort_note(facts: ComparisonFacts, answers: Sequence[Compared], words: NameTexts) -> list[str]:
    """Return a note if NegaScout without move ordering visits more nodes than alpha-beta."""
    plain = [index for index in facts.full if not getattr(words.specs[index].parameters, "ordering", False)]

    def find(name: str) -> int | None:
        return next((index for index in plain if words.specs[index].name == name), None)

    scout, alphabeta = find("negascout"), find("alphabeta")
    if scout is None or alphabeta is None:
        return []
    nodes, fewer = (answers[index].reports[facts.depth].iteration_nodes for index in (scout, alphabeta))
    if nodes <= fewer:
        return []
    return [tr("{name} saves work only with good move ordering.", name=words.names[scout])]


def _ordering_note(words: NameTexts) -> list[str]:
    able = [index for index, spec in enumerate(words.specs) if has_ordering(spec) or spec.orders_moves]
    ordered = [index for index in able if getattr(words.specs[index].parameters, "ordering", True)]
    if not any(has_ordering(spec) for spec in words.specs):
        return []
    if not ordered:
        return [tr("Move ordering is off for all.")]
    if len(ordered) == len(able):
        return [tr("Move ordering is on for all.")]
    return [tr("Move ordering is on for {names}.", names=words.listed(ordered))]
