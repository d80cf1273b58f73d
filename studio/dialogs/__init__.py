"""Windows above the main window: they ask, the main window acts."""
