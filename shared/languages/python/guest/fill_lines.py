"""Which statements of a program no value can be in.

A value is written on one line, so lines keep their numbers. A statement on lines that no edit
touches has the same text before and after: where it begins and ends at the same place in both, it
is the same statement.
"""

from bisect import bisect_left


def lines_of(text, start, offsets):
    """Lines, from 1 at `start`, of ascending offsets; None where they may be counted otherwise."""
    if "\r" in text:
        return None
    lines, line, at = [], 1, start
    for offset in offsets:
        line += text.count("\n", at, offset)
        lines.append(line)
        at = offset
    return lines


def lines_of_edits(text, start, edits):
    """The lines that edits touch, or None where one would move the lines after it."""
    for edit in edits:
        if "\r" in edit.text or edit.text.count("\n") != text.count("\n", edit.start, edit.end):
            return None
    return lines_of(text, start, [edit.start for edit in edits])


def first_line(statement):
    decorators = getattr(statement, "decorator_list", None)
    return min(statement.lineno, decorators[0].lineno) if decorators else statement.lineno


def is_apart(statement, lines):
    """Whether a statement is on none of these lines, which ascend."""
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
