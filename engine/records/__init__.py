"""Played games: the tree, its edits, and the file formats that keep it."""
