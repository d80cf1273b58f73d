"""Matches and questions put to searches."""
