"""Finds the definitions and imports at the top level of a module, without running it.

Finds aliases of known types, and imported packages outside the standard library. A class made by a call,
such as `Point = NamedTuple("Point", [("x", int)])` or `Color = Enum("Color", "RED BLUE")`, is a class.
"""

import ast
import sys


def _is_name(node, name):
    return getattr(node, "id", getattr(node, "attr", None)) == name


def _holds(test):
    """Whether a condition holds when a module is imported to be called; None if unknown."""
    if isinstance(test, ast.Constant):
        return bool(test.value)
    if _is_name(test, "TYPE_CHECKING"):
        return False
    return False if isinstance(test, ast.Compare) and _is_name(test.left, "__name__") else None


class Module:
    """Functions by name (a later one of the same name wins, as in Python), classes, aliases, attributes set on functions."""

    def __init__(self, tree):
        self.doc = ast.get_docstring(tree, clean=True)
        self.functions = {}
        self.doubles = []
        self.classes = {}
        self.aliases = {}
        # Type parameters, such as those of `type Pair[T] = ...`, by the alias.
        self.parameters = {}
        # The node of the value, by (function, attribute).
        self.attributes = {}
        self.imports = foreign_imports(tree.body)
        self._written = {}
        self._read(tree.body)

    def constant(self, name):
        """Return the value of a name that is assigned exactly once."""
        return self.aliases.get(name) if self._written.get(name) == 1 else None

    def _read(self, body, other=False):
        """Read statements. `other`: an alternative branch, whose definitions do not replace known ones."""
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                self._function(node, other)
            elif isinstance(node, ast.ClassDef):
                if not other or node.name not in self.classes:
                    self.classes[node.name] = node
                for inner in node.body:
                    if isinstance(inner, ast.ClassDef):
                        self.classes.setdefault(inner.name, inner)
            elif isinstance(node, ast.Assign):
                for target in node.targets:
                    self._assign(target, node.value)
            elif isinstance(node, ast.AnnAssign) and node.value is not None:
                self._assign(node.target, node.value)
            elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                self._written[node.target.id] = 2
            elif isinstance(node, getattr(ast, "TypeAlias", ())):
                self.aliases[node.name.id] = node.value
                self.parameters[node.name.id] = [part.name for part in node.type_params]
            elif isinstance(node, ast.Delete):
                for target in node.targets:
                    self.functions.pop(getattr(target, "id", None), None)
            elif isinstance(node, ast.Expr):
                self._set_attribute(node.value)
            elif isinstance(node, ast.For):
                self._loop(node)
            elif isinstance(node, ast.If):
                holds = _holds(node.test)
                if holds is not False:
                    self._read(node.body, other)
                if holds is not True:
                    self._read(node.orelse, other or holds is None)
            elif isinstance(node, (ast.Try, ast.TryStar, ast.With)):
                self._read(node.body, other)
                self._read([*getattr(node, "orelse", ()), *getattr(node, "finalbody", ())], other)
                for handler in getattr(node, "handlers", ()):
                    self._read(handler.body, True)

    def _function(self, node, other):
        if any(_is_name(one, "overload") for one in node.decorator_list):
            return
        if node.name in self.functions:
            if other:
                return
            self.doubles.append(node)
            del self.functions[node.name]
        self.functions[node.name] = node

    def _assign(self, target, value):
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
            self.attributes[(target.value.id, target.attr)] = value
        elif isinstance(target, ast.Name):
            self._written[target.id] = self._written.get(target.id, 0) + 1
            made = class_of_call(target.id, value)
            if made is not None:
                self.classes[target.id] = made
            else:
                self.aliases[target.id] = _alias(value)

    def _set_attribute(self, call):
        """Read `setattr(f, "executionPolicy", ...)`."""
        if isinstance(call, ast.Call) and _is_name(call.func, "setattr") and len(call.args) == 3:
            owner, name, value = call.args
            if isinstance(owner, ast.Name) and isinstance(name, ast.Constant):
                self.attributes[(owner.id, name.value)] = value

    def _loop(self, node):
        """Read `for f in (one, two): f.executionPolicy = ...`, which sets the attribute of each."""
        if not isinstance(node.target, ast.Name) or not isinstance(node.iter, (ast.Tuple, ast.List, ast.Set)):
            return
        for part in node.body:
            for target in part.targets if isinstance(part, ast.Assign) else ():
                if isinstance(target, ast.Attribute) and _is_name(target.value, node.target.id):
                    for each in node.iter.elts:
                        self._assign(ast.Attribute(each, target.attr, ast.Store()), part.value)


