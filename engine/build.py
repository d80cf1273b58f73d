"""Selection of the machine code that the engine runs, and the check that it was built from the present sources.

Every extension module contains a *stamp*: the id of its build and a digest of the sources from which it was built.
Before any extension is loaded, the stamps are read from the files' bytes and compared with the sources next to them, so
stale or mixed machine code never runs: a compiled base class with an uncompiled or older subclass gives silently wrong
results. All modules run compiled, from one build, or all run from source.

``setup.py`` loads this file by its path to stamp what it builds, and to find the modules that are up to date; hence the
engine is not imported at the top. Cython is not needed to find the files from which a module is built.
"""

import hashlib
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

STAMP = b"KYVIEN-STAMP "
"""Prefix of the stamp in an extension's bytes; build id, space, digest of the sources and a zero byte follow."""

PURE = "KYVIEN_PURE"
"""Environment variable that makes every module run from source if set to 1."""

ANNOUNCED = "KYVIEN_SLOW_ANNOUNCED"
"""Environment variable set by a command that has announced slow mode, for the processes it starts."""

_END = rb"[ \t\r]*(?:\#[^\n]*)?$"
_NAME = rb"([A-Za-z_][\w.]*)"
_NAMES = rb"(?:\(([^()]*)\)|(\w[\w \t,]*))"
_AS = rb"(?:[ \t]+as[ \t]+\w+)?"

# Each dependency declared by a file (below: the form that is parsed), and each place where one might be declared.
_CIMPORTS = {
    ".py": re.compile(
        rb"[ \t]*(?:from[ \t]+cython\.cimports\.%b[ \t]+import[ \t]*%b|import[ \t]+cython\.cimports\.%b%b)%b"
        % (_NAME, _NAMES, _NAME, _AS, _END),
        re.MULTILINE,
    ),
    ".pxd": re.compile(
        rb"[ \t]*(?:from[ \t]+%b[ \t]+cimport[ \t]*%b|cimport[ \t]+%b%b)%b" % (_NAME, _NAMES, _NAME, _AS, _END),
        re.MULTILINE,
    ),
}
_MAYBE_CIMPORT = re.compile(rb"cimport")
_STATEMENT = re.compile(rb"\n[ \t]*(?:import|include|from)\b(?![^\n]*cimport)")
_EXTERN = re.compile(rb"cdef[ \t]+extern[ \t]+from[ \t]+(?:\*|\"<?([^\"<>\n]+\.h)>?\")")
_MAYBE_EXTERN = re.compile(rb"extern(?!\w)")
_INCLUDE = re.compile(rb"\#[ \t]*include[ \t]*[<\"]([^<>\"\n]+)[>\"]")
_MAYBE_INCLUDE = re.compile(rb"\#[ \t]*include")


class StaleBuildError(ImportError):
    """Raised if machine code was not built from the present sources; the message contains the command to run."""


class Fault:
    """The reason why machine code must not run.

    Args:
        reason: a sentence with the field ``module``.
        module: dotted name of the module.
    """

    def __init__(self, reason: str, module: str) -> None:
        self.reason = reason
        self.module = module


