"""What a module holds at its top level, found without running a line of it."""

import ast


class Module:
    """Functions by name (a later one of the same name wins, as in Python), classes, aliases, attributes set on functions."""

    def __init__(self, tree):
        self.doc = ast.get_docstring(tree, clean=True)
        self.functions = {}
        self.doubles = []
        self.classes = {}
        self.aliases = {}
        # (function, attribute) to the node of its value
        self.attributes = {}
        self._read(tree.body)

    def _read(self, body):
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                if node.name in self.functions:
                    self.doubles.append(node)
                    del self.functions[node.name]
                self.functions[node.name] = node
            elif isinstance(node, ast.ClassDef):
                self.classes[node.name] = node
            elif isinstance(node, ast.Assign):
                for target in node.targets:
                    self._assign(target, node.value)
            elif isinstance(node, ast.AnnAssign) and node.value is not None:
                self._assign(node.target, node.value)
            elif isinstance(node, getattr(ast, "TypeAlias", ())):
                self.aliases[node.name.id] = node.value
            elif isinstance(node, (ast.If, ast.Try, ast.With)):
                # A definition under `if` or `try` is one of the module's.
                self._read(node.body)
                for part in (*getattr(node, "orelse", ()), *getattr(node, "finalbody", ())):
                    self._read([part])
                for handler in getattr(node, "handlers", ()):
                    self._read(handler.body)

    def _assign(self, target, value):
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
            self.attributes[(target.value.id, target.attr)] = value
        elif isinstance(target, ast.Name):
            self.aliases[target.id] = _alias(value)


def _alias(value):
    """`UserId = NewType("UserId", int)` names int; any other value may be a type as it stands."""
    if isinstance(value, ast.Call) and getattr(value.func, "id", getattr(value.func, "attr", "")) == "NewType":
        return value.args[1] if len(value.args) > 1 else value
    return value
