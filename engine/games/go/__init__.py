"""The game of Go."""

from engine.games.go import game as game
