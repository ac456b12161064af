"""Reads the parts of a function that are for the host and not for the model: parameters that the host injects, by name,
type or default, and policies that an author sets on the function after its definition.
"""

import ast
import functools

from declare_known import literal, name_of
from declare_types import parts_of

# Types whose values a host injects; a model never sees the parameter.
INJECTED_TYPES = {
    "Context", "ToolContext", "RunContext", "RunContextWrapper", "ToolRuntime", "CallbackContext", "InvocationContext",
    "Request", "RunnableConfig", "EventEmitter", "CallbackManagerForToolRun", "AsyncCallbackManagerForToolRun",
}
INJECTED_NOTES = {"InjectedToolArg", "InjectedState", "InjectedStore", "InjectedToolCallId", "Depends", "Inject"}


@functools.lru_cache(maxsize=256)
def expression_of(text):
    """Parse a type of a docstring; None if it is no expression. Cached, because few types are written often."""
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def is_injected(arg, default, own):
    """Whether a host injects the parameter, so that models do not see it. `own` are the classes of the module."""
    if arg.arg.startswith("__"):
        return True
    annotation = arg.annotation
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        annotation = expression_of(annotation.value.strip())
    for part in (annotation, default.func if isinstance(default, ast.Call) else None):
        if any(name_of(node) in INJECTED_NOTES for node in (ast.walk(part) if part else ())):
            return True
    if default is not None and name_of(getattr(annotation, "value", annotation)) == "Callable":
        # JSON cannot hold a function.
        return True
    return annotation is not None and any(_outer(arm) in INJECTED_TYPES and _outer(arm) not in own for arm in _arms(annotation))


def _outer(node):
    return name_of(node.value if isinstance(node, ast.Subscript) else node)


def _arms(node):
    """Return the types of a union, without None."""
    if isinstance(node, ast.Subscript) and name_of(node.value) in ("Optional", "Union"):
        return [arm for part in parts_of(node.slice) for arm in _arms(part)]
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    return [node]

EXECUTION = ("auto", "ask-once", "ask-always")
RESULT = ("never", "on-error", "always")
# Older names of the policies.
LEVELS = {"public": "auto", "moderate": "ask-once", "sensitive": "ask-always"}


def policies_of(name, module, problem):
    """Return `{"execution"?, "result"?}`. An unknown policy is a problem and is left out."""
    policies = {}

    def take(attribute):
        node = module.attributes.get((name, attribute))
        return (node, *literal(node)) if node is not None else (None, False, None)

    node, _, value = take("permissionLevel")
    if node is not None:
        policies["execution"] = LEVELS.get(value, "ask-always")
    node, is_literal, value = take("requireExecutionApproval")
    if is_literal and "execution" not in policies:
        policies["execution"] = "ask-once" if value else "auto"
    node, is_literal, value = take("requireResultApproval")
    if is_literal:
        policies["result"] = "always" if value else "never"
    for attribute, key, known in (("executionPolicy", "execution", EXECUTION), ("resultApprovalPolicy", "result", RESULT)):
        node, is_literal, value = take(attribute)
        if node is None:
            continue
        if is_literal and value in known:
            policies[key] = value
        else:
            shown = value if is_literal else "an expression"
            # An unknown policy was probably meant to restrict, so the strictest one applies.
            policies[key] = known[-1]
            problem(
                "error", "unknown-policy", node,
                f'"{attribute}" of "{name}" is "{shown}"; it must be one of {", ".join(known)}; until then "{known[-1]}" applies',
                {"attribute": attribute, "name": name, "value": str(shown), "known": ", ".join(known)},
            )
    return policies
