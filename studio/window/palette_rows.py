"""What the command palette finds besides commands: settings, engines, samples and the games of the open file."""

from collections.abc import Callable
from pathlib import Path

from engine.core.language import mark, tr
from studio.analysis.workspaces import Host
from studio.look import foreign
from studio.settings import Setting, Settings
from studio.window.command_palette import PaletteRow
from studio.window.filing import Filing

SWITCHES: dict[str, Setting[bool]] = {
    mark("Show coordinates"): Settings.show_coordinates,
    mark("Pieces glide to their cells"): Settings.animate,
    mark("Begin with the record that was open last"): Settings.restore_session,
    mark("Show this page when nothing was open last time"): Settings.first_page,
}
"""Settings of the preferences that are switched on and off, by their English texts."""

Found = dict[PaletteRow, Callable[[], object]]
"""Rows, each with the function that is called when it is chosen."""


def further_rows(host: Host, filing: Filing, show_engines: Callable[[], object]) -> Found:
    """Return the rows that are found in addition to those of the commands.

    Args:
        host: the settings, the external engines and the open record.
        filing: the object that opens samples and games.
        show_engines: function that shows the dialog for external engines.
    """
    found: Found = {}

    def add(
        name: str, text: str, english: str, group: str, act: Callable[[], object], *, is_checked: bool = False
    ) -> None:
        found[PaletteRow(name, text, english, group, "", True, is_checked, is_command=False)] = act

    for text, setting in SWITCHES.items():
        is_on = host.settings[setting]

        def switch(setting: Setting[bool] = setting, is_on: bool = is_on) -> None:
            host.settings[setting] = not is_on

        add(f"setting {setting.key}", tr(text), text, tr("Preferences"), switch, is_checked=is_on)
    for engine in host.engines.engines:
        add(f"engine {engine.name}", foreign.name(engine.name), "", tr("External engines"), show_engines)
    for game, samples in filing.samples().items():
        for title, path in samples:

            def open_sample(path: Path = path) -> None:
                filing.open_sample(path)
                host.show("analyse")

            add(f"sample {path.name}", f"{game}: {title}", path.stem, tr("Open sample"), open_sample)
    file = host.document.path
    for index, title in enumerate(filing.games_of_file()):

        def open_game(index: int = index) -> None:
            if file is not None:
                filing.open(file, index)

        add(f"game {index}", f"{index + 1}. {title}", "", tr("Games in this file…").removesuffix("…"), open_game)
    return found
