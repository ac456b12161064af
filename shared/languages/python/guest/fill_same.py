"""Compares two syntax trees, which may differ only in the values of a template's placeholders.

A value is written on one line, so lines keep their numbers. A statement on lines without edits has
the same text before and after: if it begins and ends at the same place in both trees, it is the
same statement.
"""

import ast
import re
from bisect import bisect_left

FORMATTED = {ast.JoinedStr, getattr(ast, "TemplateStr", ast.JoinedStr)}


def same(template, filled, marks, codes, pieces, shown, lines):
    """`marks` finds the placeholders' names; by these, `codes` holds the JSON values in code,
    `pieces` the texts in strings and `shown` the source of both. `lines`: those that hold a value,
    ascending, or None where that is not known."""
    texts = {**shown, **pieces}

    def alike(one, two):
        if isinstance(one, bytes):
            one, two = one.decode("latin-1"), two.decode("latin-1")
            return marks.sub(lambda match: _latin(texts[match[0]]), one) == two
        if not isinstance(one, str):
            return False
        return marks.sub(lambda match: texts[match[0]], one) == two or _quoted(one, two)

    def _quoted(one, two):
        # An f-string with "=" and a t-string contain the source of their expressions as text.
        parts, at = [], 0
        for match in marks.finditer(one):
            either = f"(?:{re.escape(texts[match[0]])}|{re.escape(shown[match[0]])})"
            parts += [re.escape(one[at : match.start()]), either]
            at = match.end()
        return bool(parts) and re.fullmatch("".join(parts) + re.escape(one[at:]), two) is not None

    def values(node, put):
        # Empty pieces produce no constant.
        for item in node.values:
            if not isinstance(item, ast.Constant) or not isinstance(item.value, str):
                yield item
            elif marks.sub(lambda match: texts[match[0]], item.value) if put else item.value:
                yield item.value

    # Pairs of nodes to compare.
    stack = [template, filled]
    while stack:
        two, one = stack.pop(), stack.pop()
        kind = type(one)
        if kind is ast.Name and one.id in codes:
            if not _literal(two, codes[one.id]):
                return False
        elif kind is not type(two):
            return False
        elif kind in FORMATTED:
            stack += list(values(one, True)), list(values(two, False))
        elif kind is list:
            if len(one) != len(two):
                return False
            for first, second in zip(one, two):
                stack += first, second
        elif isinstance(one, ast.AST):
            if lines is not None and isinstance(one, ast.stmt) and is_apart(one, lines):
                if extent(one) != extent(two):
                    return False
                continue
            for field in one._fields:
                first, second = getattr(one, field, None), getattr(two, field, None)
                # Contexts, operators and most short values are shared objects.
                if first is not second:
                    stack += first, second
        elif one != two and not alike(one, two):
            return False
    return True


def _latin(text):
    return text.encode("utf-8", "surrogatepass").decode("latin-1")


def _literal(node, value):
    """Whether a tree is exactly the literal of a JSON value."""
    kind = type(node)
    if kind is ast.Constant:
        return type(node.value) is type(value) and node.value == value
    if isinstance(value, dict):
        return (
            kind is ast.Dict
            and len(node.keys) == len(value)
            and all(_literal(key, name) for key, name in zip(node.keys, value))
            and all(map(_literal, node.values, value.values()))
        )
    if isinstance(value, list):
        return (
            kind is ast.List and len(node.elts) == len(value) and all(map(_literal, node.elts, value))
        )
    if isinstance(value, float) and value != value:
        return kind is ast.Call and ast.unparse(node) == "float('nan')"
    if kind is not ast.UnaryOp or not isinstance(node.op, ast.USub):
        return False
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return number and type(node.operand) is ast.Constant and _literal(node.operand, -value)


def lines_of(text, start, offsets):
    """Return the lines, from 1 at `start`, of ascending offsets; None if Python may count them differently."""
    if "\r" in text:
        return None
    lines, line, at = [], 1, start
    for offset in offsets:
        line += text.count("\n", at, offset)
        lines.append(line)
        at = offset
    return lines


def lines_of_edits(text, start, edits):
    """Return the lines that edits touch, or None if an edit would move the lines after it."""
    for edit in edits:
        if "\r" in edit.text or edit.text.count("\n") != text.count("\n", edit.start, edit.end):
            return None
    return lines_of(text, start, [edit.start for edit in edits])


def first_line(statement):
    decorators = getattr(statement, "decorator_list", None)
    return min(statement.lineno, decorators[0].lineno) if decorators else statement.lineno


def is_apart(statement, lines):
    """Whether a statement is outside these ascending lines."""
    at = bisect_left(lines, first_line(statement))
    return at == len(lines) or lines[at] > statement.end_lineno


def extent(statement):
    return (
        first_line(statement),
        statement.lineno,
        statement.end_lineno,
        statement.col_offset,
        statement.end_col_offset,
    )
