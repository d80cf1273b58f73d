"""The first page of the studio, with all games and what can be done with one of them."""
