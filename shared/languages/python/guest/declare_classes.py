"""Reads the classes of a module as schemas: Enum, TypedDict, dataclass, NamedTuple and pydantic models. Reads default
values that are known without a run: literals, enum members, constants of the module, plain sums of them.
"""

import ast
import operator

from declare_docstring import read
from declare_known import enum_schema, field_alias, field_default, field_facts, literal, name_of

MODELS = {"BaseModel", "TypedDict", "NamedTuple", "SQLModel", "Struct"}
# Decorators that turn a class into one of fields: those of dataclasses, pydantic and attrs.
DECORATORS = {"dataclass", "define", "frozen", "mutable", "attrs", "dataclass_json"}
FIELDS = {"Field", "field", "ib", "attrib"}
ENUMS = {"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"}


class Classes:
    def __init__(self, module):
        self.nodes = module.classes
        self.values = Values(module, self)
        self._open = []
        self.definitions = {}

    def kind(self, name, seen=()):
        node = self.nodes.get(name)
        if node is None or name in seen:
            return None
        if any(name_of(part.func if isinstance(part, ast.Call) else part) in DECORATORS for part in node.decorator_list):
            return "model"
        for base in node.bases:
            base_name = name_of(base.value if isinstance(base, ast.Subscript) else base)
            if base_name in ENUMS:
                return "enum"
            if base_name == "RootModel":
                return "root"
            if base_name in MODELS:
                return "model"
            found = self.kind(base_name, (*seen, name))
            if found:
                return found
        return None

    def member(self, node):
        """Return (True, value) of `Color.RED` if Color is an enum of this module."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            members = dict(self._members(node.value.id)) if self.kind(node.value.id) == "enum" else {}
            if node.attr in members:
                return True, members[node.attr]
        return False, None

    def _members(self, name):
        count = 0
        for part in self.nodes[name].body:
            if not isinstance(part, ast.Assign) or not isinstance(part.targets[0], ast.Name):
                continue
            key = part.targets[0].id
            is_literal, value = literal(part.value)
            if isinstance(part.value, ast.Call) and name_of(part.value.func) == "auto":
                count += 1
                text = any(name_of(base) == "StrEnum" for base in self.nodes[name].bases)
                is_literal, value = True, key.lower() if text else count
            if is_literal and not key.startswith("_"):
                count = value if isinstance(value, int) else count
                yield key, value

    def schema(self, name, types):
        """Return the schema of a class of this module, or None. A recursive class becomes a reference."""
        kind = self.kind(name)
        if kind is None:
            return None
        if kind == "enum":
            values = [value for _, value in self._members(name)]
            return enum_schema(values) if values else {}
        reference = {"$ref": f"#/$defs/{name}"}
        if name in self._open:
            self.definitions.setdefault(name, None)
            return reference
        self._open.append(name)
        try:
            schema = self._root(name, types) if kind == "root" else self._object(name, types)
        finally:
            self._open.pop()
        if name in self.definitions:
            self.definitions[name] = schema
            return reference
        return schema

    def _root(self, name, types):
        """Return the schema of a root model: `class Names(RootModel[list[str]])` is a list of strings."""
        node = self.nodes[name]
        written = [part.annotation for part in node.body if isinstance(part, ast.AnnAssign) and getattr(part.target, "id", "") == "root"]
        inner = [base.slice for base in node.bases if isinstance(base, ast.Subscript)]
        return types.schema((written or inner)[0]) if written or inner else {}

    def _object(self, name, types):
        node = self.nodes[name]
        schema = {"type": "object", "properties": {}}
        required = []
        for base in node.bases:
            base_name = name_of(base.value if isinstance(base, ast.Subscript) else base)
            if self.kind(base_name) == "model":
                inherited = self._object(base_name, types)
                schema["properties"].update(inherited["properties"])
                required += inherited.get("required", [])
        document = read(ast.get_docstring(node, clean=False))
        total = not any(key.arg == "total" and literal(key.value) == (True, False) for key in node.keywords)
        texts = _texts_below(node)
        for part in node.body:
            if not isinstance(part, ast.AnnAssign) or not isinstance(part.target, ast.Name):
                continue
            key = part.target.id
            wrapper = name_of(part.annotation.value) if isinstance(part.annotation, ast.Subscript) else None
            call = part.value if isinstance(part.value, ast.Call) and name_of(part.value.func) in FIELDS else None
            if call and any(one.arg == "init" and literal(one.value) == (True, False) for one in call.keywords):
                continue
            if wrapper == "ClassVar" or key.startswith("_") or key == "model_config":
                continue
            field = types.schema(part.annotation)
            has_default = part.value is not None
            if call:
                field = {**field, **field_facts(call, field)}
                has_default, value = field_default(call)
                if value is not None:
                    field["default"] = value[0]
            elif has_default:
                is_literal, value = self.values.read(part.value)
                if is_literal and isinstance(value, (str, int, float, bool, list, dict, type(None))):
                    field["default"] = value
            entry = document.entries.get(key)
            text = texts.get(key) or (entry.text if entry else "")
            if text and "description" not in field:
                field["description"] = text
            key = field_alias(call) or key
            schema["properties"][key] = field
            needed = wrapper != "NotRequired" and (total or wrapper == "Required") and not has_default
            if needed:
                required.append(key)
        if required:
            schema["required"] = required
        if _is_closed(node):
            schema["additionalProperties"] = False
        if document.description:
            schema["description"] = document.description
        return schema


def _is_closed(node):
    """Whether a model sets `extra="forbid"`, in one of its three forms."""
    for part in node.body:
        inner = part.body if isinstance(part, ast.ClassDef) and part.name == "Config" else [part]
        for one in inner:
            target = one.targets[0] if isinstance(one, ast.Assign) else None
            name = getattr(target, "id", None)
            if name == "extra" and inner is not node.body and literal(one.value) == (True, "forbid"):
                return True
            if name == "model_config":
                pairs = [(key.arg, key.value) for key in getattr(one.value, "keywords", ())]
                pairs += [(literal(key)[1], value) for key, value in zip(getattr(one.value, "keys", ()), getattr(one.value, "values", ())) if key]
                if any(key == "extra" and literal(value) == (True, "forbid") for key, value in pairs):
                    return True
    return any(key.arg == "forbid_unknown_fields" and literal(key.value) == (True, True) for key in node.keywords)


def _texts_below(node):
    """Return descriptions by attribute: a bare string below an attribute describes it."""
    pairs = zip(node.body, node.body[1:])
    return {
        first.target.id: " ".join(second.value.value.split())
        for first, second in pairs
        if isinstance(first, ast.AnnAssign) and isinstance(first.target, ast.Name)
        and isinstance(second, ast.Expr) and isinstance(second.value, ast.Constant) and isinstance(second.value.value, str)
    }


def toolkit_methods(node):
    """Return the public methods of a toolkit class, such as `Tools` of Open WebUI, without properties."""
    hidden = {"property", "cached_property", "setter", "getter", "deleter", "overload"}
    return [
        part
        for part in node.body
        if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)) and not part.name.startswith("_")
        and not any(name_of(one) in hidden for one in part.decorator_list)
    ]

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
        """Return (True, value) of an expression whose value is known without a run, else (False, None)."""
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
        """Evaluate an operation on numbers whose result stays small, or on strings."""
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
