"""The Review workspace, which shows where a game was lost and lets the user find better moves."""