def _alias(value):
    """Return the type that a value stands for: `UserId = NewType("UserId", int)` is int; any other value may be a type."""
    if isinstance(value, ast.Call) and _is_name(value.func, "NewType"):
        return value.args[1] if len(value.args) > 1 else value
    return value

_TYPES = {"typing", "typing_extensions", "pydantic", "dataclasses", "enum", "collections", "datetime", "decimal", "uuid", "pathlib", "attrs", "attr", "msgspec"}
# Packages whose import name differs.
_PACKAGES = {
    "yaml": "PyYAML", "bs4": "beautifulsoup4", "dateutil": "python-dateutil", "dotenv": "python-dotenv", "attr": "attrs", "jwt": "PyJWT",
    "docx": "python-docx", "pptx": "python-pptx", "slugify": "python-slugify", "PIL": "pillow", "cv2": "opencv-python", "sklearn": "scikit-learn",
}
# Packages that contain compiled code, or depend on one that does.
_COMPILED = {
    "pydantic", "pydantic_core", "numpy", "pandas", "scipy", "matplotlib", "sklearn", "torch", "tensorflow", "PIL", "cv2", "lxml", "cryptography",
    "orjson", "msgspec", "regex", "tokenizers", "transformers", "polars", "pyarrow", "psutil", "grpc", "fastapi", "langchain", "langchain_core", "mcp", "openai", "anthropic",
}


def use_own_names(tree):
    """Restore names: after `from typing import Optional as Opt`, replace each `Opt` by `Optional`."""
    names = {
        alias.asname: alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in _TYPES
        for alias in node.names
        if alias.asname and alias.asname != alias.name
    }
    for node in ast.walk(tree) if names else ():
        if isinstance(node, ast.Name) and node.id in names:
            node.id = names[node.id]


def foreign_imports(body):
    """Return (import name, package, whether it is compiled, node) of the imports that a call needs; guarded and late imports may fail."""
    found = {}
    for node in body:
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names = [node.module]
        for name in names:
            root = name.split(".")[0]
            if root not in sys.stdlib_module_names:
                found.setdefault(root, (root, _PACKAGES.get(root, root), root in _COMPILED, node))
    return list(found.values())

_ENUMS = {"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"}


def _name(node):
    return getattr(node, "id", getattr(node, "attr", None))


def _words(node):
    """Return the strings of "RED BLUE", "RED, BLUE" or a list of strings."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value.replace(",", " ").split()
    parts = node.elts if isinstance(node, (ast.List, ast.Tuple)) else []
    return [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]


def _typed(name, annotation):
    return ast.AnnAssign(target=ast.Name(name, ast.Store()), annotation=annotation, value=None, simple=1)


def _pairs(node):
    if isinstance(node, ast.Dict):
        return [(key.value, value) for key, value in zip(node.keys, node.values) if isinstance(key, ast.Constant)]
    parts = node.elts if isinstance(node, (ast.List, ast.Tuple)) else []
    return [(part.elts[0].value, part.elts[1]) for part in parts if isinstance(part, (ast.List, ast.Tuple)) and len(part.elts) == 2 and isinstance(part.elts[0], ast.Constant)]


def class_of_call(name, call):
    """Return the equivalent class statement, or None."""
    if not isinstance(call, ast.Call) or len(call.args) < 2:
        return None
    kind, what = _name(call.func), call.args[1]
    if kind in ("TypedDict", "NamedTuple"):
        body = [_typed(key, value) for key, value in _pairs(what)]
    elif kind == "namedtuple":
        body = [_typed(word, ast.Name("Any", ast.Load())) for word in _words(what)]
    elif kind in _ENUMS:
        pairs = _pairs(what) or [(word, ast.Call(ast.Name("auto", ast.Load()), [], [])) for word in _words(what)]
        body = [ast.Assign([ast.Name(key, ast.Store())], value) for key, value in pairs]
    else:
        return None
    base = ast.Name("NamedTuple" if kind == "namedtuple" else kind, ast.Load())
    made = ast.ClassDef(name=name, bases=[base], keywords=[key for key in call.keywords if key.arg == "total"], body=body or [ast.Pass()], decorator_list=[], type_params=[])
    return ast.fix_missing_locations(ast.copy_location(made, call))
