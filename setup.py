"""Build of the compiled modules: every ``.py`` of the engine with a ``.pxd`` of the same name next to it.

The modules are compiled in ``build/`` and replace the previous ones only after all of them are compiled, so a failed
build changes nothing. A build in place compiles only modules whose stamp does not match their sources and this build.

If an installation cannot compile a module (no compiler, a header missing), it continues without machine code: the
engine then runs from source, slowly, and prints a message. An editable installation keeps the machine code in the tree
if it is complete and built from the present sources, and removes it otherwise.

The environment variable ``KYVIEN_BUILD`` changes this behaviour:

- ``strict``: every warning of Cython and every failure is an error, and a failed build leaves the previous machine code
  in place. It is the default for ``python setup.py …``, which developers run. An installation with pip must not fail
  because a newer Cython has a new warning.
- ``sanitize``: like ``strict``, and the code is compiled with AddressSanitizer and UndefinedBehaviorSanitizer, whose
  reports name lines of the ``.py`` files.
- ``profile``: like ``strict``, and the compiler optimises what the searches use most. A copy of the sources in
  ``build/profile`` is compiled with counters (``instrument``) and runs ``engine/bench/training.py``; then the modules
  are compiled with these counts. Needs GCC 10 or later. The results of the searches are the same.
"""

import contextlib
import errno
import importlib.util
import inspect
import io
import itertools
import logging
import multiprocessing
import multiprocessing.connection
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CompileError

ROOT = Path(__file__).resolve().parent
ENGINE = ROOT / "engine"

# All of these are in the source tree, whatever the user's distutils configuration, so that trees share no build.
BUILD_FOLDER = Path("build")
CYTHON_OUTPUT = BUILD_FOLDER / "cython"
STAMPS = BUILD_FOLDER / "stamps"
OBJECTS = BUILD_FOLDER / "objects"
LINKED = BUILD_FOLDER / "linked"
"""Output folder of the linker; a file here may be incomplete."""
COMPLETE = BUILD_FOLDER / "complete"
"""Complete extension files, kept here until the rest is compiled."""
PROFILE = BUILD_FOLDER / "profile"
"""A copy of the sources, compiled to count what the training runs. The counts are next to its object files."""
TRAINING = "engine.bench.training"

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "infer_types": True,
    "annotation_typing": False,
    # Positions define how they are pickled and other classes must not be; the generated code does not compile with gcc
    # 14.
    "auto_pickle": False,
}

STAMP_SOURCE = """\
/* Read from the file's bytes by engine/build.py, never by the program. */
#if defined(_MSC_VER)
__declspec(dllexport)
#else
__attribute__((used, visibility("default")))
#endif
const char kyvien_stamp[] = "{stamp}";
"""


