"""Playing games: who sits where, clocks, matches."""
