"""Print the requirements of the program and its tests for this interpreter, one a line.

Used by the job ``bounds`` of ``.ci/run``. With ``least``, each lower bound is an exact version, as ``numpy==1.26``;
with ``newest``, the requirements are those of ``pyproject.toml``.

    python .ci/bounds.py least|newest
"""

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pip._vendor.packaging.requirements import Requirement

TESTS = "test"


def requirements(project: dict[str, Any], extra: str) -> Iterator[Requirement]:
    """Yield the requirements of an extra, those of the extras of this project that it names included."""
    for text in project["optional-dependencies"][extra]:
        wanted = Requirement(text)
        if wanted.name == project["name"]:
            for each in sorted(wanted.extras):
                yield from requirements(project, each)
        else:
            yield wanted


def least(wanted: Requirement) -> str:
    """Return a requirement of exactly the least version.

    Raises:
        ValueError: if there is no least version.
    """
    bounds = [each.version for each in wanted.specifier if each.operator == ">="]
    if len(bounds) != 1:
        raise ValueError(f"{wanted}: not exactly one lower bound")
    return f"{wanted.name}=={bounds[0]}"


def main() -> int:
    """Print the requirements, and return the exit status."""
    content = tomllib.loads((Path(__file__).resolve().parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    project = content["project"]
    texts = [*content["build-system"]["requires"], *project["dependencies"]]
    every = [*map(Requirement, texts), *requirements(project, TESTS)]
    for wanted in every:
        if wanted.marker is None or wanted.marker.evaluate():
            wanted.marker = None
            print(least(wanted) if sys.argv[1] == "least" else wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main())
