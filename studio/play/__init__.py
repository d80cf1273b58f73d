"""Playing games: seats, clocks, counting, series of games."""
