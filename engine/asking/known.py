"""Engines that are known by name: their file names, protocols and arguments, and the places where they are looked for.

A program is found by the name of its file only. It is started when the user adds it, and never before.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.asking.external import EngineSpec


@dataclass(frozen=True, slots=True)
class KnownEngine:
    """An engine that is known by name.

    Attributes:
        title: its name.
        pattern: regular expression for the beginning of its name and of the name of its program, in lower case.
        protocol: the protocol that it supports.
        arguments: the command-line arguments that its program needs to support the protocol.
        is_stronger: whether it is stronger than our strongest algorithm in the games that it plays.
    """

    title: str
    pattern: str
    protocol: str = "uci"
    arguments: tuple[str, ...] = ()
    is_stronger: bool = False

    def fits(self, name: str) -> bool:
        """Return whether the name of an engine, or of the file of a program, is that of this engine."""
        return re.match(rf"(?:{self.pattern})(?![a-z])", name.lower()) is not None


KNOWN = (
    KnownEngine("Stockfish", "stockfish", is_stronger=True),
    KnownEngine("Pikafish", "pikafish", is_stronger=True),
    KnownEngine("KataGo", "katago", "gtp", ("gtp",), is_stronger=True),
    KnownEngine("Fairy-Stockfish", "fairy[-_ ]?stockfish", is_stronger=True),
    KnownEngine("GNU Go", "gnu ?go", "gtp", ("--mode", "gtp")),
    KnownEngine("ElephantEye", "eleeye|elephanteye", "ucci"),
    KnownEngine("Rapfi", "(?:pbrain-)?rapfi", "gomocup"),
    KnownEngine("Pachi", "pachi", "gtp"),
    KnownEngine("Leela Zero", "leelaz|leela zero", "gtp", ("--gtp",)),
    KnownEngine("Leela Chess Zero", "lc0|leela chess"),
)
"""The known engines. Of those that play the same game and are stronger than ours, the strongest one is first."""


@dataclass(frozen=True, slots=True)
class KnownProgram:
    """A program whose file has the name of a known engine."""

    engine: KnownEngine
    path: Path


def known_engine(name: str) -> KnownEngine | None:
    """Return the known engine with the name of an engine or of the file of a program, or None."""
    return next((each for each in KNOWN if each.fits(name)), None)


def strongest_engine(specs: Iterable[EngineSpec]) -> EngineSpec | None:
    """Return the strongest of the engines that are stronger than our algorithms by name, or None if there is none.

    The name is the one that the user gave, or else that of the file of the program.
    """
    ranked = []
    for spec in specs:
        known = known_engine(spec.name) or known_engine(Path(spec.program).name)
        if known is not None and known.is_stronger:
            ranked.append((KNOWN.index(known), spec))
    return min(ranked, key=lambda each: each[0])[1] if ranked else None


def usual_folders() -> list[Path]:
    """Return the folders in which programs usually are: those of the search path first."""
    folders = [Path(each) for each in os.environ.get("PATH", "").split(os.pathsep) if each]
    try:
        home = [Path.home()]
    except RuntimeError:  # a user without a home folder
        home = []
    if sys.platform == "win32":
        places = {"ProgramFiles": ".", "ProgramFiles(x86)": ".", "LOCALAPPDATA": "Programs"}
        for place in (Path(os.environ[name]) / below for name, below in places.items() if os.environ.get(name)):
            folders += [place, *_folders_in(place)]
        return folders
    if sys.platform == "darwin":
        for place in (Path("/Applications"), *(each / "Applications" for each in home)):
            folders += [each / "Contents" / "MacOS" for each in _folders_in(place)]
        folders.append(Path("/opt/homebrew/bin"))
    usual = ("/usr/games", "/usr/local/games", "/usr/bin", "/usr/local/bin", "/snap/bin")
    folders += [*map(Path, usual), *(each / place for each in home for place in (".local/bin", "bin", "engines"))]
    return folders + [each for place in _folders_in(Path("/opt")) for each in (place, place / "bin")]


def find_programs(folders: Sequence[Path] | None = None) -> list[KnownProgram]:
    """Return the programs of known engines in some folders, in the order of ``KNOWN``. None of them is started.

    Args:
        folders: the folders, or None for ``usual_folders``. A folder that cannot be read is skipped. A program that is
            found by several names is listed once.
    """
    found: dict[str, KnownProgram] = {}
    for folder in dict.fromkeys(usual_folders() if folders is None else folders):
        for entry in _entries(folder):
            known = known_engine(entry.name)
            if known is not None and _is_program(entry):
                found.setdefault(os.path.realpath(entry.path), KnownProgram(known, Path(entry.path)))
    return sorted(found.values(), key=lambda each: KNOWN.index(each.engine))


def _is_program(entry: "os.DirEntry[str]") -> bool:
    try:
        is_file = entry.is_file()
    except OSError:
        return False
    if sys.platform == "win32":
        return is_file and entry.name.lower().endswith(".exe")
    return is_file and os.access(entry.path, os.X_OK)


def _entries(folder: Path) -> Iterator["os.DirEntry[str]"]:
    try:
        with os.scandir(folder) as entries:
            yield from sorted(entries, key=lambda each: each.name)
    except OSError:
        return


def _folders_in(place: Path) -> list[Path]:
    return [Path(each.path) for each in _entries(place) if each.is_dir()]
