"""The analysis of positions by background searches, and the panels that show its results."""
