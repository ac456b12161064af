"""Policies and the formatter that an author sets on a function after its definition."""

from declare_nodes import literal

EXECUTION = ("auto", "ask-once", "ask-always")
RESULT = ("never", "on-error", "always")
# Older names of the format, and what they mean today.
LEVELS = {"public": "auto", "moderate": "ask-once", "sensitive": "ask-always"}


def policies_of(name, module, problem):
    """`{"execution"?, "result"?}`; what is no known policy is a problem and is left out."""
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
            # A word that nobody knows was meant to hold something back.
            policies[key] = known[-1]
            problem(
                "error", "unknown-policy", node,
                f'"{attribute}" of "{name}" is "{shown}"; it must be one of {", ".join(known)}, and until then "{known[-1]}" counts',
                {"attribute": attribute, "name": name, "value": str(shown), "known": ", ".join(known)},
            )
    return policies
