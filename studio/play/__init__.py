"""The play of games and series of games, with clocks and the count of the score."""
