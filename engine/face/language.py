"""The language of the library."""

from engine.core import language
from engine.core.errors import OptionError
from engine.core.language import LANGUAGES


def set_language(code: str) -> None:
    """Set the language of messages, names and pictures.

    Args:
        code: ``"en"`` or ``"vi"``.

    Raises:
        OptionError: if there is no such language.
    """
    if not isinstance(code, str) or code not in LANGUAGES:
        raise OptionError("no language {code}; available: {known}", code=repr(code)[:80], known=", ".join(LANGUAGES))
    language.set_language(code)
