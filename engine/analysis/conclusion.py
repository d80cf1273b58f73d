"""Sentences about a comparison in the current language, used by the window and the command line."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.analysis.comparison import (
    BASE,
    Answer,
    Facts,
    GameFacts,
    Group,
    Saving,
    compare,
    has_ordering,
    is_quiescent,
)
from engine.analysis.query import AnySpec, spec_text
from engine.core.language import mark, tr
from engine.core.position import Position
from engine.core.score import Score
from engine.search.report import Report
from engine.search.search import Spec, find_algorithm

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
class Words:
    """The texts of names and numbers, which differ between the window and the command line.

    Attributes:
        names: the names of the algorithms.
        specs: the algorithms.
        move: function that returns the text of a move.
        score: function that returns the text of a score.
        percent: function that returns the text of a share, such as “8.3 %” for 0.083.
        decimal: function that returns the text of a number with one decimal.
    """

    names: Sequence[str]
    specs: Sequence[AnySpec]
    move: Callable[[int], str]
    score: Callable[[Score], str]
    percent: Callable[[float], str]
    decimal: Callable[[float], str]

    def listed(self, members: Iterable[int]) -> str:
        """Return the names of algorithms, such as “A, B and C”. Of more than three names, the first two are listed."""
        names = [self.names[index] for index in members]
        if len(names) > 3:
            return tr("{names} and {count} others", names=", ".join(names[:2]), count=len(names) - 2)
        if len(names) < 2:
            return "".join(names)
        return tr("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def conclude(facts: Facts, answers: Sequence[Answer], words: Words) -> Conclusion:
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
    notes = _depth_note(facts, answers) + _other_moves(facts, words) + _effort_note(facts, answers, words)
    return _conclusion(main, notes + _ordering_note(words))


def conclude_plainly(position: Position, found: Sequence[tuple[AnySpec, Sequence[Report]]]) -> Conclusion:
    """Return the sentences about one position for plain text, with algorithms as on the command line.

    Args:
        position: the position.
        found: each algorithm with all its reports, of which there is at least one.
    """
    answers = [
        Answer(spec, {each.depth: each for each in reversed(reports) if each.score is not None}, reports[-1])
        for spec, reports in found
    ]
    words = Words(
        names=[spec_text(each.spec) for each in answers],
        specs=[each.spec for each in answers],
        move=lambda move: position.game.format_move(position, move, "display"),
        score=lambda score: score.format(),
        percent=lambda share: f"{100 * share:.3g} %",
        decimal=lambda value: f"{value:.1f}",
    )
    return conclude(compare(answers), answers, words)


def conclude_game(facts: GameFacts, count: int, words: Words) -> Conclusion:
    """Return the sentences about several positions.

    Args:
        facts: the facts.
        count: number of positions.
        words: the texts of names and numbers.
    """
    main = []
    if facts.compared and facts.disagreeing:
        main.append(
            tr("The full searches find different scores at {places} of {count} positions.",
               places=_strong(str(len(facts.disagreeing))), count=len(facts.compared))
        )  # fmt: skip
    elif facts.compared:
        main.append(
            tr("The full searches find equal scores at all {count} positions.", count=_strong(str(len(facts.compared))))
        )
    if facts.saving is not None:
        main.append(_work(facts.saving, words))
    notes = []
    if len(words.names) > 1 and facts.moves_differ:
        notes.append(
            tr("The best moves differ at {places} of {count} positions.", places=len(facts.moves_differ), count=count)
        )
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


def _agreement(facts: Facts, words: Words) -> str:
    groups = facts.groups
    if not groups:
        return _moves_only(facts, words)
    if len(groups) == 1:
        return _all_agree(groups[0], words)
    if len(groups) == 2:
        return _two_groups(groups[0], groups[1], words)
    scores = ", ".join(_strong(words.score(group.score)) for group in groups)
    return tr("The {count} full searches find different scores: {scores}.", count=_number(len(facts.full)),
              scores=scores)  # fmt: skip


def _all_agree(group: Group, words: Words) -> str:
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
        return tr("All {count} full searches find {score}.", count=_number(count), score=score)
    if len(moves) == 1:
        if count == 2:
            return tr("Both full searches find {score} and play {move}.", score=score, move=moves[0])
        return tr("All {count} full searches find {score} and play {move}.", count=_number(count), score=score,
                  move=moves[0])  # fmt: skip
    listed = ", ".join(moves)
    if count == 2:
        return tr("Both full searches find {score}, with different moves: {moves}.", score=score, moves=listed)
    return tr("All {count} full searches find {score}, with different moves: {moves}.", count=_number(count),
              score=score, moves=listed)  # fmt: skip


def _two_groups(large: Group, small: Group, words: Words) -> str:
    score, other = _strong(words.score(large.score)), _strong(words.score(small.score))
    names, others = words.listed(large.members), words.listed(small.members)
    if len(large.members) == 1:
        return tr("{name} finds {score}, but {other_name} finds {other}.", name=names, score=score, other_name=others,
                  other=other)  # fmt: skip
    if len(small.members) == 1:
        return tr("{name} finds {score}, the other {count} full searches find {other}.", name=others, score=other,
                  count=_number(len(large.members)), other=score)  # fmt: skip
    return tr("{names} find {score}, but {others} find {other}.", names=names, score=score, others=others, other=other)


def _moves_only(facts: Facts, words: Words) -> str:
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
        return tr("All {count} algorithms play {move}.", count=_number(count), move=move)
    if len(facts.choices[0].members) == 1:
        return tr("The algorithms play different moves.")
    return tr("{names} play {move}.", names=words.listed(facts.choices[0].members), move=move)


# --- how much work ----------------------------------------------------------------------------------------------------


def _work(saving: Saving, words: Words) -> str:
    name, ratio = words.names[saving.index], saving.times_least
    share = saving.share
    if share is not None and share >= 1 and words.specs[saving.index].name != BASE:
        return tr("None of them visits fewer nodes than minimax.")
    times = "" if ratio is None else _strong(tr("{ratio} times", ratio=words.decimal(ratio)))
    if share is None:
        if ratio is None or ratio < 0.95:
            return ""
        return tr("The leaves of {name} are {times} the least possible.", name=name, times=times)
    percent = _strong(words.percent(share))
    if ratio is None:
        return tr("{name} visits {share} of minimax's nodes.", name=name, share=percent)
    if ratio < 0.95:
        return tr("{name} visits {share} of minimax's nodes; its leaves are fewer than in a uniform tree of this size.",
                  name=name, share=percent)  # fmt: skip
    if ratio < 1.005:
        return tr("{name} visits {share} of minimax's nodes; its leaves are the least possible.", name=name,
                  share=percent)  # fmt: skip
    return tr("{name} visits {share} of minimax's nodes; its leaves are {times} the least possible.", name=name,
              share=percent, times=times)  # fmt: skip


# --- notes ------------------------------------------------------------------------------------------------------------


def _depth_note(facts: Facts, answers: Sequence[Answer]) -> list[str]:
    """Return a note if some full search completed a greater depth than the one compared."""
    if all(max(answers[index].reports) == facts.depth for index in facts.full):
        return []
    return [tr("Compared at depth {depth}, the greatest that all of them completed.", depth=facts.depth)]


def _other_moves(facts: Facts, words: Words) -> list[str]:
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
    if not isinstance(spec, Spec):
        return False
    kind = find_algorithm(spec.name)
    return bool(kind.needs_evaluation and not kind.is_limited)


def _effort_note(facts: Facts, answers: Sequence[Answer], words: Words) -> list[str]:
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


def _orders_always(spec: AnySpec) -> bool:
    return isinstance(spec, Spec) and bool(find_algorithm(spec.name).orders_moves)


def _ordering_note(words: Words) -> list[str]:
    able = [index for index, spec in enumerate(words.specs) if has_ordering(spec) or _orders_always(spec)]
    ordered = [index for index in able if getattr(words.specs[index].parameters, "ordering", True)]
    if not any(has_ordering(spec) for spec in words.specs):
        return []
    if not ordered:
        return [tr("Move ordering is off for all.")]
    if len(ordered) == len(able):
        return [tr("Move ordering is on for all.")]
    return [tr("Move ordering is on for {names}.", names=words.listed(ordered))]
