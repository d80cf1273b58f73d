"""Which machine code the engine runs, and the proof that it is the code of these sources.

Every extension module carries a *stamp*: the id of its build and a digest of the sources it was made of. Before any
extension is loaded the stamps are read from the files' bytes and compared with the sources beside them, so stale or
mixed machine code never runs: a compiled base class with an uncompiled or older subclass gives silently wrong results.
All modules run compiled, of one build, or all from source.

``setup.py`` loads this file by its path to stamp what it builds; hence no import of the engine at the top.
"""

import hashlib
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

STAMP = b"KYVIEN-STAMP "
"""Begins the stamp in an extension's bytes; build id, space, digest of the sources and a zero byte follow."""

PURE = "KYVIEN_PURE"
"""Environment variable that, set to 1, makes every module run from source."""


class StaleBuildError(ImportError):
    """Machine code that is not of these sources; the message says what to run."""


class Sources:
    """The sources of the compiled modules in a package's folder.

    Args:
        package: the folder of the top package, ``engine``.

    Attributes:
        modules: dotted name to ``.py`` of every compiled module: those with a ``.pxd`` of the same name beside them.
        extensions: dotted name to the extension file this interpreter would load, whether it has a source or not.
    """

    def __init__(self, package: Path) -> None:
        self.modules: dict[str, Path] = {}
        self.extensions: dict[str, Path] = {}
        declarations: list[Path] = []
        for folder, folders, files in os.walk(package):
            folders[:] = sorted(name for name in folders if name != "__pycache__")
            at = Path(folder)
            prefix = ".".join((package.name, *at.relative_to(package).parts))
            names = sorted(files)
            for name in names:
                if name.endswith((".pxd", ".h")):
                    declarations.append(at / name)
                    stem = name.removesuffix(".pxd")
                    if stem != name and f"{stem}.py" in names:
                        self.modules[f"{prefix}.{stem}"] = at / f"{stem}.py"
            for suffix in reversed(EXTENSION_SUFFIXES):  # the first suffix is the one that is loaded
                for name in names:
                    if name.endswith(suffix) and "." not in name.removesuffix(suffix):
                        self.extensions[f"{prefix}.{name.removesuffix(suffix)}"] = at / name
        common = hashlib.sha256()
        for path in declarations:
            common.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
        self._common = common

    def digest(self, module: str) -> str:
        """16 hexadecimal digits for the ``.py`` of a compiled module and every ``.pxd`` and ``.h`` of the package.

        All of them rather than those it cimports: a build makes everything anew anyway, and no parser can err.
        """
        digest = self._common.copy()
        digest.update(module.encode() + b"\0" + self.modules[module].read_bytes())
        return digest.hexdigest()[:16]

    def build_id(self, circumstances: Iterable[str]) -> str:
        """12 hexadecimal digits for all digests and what else decides the machine code (compiler, flags …).

        Equal sources and circumstances give equal ids, so a wheel can be reproduced.
        """
        whole = hashlib.sha256("\0".join(circumstances).encode())
        for module in self.modules:
            whole.update(self.digest(module).encode())
        return whole.hexdigest()[:12]


def stamp(build: str, digest: str) -> str:
    """The text an extension carries."""
    return f"{STAMP.decode()}{build} {digest}"


def read_stamp(extension: Path) -> tuple[str, str]:
    """Build id and digest of an extension file, read without loading it; empty if it has no stamp."""
    data = extension.read_bytes()
    at = data.find(STAMP)
    if at < 0:
        return "", ""
    words = data[at + len(STAMP) : data.index(b"\0", at)].decode("ascii", "replace").split(" ")
    return (words[0], words[1]) if len(words) == 2 else ("", "")


def check(package: Path) -> str:
    """The id of the build whose machine code is beside the sources; empty if there is none.

    Raises:
        StaleBuildError: if the machine code is older than the sources, incomplete, or of several builds.
    """
    sources = Sources(package)
    if not sources.extensions:
        return ""
    build = ""
    for module, path in sources.extensions.items():
        built, digest = read_stamp(path)
        if module not in sources.modules:
            raise _refusal("the machine code of {module} has no source any more", package, module=module)
        if not built or digest != sources.digest(module):
            raise _refusal("the machine code of {module} is not made of its present source", package, module=module)
        if build and built != build:
            raise _refusal("the machine code of {module} is of another build than the rest", package, module=module)
        build = built
    for module in sources.modules:
        if module not in sources.extensions:
            raise _refusal("the machine code of {module} is missing, of others it is there", package, module=module)
    return build


