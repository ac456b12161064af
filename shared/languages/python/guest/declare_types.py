"""Turns an annotation, read as a syntax tree, into JSON Schema. Nothing is imported or run."""

import ast

SIMPLE = {
    "str": {"type": "string"},
    "int": {"type": "integer"},
    "float": {"type": "number"},
    "complex": None,
    "bool": {"type": "boolean"},
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
    "date": {"type": "string", "format": "date"},
    "datetime": {"type": "string", "format": "date-time"},
    "time": {"type": "string", "format": "time"},
    "timedelta": {"type": "string", "format": "duration"},
    "UUID": {"type": "string", "format": "uuid"},
    "Path": {"type": "string"},
    "PurePath": {"type": "string"},
    "Decimal": {"type": "number"},
    "AnyUrl": {"type": "string", "format": "uri"},
    "HttpUrl": {"type": "string", "format": "uri"},
    "EmailStr": {"type": "string", "format": "email"},
    "Number": {"type": "number"},
    "Pattern": {"type": "string", "format": "regex"},
    # What people write in docstrings.
    "string": {"type": "string"},
    "integer": {"type": "integer"},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "array": {"type": "array"},
    "any": {},
}
ALIASES = {"List": "list", "Dict": "dict", "Set": "set", "FrozenSet": "frozenset", "Tuple": "tuple", "Text": "str"}
ARRAYS = {"list", "Sequence", "MutableSequence", "Iterable", "Iterator", "Collection", "Generator", "deque", "AsyncIterable"}
SETS = {"set", "frozenset", "AbstractSet", "MutableSet"}
MAPPINGS = {"dict", "Mapping", "MutableMapping", "DefaultDict", "OrderedDict", "defaultdict"}
TRANSPARENT = {"Final", "ClassVar", "Required", "NotRequired", "ReadOnly", "Awaitable", "Coroutine", "type", "Type"}
CONSTRAINTS = {
    "ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum", "multiple_of": "multipleOf",
    "pattern": "pattern", "regex": "pattern", "title": "title", "description": "description",
}
LENGTHS = {"min_length": ("minLength", "minItems"), "max_length": ("maxLength", "maxItems")}


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


def parts_of(node):
    return list(node.elts) if isinstance(node, ast.Tuple) else [node]


class Types:
    """Reads annotations of one module. `classes` gives the schema of a class that it defines."""

    def __init__(self, module, classes):
        self.module = module
        self.classes = classes
        self.unknown = []
        self._aliases = []

    def schema(self, node):
        if isinstance(node, ast.Constant):
            if node.value is None:
                return {"type": "null"}
            if isinstance(node.value, str):
                return self._text(node.value, node)
            return self._strange(node)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return self._union([node.left, node.right])
        if isinstance(node, ast.Subscript):
            return self._subscript(node)
        name = name_of(node)
        return self._named(name, node) if name else self._strange(node)

    def _text(self, text, node):
        try:
            inner = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError):
            return self._strange(node)
        for part in ast.walk(inner):
            if hasattr(part, "lineno"):
                ast.copy_location(part, node)
        return self.schema(inner)

    def _named(self, name, node):
        local = self.classes.schema(name, self)
        if local is not None:
            return local
        alias = self.module.aliases.get(name)
        if alias is not None and name not in self._aliases:
            self._aliases.append(name)
            try:
                return self.schema(alias)
            finally:
                self._aliases.pop()
        known = SIMPLE.get(name)
        if known is not None:
            return dict(known)
        if name in ARRAYS:
            return {"type": "array"}
        if name in SETS:
            return {"type": "array", "uniqueItems": True}
        if name in MAPPINGS:
            return {"type": "object"}
        return self._strange(node)

    def _strange(self, node):
        self.unknown.append(node)
        return {}

    def _union(self, nodes):
        arms = []
        for node in nodes:
            schema = self.schema(node)
            for arm in schema.get("anyOf", [schema]) if set(schema) == {"anyOf"} else [schema]:
                if arm not in arms:
                    arms.append(arm)
        return arms[0] if len(arms) == 1 else {"anyOf": arms}

    def _subscript(self, node):
        name, inner = name_of(node.value), parts_of(node.slice)
        if name == "Optional":
            return self._union([inner[0], ast.copy_location(ast.Constant(None), node)])
        if name == "Union":
            return self._union(inner)
        if name == "Literal":
            return self._literals(inner, node)
        if name == "Annotated":
            return self.annotated(inner)
        if name in ARRAYS:
            return {"type": "array", "items": self.schema(inner[0])}
        if name in SETS:
            return {"type": "array", "items": self.schema(inner[0]), "uniqueItems": True}
        if name == "tuple":
            return self._tuple(inner)
        if name in MAPPINGS:
            values = self.schema(inner[1]) if len(inner) > 1 else {}
            return {"type": "object", "additionalProperties": values} if values else {"type": "object"}
        if name in TRANSPARENT:
            return self.schema(inner[-1])
        return self._named(name, node) if name else self._strange(node)

    def _tuple(self, inner):
        if len(inner) == 2 and isinstance(inner[1], ast.Constant) and inner[1].value is ...:
            return {"type": "array", "items": self.schema(inner[0])}
        size = len(inner)
        return {"type": "array", "prefixItems": [self.schema(part) for part in inner], "minItems": size, "maxItems": size}

    def _literals(self, nodes, whole):
        values = []
        for node in nodes:
            is_literal, value = literal(node)
            if isinstance(node, ast.Attribute):
                is_literal, value = self.classes.member(node)
            if not is_literal or not isinstance(value, (str, int, float, bool, type(None))):
                return self._strange(whole)
            values.append(value)
        return enum_schema(values)

    def annotated(self, inner):
        """`Annotated[T, "text"]`, `Annotated[T, Field(...)]`, `Annotated[T, Doc("text")]`."""
        schema = self.schema(inner[0])
        for note in inner[1:]:
            is_literal, value = literal(note)
            if is_literal and isinstance(value, str):
                schema = {**schema, "description": value}
            elif isinstance(note, ast.Call):
                schema = {**schema, **field_facts(note, schema)}
        return schema


def field_facts(call, schema):
    """What pydantic's `Field(...)`, `Doc("...")` and annotated-types such as `Ge(1)` say of a schema."""
    facts, name = {}, name_of(call.func) or ""
    if name in ("Doc", "Description") and call.args:
        is_literal, value = literal(call.args[0])
        return {"description": value} if is_literal else {}
    short = {"Ge": "ge", "Gt": "gt", "Le": "le", "Lt": "lt", "MinLen": "min_length", "MaxLen": "max_length"}
    pairs = [(keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg]
    if name in short and call.args:
        pairs.append((short[name], call.args[0]))
    for key, node in pairs:
        is_literal, value = literal(node)
        if not is_literal:
            continue
        if key in CONSTRAINTS:
            facts[CONSTRAINTS[key]] = value
        elif key in LENGTHS:
            facts[LENGTHS[key][1 if schema.get("type") == "array" else 0]] = value
        elif key == "examples" and isinstance(value, (list, tuple)):
            facts["examples"] = list(value)
    return facts
