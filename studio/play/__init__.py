"""Playing games: who sits where, clocks, series of games."""
