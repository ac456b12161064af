"""Default values that the source alone tells: literals, members of enums, constants of the module, plain sums of them."""

import ast
import operator

from declare_nodes import literal, name_of

_EMPTY = {"list": list, "dict": dict, "tuple": list, "set": list, "frozenset": list, "str": str, "int": int, "float": float, "bool": bool}
_SUMS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow,
}
_LARGEST = 2**63
_DEEPEST = 20


class Values:
    def __init__(self, module, classes):
        self.module, self.classes = module, classes

    def read(self, node, depth=0):
        """(True, value) of what is known without running anything, else (False, None)."""
        known, value = literal(node)
        if known or depth > _DEEPEST:
            return known, value
        if isinstance(node, ast.Attribute):
            owner = node.value if node.attr == "value" and isinstance(node.value, ast.Attribute) else node
            return self.classes.member(owner)
        if isinstance(node, ast.Name):
            constant = self.module.constant(node.id)
            return self.read(constant, depth + 1) if constant is not None else (False, None)
        if isinstance(node, (ast.List, ast.Tuple)):
            parts = [self.read(part, depth + 1) for part in node.elts]
            return all(part[0] for part in parts), [part[1] for part in parts]
        if isinstance(node, ast.Dict):
            return self._dict(node, depth + 1)
        if isinstance(node, ast.JoinedStr):
            pieces = [part.value for part in node.values if isinstance(part, ast.Constant)]
            return len(pieces) == len(node.values), "".join(pieces)
        if isinstance(node, ast.Call) and not node.args and not node.keywords and name_of(node.func) in _EMPTY:
            return True, _EMPTY[name_of(node.func)]()
        if isinstance(node, ast.BinOp) and type(node.op) in _SUMS:
            return self._sum(node, depth + 1)
        return False, None

    def _dict(self, node, depth):
        pairs = [(literal(key) if key else (False, None), self.read(value, depth)) for key, value in zip(node.keys, node.values)]
        if not all(key[0] and value[0] and isinstance(key[1], str) for key, value in pairs):
            return False, None
        return True, {key[1]: value[1] for key, value in pairs}

    def _sum(self, node, depth):
        """Of numbers that stay small, and of texts that are put together."""
        (is_left, left), (is_right, right) = self.read(node.left, depth), self.read(node.right, depth)
        if not is_left or not is_right:
            return False, None
        texts = isinstance(left, str) and isinstance(right, str) and isinstance(node.op, ast.Add)
        numbers = all(type(one) in (int, float) and abs(one) < _LARGEST for one in (left, right))
        if not texts and (not numbers or isinstance(node.op, ast.Pow) and not -64 < right < 64):
            return False, None
        try:
            value = _SUMS[type(node.op)](left, right)
        except (ArithmeticError, TypeError, ValueError):
            return False, None
        return (True, value) if texts or type(value) in (int, float) and abs(value) < _LARGEST else (False, None)
