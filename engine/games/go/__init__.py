"""Go."""

from engine.games.go import game as game
