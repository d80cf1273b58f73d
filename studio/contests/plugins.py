"""Checks of the plugin files named in journals. A file is run only if it has not changed, or if the user agrees.

A journal can come from another person, and a file can change. Therefore, showing a contest does not run a program.
"""

import dataclasses
from pathlib import Path

from engine.analysis.plugin import file_digest
from engine.contests.contest import Contest


def changed_plugins(contest: Contest) -> list[Path]:
    """Return the plugin files whose digest differs from that in the contest, or is missing in the contest."""
    found: dict[Path, None] = {}
    for each in contest.contestants:
        if each.plugin and not (each.plugin_digest and file_digest(Path(each.plugin)) == each.plugin_digest):
            found[Path(each.plugin)] = None
    return list(found)


def with_present_plugins(contest: Contest) -> Contest:
    """Return the same contest with the digests of the plugin files as they are now."""
    return dataclasses.replace(
        contest,
        contestants=tuple(
            dataclasses.replace(each, plugin_digest=file_digest(Path(each.plugin))) if each.plugin else each
            for each in contest.contestants
        ),
    )
