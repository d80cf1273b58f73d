"""Names that the program proposes for files, valid on all systems."""

import re
import unicodedata
from collections.abc import Sequence

MOST = 72
"""Maximum number of characters of a name. With three bytes each, a date and a suffix, they fit in 255 bytes."""
_BETWEEN = " - "
_RESERVED = re.compile("con|prn|aux|nul|(com|lpt)[0-9¹²³]", re.IGNORECASE)
"""Pattern of the names that Windows reserves for devices, with any suffix."""


def portable_stem(text: str, most: int = MOST) -> str:
    """Return a file name without suffix that is based on ``text`` and valid on all systems, or an empty string.

    Letters of all scripts, digits, spaces, hyphens and underscores are kept. Other characters are replaced by spaces.
    The name is cut between words, if possible. Names that Windows reserves for devices begin with an underscore.

    Args:
        text: the text.
        most: maximum number of characters.
    """
    # In NFC, a Vietnamese letter is one character.
    signs = unicodedata.normalize("NFC", text)
    kept = "".join(sign if unicodedata.category(sign)[0] in "LMN" or sign in "-_" else " " for sign in signs)
    name = " ".join(kept.split())
    if len(name) > most:
        cut = name[: most + 1].rpartition(" ")[0]
        name = cut if len(cut) > most // 2 else name[:most]
    name = name.strip(" -_")
    return f"_{name}" if _RESERVED.fullmatch(name) else name


def stem_of_players(names: Sequence[str]) -> str:
    """Return a file name without suffix that is based on the names of two players, or an empty string.

    A name is shortened only if both together are too long, and only as far as the other one needs the room.

    Args:
        names: the names. An empty name is omitted.
    """
    stems = [stem for name in names if (stem := portable_stem(name))]
    if len(stems) == 2:
        room = MOST - len(_BETWEEN)
        first, second = (len(stem) for stem in stems)
        rooms = max(room - second, room // 2), max(room - first, room // 2)
        stems = [portable_stem(stem, most) for stem, most in zip(stems, rooms, strict=True)]
    return portable_stem(_BETWEEN.join(stems))
