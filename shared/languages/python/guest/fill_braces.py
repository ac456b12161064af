"""Parses a template's braces: `{name}` of a declared parameter, `{{` and `}}`."""

import _string
import re
from bisect import bisect_right
from collections import namedtuple


class Refusal(Exception):
    def __init__(self, kind, message, code, place=None, missing=None):
        super().__init__(message)
        self.error = {"class": kind, "message": message, "code": code}
        if place is not None:
            self.error["line"], self.error["column"] = place
        if missing is not None:
            self.error["missing"] = missing


def missing_message(key):
    return f"缺少必填参数: {key}"


def line_and_column(text, offset):
    """Return the line and column of an offset. Lines end with CR, LF or both, as in Python; columns count code points."""
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
    return before.count("\n") + 1, len(before) - before.rfind("\n")

# start and end in the program, in which a unique name represents the value.
Hole = namedtuple("Hole", "start end name mark at")

BRACES = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
ACCESS = re.compile(r"[.\[!:]")
NAME = re.compile(r"[^\W\d][\w-]*\Z")


class Program:
    """The template with single braces for doubled ones and a mark for each placeholder."""

    def __init__(self, source, text, holes, steps, prefix):
        self.source, self.text, self.holes = source, text, holes
        self.marks = re.compile(prefix + r"\d+_")
        self._steps = steps

    def names(self):
        return dict.fromkeys(hole.name for hole in self.holes)

    def place(self, offset):
        """Return the line and column in the template of an offset in the program."""
        step = bisect_right(self._steps, (offset, len(self.source))) - 1
        program_at, source_at = self._steps[step]
        return line_and_column(self.source, min(source_at + offset - program_at, len(self.source)))


def read(source, parameters, arguments):
    properties = parameters.get("properties")
    declared = set(properties) if isinstance(properties, dict) else None
    prefix = "_zq"
    while prefix in source:
        prefix += "q"
    pieces, holes, steps = [], [], [(0, 0)]
    size = last = 0
    for match in BRACES.finditer(source):
        start, end = match.span()
        inner = match[1]
        if inner is None and end - start == 1 or inner is not None and not _known(inner, declared, arguments):
            raise _refusal(source, start, inner, declared, arguments)
        pieces.append(source[last:start])
        size += start - last
        if inner is None:
            piece = source[start]
        else:
            piece = f"{prefix}{len(holes)}_"
            holes.append(Hole(size, size + len(piece), inner, piece, start))
            steps.append((size, start))
        pieces.append(piece)
        size += len(piece)
        steps.append((size, end))
        last = end
    pieces.append(source[last:])
    return Program(source, "".join(pieces), holes, steps, prefix)


def _known(inner, declared, arguments):
    # str.format treats a number as a position and these characters as accessors.
    if inner == "" or inner.isdecimal() or ACCESS.search(inner):
        return False
    if declared is None:
        return inner in arguments or NAME.match(inner) is not None
    return inner in declared


def _refusal(source, start, inner, declared, arguments):
    line, column = line_and_column(source, start)
    where = f"at line {line}, column {column}"
    declared = set(arguments) if declared is None else declared
    base = ACCESS.split(inner, maxsplit=1)[0] if inner is not None else ""
    said = _original(source[start:], arguments)
    if inner is None:
        code, advice = _lone(source, start, where)
    elif inner == "" or inner.isdecimal():
        code = "positional-placeholder"
        advice = f'"{{{inner}}}" {where} names no parameter: write {{{{{inner}}}}} for Python\'s own braces'
    elif base in declared:
        code = {".": "placeholder-access", "[": "placeholder-access", "!": "placeholder-conversion"}.get(
            inner[len(base)], "placeholder-format"
        )
        advice = f"Placeholder {where} is more than a name: write {{{base}}} and do the rest in Python"
    elif NAME.match(inner):
        code = "unknown-placeholder"
        advice = f'Unknown placeholder "{{{inner}}}" {where}: add "{inner}" to parameters, or write {{{{ and }}}}'
    else:
        code, advice = "unescaped-brace", f"Unescaped brace {where}: write {{{{ and }}}}"
    message = f"{said}\n{advice}" if said else advice
    return Refusal("TemplateError", message, code, (line, column))


def _lone(source, start, where):
    if source[start] == "{" and "}" in source[start:]:
        return "unescaped-brace", f"Unescaped brace {where}: write {{{{ and }}}}"
    return "lone-brace", f'Lone "{source[start]}" {where}: write "{source[start] * 2}"'


def _original(rest, arguments):
    """Return the original system's message for the same brace, so that people can search for it."""
    try:
        for _, field, _, _ in _string.formatter_parser(rest):
            if field is None:
                continue
            base, accessors = _string.formatter_field_name_split(field)
            if not isinstance(base, int) and base != "" and base not in arguments:
                return missing_message(repr(base))
            if isinstance(base, int) or base == "":
                return "模板渲染失败: Replacement index 0 out of range for positional args tuple".replace(
                    "index 0", f"index {base or 0}"
                )
            return ""
    except ValueError as error:
        return f"模板渲染失败: {error}"
    return ""
