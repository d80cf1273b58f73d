"""Messages about programs that cannot be started."""

import pytest

from engine.asking.pipe import last_lines, why
from engine.core.language import set_language


@pytest.mark.parametrize(
    ("language", "text"), [("en", "this file is not a program"), ("vi", "tệp này không phải chương trình")]
)
def test_the_message_of_the_system_is_in_plain_words(language: str, text: str) -> None:
    set_language(language)
    assert why("Exec format error") == text
    assert why("Device or resource busy") == "Device or resource busy"


def test_the_reason_of_a_program_without_an_error_message() -> None:
    assert last_lines(b"", 3, 1) == "it exited with status 3"
    assert last_lines(b"", None, 1) == "it closed its output but still runs"
    assert last_lines(b"one\n\ntwo\n", None, 1) == "two"
