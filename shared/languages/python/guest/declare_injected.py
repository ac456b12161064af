"""Parameters that a host fills in, by their names, types and defaults."""

import ast
import functools

from declare_nodes import name_of
from declare_types import parts_of

# Types whose values a host puts in; a model never sees the parameter.
INJECTED_TYPES = {
    "Context", "ToolContext", "RunContext", "RunContextWrapper", "ToolRuntime", "CallbackContext", "InvocationContext",
    "Request", "RunnableConfig", "EventEmitter", "CallbackManagerForToolRun", "AsyncCallbackManagerForToolRun",
}
INJECTED_NOTES = {"InjectedToolArg", "InjectedState", "InjectedStore", "InjectedToolCallId", "Depends", "Inject"}


@functools.lru_cache(maxsize=256)
def expression_of(text):
    """The syntax tree of what a docstring writes; None where it is no expression. Few types are written often."""
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def is_injected(arg, default, own):
    """Whether a host gives a parameter its value, so that no model is told of it. Classes of the module are its `own`."""
    if arg.arg.startswith("__"):
        return True
    annotation = arg.annotation
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        annotation = expression_of(annotation.value.strip())
    for part in (annotation, default.func if isinstance(default, ast.Call) else None):
        if any(name_of(node) in INJECTED_NOTES for node in (ast.walk(part) if part else ())):
            return True
    if default is not None and name_of(getattr(annotation, "value", annotation)) == "Callable":
        # No JSON holds a function.
        return True
    return annotation is not None and any(_outer(arm) in INJECTED_TYPES and _outer(arm) not in own for arm in _arms(annotation))


def _outer(node):
    return name_of(node.value if isinstance(node, ast.Subscript) else node)


def _arms(node):
    """The types of a union, without None."""
    if isinstance(node, ast.Subscript) and name_of(node.value) in ("Optional", "Union"):
        return [arm for part in parts_of(node.slice) for arm in _arms(part)]
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    return [node]
