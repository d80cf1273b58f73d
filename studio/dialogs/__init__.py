"""Dialogs. They return choices; the main window applies them."""
