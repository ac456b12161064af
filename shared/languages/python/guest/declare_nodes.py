"""What a node of the syntax tree says by itself."""

import ast

from declare_known import ALIASES


def name_of(node):
    """The last part of a dotted name."""
    if isinstance(node, ast.Name):
        return ALIASES.get(node.id, node.id)
    if isinstance(node, ast.Attribute):
        return ALIASES.get(node.attr, node.attr)
    return None


def literal(node):
    """(True, value) of a node that is a literal, else (False, None)."""
    try:
        return True, ast.literal_eval(node)
    except Exception:
        return False, None


def enum_schema(values):
    kinds = {type(value) for value in values}
    names = {str: "string", int: "integer", bool: "boolean", float: "number"}
    schema = {"enum": list(values)}
    if len(kinds) == 1 and (kind := kinds.pop()) in names:
        schema["type"] = names[kind]
    return schema
