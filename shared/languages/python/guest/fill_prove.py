"""Proves that a filled program has the syntax tree of its template, whatever the values are, or explains why
a placeholder in code is no whole expression.

The template is parsed with a name in place of each value, the filled text is parsed, and both
trees are walked together. A long program is proved in parts: if each part parses as a module, the
tree of the whole program is the sequence of their trees.
"""

import ast
import keyword
import re
from bisect import bisect_right
from itertools import pairwise

from fill_braces import Refusal
from fill_edits import apply
from fill_same import is_apart, lines_of, lines_of_edits, same
from fill_scan import WHOLE

# For each f-string, CPython measures the rest of the text, so short parts parse faster.
PART = 16_384
BROKEN = (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError)

# Fields whose value binds more tightly than a minus sign or the point of an integer.
TIGHT = {
    (ast.Attribute, "value"): "attribute",
    (ast.Subscript, "value"): "operand",
    (ast.Call, "func"): "operand",
    (ast.Await, "value"): "operand",
}


def _parse(text, file):
    return compile(text, file, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)


class Proof:
    """`parents[i]` is what binds the i-th placeholder tightly: attribute, operand or nothing."""

    def __init__(self, program, places, cuts, file):
        self._program, self._file = program, file
        self._codes = [index for index, place in enumerate(places) if place.kind == "code"]
        self.parents = {}
        for index in self._codes:
            if glued(program.text, program.holes[index]):
                raise position_refusal(program, index, "a part of a longer name or number")
        self._parts = self._split(cuts) if len(program.text) > WHOLE else None
        if self._parts is None:
            self._parts = [(0, len(program.text), self._whole(places))]
        self._check_positions()

    def _whole(self, places):
        try:
            return _parse(self._program.text, self._file)
        except (*BROKEN, UnicodeError) as error:
            raise syntax_refusal(self._program, places, error) from None

    def _split(self, cuts):
        """Yield the parts with placeholders and their trees, or None for a part that does not parse as a module."""
        text, trees = self._program.text, []
        bounds = [0, *cuts, len(text)]
        held = {bisect_right(bounds, hole.start) - 1 for hole in self._program.holes}
        parts = []
        for index, (start, end) in enumerate(pairwise(bounds)):
            holds = index in held
            if parts and parts[-1][2] == holds and start - parts[-1][0] < PART:
                start = parts.pop()[0]
            parts.append((start, end, holds))
        try:
            for start, end, holds in parts:
                if holds:
                    trees.append((start, end, _parse(text[start:end], self._file)))
                else:
                    # A part without values needs no tree, and making one takes longest.
                    compile(text[start:end], self._file, "exec", dont_inherit=True)
            return trees
        except BROKEN:
            return None

    def _check_positions(self):
        holes = [self._program.holes[index] for index in self._codes]
        marks = {hole.mark: index for hole, index in zip(holes, self._codes)}
        for start, end, tree in self._parts if holes else ():
            offsets = [hole.start for hole in holes if start <= hole.start < end]
            self._find(tree, marks, lines_of(self._program.text, start, offsets))
        for index in self._codes:
            if index not in self.parents:
                trees = [tree for _, _, tree in self._parts]
                raise position_refusal(self._program, index, use_of(trees, self._program.holes[index].mark))

    def _find(self, tree, marks, lines):
        """Records what binds each placeholder on these lines that is a name being read."""
        stack = [(tree, "")]
        while stack:
            node, above = stack.pop()
            kind = type(node)
            if kind is ast.Name:
                if node.id in marks and isinstance(node.ctx, ast.Load):
                    self.parents[marks[node.id]] = above
                continue
            if isinstance(node, ast.pattern):
                # A pattern captures a name but compares a literal.
                continue
            if lines is not None and isinstance(node, ast.stmt) and is_apart(node, lines):
                continue
            power = kind is ast.BinOp and isinstance(node.op, ast.Pow)
            for field in node._fields:
                child = getattr(node, field, None)
                if type(child) is list:
                    for item in child:
                        if isinstance(item, ast.AST):
                            stack.append((item, ""))
                elif isinstance(child, ast.AST) and not isinstance(child, ast.expr_context):
                    bound = "operand" if power and field == "left" else TIGHT.get((kind, field), "")
                    stack.append((child, bound))

    def check(self, edits, places, values, texts):
        codes, pieces, at = {}, {}, 0
        for hole, place in zip(self._program.holes, places):
            if place.kind == "code":
                codes[hole.mark] = values[hole.name][0]
            elif place.kind != "comment":
                pieces[hole.mark] = texts[hole.name]
        shown = {
            self._program.text[edit.start : edit.end]: edit.text for edit in edits if edit.parameter is not None
        }
        for start, end, tree in self._parts:
            first = at
            while at < len(edits) and edits[at].start < end:
                at += 1
            text, _ = apply(self._program.text, edits[first:at], start, end)
            try:
                filled = _parse(text, self._file)
            except BROKEN:
                filled = None
            lines = lines_of_edits(self._program.text, start, edits[first:at])
            if filled is None or not same(tree, filled, self._program.marks, codes, pieces, shown, lines):
                said = "A value would change the program, so nothing was run"
                raise Refusal("TemplateError", said, "program-changed")

