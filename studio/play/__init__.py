"""Playing games and series of games, with clocks and scoring."""
