"""Appearance: colours, style sheet, icons and notation."""
