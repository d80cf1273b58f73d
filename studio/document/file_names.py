"""Names that the program proposes for files, valid on all systems."""

import re
import unicodedata

_RESERVED = re.compile("con|prn|aux|nul|(com|lpt)[0-9¹²³]", re.IGNORECASE)
"""Pattern of the names that Windows reserves for devices, with any suffix."""


def portable_stem(text: str, most: int = 60) -> str:
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
