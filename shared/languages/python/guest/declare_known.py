"""Names of types and what they are in JSON Schema."""

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
    # What people write in docstrings.
    "string": _STRING,
    "integer": _INTEGER,
    "number": _NUMBER,
    "boolean": _BOOLEAN,
    "array": {"type": "array"},
    "any": {},
    # Those of pydantic.
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
# `conint(ge=1)`: the type, and what its arguments say of it.
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
# Those of annotated-types, by the name of what each of their places says.
SHORT = {"Ge": ["ge"], "Gt": ["gt"], "Le": ["le"], "Lt": ["lt"], "MinLen": ["min_length"], "MaxLen": ["max_length"], "Len": ["min_length", "max_length"], "MultipleOf": ["multiple_of"]}
