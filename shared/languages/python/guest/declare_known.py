"""Known types as JSON Schema, values of literal nodes, and the facts of fields: `Field(...)` of pydantic, `field(...)` of
dataclasses and attrs, and the metadata of `Annotated`.
"""

import ast

_STRING, _INTEGER, _NUMBER, _BOOLEAN = ({"type": name} for name in ("string", "integer", "number", "boolean"))
_URI, _DATE, _DATE_TIME, _UUID = ({"type": "string", "format": name} for name in ("uri", "date", "date-time", "uuid"))

SIMPLE = {
    "str": _STRING,
    "int": _INTEGER,
    "float": _NUMBER,
    "complex": None,
    "bool": _BOOLEAN,
    "None": {"type": "null"},
    "NoneType": {"type": "null"},
    "dict": {"type": "object"},
    "list": {"type": "array"},
    "set": {"type": "array", "uniqueItems": True},
    "frozenset": {"type": "array", "uniqueItems": True},
    "tuple": {"type": "array"},
    "Any": {},
    "object": {},
    "bytes": {"type": "string", "contentEncoding": "base64"},
    "date": _DATE,
    "datetime": _DATE_TIME,
    "time": {"type": "string", "format": "time"},
    "timedelta": {"type": "string", "format": "duration"},
    "UUID": _UUID,
    "Path": _STRING,
    "PurePath": _STRING,
    "PathLike": _STRING,
    "StrPath": _STRING,
    "Decimal": _NUMBER,
    "AnyUrl": _URI,
    "HttpUrl": _URI,
    "EmailStr": {"type": "string", "format": "email"},
    "Number": _NUMBER,
    "Pattern": {"type": "string", "format": "regex"},
    "LiteralString": _STRING,
    "AnyStr": _STRING,
    "Hashable": {},
    # Names in docstrings.
    "string": _STRING,
    "integer": _INTEGER,
    "number": _NUMBER,
    "boolean": _BOOLEAN,
    "array": {"type": "array"},
    "any": {},
    # Strict types of pydantic.
    **{f"Strict{name}": schema for name, schema in (("Str", _STRING), ("Int", _INTEGER), ("Float", _NUMBER), ("Bool", _BOOLEAN))},
    **{
        f"{word}{name}": {**schema, key: 0}
        for name, schema in (("Int", _INTEGER), ("Float", _NUMBER))
        for word, key in (("Positive", "exclusiveMinimum"), ("Negative", "exclusiveMaximum"), ("NonNegative", "minimum"), ("NonPositive", "maximum"))
    },
    **dict.fromkeys(("FiniteFloat",), _NUMBER),
    **dict.fromkeys(("SecretStr", "NameEmail", "FilePath", "DirectoryPath", "NewPath", "IPvAnyAddress", "IPv4Address", "IPv6Address"), _STRING),
    **dict.fromkeys(("AnyHttpUrl", "FileUrl", "WebsocketUrl"), _URI),
    **dict.fromkeys(("UUID1", "UUID3", "UUID4", "UUID5", "UUID7"), _UUID),
    **dict.fromkeys(("PastDate", "FutureDate"), _DATE),
    **dict.fromkeys(("AwareDatetime", "NaiveDatetime", "PastDatetime", "FutureDatetime"), _DATE_TIME),
}
# The base type of each constrained type of pydantic, such as `conint(ge=1)`.
CONSTRAINED = {"conint": "int", "confloat": "float", "condecimal": "Decimal", "constr": "str", "conlist": "list", "conset": "set"}
ALIASES = {"List": "list", "Dict": "dict", "Set": "set", "FrozenSet": "frozenset", "Tuple": "tuple", "Text": "str"}
ARRAYS = {"list", "Sequence", "MutableSequence", "Iterable", "Iterator", "Collection", "Generator", "deque", "AsyncIterable"}
SETS = {"set", "frozenset", "AbstractSet", "MutableSet"}
MAPPINGS = {"dict", "Mapping", "MutableMapping", "DefaultDict", "OrderedDict", "defaultdict"}
TRANSPARENT = {"Final", "ClassVar", "InitVar", "Required", "NotRequired", "ReadOnly", "Awaitable", "Coroutine", "type", "Type"}
CONSTRAINTS = {
    "ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum", "multiple_of": "multipleOf",
    "pattern": "pattern", "regex": "pattern", "title": "title", "description": "description",
}
LENGTHS = {
    "min_length": ("minLength", "minItems"), "max_length": ("maxLength", "maxItems"),
    "min_items": ("minItems", "minItems"), "max_items": ("maxItems", "maxItems"),
}
# The constraints of annotated-types, with the names of their positional arguments.
SHORT = {"Ge": ["ge"], "Gt": ["gt"], "Le": ["le"], "Lt": ["lt"], "MinLen": ["min_length"], "MaxLen": ["max_length"], "Len": ["min_length", "max_length"], "MultipleOf": ["multiple_of"]}


def name_of(node):
    """Return the last part of a dotted name."""
    if isinstance(node, ast.Name):
        return ALIASES.get(node.id, node.id)
    if isinstance(node, ast.Attribute):
        return ALIASES.get(node.attr, node.attr)
    return None


def literal(node):
    """Return (True, value) of a literal node, else (False, None)."""
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


def field_facts(call, schema):
    """Return the keywords that pydantic's `Field(...)`, `Doc("...")` and annotated-types such as `Ge(1)` add to a schema."""
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
    """Return whether `Field(...)` has a default, and (value,) if it is a literal."""
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
    """Return the name by which a pydantic model accepts a field."""
    names = {key.arg: literal(key.value)[1] for key in call.keywords} if call else {}
    found = names.get("validation_alias") or names.get("alias")
    return found if isinstance(found, str) else None
