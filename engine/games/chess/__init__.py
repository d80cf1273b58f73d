"""Chess."""

from engine.games.chess import game as game