class Sources:
    """The sources of the compiled modules in a package's folder, and the files from which each module is built.

    A compiled module is built from its ``.py``, its ``.pxd``, all ``.pxd`` files that these cimport, directly or not,
    and the headers that any of them includes. A small parser finds them. If a file has a form that the parser does not
    support, every module that depends on the file is assumed to depend on all declarations of the package.

    Args:
        package: the folder of the top package, ``engine``.

    Attributes:
        modules: dotted name to ``.py`` of every compiled module: those with a ``.pxd`` of the same name next to them.
        extensions: dotted name to the extension file that this interpreter would load, even one without a source.
        unread: files with a form that the parser does not support, relative to the package.
    """

    def __init__(self, package: Path) -> None:
        self.modules: dict[str, Path] = {}
        self.extensions: dict[str, Path] = {}
        self.unread: set[str] = set()
        self._name = package.name
        self._texts: dict[str, bytes] = {}  # declarations by path relative to the package
        self._declarations: dict[str, str] = {}  # dotted name to the path of its ``.pxd``
        self._packages: list[str] = []  # every ``__init__.pxd``; all modules are assumed to depend on them
        self._headers: dict[str, list[str]] = {}  # file name to the paths of the headers with that name
        self._references: dict[str, set[str]] = {}  # path to the paths it refers to directly
        self._sources: dict[str, bytes] = {}
        for folder, folders, files in os.walk(package):
            folders[:] = sorted(name for name in folders if name != "__pycache__")
            at = Path(folder)
            parts = at.relative_to(package).parts
            prefix = ".".join((package.name, *parts))
            names = sorted(files)
            for name in names:
                if name.endswith((".pxd", ".pxi", ".h")):
                    path = "/".join((*parts, name))
                    self._texts[path] = (at / name).read_bytes()
                    stem = name.removesuffix(".pxd")
                    if stem == "__init__":
                        self._declarations[prefix] = path
                        self._packages.append(path)
                    elif stem != name:
                        self._declarations[f"{prefix}.{stem}"] = path
                        if f"{stem}.py" in names:
                            self.modules[f"{prefix}.{stem}"] = at / f"{stem}.py"
                    else:
                        self._headers.setdefault(name, []).append(path)
            for suffix in reversed(EXTENSION_SUFFIXES):  # the first suffix takes precedence
                for name in names:
                    if name.endswith(suffix) and "." not in name.removesuffix(suffix):
                        self.extensions[f"{prefix}.{name.removesuffix(suffix)}"] = at / name
        self._hashes = {path: hashlib.sha256(text).digest() for path, text in self._texts.items()}

    def closure(self, module: str) -> list[str]:
        """Return every ``.pxd`` and header from which a compiled module is built, sorted, relative to the package."""
        source = "/".join(module.split(".")[1:]) + ".py"
        text = self.modules[module].read_bytes()
        self._sources[module] = text
        found: set[str] = set()
        todo = [*self._read(source, text), self._declarations[module], *self._packages]
        while todo:
            path = todo.pop()
            if path not in found:
                found.add(path)
                if path not in self._references:
                    self._references[path] = self._read(path, self._texts[path])
                todo += self._references[path]
        if not self.unread.isdisjoint((source, *found)):
            found.update(self._texts)
        return sorted(found)

    def digest(self, module: str) -> str:
        """Return 16 hexadecimal digits for everything from which a module is built: name, ``.py`` and closure."""
        closure = self.closure(module)
        digest = hashlib.sha256(module.encode() + b"\0" + self._sources[module])
        for path in closure:
            digest.update(path.encode() + b"\0" + self._hashes[path])
        return digest.hexdigest()[:16]

    def _read(self, path: str, text: bytes) -> set[str]:
        """Return the paths that a file refers to directly; add the file to ``unread`` if it has an unsupported form."""
        found: set[str] = set()
        understood = not path.endswith(".pxi")
        kind = path[path.rindex(".") :]
        folder = f"{self._name}/{path[: path.rfind('/') + 1]}".replace("/", ".")
        for place in _MAYBE_CIMPORT.finditer(text) if kind in _CIMPORTS else ():
            form = _CIMPORTS[kind].match(text, text.rfind(b"\n", 0, place.end()) + 1)
            if form is None:
                understood = False
                continue
            origin, several, few, alone = form.groups()
            name = (origin or alone).decode()
            names = [name, *(f"{name}.{each}" for each in _imported(several or few or b""))]
            # Cython searches the folder of the file, too.
            places = (prefix + each for prefix in ("", folder) for each in names)
            declared = [self._declarations[each] for each in places if each in self._declarations]
            understood &= bool(declared) or name.partition(".")[0] != self._name
            found.update(declared)
        if kind != ".py":
            included = _INCLUDE.findall(text)
            understood &= len(included) == len(_MAYBE_INCLUDE.findall(text))
            if kind == ".pxd":
                understood &= _STATEMENT.search(b"\n" + text) is None
                extern = _EXTERN.findall(text)
                understood &= len(extern) == len(_MAYBE_EXTERN.findall(text))
                included += extern
            for each in included:
                # All headers of that name, because the compiler may use any of them.
                found.update(self._headers.get(each.decode(errors="replace").rpartition("/")[2], ()))
        if not understood:
            self.unread.add(path)
        return found


