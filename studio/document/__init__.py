"""The open record: its tree and cursor, undo, files and autosave, and the panel with its moves."""
