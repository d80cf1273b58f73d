"""Texts of the results of games, including the results stored in records."""

from engine.core.language import tr
from engine.core.outcome import Outcome, Player, Termination
from engine.records.tree import Record

RESULTS = {"1-0": Player.FIRST, "0-1": Player.SECOND, "1/2-1/2": None}

PGN_TERMINATIONS = {"time forfeit": Termination.TIME, "adjudication": Termination.ADJUDICATION}
"""Values of the PGN tag ``Termination`` (section 9.8.1 of the standard) that specify the reason for the result."""


PHRASES = frozenset((
    Termination.RESIGNATION, Termination.TIME, Termination.AGREEMENT, Termination.ADJUDICATION, Termination.SCORE,
    Termination.POINTS_AT_END,
))  # fmt: skip
"""Terminations whose text follows “White won” without a colon, such as “by resignation”."""


def reason_text(termination: str) -> str:
    """Translate a value of ``Termination`` to the language in use. Return an unknown value unchanged."""
    texts = {
        Termination.ZERO: tr("the zero was taken"),
        Termination.POINTS: tr("the target was reached"),
        Termination.POINTS_AT_END: tr("on points"),
        Termination.REPETITION: tr("the position was repeated"),
        Termination.NO_CAPTURE: tr("too long without a capture: decided on points"),
        Termination.NO_MOVE: tr("no legal move"),
        Termination.NO_PAIR: tr("no pair of pieces left: decided on points"),
        Termination.LINE: tr("a line is complete"),
        Termination.FULL_BOARD: tr("the board is full"),
        Termination.FORBIDDEN: tr("a forbidden move"),
        Termination.CAPTURE: tr("a group was captured"),
        Termination.SCORE: tr("by score"),
        Termination.PERPETUAL_CHECK: tr("perpetual check"),
        Termination.PERPETUAL_CHASE: tr("perpetual chase"),
        Termination.CHECKMATE: tr("checkmate"),
        Termination.STALEMATE: tr("stalemate"),
        Termination.INSUFFICIENT_MATERIAL: tr("too little material to mate"),
        Termination.NO_PROGRESS: tr("too long without a capture or a pawn's move"),
        Termination.RESIGNATION: tr("by resignation"),
        Termination.TIME: tr("on time"),
        Termination.AGREEMENT: tr("by agreement"),
        Termination.ADJUDICATION: tr("by adjudication"),
    }
    try:
        return texts.get(Termination(termination), termination)
    except ValueError:
        return termination


def outcome_text(sides: tuple[str, str], outcome: Outcome) -> str:
    """Return a sentence on how a game ended, such as “Red won: the zero was taken.”.

    Args:
        sides: English names of the sides of FIRST and SECOND.
        outcome: the outcome of the game.
    """
    reason = reason_text(outcome.termination.value)
    if outcome == Outcome(None, Termination.TIME):
        reason = tr("the time is up, but the other side has too little to mate with")
    is_phrase = outcome.termination in PHRASES and outcome != Outcome(None, Termination.TIME)
    if outcome.winner is None:
        return tr("A draw {reason}.", reason=reason) if is_phrase else tr("A draw: {reason}.", reason=reason)
    side = tr(sides[outcome.winner])
    if is_phrase:
        return tr("{side} won {reason}.", side=side, reason=reason)
    return tr("{side} won: {reason}.", side=side, reason=reason)


def record_result(record: Record, sides: tuple[str, str]) -> str:
    """Return a sentence on the result in a record's headers, or an empty string if the result is ``*``.

    The sentence contains the reason if the value of the header ``Termination`` is known.

    Args:
        record: the record.
        sides: English names of the sides of FIRST and SECOND.
    """
    if record.result == "*":
        return ""
    winner, word = RESULTS[record.result], record.headers.get("Termination", "").lower()
    known = {each.value: each for each in Termination} | PGN_TERMINATIONS
    if word in known:
        return outcome_text(sides, Outcome(winner, known[word]))
    return tr("A draw.") if winner is None else tr("{side} won.", side=tr(sides[winner]))
