"""The rules of each game, in one package each."""
