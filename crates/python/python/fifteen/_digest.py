"""Digests of functions, with which a benchmark detects that a function has changed since its results were written.

The digest of a function covers its code, its defaults, the values in its closure, and the global values that it names,
including other functions. For functions of installed packages, it covers only the name and the version of the package. For
example, the digest of ``h`` changes if the body of ``h`` or of ``distance`` changes, if ``WEIGHT`` gets another value, or if
NumPy is updated::

    WEIGHT = 2
    def distance(boards): return np.abs(boards - GOAL).sum(axis=1)
    def h(boards): return distance(boards) // WEIGHT

Comments and positions in the file do not affect the digest. A harmless change, such as renaming a variable, can change it too.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
import sysconfig
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Optional

import numpy as np

INSTALLED = tuple(
    os.path.realpath(path) + os.sep
    for path in {*map(sysconfig.get_path, ("stdlib", "platstdlib", "purelib", "platlib")), os.path.dirname(np.__path__[0])}
    if path
)
"""Folders of installed modules, whose code changes only with the version."""
IGNORED = set("__dict__ __weakref__ __doc__ __module__ __annotations__ __firstlineno__ __static_attributes__ __slotnames__".split())
"""Attributes of a class that do not affect what its methods do."""
IMMUTABLE = (tuple, frozenset, types.CodeType)
"""Types of which Python can share equal values. Whether two values are the same object must therefore not affect the digest."""
CONSTANTS = (type(None), bool, int, float, complex, str, bytes, type(Ellipsis), type(NotImplemented))


def digest(function: Any) -> Optional[str]:
    """Returns the digest of a callable, or None if it refers to an object whose contents cannot be read."""
    contents = _Contents()
    try:
        contents.add(function)
    except Exception:  # Reading an object runs its code, which can raise any exception.
        return None
    return contents.hash.hexdigest()[:32]


class _Contents:
    """A hash to which the contents of values are added, one value after another."""

    def __init__(self) -> None:
        self.hash = hashlib.sha256()
        # Each value is added only once, so that cyclic references end. Keeping the values alive keeps their IDs unique.
        self._seen: dict[int, tuple[int, Any]] = {}

    def _text(self, *texts: object) -> None:
        for text in texts:
            data = str(text).encode("utf-8", "surrogatepass")
            self.hash.update(f"{len(data)}:".encode())
            self.hash.update(data)

    def add(self, value: Any) -> None:
        """Adds the contents of a value to the hash."""
        if isinstance(value, CONSTANTS):
            self._text(type(value).__name__, repr(value))
            return
        if not isinstance(value, IMMUTABLE):
            if id(value) in self._seen:
                self._text("again", self._seen[id(value)][0])
                return
            self._seen[id(value)] = (len(self._seen), value)
        if isinstance(value, (tuple, list)) and type(value) in (tuple, list):
            self._text(type(value).__name__, len(value))
            self._all(value)
        elif type(value) is dict:
            self._text("dict", len(value))
            self._all(part for item in value.items() for part in item)
        elif type(value) in (set, frozenset):
            self._text("set", *sorted(map(_digest_of_element, value)))
        elif isinstance(value, np.ndarray) and value.dtype.kind != "O":
            self._text("array", value.dtype.str, value.shape)
            self.hash.update(np.ascontiguousarray(value).tobytes())
        elif isinstance(value, types.CodeType):
            self._code(value)
        elif isinstance(value, types.FunctionType):
            self._function(value)
        elif isinstance(value, types.ModuleType):
            self._module(value)
        elif isinstance(value, type):
            self._class(value)
        elif isinstance(value, types.CellType):
            self._cell(value)
        elif isinstance(value, (types.BuiltinFunctionType, types.MethodType)):
            self._text("method", value.__name__)
            self.add(value.__self__ if isinstance(value, types.BuiltinFunctionType) else (value.__self__, value.__func__))
        elif isinstance(value, (staticmethod, classmethod)):
            self._text(type(value).__name__)
            self.add(value.__func__)
        elif isinstance(value, (property, functools.cached_property)):
            self._text("property")
            self.add((value.fget, value.fset, value.fdel) if isinstance(value, property) else value.func)
        elif hasattr(value, "__wrapped__"):  # For example a function with a cache. The cached values do not matter.
            self._text(type(value).__name__)
            self.add(value.__wrapped__)
        else:
            self._object(value)

    def _all(self, values: Any) -> None:
        for value in values:
            self.add(value)

    def _code(self, code: types.CodeType) -> None:
        self._text("code", code.co_code.hex(), code.co_argcount, code.co_kwonlyargcount, code.co_flags)
        self._text(*code.co_names, *code.co_varnames, *code.co_freevars)
        self._all(code.co_consts)

    def _function(self, function: types.FunctionType) -> None:
        module = sys.modules.get(function.__module__ or "")
        if module is not None and _is_installed(module):
            self._text("installed", function.__module__, function.__qualname__, _version(module))
            return
        self._text("function")
        self._all((function.__code__, function.__defaults__, function.__kwdefaults__, function.__closure__))
        for name in sorted(set(_names(function.__code__))):
            if name in function.__globals__:
                self._text(name)
                self.add(function.__globals__[name])

    def _module(self, module: types.ModuleType) -> None:
        self._text("module", module.__name__)
        if _is_installed(module):
            self._text(_version(module))
            return
        file = getattr(module, "__file__", None)
        if file is not None:
            self.hash.update(Path(file).read_bytes())
        for value in list(vars(module).values()):
            origin = value if isinstance(value, types.ModuleType) else sys.modules.get(getattr(value, "__module__", None) or "")
            if origin is not None and not _is_installed(origin):
                self.add(origin)

    def _class(self, kind: type) -> None:
        module = sys.modules.get(kind.__module__)
        self._text("class", kind.__module__, kind.__qualname__)
        if module is not None and _is_installed(module):
            self._text(_version(module))
            return
        self._all(kind.__bases__)
        for name, value in vars(kind).items():
            if name not in IGNORED and not name.startswith("_abc_") and not isinstance(value, types.MemberDescriptorType):
                self._text(name)
                self.add(value)

    def _cell(self, cell: types.CellType) -> None:
        try:
            self.add(cell.cell_contents)
        except ValueError:  # The variable has no value yet.
            self._text("empty")

    def _object(self, value: Any) -> None:
        """Adds the type of an object and the data that pickling would store."""
        self.add(type(value))
        parts = value.__reduce_ex__(4)
        if isinstance(parts, str):
            self._text("global", parts)
            return
        for part in parts:
            self.add(list(part) if isinstance(part, Iterator) else part)


def _digest_of_element(value: Any) -> str:
    contents = _Contents()
    contents.add(value)
    return contents.hash.hexdigest()


def _names(code: types.CodeType) -> Iterator[str]:
    """Returns the names that the code, and the functions defined in it, look up."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def _is_installed(module: types.ModuleType) -> bool:
    """Returns whether a module is part of Python or of an installed package, so that its version identifies its code."""
    file = getattr(module, "__file__", None)
    if file is None:  # Built into Python, or typed by the user.
        return module.__name__ in sys.builtin_module_names
    return os.path.realpath(file).startswith(INSTALLED) or module.__name__.partition(".")[0] == "fifteen"


def _version(module: types.ModuleType) -> str:
    package = sys.modules.get(module.__name__.partition(".")[0])
    return str(getattr(package, "__version__", sys.version_info[:2]))
