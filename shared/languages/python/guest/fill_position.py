"""Why a placeholder in code is no whole expression, in the author's words."""

import ast
import keyword
import re

from fill_refusal import Refusal

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
    """Whether a letter or digit touches the placeholder, which makes one word of both."""
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
