"""Selection of the machine code that the engine runs, and the check that it was built from the current sources.

Every extension module contains a *stamp*: the id of its build and a digest of the sources from which it was built.
Before any extension is loaded, the stamps are read from the files' bytes and compared with the sources next to them, so
stale or mixed machine code never runs. A compiled base class with an uncompiled or older subclass would give wrong
results without an error. Either all modules run compiled, from one build, or all run from source (*slow mode*).

``setup.py`` loads this file by its path to stamp the modules that it builds, and to find those that are up to date.
Therefore this file does not import the engine at the top. Cython is not needed to find the files from which a module is
built.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

try:  # without hashlib, which loads OpenSSL, as that takes longer than the whole check
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

AnyPath = str | os.PathLike[str]

STAMP = b"KYVIEN-STAMP "
"""Prefix of the stamp in an extension's bytes.

The build id, the digest of the sources and the text of the closure follow, separated by spaces, and then a zero byte.
"""

PURE = "KYVIEN_PURE"
"""Environment variable that makes every module run from source unless it is empty or 0."""

ANNOUNCED = "KYVIEN_SLOW_ANNOUNCED"
"""Environment variable set by a command that has announced slow mode, for the processes that it starts."""


class _Patterns:
    """Regular expressions for the files from which a module is built.

    They are compiled on first use, because compiling them takes longer than the check of the stamps.
    """

    def __init__(self) -> None:
        import re

        end = rb"[ \t\r]*(?:\#[^\n]*)?$"
        name = rb"([A-Za-z_][\w.]*)"
        names = rb"(?:\(([^()]*)\)|(\w[\w \t,]*))"
        alias = rb"(?:[ \t]+as[ \t]+\w+)?"
        # Pairs of patterns: a dependency in the form that is parsed, and any place (maybe_…) where one might be.
        self.cimports = {
            ".py": re.compile(
                rb"[ \t]*(?:from[ \t]+cython\.cimports\.%b[ \t]+import[ \t]*%b|import[ \t]+cython\.cimports\.%b%b)%b"
                % (name, names, name, alias, end),
                re.MULTILINE,
            ),
            ".pxd": re.compile(
                rb"[ \t]*(?:from[ \t]+%b[ \t]+cimport[ \t]*%b|cimport[ \t]+%b%b)%b" % (name, names, name, alias, end),
                re.MULTILINE,
            ),
        }
        self.maybe_cimport = re.compile(rb"cimport")
        self.statement = re.compile(rb"\n[ \t]*(?:import|include|from)\b(?![^\n]*cimport)")
        self.extern = re.compile(rb"cdef[ \t]+extern[ \t]+from[ \t]+(?:\*|\"<?([^\"<>\n]+\.h)>?\")")
        self.maybe_extern = re.compile(rb"extern(?!\w)")
        self.include = re.compile(rb"\#[ \t]*include[ \t]*[<\"]([^<>\"\n]+)[>\"]")
        self.maybe_include = re.compile(rb"\#[ \t]*include")
        self.comment = re.compile(rb"\#[^\n]*")


_patterns = cache(_Patterns)


class StaleBuildError(ImportError):
    """Raised if machine code was not built from the current sources. The message contains the command to run."""


class BuildFault:
    """The reason why machine code must not run.

    Args:
        reason: English sentence with the field ``{module}``, which is also the key of its translation.
        module: dotted name of the module.
    """

    def __init__(self, reason: str, module: str) -> None:
        self.reason = reason
        self.module = module


class Sources:
    """The sources of the compiled modules in a package's folder, and the files from which each module is built.

    A compiled module is built from its ``.py``, its ``.pxd``, all ``.pxd`` files that these cimport directly or
    indirectly, and the headers that any of these files includes. A small parser finds the files. If a file has a form
    that the parser does not support, every module that depends on the file is assumed to depend on all declarations of
    the package.

    Args:
        package: the folder of the top package, ``engine``.

    Attributes:
        modules: a mapping of the dotted name of every compiled module to the path of its ``.py``. A module is compiled
            if a ``.pxd`` of the same name is in the same folder.
        extensions: a mapping of dotted names to the paths of all extension files that this interpreter would load,
            including those without a source.
        unread: files with a form that the parser does not support, relative to the package.
    """

    def __init__(self, package: AnyPath) -> None:
        self.modules: dict[str, str] = {}
        self.extensions: dict[str, str] = {}
        self.unread: set[str] = set()
        self._name = os.path.basename(package)
        self._texts: dict[str, bytes] = {}  # declarations by path relative to the package
        self._declarations: dict[str, str] = {}  # dotted name to the path of its ``.pxd``
        self._packages: list[str] = []  # every ``__init__.pxd``; all modules are assumed to depend on them
        self._headers: dict[str, list[str]] = {}  # file name to the paths of the headers with that name
        self._references: dict[str, set[str]] = {}  # path to the paths it refers to directly
        self._sources: dict[str, bytes] = {}
        self._add(os.fspath(package), self._name, "")
        self._hashes = {path: path.encode() + b"\0" + blake2b(text).digest() for path, text in self._texts.items()}
        # What determines the closure of a module besides the contents of the module and of its closure.
        basis = "\n".join(sorted(self._texts)).encode() + _read(__file__)
        self._basis = blake2b(basis, digest_size=8).hexdigest()

    def _add(self, folder: str, package: str, prefix: str) -> None:
        """Add the files of a folder and of the folders in it.

        Args:
            folder: path of the folder.
            package: its dotted name.
            prefix: its path relative to the top package, with a slash at the end, or empty for the top package.
        """
        with os.scandir(folder) as entries:
            names = {entry.name: entry.is_dir(follow_symlinks=False) for entry in entries}
        for name in sorted(names):
            stem, dot, kind = name.rpartition(".")
            path = f"{folder}/{name}"
            if names[name]:
                if name != "__pycache__":
                    self._add(path, f"{package}.{name}", f"{prefix}{name}/")
            elif kind in ("pxd", "pxi", "h") and dot:
                self._texts[prefix + name] = _read(path)
                if kind != "pxd":
                    self._headers.setdefault(name, []).append(prefix + name)
                elif stem == "__init__":
                    self._declarations[package] = prefix + name
                    self._packages.append(prefix + name)
                else:
                    self._declarations[f"{package}.{stem}"] = prefix + name
                    if f"{stem}.py" in names:
                        self.modules[f"{package}.{stem}"] = f"{folder}/{stem}.py"
        for suffix in reversed(EXTENSION_SUFFIXES):  # the first suffix takes precedence
            for name in names:
                if name.endswith(suffix) and "." not in name.removesuffix(suffix):
                    self.extensions[f"{package}.{name.removesuffix(suffix)}"] = f"{folder}/{name}"

    def closure(self, module: str) -> list[str]:
        """Return every ``.pxd`` and header from which a module is built, as sorted paths relative to the package."""
        source = "/".join(module.split(".")[1:]) + ".py"
        found: set[str] = set()
        todo = [*self._refer(source, self._source(module)), self._declarations[module], *self._packages]
        while todo:
            path = todo.pop()
            if path not in found:
                found.add(path)
                if path not in self._references:
                    self._references[path] = self._refer(path, self._texts[path])
                todo += self._references[path]
        if not self.unread.isdisjoint((source, *found)):
            found.update(self._texts)
        return sorted(found)

    def digest(self, module: str, known: str = "") -> str:
        """Return a digest of the name, the ``.py`` and the closure of a module, with 16 hexadecimal digits.

        Args:
            module: dotted name of the module.
            known: result of ``closure_text`` when the module was built, or an empty string. The closure in ``known`` is
                used without a search if any change of the closure would also change the digest.
        """
        basis, *closure = known.split(",")
        if basis != self._basis:
            closure = self.closure(module)
        hashes = b"".join([self._hashes[path] for path in closure])
        return blake2b(module.encode() + b"\0" + hashes + self._source(module), digest_size=8).hexdigest()

    def closure_text(self, module: str) -> str:
        """Return the closure of a module as text for ``digest``: another digest and the paths, separated by commas.

        The first digest covers the names of all declarations and headers, and this file, which contains the parser. Any
        other change of the closure requires a change of the module or of a file in the closure, and such a change also
        changes the result of ``digest``.
        """
        return ",".join((self._basis, *self.closure(module)))

    def _source(self, module: str) -> bytes:
        if module not in self._sources:
            self._sources[module] = _read(self.modules[module])
        return self._sources[module]

    def _refer(self, path: str, text: bytes) -> set[str]:
        """Return the paths that a file refers to directly.

        If the file has an unsupported form, add it to ``unread``.
        """
        patterns = _patterns()
        found: set[str] = set()
        understood = not path.endswith(".pxi")
        kind = path[path.rindex(".") :]
        folder = f"{self._name}/{path[: path.rfind('/') + 1]}".replace("/", ".")
        for place in patterns.maybe_cimport.finditer(text) if kind in patterns.cimports else ():
            form = patterns.cimports[kind].match(text, text.rfind(b"\n", 0, place.end()) + 1)
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
            included = patterns.include.findall(text)
            understood &= len(included) == len(patterns.maybe_include.findall(text))
            if kind == ".pxd":
                understood &= patterns.statement.search(b"\n" + text) is None
                extern = patterns.extern.findall(text)
                understood &= len(extern) == len(patterns.maybe_extern.findall(text))
                included += extern
            for each in included:
                # All headers of that name, because the compiler may use any of them.
                found.update(self._headers.get(each.decode(errors="replace").rpartition("/")[2], ()))
        if not understood:
            self.unread.add(path)
        return found


def _imported(names: bytes) -> Iterator[str]:
    """Yield the imported names of a list, such as ``A`` and ``B`` for ``A, B as C``. Comments are ignored."""
    for part in _patterns().comment.sub(b"", names).decode(errors="replace").split(","):
        if words := part.split():
            yield words[0]


def build_id(circumstances: Iterable[str]) -> str:
    """Return the id of a build, which is a digest of ``circumstances`` with 12 hexadecimal digits.

    The circumstances must include everything except the sources that determines the machine code, such as the compiler
    and its flags.
    """
    return blake2b("\0".join(circumstances).encode(), digest_size=6).hexdigest()


def stamp(build: str, digest: str, closure: str = "") -> str:
    """Return the stamp that an extension contains, without the final zero byte.

    Args:
        build: id of the build.
        digest: result of ``Sources.digest``.
        closure: result of ``Sources.closure_text``.
    """
    return f"{STAMP.decode()}{build} {digest} {closure}"


def read_stamp(extension: AnyPath) -> tuple[str, str]:
    """Return the build id and the digest in an extension file, or two empty strings if it has no stamp."""
    build, digest, _ = _read_stamp(extension)
    return build, digest


def _read_stamp(extension: AnyPath) -> tuple[str, str, str]:
    """Return the build id, the digest and the text of the closure in an extension file.

    All three are empty strings if the file has no stamp.
    """
    data = _read(extension)
    at = data.rfind(STAMP)  # from the end, as code comes first
    if at < 0:
        return "", "", ""
    words = data[at + len(STAMP) : data.index(b"\0", at)].decode("ascii", "replace").split(" ")
    return (words[0], words[1], words[2]) if len(words) == 3 else ("", "", "")


def _read(path: AnyPath) -> bytes:
    with open(path, "rb", buffering=0) as file:
        return file.read()


def check(package: AnyPath) -> str:
    """Return the build id of the extension modules next to the sources, or an empty string if there are none.

    Raises:
        StaleBuildError: if an extension has no source or was not built from the current sources, if some are missing,
            or if they are from different builds.
    """
    found = inspect(Sources(package))
    if isinstance(found, BuildFault):
        raise _refusal(found, package)
    return found


def inspect(sources: Sources) -> str | BuildFault:
    """Return the build id of the machine code of ``sources``, or the reason why it must not run.

    The id is an empty string if there is no machine code.
    """
    build = ""
    for module, path in sources.extensions.items():
        built, digest, closure = _read_stamp(path)
        if module not in sources.modules:
            return BuildFault("the machine code of {module} has no source file", module)
        if not built or digest != sources.digest(module, closure):
            return BuildFault("the machine code of {module} was not built from its present source", module)
        if build and built != build:
            return BuildFault("the machine code of {module} is from another build than the rest", module)
        build = built
    for module in sources.modules if build else ():
        if module not in sources.extensions:
            return BuildFault("the machine code of {module} is missing while that of other modules exists", module)
    return build


def _refusal(fault: BuildFault, package: AnyPath) -> StaleBuildError:
    template = "{reason}; rebuild with: {command}"
    from engine.core.language import catalogue, preferred_language

    try:
        texts: Mapping[str, str] = catalogue(preferred_language())
    except (ImportError, OSError, ValueError):  # the message must also appear if resources are missing
        texts = {}
    text = texts.get(fault.reason, fault.reason).format(module=fault.module)
    return StaleBuildError(texts.get(template, template).format(reason=text, command=rebuild_command(package)))


def rebuild_command(package: AnyPath) -> str:
    """Return the command that rebuilds the machine code of ``package``, ready to be copied into a terminal."""
    from pathlib import Path

    python, root = _quoted(sys.executable), Path(package).resolve().parent
    if not (root / "setup.py").is_file():
        return f"{python} -m pip install --force-reinstall --no-deps {_quoted(_origin())}"
    if _has("setuptools", 77) and _has("cython", 3):
        return f"{python} {_quoted(str(root / 'setup.py'))} build_ext --inplace"
    return f"{python} -m pip install -e {_quoted(str(root))}"


def _origin() -> str:
    """Return the folder or wheel from which Kỳ Viện was installed.

    If the folder or wheel is unknown or does not exist, return ``kyvien``, the name in the package index.
    """
    import json
    from importlib import metadata
    from pathlib import Path
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        record = json.loads(metadata.distribution("kyvien").read_text("direct_url.json") or "{}")
        path = Path(url2pathname(urlsplit(record.get("url", "")).path))
    except (metadata.PackageNotFoundError, ValueError):
        return "kyvien"
    return str(path) if path.name and path.exists() else "kyvien"


def _has(distribution: str, version: int) -> bool:
    """Whether ``distribution`` is installed with a major version of at least ``version``."""
    from importlib import metadata

    try:
        return int(metadata.version(distribution).partition(".")[0]) >= version
    except (metadata.PackageNotFoundError, ValueError):
        return False


def _quoted(path: str) -> str:
    return f'"{path}"' if " " in path else path


class SourceFinder:
    """Import finder that finds the modules of one top-level package by their source, even if there is an extension.

    Args:
        package: name of the top-level package.
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


def choose(package: AnyPath) -> str:
    """Decide how the engine runs, before any of its modules is loaded.

    Returns:
        The id of the build that runs, or an empty string if the engine runs from source.

    Raises:
        StaleBuildError: if compiled modules are present that are stale or unusable.
    """
    build = ""
    try:
        if os.environ.get(PURE, "") not in ("", "0"):
            sys.meta_path.insert(0, SourceFinder(os.path.basename(package)))
        else:
            build = check(package)
    except StaleBuildError:
        # After a failed import Python removes the package from sys.modules, but not its modules, through which the
        # rest could still be loaded.
        for name in [name for name in sys.modules if name.startswith(f"{os.path.basename(package)}.")]:
            del sys.modules[name]
        raise
    if not build:
        from engine import declarations

        declarations.install()
    return build


def slow_mode_sentence(package: AnyPath) -> str:
    """Return an explanation of slow mode in the current language, with its reason or its remedy."""
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
