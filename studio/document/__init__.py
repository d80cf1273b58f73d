"""The open record: tree, cursor, undo, files, autosave."""
