"""Matches and tournaments in the studio: played in the background, kept in the user's state folder."""
