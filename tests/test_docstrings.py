"""Public methods have docstrings, which name the errors raised and describe parameters whose names do not."""

import ast
import builtins
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import pytest

from tests.sources import ROOT, nodes_of, sources

MISTAKES = {"AssertionError", "MemoryError", "NotImplementedError", "TypeError"}
"""Errors that a caller does not handle."""
NEVER = {("Xiangqi.attacks", "ValueError")}
"""The helper raises the error for impossible moves before the position, and here it is called without such moves."""
PLAIN = re.compile(r"(Any|bool|bytes|float|int|str)( \| None)?")
"""Annotations that do not describe a parameter."""
GLOSSARY = {
    "alpha", "beta", "capacity", "cell", "column", "columns", "depth", "evaluation", "file", "game", "height", "index",
    "key", "material", "move", "name", "node", "nodes", "origin", "plies", "ply", "pv", "radius", "rank", "row", "rows",
    "seconds", "seed", "side", "size", "target", "text", "title", "width", "x", "y",
}  # fmt: skip
"""Names of parameters that have one meaning everywhere."""


class Function(NamedTuple):
    """A function with the class and the module that contain it, and the path of the module."""

    definition: ast.FunctionDef
    owner: ast.ClassDef | None
    module: ast.Module
    path: str

    @property
    def title(self) -> str:
        return f"{self.owner.name}.{self.definition.name}" if self.owner else self.definition.name

    @property
    def is_public(self) -> bool:
        if self.owner is not None and self.owner.name.startswith("_"):
            return False
        return self.definition.name in ("__init__", "__post_init__") or not self.definition.name.startswith("_")


def defined_in(body: Iterable[ast.stmt]) -> Iterator[ast.FunctionDef]:
    """The functions in the body of a module or a class, also those under a condition."""
    for each in body:
        if isinstance(each, ast.FunctionDef):
            yield each
        elif isinstance(each, ast.If):
            yield from defined_in((*each.body, *each.orelse))


def name_of(node: ast.AST | None) -> str:
    """The last name in an expression: ``Error`` of ``errors.Error("…")``, and ``Game`` of ``Game[int]``."""
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def section(docstring: str, title: str) -> str:
    """The lines of a section such as ``Raises``, or an empty string."""
    found = re.search(rf"^{title}:\n((?: +.*\n?|\n)*)", docstring, re.MULTILINE)
    return found[1] if found else ""


