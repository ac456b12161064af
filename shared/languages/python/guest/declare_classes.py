"""The classes of a module as schemas: Enum, TypedDict, dataclass, NamedTuple and pydantic models."""

import ast

from declare_docstring import read
from declare_fields import field_alias, field_default, field_facts
from declare_nodes import enum_schema, literal, name_of
from declare_values import Values

MODELS = {"BaseModel", "TypedDict", "NamedTuple", "SQLModel", "Struct"}
# What makes a class of fields of another class: of dataclasses, pydantic and attrs.
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
            schema = self._root(name, types) if kind == "root" else self._object(name, types)
        finally:
            self._open.pop()
        if name in self.definitions:
            self.definitions[name] = schema
            return reference
        return schema

    def _root(self, name, types):
        """`class Names(RootModel[list[str]])` is a list of texts."""
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
    """Whether a model says `extra="forbid"`, in one of its three forms."""
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
    """A bare string under an attribute is its text."""
    pairs = zip(node.body, node.body[1:])
    return {
        first.target.id: " ".join(second.value.value.split())
        for first, second in pairs
        if isinstance(first, ast.AnnAssign) and isinstance(first.target, ast.Name)
        and isinstance(second, ast.Expr) and isinstance(second.value, ast.Constant) and isinstance(second.value.value, str)
    }


def toolkit_methods(node):
    """The public methods of a toolkit class, such as Open WebUI's `Tools`; a property is none."""
    hidden = {"property", "cached_property", "setter", "getter", "deleter", "overload"}
    return [
        part
        for part in node.body
        if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)) and not part.name.startswith("_")
        and not any(name_of(one) in hidden for one in part.decorator_list)
    ]
