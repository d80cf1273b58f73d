"""Cờ toán Việt Nam."""

from engine.games.cotoan import game as game
