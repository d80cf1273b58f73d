"""Sphinx configuration. Build with ``sphinx-build -W -b html docs build/docs``; needs the extra ``docs``, no network.

The pages of the guide, the lessons, the glossary and the notebooks are written to ``docs/generated`` before each build
(``docs/pages.py``). The reference of the library is read from its docstrings.
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

from pages import write_pages

import engine

project = "Kỳ Viện"
author = "Kỳ Viện contributors"
release = engine.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["README.md"]
html_theme = "alabaster"
html_theme_options = {"description": "Board games and search algorithms", "fixed_sidebar": True, "page_width": "1060px"}
html_show_sourcelink = False
html_copy_source = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
napoleon_use_ivar = True
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence", "deflist"]

write_pages(Path(__file__).parent / "generated")
