"""Matches and tournaments: pairings, workers, journals, ratings, tables and clocks."""