class Sources:
    """The modules of a program: their syntax trees and the docstrings of their folders."""

    def __init__(self, nodes: Mapping[str, Sequence[ast.AST]]) -> None:
        self.modules = {path: each[0] for path, each in nodes.items() if isinstance(each[0], ast.Module)}
        self.classes: dict[str, list[ast.ClassDef]] = {}
        for node in (node for each in nodes.values() for node in each if isinstance(node, ast.ClassDef)):
            self.classes.setdefault(node.name, []).append(node)
        self.functions = [
            Function(definition, owner, self.modules[path], path)
            for path, each in nodes.items()
            for owner in (None, *(node for node in each if isinstance(node, ast.ClassDef)))
            for definition in defined_in((owner or self.modules[path]).body)
        ]

    def ancestors(self, name: str) -> list[str]:
        """The name of a class, and the names of the classes from which it derives."""
        if name in self.classes:
            bases = [name_of(base) for each in self.classes[name] for base in each.bases]
            return [name, *(found for base in bases if base != name for found in self.ancestors(base))]
        kind = getattr(builtins, name, None)
        return [each.__name__ for each in kind.__mro__] if isinstance(kind, type) else [name]

    def raised(self, function: Function) -> set[str]:
        """The names of the errors that a function and its private helpers in the same module raise and do not catch.

        An error that is only known when the program runs (``raise self.refused``) is left out.
        """
        groups = {name_of(each.targets[0]): each.value for each in function.module.body if isinstance(each, ast.Assign)}
        callers = [function.definition]

        def caught_by(handler: ast.ExceptHandler) -> set[str]:
            kinds = groups.get(name_of(handler.type), handler.type)
            return {name_of(each) for each in (kinds.elts if isinstance(kinds, ast.Tuple) else (kinds,))}

        def helper(call: ast.Call) -> ast.FunctionDef | None:
            is_method = isinstance(call.func, ast.Attribute) and name_of(call.func.value) == "self"
            owner = function.owner if is_method else function.module
            if owner is None or not name_of(call).startswith("_") or not (is_method or isinstance(call.func, ast.Name)):
                return None
            return next((each for each in defined_in(owner.body) if each.name == name_of(call)), None)

        def visit(nodes: Iterable[ast.AST], caught: set[str]) -> Iterator[str]:
            for node in nodes:
                if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Lambda):
                    continue
                if isinstance(node, ast.Try):
                    yield from visit(node.body, caught.union(*map(caught_by, node.handlers)))
                    yield from visit((*node.handlers, *node.orelse, *node.finalbody), caught)
                    continue
                if isinstance(node, ast.Raise):
                    name = name_of(node.exc)
                    if re.match("[A-Z].*Error$", name) and caught.isdisjoint(self.ancestors(name)):
                        yield name
                elif isinstance(node, ast.Call) and (called := helper(node)) is not None and called not in callers:
                    callers.append(called)
                    yield from visit(called.body, caught)
                    callers.pop()
                yield from visit(ast.iter_child_nodes(node), caught)

        return set(visit(function.definition.body, set()))

    def docstrings(self, function: Function) -> list[str]:
        """The docstrings of a function, of the methods that it overrides and, if it initialises, of its class."""
        found: list[ast.FunctionDef | ast.ClassDef] = [function.definition]
        if function.owner is not None:
            bases = [each for name in self.ancestors(function.owner.name) for each in self.classes.get(name, ())]
            methods = (each for base in bases for each in defined_in(base.body))
            found += [each for each in methods if each.name == function.definition.name]
            if function.definition.name.startswith("__"):
                found += bases
        return [ast.get_docstring(each) or "" for each in found]

    def around(self, function: Function) -> str:
        """The docstrings of the class, the module and the folder that contain a function."""
        folder = self.modules.get(f"{function.path.rpartition('/')[0]}/__init__.py")
        parts = [each for each in (function.owner, function.module, folder) if each is not None]
        return " ".join(ast.get_docstring(each) or "" for each in parts)

    def undocumented_methods(self) -> Iterator[str]:
        """The public methods without a docstring that neither a base class nor the list of attributes documents."""
        for function in self.functions:
            name = function.definition.name
            if function.owner is None or not function.is_public or any(self.docstrings(function)):
                continue
            is_setter = "setter" in [name_of(each) for each in function.definition.decorator_list]
            attributes = section(ast.get_docstring(function.owner) or "", "Attributes")
            if not (is_setter or name.startswith("__") or re.search(rf"\b{name}\b.*:", attributes)):
                yield f"{function.path}:{function.definition.lineno}: {function.title} has no docstring"

    def unnamed_errors(self) -> Iterator[str]:
        """The errors that the docstring of a public function does not name, nor one of what contains the function.

        The names are in a section ``Raises`` or between two pairs of backquotes. The name of a base class is enough.
        """
        for function in self.functions:
            if not function.is_public or not (raised := self.raised(function)):
                continue
            known = " ".join(section(each, "Raises") for each in self.docstrings(function))
            quoted = " ".join(re.findall("``\\w+``", " ".join((*self.docstrings(function), self.around(function)))))
            for error in sorted(raised - MISTAKES):
                kinds = {*self.ancestors(error)} - {"Exception", "BaseException", "object"}
                if error.startswith("_") or (function.title, error) in NEVER:
                    continue
                if kinds.isdisjoint(re.findall(r"\w+", f"{known} {quoted}")):
                    yield f"{function.path}:{function.definition.lineno}: {function.title} does not name {error}"

    def undescribed_parameters(self) -> Iterator[str]:
        """The parameters of a plain type that no docstring of a public function with three or more of them describes.

        The docstring has a section ``Args``, refers to the arguments of another function, or has the words of the name.
        """
        described = re.compile(r"^Args:$|arguments are (those of|described in) ``", re.MULTILINE)
        for function in self.functions:
            arguments = function.definition.args
            parameters = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
            few = 4 if function.owner else 3
            is_qt = re.search("[A-Z]", function.definition.name)
            text = "\n".join(self.docstrings(function))
            if is_qt or not function.is_public or len(parameters) < few or described.search(text):
                continue
            text += ast.get_docstring(function.owner) or "" if function.owner else ""
            for each in parameters:
                parts = [part[: max(3, len(part) - 2)] for part in re.sub("^(is|has|can)_", "", each.arg).split("_")]
                is_plain = each.annotation is not None and PLAIN.fullmatch(ast.unparse(each.annotation))
                is_named = f"``{each.arg}" in text or all(
                    re.search(rf"\b{part}", text, re.IGNORECASE) for part in parts
                )
                if is_plain and each.arg not in GLOSSARY and not is_named:
                    yield f"{function.path}:{function.definition.lineno}: {function.title} does not describe {each.arg}"


