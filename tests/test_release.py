"""The release workflow: it is read, every platform that is built is tested before it is published, and its checks."""

import datetime
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

import engine

yaml = pytest.importorskip("yaml", reason="PyYAML comes with the extra cluster")

ROOT = Path(__file__).parent.parent
CITED = "CITATION.cff has another version or date: ## 1.2.0 (2030-01-31)"
PIP = """
import json, os, pathlib, sys
target = pathlib.Path(sys.prefix)
called = {"words": sys.argv[1:], "configuration": os.environ["PIP_CONFIG_FILE"]}
(target / "called.json").write_text(json.dumps(called))
(target / "bin" / "kyvien").write_text("#!/bin/sh\\n")
(target / "bin" / "kyvien").chmod(0o755)
"""
"""A program in place of pip, which writes how it was called and makes a command that does nothing."""


@pytest.fixture(scope="module")
def jobs() -> dict[str, Any]:
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(text)["jobs"]
    return found


def needed(jobs: dict[str, Any], name: str) -> set[str]:
    """The jobs that end before ``name`` begins."""
    direct = jobs[name].get("needs", [])
    names = {direct} if isinstance(direct, str) else set(direct)
    return names.union(*(needed(jobs, each) for each in names))


def test_every_wheel_is_tested_on_its_platform_before_it_is_published(jobs: dict[str, Any]) -> None:
    built = {each["platform"]: each["runner"] for each in jobs["wheels"]["strategy"]["matrix"]["include"]}
    assert set(built) == {"linux-x86-64", "linux-arm64", "macos-x86-64", "macos-arm64", "windows-x86-64"}
    tested = jobs["smoke"]["strategy"]["matrix"]
    assert set(tested["platform"]) == set(built)
    assert {each["platform"]: each["runner"] for each in tested["include"]} == built
    assert needed(jobs, "publish") == {"smoke", "wheels", "sdist", "version"}