def _refusal(reason: str, package: Path, **values: str) -> StaleBuildError:
    template = "{reason}; rebuild with: {command}"
    from engine.core.language import catalogue, preferred_language

    try:
        texts: Mapping[str, str] = catalogue(preferred_language())
    except (ImportError, OSError, ValueError):  # an installation without its resources must still say this
        texts = {}
    text = texts.get(reason, reason).format(**values)
    return StaleBuildError(texts.get(template, template).format(reason=text, command=rebuild_command(package)))


def rebuild_command(package: Path) -> str:
    """The command that builds the machine code of ``package`` anew, to be copied into a terminal as it is."""
    python, root = _quoted(sys.executable), package.resolve().parent
    if not (root / "setup.py").is_file():
        return f"{python} -m pip install --force-reinstall --no-deps {_quoted(_origin())}"
    if _has("setuptools", 77) and _has("cython", 3):
        return f"{python} {_quoted(str(root / 'setup.py'))} build_ext --inplace"
    return f"{python} -m pip install -e {_quoted(str(root))}"


def _origin() -> str:
    """What the installed Kỳ Viện was installed from: a folder or a wheel if it still exists, else the package index."""
    import json
    from importlib import metadata
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        record = json.loads(metadata.distribution("kyvien").read_text("direct_url.json") or "{}")
        path = Path(url2pathname(urlsplit(record.get("url", "")).path))
    except (metadata.PackageNotFoundError, ValueError):
        return "kyvien"
    return str(path) if path.name and path.exists() else "kyvien"


def _has(distribution: str, version: int) -> bool:
    """Whether a distribution of at least that major version is installed."""
    from importlib import metadata

    try:
        return int(metadata.version(distribution).partition(".")[0]) >= version
    except (metadata.PackageNotFoundError, ValueError):
        return False


def _quoted(path: str) -> str:
    return f'"{path}"' if " " in path else path


class SourceFinder:
    """Finds modules of one top package by their source, also where an extension stands beside it.

    Args:
        package: the top package's name.
    """

    def __init__(self, package: str) -> None:
        self._prefix = f"{package}."

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of a module of the package from its ``.py``; None for any other."""
        if not name.startswith(self._prefix) or path is None:
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def choose(package: Path) -> str:
    """Decide how the engine runs, before any of its modules is loaded.

    Returns:
        The id of the build that runs; empty if the engine runs from source.

    Raises:
        StaleBuildError: if there is machine code that must not run.
    """
    if os.environ.get(PURE, "") not in ("", "0"):
        sys.meta_path.insert(0, SourceFinder(package.name))
        return ""
    try:
        return check(package)
    except StaleBuildError:
        # Python forgets a package whose import failed but not its modules; through them the rest could still be loaded.
        for name in [name for name in sys.modules if name.startswith(f"{package.name}.")]:
            del sys.modules[name]
        raise


def slow_mode_sentence(package: Path) -> str:
    """What it means to run from source, why it does, and what to do, in the language in use."""
    from engine.core.language import tr

    if os.environ.get(PURE, "") not in ("", "0"):
        return tr(
            "Slow mode: {variable} is set, so the engine runs from source, hundreds of times slower.", variable=PURE
        )
    if sys.platform == "win32":
        compiler = tr("the Visual Studio Build Tools with “Desktop development with C++”")
    elif sys.platform == "darwin":
        compiler = tr("the Xcode command line tools (xcode-select --install)")
    else:
        compiler = tr("a C compiler and the headers of Python (Debian, Ubuntu: apt install gcc python3-dev)")
    return tr(
        "Slow mode: the engine is not compiled and runs hundreds of times slower. "
        "Install {compiler}, then run: {command}",
        compiler=compiler,
        command=rebuild_command(package),
    )
