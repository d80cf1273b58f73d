"""Messages about programs that cannot be started."""

import pytest

from engine.analysis.pipe import why
from engine.core.language import set_language


@pytest.mark.parametrize(
    ("language", "text"), [("en", "this file is not a program"), ("vi", "tệp này không phải chương trình")]
)
def test_the_message_of_the_system_is_in_plain_words(language: str, text: str) -> None:
    set_language(language)
    assert why("Exec format error") == text
    assert why("Device or resource busy") == "Device or resource busy"