def _imported(names: bytes) -> Iterator[str]:
    """Yield the names in a list like ``A, B as C``, without comments."""
    for part in re.sub(rb"\#[^\n]*", b"", names).decode(errors="replace").split(","):
        if words := part.split():
            yield words[0]


def build_id(circumstances: Iterable[str]) -> str:
    """Return 12 hexadecimal digits for everything except the sources that determines machine code (compiler, flags)."""
    return hashlib.sha256("\0".join(circumstances).encode()).hexdigest()[:12]


def stamp(build: str, digest: str) -> str:
    """Return the text stored in an extension."""
    return f"{STAMP.decode()}{build} {digest}"


def read_stamp(extension: Path) -> tuple[str, str]:
    """Return build id and digest of an extension file without loading it, or two empty texts if it has no stamp."""
    data = extension.read_bytes()
    at = data.find(STAMP)
    if at < 0:
        return "", ""
    words = data[at + len(STAMP) : data.index(b"\0", at)].decode("ascii", "replace").split(" ")
    return (words[0], words[1]) if len(words) == 2 else ("", "")


def check(package: Path) -> str:
    """Return the id of the build whose machine code is next to the sources, or an empty text if there is none.

    Raises:
        StaleBuildError: if the machine code is older than the sources, incomplete, or of several builds.
    """
    found = inspect(Sources(package))
    if isinstance(found, Fault):
        raise _refusal(found, package)
    return found


def inspect(sources: Sources) -> str | Fault:
    """Return the build id of some sources' machine code (empty if there is none), or the reason why it must not run."""
    build = ""
    for module, path in sources.extensions.items():
        built, digest = read_stamp(path)
        if module not in sources.modules:
            return Fault("the machine code of {module} has no source file", module)
        if not built or digest != sources.digest(module):
            return Fault("the machine code of {module} was not built from its present source", module)
        if build and built != build:
            return Fault("the machine code of {module} is from another build than the rest", module)
        build = built
    for module in sources.modules if build else ():
        if module not in sources.extensions:
            return Fault("the machine code of {module} is missing while that of other modules exists", module)
    return build


def _refusal(fault: Fault, package: Path) -> StaleBuildError:
    template = "{reason}; rebuild with: {command}"
    from engine.core.language import catalogue, preferred_language

    try:
        texts: Mapping[str, str] = catalogue(preferred_language())
    except (ImportError, OSError, ValueError):  # the message must also appear if resources are missing
        texts = {}
    text = texts.get(fault.reason, fault.reason).format(module=fault.module)
    return StaleBuildError(texts.get(template, template).format(reason=text, command=rebuild_command(package)))


def rebuild_command(package: Path) -> str:
    """Return the command that rebuilds the machine code of ``package``, ready to be copied into a terminal."""
    python, root = _quoted(sys.executable), package.resolve().parent
    if not (root / "setup.py").is_file():
        return f"{python} -m pip install --force-reinstall --no-deps {_quoted(_origin())}"
    if _has("setuptools", 77) and _has("cython", 3):
        return f"{python} {_quoted(str(root / 'setup.py'))} build_ext --inplace"
    return f"{python} -m pip install -e {_quoted(str(root))}"


def _origin() -> str:
    """Return the folder or wheel from which Kỳ Viện was installed, if it exists, else its name in the index."""
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
    """Finds modules of one top package by their source, even if there is an extension next to it.

    Args:
        package: the top package's name.
    """

    def __init__(self, package: str) -> None:
        self._prefix = f"{package}."

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module of the package from its ``.py``, or None for any other module."""
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
        The id of the build that runs, or an empty text if the engine runs from source.

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
    """Return the explanation of slow mode, its reason and its remedy, in the language in use."""
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
