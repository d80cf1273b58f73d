"""The search algorithms: one module each, independent of any game."""
