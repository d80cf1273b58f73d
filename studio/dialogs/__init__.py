"""The dialogs of the window. They change the settings, or return choices that the main window applies."""
