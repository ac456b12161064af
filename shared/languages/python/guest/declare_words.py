"""Converts types in docstrings to Python expressions."""

import re

_role = re.compile(r":\w+(?::\w+)*:`~?([^`]*)`|\b[A-Z]\{([^{}]*)\}")
_tail = re.compile(
    r"\s*[,;，]?\s*\*{0,2}(?:optional|required|keyword[- ]only|positional[- ]only|可选|必填|必需|(?:defaults?\b|by default\b|默认).*)\*{0,2}\s*$",
    re.I,
)
_of = re.compile(r"^(?:lists?|arrays?|sequences?|iterables?|collections?)\s+of\s+(.+)$", re.I)
_set_of = re.compile(r"^sets?\s+of\s+(.+)$", re.I)
_plural = re.compile(r"^(int|float|str|string|bool|boolean|dict|list|tuple|integer|number|object)s$", re.I)


def bare_type(text):
    """Return the written type without its note on defaults and without markup."""
    text = _role.sub(lambda found: found.group(1) or found.group(2) or "", text).replace("`", "").strip()
    while (shorter := _tail.sub("", text)) != text:
        text = shorter.strip()
    return text


def _outside(text, separator):
    """Split a text at the separators outside brackets and quotes."""
    pieces, depth, quote, begin, at = [], 0, "", 0, 0
    while at < len(text):
        sign = text[at]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        elif sign in "[({":
            depth += 1
        elif sign in "])}":
            depth -= 1
        elif depth == 0 and text.startswith(separator, at):
            pieces.append(text[begin:at].strip())
            begin = at = at + len(separator)
            continue
        at += 1
    return [*pieces, text[begin:].strip()]


def _choice(text):
    quoted = text[:1] in "'\"" or re.fullmatch(r"-?\d+(?:\.\d+)?|None|True|False", text)
    return text if quoted else repr(text)


def expression(text):
    """Convert `list of str or None` to `list[str] | None`. An expression stays as it is."""
    text = re.sub(r"^(?:an?|the)\s+", "", text.strip(), flags=re.I)
    arms = _outside(text, " or ")
    if len(arms) > 1:
        # "int, str or None" has three types.
        arms = [part for arm in arms for part in _outside(arm, ",") if part]
        return " | ".join(expression(arm) for arm in arms)
    if re.fullmatch(r"\{[^{}:]*\}", text):
        return f"Literal[{', '.join(_choice(part) for part in _outside(text[1:-1], ',') if part)}]"
    if found := _of.match(text):
        return f"list[{expression(found.group(1))}]"
    if found := _set_of.match(text):
        return f"set[{expression(found.group(1))}]"
    if found := _plural.match(text):
        return found.group(1).lower()
    # Names such as "String" are those of JavaScript.
    return text.lower() if text in ("String", "Number", "Integer", "Boolean", "Object", "Array", "Bool") else text
