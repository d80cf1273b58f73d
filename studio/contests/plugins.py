"""Checks of the plugin files that are specified in journals.

A journal can come from another person, and a file can change. Therefore, a plugin file is not run when a contest is
shown. When the contest is played, the file is run if it has not changed, or if the user agrees.
"""

import dataclasses
from pathlib import Path

from engine.asking.plugin import file_digest
from engine.contests.contest import Contest


def changed_plugins(contest: Contest) -> list[Path]:
    """Return the plugin files whose digests are missing in ``contest`` or differ from those in ``contest``."""
    found: dict[Path, None] = {}
    for each in contest.contestants:
        if each.plugin and not (each.plugin_digest and file_digest(Path(each.plugin)) == each.plugin_digest):
            found[Path(each.plugin)] = None
    return list(found)


def with_present_plugins(contest: Contest) -> Contest:
    """Return a copy of ``contest`` with the digests of the current plugin files."""
    return dataclasses.replace(
        contest,
        contestants=tuple(
            dataclasses.replace(each, plugin_digest=file_digest(Path(each.plugin))) if each.plugin else each
            for each in contest.contestants
        ),
    )
