"""The game of xiangqi, or Chinese chess (cờ tướng)."""

from engine.games.xiangqi import game as game
