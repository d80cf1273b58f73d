"""Lessons and exercises on game trees: the window, the picture of a tree, and the panel of an exercise."""
