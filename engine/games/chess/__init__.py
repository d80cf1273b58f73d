"""The game of chess, including Chess960."""

from engine.games.chess import game as game
