"""Check that a release is consistent: ``release_check.py TAG``, where the tag is ``v`` and the version.

The changelog must have a section with the version, and no line under *Unreleased*. ``CITATION.cff`` must have the
version and the date of that section.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def faults(tag: str, source: str, changelog: str, citation: str) -> list[str]:
    """Return sentences about what is wrong.

    Args:
        tag: the tag, such as ``v1.2.0``.
        source: text of ``engine/__init__.py``.
        changelog: text of the changelog.
        citation: text of ``CITATION.cff``.
    """
    found = []
    match = re.search(r'^__version__ = "([^"]+)"', source, re.MULTILINE)
    version = match[1] if match else "unknown"
    if tag != f"v{version}":
        found.append(f"the tag is {tag}, the version is {version}")
    sections = dict(re.findall(r"^## (\S+)[^\n]*\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL))
    if version not in sections:
        found.append(f"CHANGELOG.md has no section {version}")
    if sections.get("Unreleased", "").strip():
        found.append("CHANGELOG.md has lines under Unreleased")
    cited = dict(re.findall(r"^(version|date-released): (\S+)$", citation, re.MULTILINE))
    heading = f"## {cited.get('version')} ({cited.get('date-released')})"
    if cited.get("version") != version or heading not in changelog.splitlines():
        found.append(f"CITATION.cff has another version or date: {heading}")
    return found


if __name__ == "__main__":
    wrong = faults(
        sys.argv[1],
        (ROOT / "engine" / "__init__.py").read_text(encoding="utf-8"),
        (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"),
        (ROOT / "CITATION.cff").read_text(encoding="utf-8"),
    )
    sys.exit("; ".join(wrong) or None)
