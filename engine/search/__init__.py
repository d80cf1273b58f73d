"""The search algorithms, which do not depend on any game."""
