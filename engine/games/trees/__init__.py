"""Small game trees made by hand, as textbooks draw them."""

from engine.games.trees import game as game
