"""The player of the steps of a search, of a hand-made tree or a recorded one: sentence, numbers, code and questions."""
