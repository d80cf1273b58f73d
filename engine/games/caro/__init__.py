"""The game of caro, or five in a row."""

from engine.games.caro import game as game
