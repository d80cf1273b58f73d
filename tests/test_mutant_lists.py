"""The lists of planted bugs fit the sources, which the slow job ``mutants`` would find out only when it runs."""

from tests.test_mutants import ROOT, read_lists


def test_each_planted_bug_has_one_place_and_tests_that_exist() -> None:
    mutants = read_lists()
    for mutant in mutants:
        source = (ROOT / mutant.file).read_text(encoding="utf-8")
        assert source.count(mutant.old) == 1, f"{mutant.id}: {mutant.file}"
        assert mutant.new != mutant.old, mutant.id
        for test in mutant.tests:
            place, *parts = test.partition("[")[0].split("::")
            text = (ROOT / place).read_text(encoding="utf-8") if parts else "" if (ROOT / place).exists() else None
            assert text is not None, f"{mutant.id}: {test}"
            assert all(f"{part}(" in text or f"class {part}" in text for part in parts), f"{mutant.id}: {test}"
        for stage in mutant.stages():
            for test in stage:
                assert (ROOT / test.partition("::")[0]).exists(), f"{mutant.id}: {test}"
    assert len(mutants) > 150
