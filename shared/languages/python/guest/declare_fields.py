"""What a field says of itself: pydantic's `Field(...)`, the `field(...)` of dataclasses and attrs, notes of `Annotated`."""

import ast

from declare_known import CONSTRAINTS, LENGTHS, SHORT
from declare_nodes import literal, name_of


def field_facts(call, schema):
    """What pydantic's `Field(...)`, `Doc("...")` and annotated-types such as `Ge(1)` say of a schema."""
    facts, name = {}, name_of(call.func) or ""
    if name in ("Doc", "Description") and call.args:
        is_literal, value = literal(call.args[0])
        return {"description": value} if is_literal else {}
    pairs = [(keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg]
    pairs += zip(SHORT.get(name, ()), call.args)
    for key, node in pairs:
        is_literal, value = literal(node)
        if not is_literal:
            continue
        if key in CONSTRAINTS:
            facts[CONSTRAINTS[key]] = value
        elif key in LENGTHS:
            facts[LENGTHS[key][1 if schema.get("type") == "array" else 0]] = value
        elif key == "json_schema_extra" and isinstance(value, dict):
            facts.update(value)
        elif key == "examples" and isinstance(value, (list, tuple)):
            facts["examples"] = list(value)
    return facts


def field_default(call):
    """Whether `Field(...)` has a default, and (value,) where it is a literal."""
    node = call.args[0] if call.args else None
    for keyword in call.keywords:
        if keyword.arg == "default":
            node = keyword.value
        if keyword.arg in ("default_factory", "factory"):
            return True, None
    if node is None or isinstance(node, ast.Constant) and node.value is ...:
        return False, None
    is_literal, value = literal(node)
    return True, (value,) if is_literal else None


def field_alias(call):
    """The name under which a pydantic model takes a field."""
    names = {key.arg: literal(key.value)[1] for key in call.keywords} if call else {}
    found = names.get("validation_alias") or names.get("alias")
    return found if isinstance(found, str) else None
