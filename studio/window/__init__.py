"""The main window: menus, layouts, actions, files and the log."""
