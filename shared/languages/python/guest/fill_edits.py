"""Makes the Python source for each placeholder of a program, and the changes around it."""

import math
import re
import sys
from collections import namedtuple

# CPython scans the rest of the text at each doubled brace, so a value of only braces would take minutes to
# parse.
MANY_BRACES = 100


def depth(value, limit):
    """Return the nesting depth of lists and objects; stop counting past the limit."""
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
    """Format a value like `str.format`; integers may have any length."""
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
    """Return the content of a literal between `quote`, without raw newlines and control characters."""
    if "\\" not in text and quote not in text and text.isprintable():
        return text
    # If both quotes occur, repr() uses ' and escapes only that one.
    return _quoted(repr(text + "'\"")[1:-4], quote)


def escape_bytes(text, quote):
    return _quoted(repr(text.encode("utf-8", "surrogatepass") + b"'\"")[2:-4], quote)


def _quoted(body, quote):
    return body if quote == "'" else body.replace("\\'", "'").replace('"', '\\"')


def piece(text, kind, literal, escaped):
    """Return `text` as a part of a literal; `escaped`: the author's backslash precedes it."""
    quote = literal.quote[0]
    body = escape_bytes(text, quote) if kind == "bytes" else escape(text, quote)
    if kind == "f-string" and body.count("{") + body.count("}") <= MANY_BRACES:
        body = body.replace("{", "{{").replace("}", "}}")
    elif kind.startswith("f-"):
        body = body.replace("{", "\\x7b").replace("}", "\\x7d")
    # The author's backslash must stay a backslash, whatever character the value begins with.
    return "\\" + body if escaped and not literal.raw else body


def code(value, quotes=()):
    """Return a Python literal on one line. `quotes` are those of the enclosing f-strings."""
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
    # Before Python 3.12, an expression of an f-string cannot contain a backslash or the f-string's quote.
    free = [quote for quote in "\"'" if all(quote != outer[0] for outer in quotes)]
    for quote in free:
        body = escape(value, quote)
        if "\\" not in body:
            return quote + body + quote
    quote = free[0] if free else "'"
    return quote + escape(value, quote) + quote

# Offsets in the program; parameter is None if no value is shown.
Edit = namedtuple("Edit", "start end text parameter")

RAW = {
    "'": re.compile(r"\\|'|\r\n?|\n"),
    '"': re.compile(r'\\|"|\r\n?|\n'),
}


def edits_of(program, places, values, texts, parents):
    edits, filled = [], {}
    for index, (hole, place) in enumerate(zip(program.holes, places)):
        if place.kind == "code":
            shown = _atom(values[hole.name][0], place.quotes, parents[index], program.text[hole.start - 1])
        elif place.kind == "comment":
            shown = ""
        else:
            literal = place.literal
            escaped = _escaped(program.text, literal.open, hole.start)
            shown = piece(texts[hole.name], place.kind, literal, escaped)
            filled.setdefault(id(literal), (literal, []))[1].append((hole, shown))
            at = _octal(program.text, literal, hole.start)
            if at != hole.start:
                # An octal escape of full length takes no digit of the value.
                edits.append(Edit(at, at, "0" * (3 - (hole.start - at)), None))
        edits.append(Edit(hole.start, hole.end, shown, hole.name))
    for literal, shown in filled.values():
        edits.extend(_around(program.text, literal, shown))
    edits.sort(key=lambda edit: (edit.start, edit.end))
    return edits


def _escaped(text, start, end):
    """Whether a backslash before end escapes the next character."""
    at = end
    while at > start and text[at - 1] == "\\":
        at -= 1
    return (end - at) % 2 == 1


def _octal(text, literal, end):
    """Return the start of an octal escape's digits if it could take another digit, else end."""
    at = end
    while at > literal.open and end - at < 3 and text[at - 1] in "01234567":
        at -= 1
    short = 0 < end - at < 3 and not literal.raw and _escaped(text, literal.open, at)
    return at if short else end


def _atom(value, quotes, parent, previous):
    shown = code(value, quotes)
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if number and (parent == "attribute" and isinstance(value, int) or parent and shown[0] == "-"):
        return f"({shown})"
    # Two braces would be a literal brace.
    return f"({shown})" if quotes and previous == "{" and shown[0] == "{" else shown


def _around(text, literal, filled):
    quote, single = literal.quote[0], len(literal.quote) == 1
    if literal.raw and any("\\" in shown or text[hole.start - 1] == "\\" for hole, shown in filled):
        prefix = literal.prefix.replace("r", "").replace("R", "")
        if not prefix and text[literal.start - 1 : literal.start] in ("'", '"'):
            prefix = " "
        yield Edit(literal.start, literal.start + len(literal.prefix), prefix, None)
        for start, end in literal.regions:
            for match in RAW[quote].finditer(text, start, end):
                found = match[0]
                if found[0] in "\\" + quote:
                    yield Edit(*match.span(), "\\" + found, None)
                elif single:
                    # A line end is only possible here after a backslash; the escape keeps the number of
                    # lines.
                    yield Edit(*match.span(), "\\n\\" + found, None)
    empty = all(shown == "" for _, shown in filled)
    size = sum(hole.end - hole.start for hole, _ in filled)
    if single and empty and size == literal.close - literal.open and text[literal.end : literal.end + 1] == quote:
        # Three consecutive quotes would begin another kind of literal.
        yield Edit(literal.end, literal.end, " ", None)


def apply(text, edits, start, end):
    """Return the text from start to end with its edits, and the spans of the values in it."""
    pieces, spans, at, size = [], [], start, 0
    for edit in edits:
        pieces.append(text[at : edit.start])
        size += edit.start - at
        if edit.parameter is not None:
            spans.append({"start": size, "end": size + len(edit.text), "parameter": edit.parameter})
        pieces.append(edit.text)
        size += len(edit.text)
        at = edit.end
    pieces.append(text[at:end])
    return "".join(pieces), spans
