"""Texts of scores in the unit of their evaluation and from the chosen point of view, and heights of scores in bars.

Files and JSON output contain scores as integers. Only the window uses these texts.
"""

import math

from PySide6.QtCore import QLocale

from engine.core.chance import win_chance
from engine.core.evaluation import scale_of, unit_of
from engine.core.game import find_game
from engine.core.language import language, tr
from engine.core.outcome import Player
from engine.core.score import Score

EDGE = 0.96
"""Maximum height of a score that is not a forced win, on an axis from −1 to 1."""

_of_turn = [False]


def choose(*, of_turn: bool) -> bool:
    """Set whether scores are shown from the point of view of the side to move, instead of that of the first player.

    Return whether the point of view differs from that before.
    """
    changed = _of_turn[0] != of_turn
    _of_turn[0] = of_turn
    return changed


def viewer(turn: Player) -> Player:
    """Return the player from whose point of view a score is shown, in a position with ``turn`` to move."""
    return turn if _of_turn[0] else Player.FIRST


def score_text(score: Score, turn: Player, game: str, evaluation: str = "") -> str:
    """Return the text of a score from the chosen point of view.

    Examples are ``+7``, ``−0.47``, ``#3`` for a win in 3 plies, and ``1–0`` for a finished game that FIRST has won. In
    a game that shows chances, it is the chance of winning, such as ``56.3 %``. The decimal separator is that of the
    language in use.

    Args:
        score: the score, from the point of view of either player.
        turn: the side to move in the position.
        game: identifier of the game.
        evaluation: the evaluation of the score, as for ``parse_evaluation``. For the score of another program, the
            game's default evaluation is used.
    """
    if score.win_in == 0:
        winner = score.turn if score.value > 0 else score.turn.other
        return "1–0" if winner is Player.FIRST else "0–1"
    seen = score.pov(viewer(turn))
    if seen.win_in is not None:
        return seen.format()
    return number_text(seen.value, game, evaluation)


def number_text(value: int, game: str, evaluation: str = "") -> str:
    """Return a value of an evaluation as text in the unit of ``unit_text``, such as ``+0.91`` or ``56.3 %``.

    Args:
        value: the value returned by the evaluation. It is not a forced win.
        game: identifier of the game.
        evaluation: the evaluation, as for ``parse_evaluation``.
    """
    if shows_chance(game):
        return percent_text(win_chance(value, scale(game, evaluation)))
    _, places = unit_of(game, evaluation)
    text = decimals(abs(value) / 10**places, places)
    if not any(digit in text for digit in "123456789"):
        return text
    return f"−{text}" if value < 0 else f"+{text}"


def shows_chance(game: str) -> bool:
    """Return whether scores of a game are shown as chances of winning (``Game.shows_chance``)."""
    return find_game(game).shows_chance


def percent_text(share: float, unit: str = "\u202f%") -> str:
    """Return a share (1 means 100 %) as text with one decimal and a unit, such as ``56.3 %`` or ``−4.0 %``."""
    sign = "−" if share <= -0.0005 else ""
    return f"{sign}{decimals(100 * abs(share), 1)}{unit}"


def unit_text(game: str, evaluation: str = "") -> str:
    """Return the unit in which scores are shown, in the language in use, or an empty string if they have no unit."""
    if shows_chance(game):
        return tr("per cent chance of winning")
    unit, _ = unit_of(game, evaluation)
    return tr(unit) if unit else ""


def explanation(turn: Player, sides: tuple[str, str], game: str, evaluation: str = "") -> str:
    """Return a phrase with the unit and the point of view of a score, such as “in pawns, seen by White”.

    Args:
        turn: the side to move in the position.
        sides: English names of the sides of FIRST and SECOND.
        game: identifier of the game.
        evaluation: the evaluation, as for ``parse_evaluation``.
    """
    unit, side = unit_text(game, evaluation), tr(sides[viewer(turn)])
    return tr("in {unit}, seen by {side}", unit=unit, side=side) if unit else tr("seen by {side}", side=side)


def scale(game: str, evaluation: str = "") -> int:
    """Return the scale of an evaluation for bars and graphs, which is greater than 0.

    For an unknown evaluation, such as that of another program, return the scale of the game's default evaluation. For
    a game without an evaluation, return 1.
    """
    return scale_of(game, evaluation) or scale_of(game) or 1


def height(score: Score, scale: float) -> float:
    """Return the height of a score on an axis from −1 (SECOND wins) to 1 (FIRST wins).

    Args:
        score: the score, from the point of view of either player. The height of a forced win is −1 or 1. The height of
            any other score is ``EDGE`` · tanh(score / scale).
        scale: the scale of the evaluation.
    """
    seen = score.pov(Player.FIRST)
    if seen.win_in is not None:
        return 1.0 if seen.value > 0 else -1.0
    return EDGE * math.tanh(seen.value / scale)


def decimals(value: float, places: int) -> str:
    """Format a number with ``places`` decimals and the decimal separator of the language in use."""
    text = f"{value:.{places}f}"
    return text.replace(".", QLocale(language()).decimalPoint())
