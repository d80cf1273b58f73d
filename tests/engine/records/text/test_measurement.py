"""The encodings of texts in twelve encodings are recognised, in the texts of this program and in translations."""

from pathlib import Path

import pytest

from tests.engine.records.text.measurement import Case, drawn_cases, kept, ours, own_cases, right

TRANSLATIONS = Path("/usr/share/locale")


def check(cases: list[Case]) -> None:
    assert len({case.encoding for case in cases}) == 12
    assert all(kept(case.data) for case in cases)
    found = right(cases, ours)
    for is_long, least in ((True, 0.98), (False, 0.75)):
        counts = [count for (_, each), count in found.items() if each == is_long]
        good, count = sum(each[0] for each in counts), sum(each[1] for each in counts)
        assert count >= 12 * 15 and good >= least * count, (is_long, good, count)


def test_own_texts() -> None:
    check(list(own_cases()))


@pytest.mark.slow
def test_drawn_texts() -> None:
    if len(list(TRANSLATIONS.glob("*/LC_MESSAGES/*.mo"))) < 1000:
        pytest.skip("the translations of Debian's programs are not installed")
    check(list(drawn_cases(TRANSLATIONS)))