@pytest.fixture(scope="module")
def product() -> Sources:
    return Sources({path.relative_to(ROOT).as_posix(): nodes_of(path) for path in sources()})


def test_public_methods_are_documented(product: Sources) -> None:
    found = list(product.undocumented_methods())
    assert not found, "\n".join(found)


def test_public_functions_name_their_errors(product: Sources) -> None:
    found = list(product.unnamed_errors())
    assert not found, "\n".join(found)


def test_public_functions_describe_their_parameters(product: Sources) -> None:
    found = list(product.undescribed_parameters())
    assert not found, "\n".join(found)


PLANTED = '''
"""A module."""

class OwnError(ValueError):
    """An error."""

REFUSED = (OSError, OwnError)

def caught(path):
    """Read a file."""
    try:
        _raise()
    except REFUSED:
        return None

def _raise():
    raise OwnError

def passed_on(path):
    """Read a file.

    Raises:
        RuntimeError: if it is damaged.
    """
    try:
        return caught(path)
    except RuntimeError:
        return [lambda: _raise(), _raise()]

def named(path):
    """Read a file.

    Raises:
        ValueError: if it is damaged.
    """
    return _raise()

class Reader:
    """A reader. Its methods raise an ``OSError`` if the file is closed."""

    def __init__(self):
        raise KeyError

    def read(self, path: str, size: int, is_whole: bool, limit: int, mode: "Mode"):
        """Read the whole file ``path``."""
        raise OSError

    def write(self, path: str, is_whole: bool, limit: int):
        """Write a file. The arguments are those of ``read``."""
        raise LookupError

class Other(Reader):
    """Another reader."""

    def write(self, path: str, is_whole: bool, limit: int):
        """Write a file.

        Args:
            path: the file.
        """
        raise IndexError

    def read(self, path: str, size: int, is_whole: bool, limit: int, mode: "Mode"):
        return None

    def close(self):
        return None

    def _read(self, path: str, is_whole: bool, limit: int):
        raise IndexError
'''


def test_planted_omissions_are_found() -> None:
    planted = Sources({"planted.py": list(ast.walk(ast.parse(PLANTED)))})
    assert [each.partition(": ")[2] for each in planted.unnamed_errors()] == [
        "passed_on does not name OwnError",
        "Reader.__init__ does not name KeyError",
        "Reader.write does not name LookupError",
        "Other.write does not name IndexError",
    ]
    assert [each.partition(": ")[2] for each in planted.undescribed_parameters()] == [
        "Reader.read does not describe limit",
        "Other.read does not describe limit",
    ]
    assert [each.partition(": ")[2] for each in planted.undocumented_methods()] == ["Other.close has no docstring"]