def load(path: Path) -> Any:
    """Return the module in the file ``path``, loaded without an import of its package."""
    spec = importlib.util.spec_from_file_location(f"kyvien_setup_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def mode() -> str:
    """Return the value of ``KYVIEN_BUILD``, or its default, which is an empty string for an installation.

    Raises:
        SystemExit: if ``KYVIEN_BUILD`` has any other value.
    """
    main = getattr(sys.modules["__main__"], "__file__", None)
    direct = main is not None and Path(main).resolve() == Path(__file__).resolve()
    chosen = os.environ.get("KYVIEN_BUILD", "strict" if direct else "")
    if chosen not in ("", "strict", "sanitize", "profile", "instrument"):
        raise SystemExit(f"KYVIEN_BUILD={chosen}: expected strict, profile or sanitize")
    return chosen


MODE = mode()
STABLE_INTERFACE = not sysconfig.get_config_var("Py_GIL_DISABLED")  # free-threaded Python has no stable interface
CODE_FLAGS = {name: str(value) for name, value in vars(inspect).items() if name.startswith("CO_")}
"""Flags of code objects, which Python's headers do not declare in the stable interface."""


def compile_arguments(msvc: bool) -> list[str]:
    """Return the arguments of the C compiler. -O3 and -march made rules and searches no faster (measured)."""
    if msvc:
        return ["/O2"]
    if MODE == "sanitize":
        return ["-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    # Cython leaves docstrings of __init__ unused under the limited API.
    arguments = ["-O2", "-g0", "-Wno-unused-const-variable", "-Wno-unused-function"]
    if MODE == "instrument":
        return [*arguments, "-fprofile-generate"]
    if MODE == "profile":
        # Code that the training does not run is optimised as without a profile. The warning is about sizes in branches
        # that copies of functions for constant arguments never take.
        profile = ["-fprofile-use", "-fprofile-partial-training", "-Wno-missing-profile"]
        return [*arguments, *profile, "-Wno-alloc-size-larger-than"]
    return arguments


def translate(extension: Extension) -> tuple[bool, str]:
    """Translate a module to C. Return whether that succeeded, and the output of Cython."""
    from Cython.Build import cythonize
    from Cython.Compiler import Errors, Options

    Options.warning_errors = bool(MODE)
    printed = io.StringIO()
    try:
        with contextlib.redirect_stderr(printed):
            cythonize(
                [Extension(extension.name, list(extension.sources))],
                build_dir=str(CYTHON_OUTPUT),
                compiler_directives=DIRECTIVES,
                emit_linenums=MODE == "sanitize",
                force=True,
                quiet=True,
            )
    except Errors.CompileError as error:
        return False, printed.getvalue() or f"error: {extension.name}: {error}\n"
    return True, printed.getvalue()


def set_code_flags(path: Path) -> None:
    """Change C code so that its module does not import ``inspect``, as that takes as long as the start of Python.

    Under the stable interface, modules made by Cython read flags from ``inspect`` that are not defined as macros. The
    code is changed only if ``CODE_FLAGS`` defines all of them.
    """
    text = path.read_text(encoding="utf-8")
    at = text.find('PyImport_ImportModule("inspect")')
    start = text.rfind("static int __Pyx_init_co_variables(void) {", 0, max(at, 0))
    if start >= 0 and CODE_FLAGS.keys() >= {*re.findall(r'"(CO_\w+)"', text[start : text.find("\n}\n", start)])}:
        path.write_text(text[:at] + text[at:].replace('"inspect"', '"sys"', 1), encoding="utf-8")


def remove_headers() -> None:
    """Delete the copies of headers that Cython, in this build or an earlier one, left next to its output.

    The C compiler would use them instead of the originals, whose digest is in the stamp; Cython compares only
    modification times.
    """
    for copy in CYTHON_OUTPUT.rglob("*.h"):
        copy.unlink()


def first_error(text: str) -> str:
    """Return the first error in the output of Cython or a C compiler, with the lines that explain it."""
    cython = "Error compiling Cython file:"
    if cython in text:
        return cython + text.split(cython)[1].rstrip()
    lines = text.strip().splitlines()
    at = next((number for number, line in enumerate(lines) if re.search(r"\berror\b.*:", line)), 0)
    return "\n".join(lines[max(0, at - 2) : at + 10])


def not_run(command: Sequence[str], error: OSError) -> str:
    """Return the error message for a compiler that could not be started."""
    return f"error: {shlex.join(command[:1])} could not be run: {error.strerror}\n"


def put(source: Path, target: Path) -> None:
    """Move a file to its target atomically, also to another file system; an existing target is replaced."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        source.replace(target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        partial = target.with_name(f"{target.name}.new")
        shutil.copy2(source, partial)
        partial.replace(target)


@contextlib.contextmanager
def locked() -> Iterator[None]:
    """Lock this tree against other builds, on systems with ``fcntl``. Blocks until a build under way has ended."""
    BUILD_FOLDER.mkdir(exist_ok=True)
    with (BUILD_FOLDER / "lock").open("w") as file:
        with contextlib.suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                print("Kỳ Viện: waiting for another build of this tree", flush=True)
                fcntl.flock(file, fcntl.LOCK_EX)
        yield


class BuildExtensions(build_ext):  # type: ignore[misc]
    """The command ``build_ext``: compiles the modules that are not up to date and puts all in place, or none."""

    extensions: list[Extension]
    build_lib: str

    def finalize_options(self) -> None:
        """Enable parallel compilation, and disable the comparison of file times, which the stamps replace."""
        super().finalize_options()
        self.force = True
        self.parallel: Any = self.parallel or os.cpu_count() or 1

    def run(self) -> None:
        """Build all extensions, or none. If an installation fails to build them, it continues without machine code.

        Raises:
            SystemExit: if a strict build fails.
        """
        self._in_place = bool(self.inplace)  # the base class changes its attribute while it compiles
        self._first_error = self._no_compiler = ""
        self._printing = threading.Lock()
        if self._in_place:
            self.build_temp = str(OBJECTS)
        with locked():
            try:
                super().run()
            except (Exception, SystemExit) as error:  # noqa: BLE001 - an installation continues after any error
                reason = self._first_error or f"{type(error).__name__}: {error}"
                if MODE:
                    raise SystemExit(
                        "\nKỳ Viện: the build failed; the machine code in place was left as it was. "
                        f"The first error:\n\n{reason}\n"
                    ) from None
                self.go_on_without(reason)

    def go_on_without(self, reason: str) -> None:
        """Report a failed build and remove the machine code, unless it is complete and built from these sources."""
        print(f"\nKỳ Viện: the engine could not be compiled. The first error:\n\n{reason}\n", file=sys.stderr)
        found = BUILD.inspect(BUILD.Sources(ENGINE))
        if self._in_place and found and isinstance(found, str):
            print("The machine code of an earlier build, made of the same sources, was kept.\n", file=sys.stderr)
        else:
            self.remove_machine_code(keep=set())
            print("It will run from source, in slow mode. All machine code was removed.\n", file=sys.stderr)
        for extension in self.extensions:
            extension.optional = True  # makes setuptools ignore the missing file

    def build_extensions(self) -> None:
        """Compile the modules that are not up to date in ``build/``, then put them in place.

        Raises:
            CompileError: if a module fails, or if the sources change during the build.
        """
        started = time.perf_counter()
        build = BUILD.build_id(self.circumstances())
        stamps = {extension.name: (build, SOURCES.digest(extension.name)) for extension in self.extensions}
        for path in sorted(SOURCES.unread):
            print(f"Kỳ Viện: engine/build.py cannot read all cimports or includes of engine/{path}:", file=sys.stderr)
            print("a change of any declaration will rebuild every module that depends on it.", file=sys.stderr)

        def lacks(folder: Path, extension: Extension) -> bool:
            path = folder / self.get_ext_filename(extension.name)
            # Modules are reused only in place; those of an installation are always compiled for it.
            return not (self._in_place and path.is_file() and BUILD.read_stamp(path) == stamps[extension.name])

        place = Path("." if self._in_place else self.build_lib)
        wanted = [extension for extension in self.extensions if lacks(place, extension)]
        # The other modules were compiled by an earlier build that failed or was interrupted.
        compiled = [extension for extension in wanted if lacks(COMPLETE, extension)]
        if compiled:
            self.compile(compiled, stamps)
        now = BUILD.Sources(ENGINE)
        if stamps != {name: (build, now.digest(name)) for name in now.modules}:
            raise CompileError("The sources changed during the build; run it again.")
        for extension in wanted:
            name = self.get_ext_filename(extension.name)
            put(COMPLETE / name, place / name)
        self.remove_machine_code(keep={place / self.get_ext_filename(name) for name in stamps})
        shutil.rmtree(COMPLETE, ignore_errors=True)
        print(f"Kỳ Viện: {len(compiled)} of {len(stamps)} modules compiled in {time.perf_counter() - started:.1f} s")

    def circumstances(self) -> list[str]:
        """Return everything except the sources that determines the machine code of a module.

        The mode is not included: a strict build is stopped by more warnings, but its machine code is that of an
        installation, so that after an editable installation only modules that changed are compiled.
        """
        from Cython import __version__ as cython_version

        msvc = self.compiler.compiler_type == "msvc"
        if msvc and not self.compiler.initialized:
            self.compiler.initialize()
        variables = ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS", "LDSHARED", "CL", "_CL_", "MACOSX_DEPLOYMENT_TARGET")
        return [
            cython_version,
            str(getattr(self.compiler, "cc", "")) if msvc else self.compiler_version(),
            *(shlex.join(getattr(self.compiler, name, None) or ()) for name in ("compiler_so", "linker_so")),
            sysconfig.get_platform(),
            str(sys.implementation.cache_tag),
            "abi3" if STABLE_INTERFACE else "",
            *compile_arguments(msvc),
            *(os.environ.get(name, "") for name in variables),
            *INCLUDE_FOLDERS,
            Path(__file__).read_text(encoding="utf-8"),
        ]

    def compiler_words(self) -> list[str]:
        """Return the command of the compiler without options."""
        return list(itertools.takewhile(lambda word: not word.startswith("-"), self.compiler.compiler_so))

    def is_gcc(self) -> bool:
        """Whether the compiler is GCC. Others define its macros, too, and their own."""
        if self.compiler.compiler_type != "unix":
            return False
        command = [*self.compiler_words(), "-dM", "-E", "-x", "c", os.devnull]
        macros = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False).stdout
        return "__GNUC__" in macros and "__clang__" not in macros and "__INTEL_COMPILER" not in macros

    def compiler_version(self) -> str:
        """Return the first line of the compiler's version, or an empty string if it cannot be run.

        The reason is then stored in ``_no_compiler``.
        """
        words = self.compiler_words()
        try:
            done = subprocess.run(
                [*words, "--version"],
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
            )
        except OSError as error:
            self._no_compiler = not_run(words, error)
            return ""
        return done.stdout.partition("\n")[0]

    def compile(self, extensions: Sequence[Extension], stamps: dict[str, tuple[str, str]]) -> None:
        """Translate, stamp, compile and link modules. Those that succeed are in ``COMPLETE``, also after an error.

        Raises:
            CompileError: if a module fails.
        """
        if self._no_compiler:  # before the seconds that Cython needs
            self.report(False, self._no_compiler)
            raise CompileError(self._no_compiler)
        if MODE == "profile":
            self.train()
        longest_first = sorted(extensions, key=lambda each: -Path(each.sources[0]).stat().st_size)
        self.translate_all(longest_first)
        remove_headers()
        msvc = self.compiler.compiler_type == "msvc"
        strict = ["-Werror=incompatible-pointer-types"] if MODE in ("strict", "profile") and not msvc else []
        STAMPS.mkdir(parents=True, exist_ok=True)
        for extension in longest_first:
            code = (CYTHON_OUTPUT / extension.sources[0]).with_suffix(".c")
            if STABLE_INTERFACE:
                set_code_flags(code)
            stamp = STAMPS / f"{extension.name}.c"
            text = BUILD.stamp(*stamps[extension.name], SOURCES.closure_text(extension.name))
            stamp.write_text(STAMP_SOURCE.format(stamp=text), encoding="utf-8")
            extension.sources = [str(code), str(stamp)]
            extension.extra_compile_args = [*compile_arguments(msvc), *strict]
            extension.extra_link_args = [
                argument
                for argument in compile_arguments(msvc)
                if argument.startswith(("-fsanitize", "-fprofile-generate"))
            ]
        if self.compiler.compiler_type == "unix":
            # The method by which setuptools runs programs, under its current and its older name.
            self.compiler.call = self.compiler.spawn = self.run_program
        everything, place, level = self.extensions, self.build_lib, logging.root.level
        self.extensions, self.build_lib = longest_first, str(LINKED)
        if level >= logging.INFO:  # not with -v
            logging.root.setLevel(logging.WARNING)
        try:
            super().build_extensions()
        finally:
            self.extensions, self.build_lib = everything, place
            logging.root.setLevel(level)

    def train(self) -> None:
        """Compile a copy of the sources with counters, run the training there, and put the counts next to the objects.

        Raises:
            CompileError: if the compiler is not GCC, or if a step fails.
        """
        if not self.is_gcc():
            self.report(False, "error: KYVIEN_BUILD=profile needs GCC, and this compiler is not GCC\n")
            raise CompileError("not GCC")
        print("Kỳ Viện: compiling twice, first with counters", flush=True)
        shutil.rmtree(PROFILE, ignore_errors=True)
        for name in filter(os.path.isdir, ("engine", "resources")):
            shutil.copytree(name, PROFILE / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        shutil.copy2(__file__, PROFILE)
        environment = {name: value for name, value in os.environ.items() if name != BUILD.PURE}
        for words in (["setup.py", "-q", "build_ext", "--inplace"], ["-m", TRAINING]):
            done = subprocess.run(
                [sys.executable, *words], cwd=PROFILE, env={**environment, "KYVIEN_BUILD": "instrument"},
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
            )  # fmt: skip
            if done.returncode:
                self.report(False, done.stdout, words)
                raise CompileError(f"{words[0]} ended with {done.returncode}")
        objects = Path(self.build_temp)
        for old in objects.rglob("*.gcda"):
            old.unlink()
        found = sorted((PROFILE / OBJECTS).rglob("*.gcda"))
        if not found:
            self.report(False, "error: the training wrote no counts\n")
            raise CompileError("no counts")
        for counts in found:
            put(counts, objects / counts.relative_to(PROFILE / OBJECTS))
        shutil.rmtree(PROFILE)

    def translate_all(self, extensions: Sequence[Extension]) -> None:
        """Translate modules to C, on Linux in parallel in forked processes. Spawned ones would run this file again.

        Raises:
            CompileError: if a module fails. No more are started then, and those already started are finished first.
        """
        if sys.platform != "linux":
            for extension in extensions:
                succeeded, printed = translate(extension)
                self.report(succeeded, printed)
                if not succeeded:
                    raise CompileError(extension.name)
            return
        import Cython.Build  # once, instead of in every process
        import Cython.Compiler.ParseTreeTransforms  # noqa: F401

        def work(extension: Extension, log: Path) -> NoReturn:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            succeeded, printed = translate(extension)
            log.write_text(printed, encoding="utf-8")
            raise SystemExit(0 if succeeded else 1)

        CYTHON_OUTPUT.mkdir(parents=True, exist_ok=True)
        todo = list(reversed(extensions))
        running: dict[int, tuple[Any, Path]] = {}
        while running or (todo and not self._first_error):
            while todo and not self._first_error and len(running) < self.parallel:
                extension = todo.pop()
                log = CYTHON_OUTPUT / f"{extension.name}.log"
                log.unlink(missing_ok=True)
                process = multiprocessing.get_context("fork").Process(target=work, args=(extension, log), daemon=True)
                process.start()
                running[process.sentinel] = process, log
            for sentinel in multiprocessing.connection.wait(list(running)):
                assert isinstance(sentinel, int)
                process, log = running.pop(sentinel)
                process.join()
                printed = log.read_text(encoding="utf-8") if log.exists() else f"error: Cython crashed at {log.stem}\n"
                self.report(process.exitcode == 0, printed)
        if self._first_error:
            raise CompileError(self._first_error)

    def build_extension(self, extension: Extension) -> None:
        """Compile and link one module.

        Raises:
            CompileError: if this module fails, or if another one has failed before.
        """
        if self._first_error:
            raise CompileError(f"{extension.name} was not started")
        super().build_extension(extension)
        put(Path(self.get_ext_fullpath(extension.name)), COMPLETE / self.get_ext_filename(extension.name))

    def run_program(self, command: Sequence[str], **_: Any) -> None:
        """Run the compiler or the linker and report its output, with the command if there is any output.

        Raises:
            CompileError: if the program cannot be started or fails.
        """
        logging.debug("%s", shlex.join(command))  # printed with -v
        environment = dict(os.environ)
        if target := sysconfig.get_config_var("MACOSX_DEPLOYMENT_TARGET"):
            environment.setdefault("MACOSX_DEPLOYMENT_TARGET", str(target))
        try:
            done = subprocess.run(
                list(command), env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                errors="replace", check=False,
            )  # fmt: skip
        except OSError as error:
            self.report(False, not_run(command, error))
            raise CompileError(not_run(command, error)) from None
        self.report(done.returncode == 0, done.stdout, command)
        if done.returncode:
            raise CompileError(f"{command[0]} ended with {done.returncode}")

    def report(self, succeeded: bool, printed: str, command: Sequence[str] = ()) -> None:
        """Print the command and the output of a build step, if it failed or printed anything.

        If the step failed, and is the first to fail, store its error.
        """
        with self._printing:
            if command and (printed or not succeeded):
                print(shlex.join(command), file=sys.stderr)
            if printed:
                print(printed, end="", file=sys.stderr, flush=True)
            if not succeeded and not self._first_error:
                self._first_error = first_error(printed) or "error: a step failed and printed nothing"

    def copy_extensions_to_source(self) -> None:
        """Do nothing: the extensions are already in place."""

    def remove_machine_code(self, keep: set[Path]) -> None:
        """Delete all extension files of the engine in the output folder except ``keep``, for any interpreter."""
        folder = Path("engine") if self._in_place else Path(self.build_lib, "engine")
        for suffix in (".so", ".pyd"):
            for path in folder.rglob(f"*{suffix}"):
                if path not in keep:
                    path.unlink()


class BuildPython(build_py):  # type: ignore[misc]
    """The command ``build_py``: copies the sources into an empty folder, without files left by an earlier build."""

    def run(self) -> None:
        """Delete the output folder, all of which goes into the wheel, then copy the sources."""
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


os.chdir(ROOT)
BUILD = load(ENGINE / "build.py")
SOURCES = BUILD.Sources(ENGINE)
INCLUDE_FOLDERS = sorted({header.parent.relative_to(ROOT).as_posix() for header in ENGINE.rglob("*.h")})
setup(
    cmdclass={"build_ext": BuildExtensions, "build_py": BuildPython},
    ext_modules=[
        Extension(
            name,
            [Path(path).relative_to(ROOT).as_posix()],
            include_dirs=list(INCLUDE_FOLDERS),
            define_macros=[("Py_LIMITED_API", "0x030B0000"), *CODE_FLAGS.items()] if STABLE_INTERFACE else [],
            py_limited_api=STABLE_INTERFACE,
        )
        for name, path in SOURCES.modules.items()
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if STABLE_INTERFACE else {},
)
