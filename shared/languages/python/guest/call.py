"""Converts the arguments of a call to the types of the function's parameters.

A model sends JSON; a parameter may be an Enum, a dataclass or a path. A value is converted if its
annotation is clear, and stays as it is otherwise.
"""

import base64
import collections.abc
import dataclasses
import datetime
import decimal
import enum
import inspect
import pathlib
import re
import types
import typing
import uuid

_READERS = {
    datetime.date: datetime.date.fromisoformat,
    datetime.datetime: datetime.datetime.fromisoformat,
    datetime.time: datetime.time.fromisoformat,
    datetime.timedelta: lambda text: _duration(text),
    uuid.UUID: uuid.UUID,
    bytes: base64.b64decode,
}
_DURATION = re.compile(r"P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?")


def bound(function, arguments, parameters):
    """Return `(args, kwargs)` of a call. A parameter that is hidden from models gets its default, else None."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return [], dict(arguments)
    try:
        hints = typing.get_type_hints(function)
    except Exception:
        hints = {}
    shown = parameters.get("properties") if isinstance(parameters, dict) else None
    left, placed, named = dict(arguments), [], {}
    by_place = True
    for name, parameter in signature.parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        is_given = name in left
        if is_given:
            value = adapted(left.pop(name), hints.get(name))
        elif parameter.default is parameter.empty and shown is not None and name not in shown:
            # A host would inject a value; here there is none.
            is_given, value = True, None
        if parameter.kind is parameter.POSITIONAL_ONLY:
            by_place = by_place and is_given
            if by_place:
                placed.append(value)
        elif is_given:
            named[name] = value
    return placed, {**named, **left}


def adapted(value, hint):
    """Convert `value` to its annotation. A value that does not fit stays as it is."""
    try:
        return _adapted(value, hint)
    except (TypeError, ValueError, KeyError, ArithmeticError):
        return value


def _adapted(value, hint):
    if isinstance(hint, (typing.NewType, getattr(typing, "TypeAliasType", typing.NewType))):
        return adapted(value, getattr(hint, "__supertype__", None) or hint.__value__)
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return next((one for one in inner if isinstance(one, enum.Enum) and one.value == value), value)
    if origin is typing.Annotated:
        return adapted(value, inner[0])
    if origin in (typing.Union, types.UnionType):
        arms = [arm for arm in inner if arm is not type(None)]
        if isinstance(value, dict):
            arms = [arm for arm in arms if len(arms) == 1 or _fits(value, arm)]
        return value if value is None or len(arms) != 1 else adapted(value, arms[0])
    if isinstance(value, list):
        return _from_list(value, origin or hint, inner)
    if isinstance(value, dict):
        return _from_dict(value, origin or hint, inner)
    if not isinstance(hint, type):
        return value
    if issubclass(hint, enum.Enum):
        return hint(value)
    if isinstance(value, str) and issubclass(hint, pathlib.PurePath):
        return hint(value)
    if isinstance(value, str) and hint in _READERS:
        return _READERS[hint](value)
    if hint is float and type(value) is int:
        return float(value)
    if hint is decimal.Decimal and type(value) in (int, float):
        return decimal.Decimal(str(value))
    return value


def _from_list(value, kind, inner):
    if kind in (tuple, set, frozenset, list, collections.abc.Sequence, collections.abc.Iterable):
        if kind is tuple and not (len(inner) == 2 and inner[1] is ...):
            parts = [adapted(part, inner[at] if at < len(inner) else None) for at, part in enumerate(value)]
        else:
            parts = [adapted(part, inner[0] if inner else None) for part in value]
        return kind(parts) if kind in (tuple, set, frozenset) else parts
    return value


def _from_dict(value, kind, inner):
    if _has_fields(kind) or typing.is_typeddict(kind):
        hints = typing.get_type_hints(kind)
        return kind(**{key: adapted(part, hints.get(key)) for key, part in value.items()})
    if hasattr(kind, "model_validate"):
        return kind.model_validate(value)
    if kind in (dict, collections.abc.Mapping) and len(inner) == 2:
        return {key: adapted(part, inner[1]) for key, part in value.items()}
    return value


def _has_fields(kind):
    return dataclasses.is_dataclass(kind) or hasattr(kind, "_fields") or hasattr(kind, "__attrs_attrs__")


def _fits(value, arm):
    """Whether an object fits that arm of a union: no unknown field, no missing field."""
    if not (_has_fields(arm) or typing.is_typeddict(arm) or hasattr(arm, "model_validate")):
        return False
    try:
        needed = {name for name, one in inspect.signature(arm).parameters.items() if one.default is one.empty}
    except (TypeError, ValueError):
        needed = set(getattr(arm, "__required_keys__", ()))
    if typing.is_typeddict(arm):
        needed = set(arm.__required_keys__)
    return needed <= set(value) <= set(typing.get_type_hints(arm))


def _duration(text):
    """Parse an ISO 8601 duration such as `P1DT2H30M`."""
    found = _DURATION.fullmatch(text)
    if not found or text in ("P", "PT"):
        raise ValueError(f"{text!r} is no duration")
    weeks, days, hours, minutes, seconds = (float(part or 0) for part in found.groups())
    return datetime.timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes, seconds=seconds)
