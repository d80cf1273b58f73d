"""The rules of the games, in one package per game."""
