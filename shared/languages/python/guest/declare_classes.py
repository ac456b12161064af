"""The classes of a module as schemas: Enum, TypedDict, dataclass, NamedTuple and pydantic models."""

import ast

from declare_docstring import read
from declare_types import enum_schema, field_facts, literal, name_of

MODELS = {"BaseModel", "TypedDict", "NamedTuple", "SQLModel", "Struct"}
ENUMS = {"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"}


class Classes:
    def __init__(self, module):
        self.nodes = module.classes
        self._open = []
        self.definitions = {}

    def kind(self, name, seen=()):
        node = self.nodes.get(name)
        if node is None or name in seen:
            return None
        if any(name_of(part.func if isinstance(part, ast.Call) else part) == "dataclass" for part in node.decorator_list):
            return "model"
        for base in node.bases:
            base_name = name_of(base.value if isinstance(base, ast.Subscript) else base)
            if base_name in ENUMS:
                return "enum"
            if base_name in MODELS:
                return "model"
            found = self.kind(base_name, (*seen, name))
            if found:
                return found
        return None

    def member(self, node):
        """(True, value) of `Color.RED` where Color is an enum of this module."""
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
        """The schema of a class of this module, or None. One that holds itself becomes a reference."""
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
            schema = self._object(name, types)
        finally:
            self._open.pop()
        if name in self.definitions:
            self.definitions[name] = schema
            return reference
        return schema

    def _object(self, name, types):
        node = self.nodes[name]
        schema = {"type": "object", "properties": {}}
        required = []
        for base in node.bases:
            base_name = name_of(base)
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
            if wrapper == "ClassVar" or key.startswith("_") or key == "model_config":
                continue
            field = types.schema(part.annotation)
            has_default = part.value is not None
            if isinstance(part.value, ast.Call) and name_of(part.value.func) in ("Field", "field"):
                field = {**field, **field_facts(part.value, field)}
                has_default, value = field_default(part.value)
                if value is not None:
                    field["default"] = value[0]
            elif has_default:
                is_literal, value = literal(part.value)
                if is_literal and isinstance(value, (str, int, float, bool, list, dict, type(None))):
                    field["default"] = value
            entry = document.entries.get(key)
            text = texts.get(key) or (entry.text if entry else "")
            if text and "description" not in field:
                field["description"] = text
            schema["properties"][key] = field
            needed = wrapper != "NotRequired" and (total or wrapper == "Required") and not has_default
            if needed:
                required.append(key)
        if required:
            schema["required"] = required
        if document.description:
            schema["description"] = document.description
        return schema


def _texts_below(node):
    """A bare string under an attribute is its text."""
    pairs = zip(node.body, node.body[1:])
    return {
        first.target.id: " ".join(second.value.value.split())
        for first, second in pairs
        if isinstance(first, ast.AnnAssign) and isinstance(first.target, ast.Name)
        and isinstance(second, ast.Expr) and isinstance(second.value, ast.Constant) and isinstance(second.value.value, str)
    }


def field_default(call):
    """Whether `Field(...)` has a default, and (value,) where it is a literal."""
    node = call.args[0] if call.args else None
    for keyword in call.keywords:
        if keyword.arg == "default":
            node = keyword.value
        if keyword.arg == "default_factory":
            return True, None
    if node is None or isinstance(node, ast.Constant) and node.value is ...:
        return False, None
    is_literal, value = literal(node)
    return True, (value,) if is_literal else None


def toolkit_methods(node):
    """The public methods of a toolkit class, such as Open WebUI's `Tools`."""
    return [part for part in node.body if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)) and not part.name.startswith("_")]
