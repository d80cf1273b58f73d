"""The dialogs of the window. A dialog either changes the settings or returns choices that the main window applies."""
