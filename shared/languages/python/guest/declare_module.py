"""What a module defines at its top level, found without running a line of it."""

import ast

from declare_class_calls import class_of_call
from declare_imports import foreign_imports


def _is_name(node, name):
    return getattr(node, "id", getattr(node, "attr", None)) == name


def _holds(test):
    """Whether a condition holds where a module is imported to be called; None where nobody can tell."""
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
        # Names that stand for types to come: of `type Pair[T] = ...`, by the alias.
        self.parameters = {}
        # (function, attribute) to the node of its value
        self.attributes = {}
        self.imports = foreign_imports(tree.body)
        self._written = {}
        self._read(tree.body)

    def constant(self, name):
        """The value of a name that is given one just once."""
        return self.aliases.get(name) if self._written.get(name) == 1 else None

    def _read(self, body, other=False):
        """`other` is the way that a module takes when it does not take the first: what is known stays."""
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
        """`setattr(f, "executionPolicy", ...)`."""
        if isinstance(call, ast.Call) and _is_name(call.func, "setattr") and len(call.args) == 3:
            owner, name, value = call.args
            if isinstance(owner, ast.Name) and isinstance(name, ast.Constant):
                self.attributes[(owner.id, name.value)] = value

    def _loop(self, node):
        """`for f in (one, two): f.executionPolicy = ...` sets it on each."""
        if not isinstance(node.target, ast.Name) or not isinstance(node.iter, (ast.Tuple, ast.List, ast.Set)):
            return
        for part in node.body:
            for target in part.targets if isinstance(part, ast.Assign) else ():
                if isinstance(target, ast.Attribute) and _is_name(target.value, node.target.id):
                    for each in node.iter.elts:
                        self._assign(ast.Attribute(each, target.attr, ast.Store()), part.value)


def _alias(value):
    """`UserId = NewType("UserId", int)` names int; any other value may be a type as it stands."""
    if isinstance(value, ast.Call) and _is_name(value.func, "NewType"):
        return value.args[1] if len(value.args) > 1 else value
    return value
