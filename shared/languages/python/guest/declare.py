"""Reads a Python module as a group of tools, from its syntax tree: not a line of it runs.

`declare(source, file, options)` answers `{"ok": True, "rulePrompt"?, "tools": [...], "problems": [...]}`
or `{"ok": False, "problems": [...]}` where the source cannot be parsed. A tool is `{"name", "description",
"parameters", "hidden", "policies", "hasFormat", "isAsync", "line", "endLine", "entry", "declaredReturnType"?}`.
A problem is `{"severity", "code", "message", "values", "line", "column", "endLine", "endColumn"}`, lines
and columns from 1, columns in code points.

Options: `compat` answers as the system that the format comes from (a union's first arm, tuples as
strings, alphabetical order); `toolkit` names a class whose methods are the tools.
"""

import ast

from declare_classes import Classes, toolkit_methods
from declare_function import Function
from declare_module import Module
from declare_types import Types

TOOLKIT = "Tools"


class _Problems:
    def __init__(self, source):
        self.lines = source.split("\n")
        self.rows = []

    def _column(self, line, offset):
        """ast counts bytes of UTF-8; people count characters."""
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        return len(text.encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "ignore")) + 1

    def add(self, severity, code, node, message, values):
        line, column = node.lineno, self._column(node.lineno, node.col_offset)
        end_line, end_column = node.end_lineno, self._column(node.end_lineno, node.end_col_offset)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            # The head is enough: a marker over a whole body hides the code.
            end_line, end_column = line, len(self.lines[line - 1]) + 1
        self.rows.append({
            "severity": severity, "code": code, "message": message, "values": values,
            "line": line, "column": column, "endLine": end_line, "endColumn": max(end_column, column + 1),
        })


def _unparsed(error):
    line = max(1, error.lineno or 1)
    column = max(1, error.offset or 1)
    message = f"Python cannot read this: {error.msg}"
    return {"severity": "error", "code": "syntax", "message": message, "values": {"text": error.msg}, "line": line, "column": column, "endLine": line, "endColumn": column + 1}


def declare(source, file, options=None):
    options = options or {}
    source = source.removeprefix("\ufeff").replace("\r\n", "\n")
    try:
        tree = ast.parse(source, file)
    except SyntaxError as error:
        return {"ok": False, "problems": [_unparsed(error)]}
    except (ValueError, RecursionError, MemoryError) as error:
        return {"ok": False, "problems": [_unparsed(SyntaxError(str(error) or type(error).__name__))]}
    problems = _Problems(source)
    module = Module(tree)
    compat = bool(options.get("compat"))
    for node in module.doubles:
        problems.add("warning", "name-twice", node, f'"{node.name}" is defined again; the later one counts', {"name": node.name})
    tools = [_tool(node, module, compat, problems) for node in _public(module, compat)]
    toolkit = options.get("toolkit") or (TOOLKIT if not tools and TOOLKIT in module.classes else None)
    if toolkit in module.classes:
        tools += [_tool(node, module, compat, problems, toolkit) for node in toolkit_methods(module.classes[toolkit])]
    if not tools:
        nothing = ast.Constant(None, lineno=1, col_offset=0, end_lineno=1, end_col_offset=1)
        problems.add("warning", "no-tools", nothing, "No public function stands at the top level, so there is no tool", {})
    answer = {"ok": True, "tools": tools, "problems": problems.rows}
    if module.doc:
        answer["rulePrompt"] = module.doc
    return answer


def _public(module, compat):
    functions = [node for name, node in module.functions.items() if not name.startswith("_")]
    return sorted(functions, key=lambda node: node.name) if compat else functions


def _tool(node, module, compat, problems, toolkit=None):
    classes = Classes(module)
    function = Function(node, module, Types(module, classes), compat, problems.add, is_method=toolkit is not None)
    tool = function.definition()
    tool["entry"] = f"{toolkit}.{node.name}" if toolkit else node.name
    if classes.definitions:
        tool["parameters"]["$defs"] = {name: schema for name, schema in classes.definitions.items() if schema}
    return tool
