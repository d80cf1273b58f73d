"""Small hand-made game trees, as drawn in textbooks."""

from engine.games.trees import game as game
