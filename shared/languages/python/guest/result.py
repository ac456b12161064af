"""What a function answers, as JSON text on a channel of its own."""

import json

LARGEST_VALUE = 8 * 1024 * 1024


def to_json(value):
    """Like `json.dumps`, with nothing in it that the author's code could have replaced."""
    encode = _make_encoder({}, _refuse, _quote, None, ": ", ", ", False, False, False)
    return "".join(encode(value, 0))


def _refuse(value):
    raise TypeError(f"{type(value).__name__} is not JSON")


_make_encoder = json.encoder.c_make_encoder
_quote = json.encoder.c_encode_basestring_ascii


class ResultError(Exception):
    """The function answered with something that is not JSON."""


def as_json(value, entry):
    try:
        text = to_json(value)
    except (TypeError, ValueError, RecursionError) as error:
        raise ResultError(
            f'"{entry}" answered with a {type(value).__name__} that JSON cannot hold ({error});'
            " answer with a dict, list, string, number, boolean or None"
        ) from None
    if len(text) > LARGEST_VALUE:
        raise ResultError(f'"{entry}" answered with more than {LARGEST_VALUE} bytes of JSON')
    return text
