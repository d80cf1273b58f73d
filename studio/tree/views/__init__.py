"""The views of a tree, the model that they share, and the replay of its search."""
