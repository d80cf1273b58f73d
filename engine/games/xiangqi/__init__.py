"""Xiangqi, cờ tướng."""

from engine.games.xiangqi import game as game
