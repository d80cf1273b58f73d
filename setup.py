"""Builds the compiled modules: every ``.py`` with a ``.pxd`` beside it."""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

ROOT = Path(__file__).parent
modules = sorted(p.with_suffix(".py") for p in (ROOT / "engine").rglob("*.pxd") if p.with_suffix(".py").exists())
extensions = [
    Extension(
        ".".join(path.relative_to(ROOT).with_suffix("").parts),
        [str(path.relative_to(ROOT))],
        include_dirs=["engine/core", "engine/search"],
        extra_compile_args=["-O2", "-g0"],
    )
    for path in modules
]
setup(
    ext_modules=cythonize(
        extensions,
        build_dir="build/cython",
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "infer_types": True,
            "annotation_typing": False,
        },
    )
)
