"""Matches and tournaments, which are played in the background and stored in the user's state folder."""
