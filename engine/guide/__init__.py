"""Pages that explain games and algorithms.

They are read from ``resources/guide``, and their diagrams are checked against the rules of the games.
"""
