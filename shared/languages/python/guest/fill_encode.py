"""Python source of argument values: pieces of string literals, and literals of their own."""

import math
import sys

# CPython looks through the rest of the text at each doubled brace, so a value of nothing else
# would take minutes to parse.
MANY_BRACES = 100


def depth(value, limit):
    """How deep lists and objects lie in each other; stops counting past the limit."""
    level, row = 0, [value]
    while row and level <= limit:
        below = []
        for item in row:
            if isinstance(item, dict):
                below.extend(item.values())
            elif isinstance(item, list):
                below.extend(item)
        if not any(isinstance(item, (dict, list)) for item in row):
            return level
        level, row = level + 1, below
    return level


def as_text(value):
    """As `str.format` shows it; integers of any length."""
    if isinstance(value, str):
        return value
    try:
        return str(value)
    except ValueError:
        longest = sys.get_int_max_str_digits()
        sys.set_int_max_str_digits(0)
        try:
            return str(value)
        finally:
            sys.set_int_max_str_digits(longest)


def escape(text, quote):
    """The inside of a literal between `quote`: no raw newline, no control character."""
    if "\\" not in text and quote not in text and text.isprintable():
        return text
    # With both quotes in it, repr() chooses ' and escapes no other.
    return _quoted(repr(text + "'\"")[1:-4], quote)


def escape_bytes(text, quote):
    return _quoted(repr(text.encode("utf-8", "surrogatepass") + b"'\"")[2:-4], quote)


def _quoted(body, quote):
    return body if quote == "'" else body.replace("\\'", "'").replace('"', '\\"')


def piece(text, kind, literal, escaped):
    """`text` as a piece of a literal; `escaped` says that a backslash of the author's is before it."""
    quote = literal.quote[0]
    body = escape_bytes(text, quote) if kind == "bytes" else escape(text, quote)
    if kind == "f-string" and body.count("{") + body.count("}") <= MANY_BRACES:
        body = body.replace("{", "{{").replace("}", "}}")
    elif kind.startswith("f-"):
        body = body.replace("{", "\\x7b").replace("}", "\\x7d")
    # The author's backslash must stay one, whatever character the value begins with.
    return "\\" + body if escaped and not literal.raw else body


def code(value, quotes=()):
    """A Python literal on one line. `quotes` are those of the f-strings it stands in."""
    if isinstance(value, str):
        return _string(value, quotes) if quotes else repr(value)
    if isinstance(value, bool) or value is None:
        return repr(value)
    if isinstance(value, int):
        try:
            return repr(int(value))
        except ValueError:
            return hex(value)
    if isinstance(value, float):
        if math.isnan(value):
            return "float('nan')"
        return repr(value) if math.isfinite(value) else ("1e999" if value > 0 else "-1e999")
    if isinstance(value, dict):
        rows = (f"{code(key, quotes)}: {code(item, quotes)}" for key, item in value.items())
        return "{" + ", ".join(rows) + "}"
    return "[" + ", ".join(code(item, quotes) for item in value) + "]"


def _string(value, quotes):
    # Before 3.12 an f-string's expression holds neither a backslash nor the f-string's own quote.
    free = [quote for quote in "\"'" if all(quote != outer[0] for outer in quotes)]
    for quote in free:
        body = escape(value, quote)
        if "\\" not in body:
            return quote + body + quote
    quote = free[0] if free else "'"
    return quote + escape(value, quote) + quote