USES = {
    ast.Attribute: "the name of an attribute",
    ast.keyword: "the name of an argument",
    ast.alias: "the name of an import",
    ast.ImportFrom: "the name of a module",
    ast.FunctionDef: "the name of a function",
    ast.AsyncFunctionDef: "the name of a function",
    ast.ClassDef: "the name of a class",
    ast.arg: "the name of a parameter",
    ast.Name: "assigned to or deleted",
    ast.Global: "declared global",
    ast.Nonlocal: "declared nonlocal",
    ast.ExceptHandler: "assigned to",
}
BEFORE = re.compile(r"(\w+|['\"\])}])[ \t]*\Z")
AFTER = re.compile(r"[ \t]*(\w+|['\"])")


def glued(text, hole):
    """Whether a letter or digit touches the placeholder, so that both become one word."""
    return any(
        character == "_" or character.isalnum()
        for character in (text[hole.start - 1 : hole.start], text[hole.end : hole.end + 1])
    )


def use_of(trees, mark):
    for tree in trees:
        for node in ast.walk(tree):
            for _, field in ast.iter_fields(node):
                names = field if isinstance(field, list) else [field]
                if any(isinstance(name, str) and mark in name.split(".") for name in names):
                    if not (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)):
                        return USES.get(type(node), "a pattern to match")
    return "a pattern to match"


def position_refusal(program, index, use):
    hole = program.holes[index]
    line, column = program.place(hole.start)
    message = (
        f'Placeholder "{{{hole.name}}}" at line {line}, column {column} is {use}: '
        "put it where a whole value can stand, or in a string"
    )
    return Refusal("TemplateError", message, "placeholder-position", (line, column))


def syntax_refusal(program, places, error):
    message, place = _described(program, error)
    if place is not None:
        for index, (hole, where) in enumerate(zip(program.holes, places)):
            if where.kind == "code" and program.place(hole.start)[0] == place[0] and _beside(program.text, hole):
                return position_refusal(program, index, "an operator or beside another value")
    return Refusal("SyntaxError", message, "template-syntax", place)


def _described(program, error):
    message = (error.msg if isinstance(error, SyntaxError) else None) or str(error)
    for hole in program.holes:
        if hole.mark in message:
            message = message.replace(hole.mark, f"{{{hole.name}}}")
    if not isinstance(error, SyntaxError) or error.lineno is None:
        return message[:500], None
    starts = [0, *(match.end() for match in re.finditer(r"\r\n?|\n", program.text))]
    offset = starts[min(error.lineno, len(starts)) - 1] + max((error.offset or 1) - 1, 0)
    line, column = program.place(min(offset, len(program.text)))
    return f"{message[:500]} (line {line}, column {column})", (line, column)


def _beside(text, hole):
    before = BEFORE.search(text, max(0, hole.start - 200), hole.start)
    after = AFTER.match(text, hole.end)
    return any(found and not keyword.iskeyword(found[1]) for found in (before, after))