def test_only_a_tag_is_published_and_no_token_is_stored(jobs: dict[str, Any]) -> None:
    assert "github.ref_type == 'tag'" in jobs["publish"]["if"]
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert all("id-token" not in job.get("permissions", {}) for name, job in jobs.items() if name != "publish")
    assert "secrets." not in (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")


def test_the_files_that_the_workflow_runs_exist(jobs: dict[str, Any]) -> None:
    lines = " ".join(step.get("run", "") for job in jobs.values() for step in job["steps"])
    scripts = set(re.findall(r"\.ci/\w+\.py", lines))
    assert scripts == {".ci/release_check.py", ".ci/inspect_wheel.py", ".ci/smoke.py"}
    assert all((ROOT / each).exists() for each in scripts)
    assert "<!-- ci: packages -->" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def offline(tmp_path: Path) -> Path:
    """A folder with the script that installs it, for Python versions that do not exist, and with a stub of pip."""
    folder = tmp_path / "a folder"
    (folder / "wheels").mkdir(parents=True)
    shutil.copy(ROOT / ".ci" / "install.sh", folder)
    (folder / "pythons.txt").write_text("3.99\n3.100\n")
    with zipfile.ZipFile(folder / "wheels" / "pip-1-py3-none-any.whl", "w") as wheel:
        wheel.writestr("pip/__main__.py", PIP)
    return folder


def install(offline: Path, python: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", offline / "install.sh", offline / "target"], env={**os.environ, "PYTHON": python},
        capture_output=True, text=True, check=False, encoding="utf-8",
    )  # fmt: skip


@pytest.mark.unsanitized
@pytest.mark.skipif(sys.platform == "win32", reason="a script of the shell")
@pytest.mark.parametrize("python", ["", sys.executable, "/nonexistent/python3"])
def test_a_python_without_wheels_is_refused_before_anything_is_installed(offline: Path, python: str) -> None:
    done = install(offline, python)
    assert done.returncode == 1
    assert ["3.99 3.100" in line for line in done.stderr.splitlines()] == [True, True]
    assert not (offline / "target").exists()


@pytest.mark.unsanitized
@pytest.mark.skipif(sys.platform == "win32", reason="a script of the shell")
def test_the_offline_folder_is_installed_without_an_index(offline: Path) -> None:
    (offline / "pythons.txt").write_text(f"3.99\n3.{sys.version_info[1]}\n")
    done = install(offline, sys.executable)
    assert done.returncode == 0, done.stderr
    called = json.loads((offline / "target" / "called.json").read_text(encoding="utf-8"))
    assert called["configuration"] == "/dev/null"
    assert {"--no-index", "kyvien"} <= set(called["words"])
    assert called["words"][called["words"].index("--find-links") + 1] == str(offline / "wheels")
    assert f"{offline}/target/bin/kyvien" in done.stdout


@pytest.mark.parametrize(
    ("tag", "changelog", "faults"),
    [
        ("v1.2.0", "# Changelog\n\n## Unreleased\n\n## 1.2.0 (2030-01-31)\n\n- a line\n", []),
        ("1.2.0", "## 1.2.0 (2030-01-31)\n\n- a line\n", ["the tag is 1.2.0, the version is 1.2.0"]),
        ("v1.3.0", "## 1.2.0 (2030-01-31)\n\n- a line\n", ["the tag is v1.3.0, the version is 1.2.0"]),
        ("v1.2.0", "## 1.2.0 (2030-01-30)\n\n- a line\n", [CITED]),
        ("v1.2.0", "## Unreleased\n\n- a line\n\n## 1.1.0 (2030-01-31)\n", [
            "CHANGELOG.md has no section 1.2.0", "CHANGELOG.md has lines under Unreleased", CITED,
        ]),
    ],
)  # fmt: skip
def test_a_release_is_consistent(tag: str, changelog: str, faults: list[str]) -> None:
    citation = "title: A\nversion: 1.2.0\ndate-released: 2030-01-31\n"
    assert checker().faults(tag, '"""Text."""\n\n__version__ = "1.2.0"\n', changelog, citation) == faults


def test_the_version_is_that_of_the_changelog_and_of_the_citation() -> None:
    files = ("engine/__init__.py", "CHANGELOG.md", "CITATION.cff")
    found = checker().faults(f"v{engine.__version__}", *((ROOT / each).read_text(encoding="utf-8") for each in files))
    assert set(found) <= {"CHANGELOG.md has lines under Unreleased"}


def checker() -> Any:
    """The module ``.ci/release_check.py``."""
    spec = importlib.util.spec_from_file_location("release_check", ROOT / ".ci" / "release_check.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_citation_has_the_form_of_version_1_2() -> None:
    """Its keys and their forms are a part of those in the schema of the Citation File Format 1.2.0."""
    cited = yaml.load((ROOT / "CITATION.cff").read_text(encoding="utf-8"), yaml.BaseLoader)
    texts = {"cff-version", "message", "title", "type", "version", "date-released", "license", "abstract"}
    assert cited.keys() == {*texts, "authors", "keywords"}
    assert all(isinstance(cited[each], str) and cited[each] for each in texts)
    assert (cited["cff-version"], cited["type"]) == ("1.2.0", "software")
    assert datetime.date.fromisoformat(cited["date-released"])
    assert len(set(cited["keywords"])) == len(cited["keywords"]) > 0
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert cited["authors"] == project["authors"]
    assert (cited["title"], cited["license"]) == (project["description"], project["license"])


def test_the_versions_of_python_begin_with_the_least_that_is_required() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    minor = [int(found[1]) for each in project["classifiers"] if (found := re.search(r":: 3\.(\d+)$", each))]
    assert minor == list(range(minor[0], minor[-1] + 1))
    assert project["requires-python"] == f">=3.{minor[0]}"


def test_a_change_is_one_line_of_the_changelog() -> None:
    """Details belong to the commit."""
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > 160] == []
    changes = [line for line in lines[2:] if line and not line.startswith(("#", "Changes that"))]
    assert len(changes) > 300 and all(line.startswith("- ") for line in changes)
    assert len(set(changes)) == len(changes)
