"""Caro (five in a row)."""

from engine.games.caro import game as game
