"""The limits between the classes of moves for each game, as the settings store them."""

from collections.abc import Mapping

from engine.analysis.verdict import Thresholds
from engine.core.errors import KyVienError
from engine.core.options import parse_options

ALL_GAMES = ""
"""Key of the thresholds of games without an entry. Versions that had one set for all games stored only this one."""


def thresholds_for(game: str, stored: Mapping[str, str]) -> Thresholds:
    """Return the thresholds of a game, or the defaults if there are none or their text is malformed.

    Args:
        game: identifier of the game.
        stored: texts of thresholds (``format_options``) by identifier of the game, or by ``ALL_GAMES``.
    """
    try:
        return parse_options(Thresholds, stored.get(game, stored.get(ALL_GAMES, "")))
    except KyVienError:  # edited by hand, or written by another version
        return Thresholds()
