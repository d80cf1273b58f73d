"""The main window, with its menus, layouts, actions, files and log."""
