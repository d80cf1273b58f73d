"""Builds the compiled modules: every ``.py`` of the engine with a ``.pxd`` beside it.

A build is all or nothing. Where a module cannot be compiled (no compiler, a header missing), all machine code is
removed and the installation goes on: the engine then runs from source, slowly, and says so.

The environment variable ``KYVIEN_BUILD`` changes that:

- ``strict``: every warning of Cython and every failure is an error. It is the default for ``python setup.py …``, which
  developers run; an installation with pip must not fail because a newer Cython warns of something new.
- ``sanitize``: strict, and with AddressSanitizer and UndefinedBehaviorSanitizer, naming lines of the ``.py`` files.
"""

import importlib.util
import os
import platform
import shutil
import sys
import sysconfig
import time
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
ENGINE = ROOT / "engine"
CYTHON_OUTPUT = Path("build", "cython")
STAMPS = Path("build", "stamps")

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "infer_types": True,
    "annotation_typing": False,
    # Positions say how they are pickled, nothing else should be; and the code for it does not compile with gcc 14.
    "auto_pickle": False,
}

STAMP_SOURCE = """\
/* Read from the file's bytes by engine/core/build.py, never by the program. */
#if defined(_MSC_VER)
__declspec(dllexport)
#else
__attribute__((used, visibility("default")))
#endif
const char kyvien_stamp[] = "{stamp}";
"""


def load(path: Path) -> Any:
    """A module from its file, without importing its package (which would refuse stale machine code)."""
    spec = importlib.util.spec_from_file_location(f"kyvien_setup_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def mode() -> str:
    """``strict``, ``sanitize`` or, for an installation, empty."""
    main = getattr(sys.modules["__main__"], "__file__", None)
    direct = main is not None and Path(main).resolve() == Path(__file__).resolve()
    chosen = os.environ.get("KYVIEN_BUILD", "strict" if direct else "")
    if chosen not in ("", "strict", "sanitize"):
        raise SystemExit(f"KYVIEN_BUILD={chosen}: expected strict or sanitize")
    return chosen


MODE = mode()
STABLE_INTERFACE = not sysconfig.get_config_var("Py_GIL_DISABLED")  # free-threaded Python has none


def compile_arguments(msvc: bool) -> list[str]:
    """Arguments of the C compiler. -O3 and -march gain nothing on rules and searches (measured)."""
    if msvc:
        return ["/O2"]
    if MODE == "sanitize":
        return ["-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    strict = ["-Werror=incompatible-pointer-types"] if MODE else []
    return ["-O2", "-g0", *strict]


class BuildExtensions(build_ext):  # type: ignore[misc]
    """Translate, stamp and compile everything anew; leave nothing behind of what came before, or of what failed."""

    def finalize_options(self) -> None:
        """Build in parallel, and never trust an older file."""
        super().finalize_options()
        self.force = True
        self.parallel: Any = self.parallel or os.cpu_count() or 1

    def run(self) -> None:
        """Build all extensions, or none."""
        self.remove_machine_code()
        started = time.perf_counter()
        try:
            self.translate()
            super().run()
        except (Exception, SystemExit) as error:
            self.remove_machine_code()
            if MODE:
                raise
            print(f"\nKỳ Viện: the engine could not be compiled ({type(error).__name__}: {error}).", file=sys.stderr)
            print("It will run from source, in slow mode. All machine code was removed.\n", file=sys.stderr)
            for extension in self.extensions:
                extension.optional = True  # so that nobody asks where it is
            return
        print(f"Kỳ Viện: {len(self.extensions)} modules compiled in {time.perf_counter() - started:.1f} s")

    def translate(self) -> None:
        """Python to C, and one stamp beside each."""
        from Cython import __version__ as cython_version
        from Cython.Build import cythonize
        from Cython.Compiler import Options

        Options.warning_errors = bool(MODE)
        msvc = sys.platform == "win32" and (self.compiler or "") in ("", "msvc")
        arguments = compile_arguments(msvc)
        sanitizers = [argument for argument in arguments if argument.startswith("-fsanitize")]
        plain = [Extension(each.name, list(each.sources)) for each in self.extensions]
        # Processes only where they are forked: elsewhere a new one would run this file again.
        translated = cythonize(
            plain,
            build_dir=str(CYTHON_OUTPUT),
            compiler_directives=DIRECTIVES,
            emit_linenums=MODE == "sanitize",
            force=True,
            nthreads=self.parallel if sys.platform == "linux" and sys.version_info < (3, 14) else 0,
        )
        build = SOURCES.build_id(
            [cython_version, platform.python_compiler(), sysconfig.get_platform(), MODE, *arguments]
            + [os.environ.get(name, "") for name in ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS")]
            + [
                str(sys.version_info[:2]) if not STABLE_INTERFACE else "abi3",
                Path(__file__).read_text(encoding="utf-8"),
            ]
        )
        STAMPS.mkdir(parents=True, exist_ok=True)
        for extension, source in zip(self.extensions, translated, strict=True):
            stamp = STAMPS / f"{extension.name}.c"
            stamp.write_text(STAMP_SOURCE.format(stamp=BUILD.stamp(build, SOURCES.digest(extension.name))))
            extension.sources = [*source.sources, str(stamp)]
            extension.extra_compile_args = arguments
            extension.extra_link_args = sanitizers

    def remove_machine_code(self) -> None:
        """Delete every extension file of the engine where this build writes, whatever interpreter it was for."""
        for folder in [ENGINE] if self.inplace else [Path(self.build_lib, "engine")]:
            for suffix in (".so", ".pyd"):
                for path in folder.rglob(f"*{suffix}"):
                    path.unlink()


class BuildPython(build_py):  # type: ignore[misc]
    """Copies the sources, without what an earlier build left in the way."""

    def run(self) -> None:
        """Start from an empty folder: what is in it goes into the wheel."""
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


os.chdir(ROOT)
BUILD = load(ENGINE / "core" / "build.py")
SOURCES = BUILD.Sources(ENGINE)
setup(
    cmdclass={"build_ext": BuildExtensions, "build_py": BuildPython},
    ext_modules=[
        Extension(
            name,
            [path.relative_to(ROOT).as_posix()],
            include_dirs=sorted({header.parent.relative_to(ROOT).as_posix() for header in ENGINE.rglob("*.h")}),
            define_macros=[("Py_LIMITED_API", "0x030B0000")] if STABLE_INTERFACE else [],
            py_limited_api=STABLE_INTERFACE,
        )
        for name, path in SOURCES.modules.items()
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if STABLE_INTERFACE else {},
)
