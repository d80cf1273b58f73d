"""Matches and tournaments in the studio, played in the background and stored in the user's state folder."""
