"""Reads a Python module as a group of tools from its syntax tree, without running it.

`declare(source, file, options)` returns `{"ok": True, "rulePrompt"?, "tools": [...], "problems": [...]}`
or `{"ok": False, "problems": [...]}` if the source cannot be parsed. A tool is `{"name", "description",
"parameters", "hidden", "policies", "hasFormat", "isAsync", "line", "endLine", "entry", "declaredReturnType"?}`.
A problem is `{"severity", "code", "message", "values", "line", "column", "endLine", "endColumn"}`, lines
and columns from 1, columns in code points.

Options: `compat` reads it like the system that the format comes from (a union's first arm, tuples as
strings, alphabetical order); `toolkit` names a class whose methods are the tools.
"""

import ast
import re

from declare_classes import Classes, toolkit_methods
from declare_function import Function
from declare_module import Module, use_own_names
from declare_types import Types

TOOLKIT = "Tools"


class _Problems:
    def __init__(self, source):
        self.lines = source.split("\n")
        self.rows = []

    def _column(self, line, offset):
        """Convert a column: ast counts UTF-8 bytes, Lathe counts code points."""
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        return len(text.encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "ignore")) + 1

    def add(self, severity, code, node, message, values):
        line, column = node.lineno, self._column(node.lineno, node.col_offset)
        end_line, end_column = node.end_lineno, self._column(node.end_lineno, node.end_col_offset)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            # Only the head, because a marker over the whole body hides the code.
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
    use_own_names(tree)
    module = Module(tree)
    compat = bool(options.get("compat"))
    for node in module.doubles:
        problems.add("warning", "name-twice", node, f'"{node.name}" is defined twice; the later definition counts', {"name": node.name})
    nodes = _public(module, compat)
    toolkit = options.get("toolkit") or (TOOLKIT if _is_toolkit(module, nodes) else None)
    methods = toolkit_methods(module.classes[toolkit]) if toolkit in module.classes else []
    if methods and nodes and not options.get("toolkit"):
        problems.add(
            "info", "toolkit", module.classes[toolkit],
            f'The methods of "{toolkit}" are the tools; other functions are its helpers', {"name": toolkit},
        )
        nodes = []
    tools = [_tool(node, module, compat, problems) for node in nodes]
    tools += [_tool(node, module, compat, problems, toolkit) for node in methods]
    _foreign(module, problems)
    if not tools:
        nothing = ast.Constant(None, lineno=1, col_offset=0, end_lineno=1, end_col_offset=1)
        problems.add("warning", "no-tools", nothing, "The module has no public top-level function, so it has no tool", {})
    answer = {"ok": True, "tools": tools, "problems": problems.rows, "packages": [package for _, package, is_compiled, _ in module.imports if not is_compiled]}
    if module.doc:
        answer["rulePrompt"] = module.doc
    return answer


def _is_toolkit(module, nodes):
    """Whether this is a module of Open WebUI: it has a class `Tools`, and begins with metadata or has valves."""
    if TOOLKIT not in module.classes:
        return False
    front = re.match(r"(?:title|id|author|requirements|required_open_webui_version)\s*:", module.doc or "")
    has_valves = any(isinstance(part, ast.ClassDef) and part.name in ("Valves", "UserValves") for part in module.classes[TOOLKIT].body)
    return not nodes or bool(front) or has_valves


def _foreign(module, problems):
    for name, package, is_compiled, node in module.imports:
        if is_compiled:
            problems.add(
                "warning", "compiled-package", node,
                f'"{name}" contains or needs compiled code, which sealed Python cannot load, so calls fail at this import; dataclasses, TypedDict and Enum give schemas without it',
                {"name": name},
            )
        else:
            problems.add(
                "warning", "foreign-package", node,
                f'"{name}" is not in the Python standard library; calls load it from the wheel of "{package}" in the workspace folder "wheels"',
                {"name": name, "package": package},
            )


def _public(module, compat):
    functions = [node for name, node in module.functions.items() if not name.startswith("_")]
    return sorted(functions, key=lambda node: node.name) if compat else functions


def _tool(node, module, compat, problems, toolkit=None):
    classes = Classes(module)
    types = Types(module, classes, getattr(node, "type_params", ()))
    function = Function(node, module, types, compat, problems.add, is_method=toolkit is not None)
    tool = function.definition()
    tool["entry"] = f"{toolkit}.{node.name}" if toolkit else node.name
    if classes.definitions:
        tool["parameters"]["$defs"] = {name: schema for name, schema in classes.definitions.items() if schema}
    return tool
