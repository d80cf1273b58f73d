"""The lists of planted bugs fit the sources, which the slow job ``mutants`` would find out only when it runs."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_each_planted_bug_has_one_place_and_tests_that_exist() -> None:
    seen: set[str] = set()
    for path in sorted((ROOT / "tests" / "mutants").glob("*.toml")):
        for mutant in tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]:
            name = mutant["id"]
            assert name not in seen, name
            seen.add(name)
            source = (ROOT / mutant["file"]).read_text(encoding="utf-8")
            assert source.count(mutant["old"]) == 1, f"{name}: {mutant['file']}"
            assert mutant["new"] != mutant["old"], name
            for test in mutant["tests"]:
                place, *parts = test.partition("[")[0].split("::")
                text = (ROOT / place).read_text(encoding="utf-8") if parts else "" if (ROOT / place).exists() else None
                assert text is not None, f"{name}: {test}"
                assert all(f"{part}(" in text or f"class {part}" in text for part in parts), f"{name}: {test}"
    assert len(seen) > 150
