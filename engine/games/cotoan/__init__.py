"""The game of cờ toán Việt Nam, in which captures are calculations with the numbers of the pieces."""

from engine.games.cotoan import game as game
