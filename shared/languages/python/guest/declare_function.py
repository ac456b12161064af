"""One function as a tool definition."""

import ast
import json

from declare_docstring import read
from declare_hosts import expression_of, is_injected, policies_of
from declare_known import field_default, field_facts, literal, name_of


def _kind(schema):
    """Return the name of a schema's type, to compare it with the docstring."""
    for arm in schema.get("anyOf", ()):
        if arm.get("type") != "null":
            return _kind(arm)
    return schema.get("type")


class Function:
    def __init__(self, node, module, types, compat, problem, is_method=False):
        self.node, self.module, self.types, self.compat, self.problem = node, module, types, compat, problem
        self.is_method = is_method
        self.document = read(ast.get_docstring(node, clean=False))
        self._decorated()
        self.properties, self.required, self.hidden = {}, [], []

    def _decorated(self):
        """Read the arguments of `@tool(description=..., args_schema=...)`, which add to the docstring."""
        self.fields = {}
        for call in self.node.decorator_list:
            told = {key.arg: key.value for key in getattr(call, "keywords", ())}
            is_literal, text = literal(told.get("description"))
            if is_literal and isinstance(text, str) and not self.document.description:
                self.document.description = text.strip()
            model = name_of(told.get("args_schema")) if not self.compat else None
            if model:
                self.fields = (self.types.classes.schema(model, self.types) or {}).get("properties", {})

    def definition(self):
        node, document = self.node, self.document
        if not document.description:
            self.problem(
                "warning", "no-docstring", node,
                f'"{node.name}" has no docstring, so a model is not told what it does',
                {"name": node.name},
            )
        self._parameters()
        schema = {"type": "object", "properties": self.properties}
        if self.required:
            schema["required"] = self.required
        if node.args.kwarg and not self.compat:
            extra = self._annotated(node.args.kwarg)
            schema["additionalProperties"] = extra if extra else True
        self._documented_names()
        tool = {
            "name": node.name,
            "description": document.description,
            "parameters": schema,
            "hidden": self.hidden,
            "policies": policies_of(node.name, self.module, self.problem),
            "hasFormat": (node.name, "format") in self.module.attributes,
            "isAsync": isinstance(node, ast.AsyncFunctionDef),
            "line": node.lineno,
            "endLine": node.end_lineno,
        }
        if document.returns and document.returns["type"]:
            note = document.returns["note"]
            tool["declaredReturnType"] = {"type": document.returns["type"], **({"note": note} if note else {})}
        elif node.returns is not None and not self.compat:
            tool["declaredReturnType"] = {"type": _written(node.returns)}
        output = self._output()
        if output:
            tool["outputSchema"] = output
        return tool

    def _output(self):
        """Return the schema of the result if the annotation is complete. A plain string needs none."""
        if self.node.returns is None or self.compat:
            return None
        before = len(self.types.unknown)
        try:
            schema = self.types.schema(self.node.returns)
        except RecursionError:
            return None
        is_known = len(self.types.unknown) == before
        del self.types.unknown[before:]
        return schema if is_known and schema.get("type") not in (None, "string", "null") else None

    def _parameters(self):
        args = self.node.args
        placed = [*args.posonlyargs, *args.args]
        is_static = any(name_of(one) == "staticmethod" for one in self.node.decorator_list)
        if self.is_method and not is_static or placed and placed[0].arg in ("self", "cls"):
            placed = placed[1:]
        defaults = [None] * (len(placed) - len(args.defaults)) + list(args.defaults)[-len(placed) or None:]
        if len(args.defaults) > len(placed):
            defaults = list(args.defaults)[-len(placed):] if placed else []
        for arg, default in [*zip(placed, defaults), *zip(args.kwonlyargs, args.kw_defaults)]:
            self._parameter(arg, default)
        for arg in args.posonlyargs:
            if arg in placed:
                self._note("info", "positional-only", arg, f'"{arg.arg}" is positional-only; it is passed by its place')
        for arg, shape in ((args.vararg, "*"), (args.kwarg, "**")):
            if arg is None:
                continue
            if self.compat:
                self._parameter(arg, None)
            else:
                self._note("info", "variadic", arg, f'"{shape}{arg.arg}" takes any number of arguments; a model cannot name them one by one')

    def _note(self, severity, code, arg, message, **values):
        self.problem(severity, code, arg, message, {"name": arg.arg, "function": self.node.name, **values})

    def _annotated(self, arg):
        before = len(self.types.unknown)
        try:
            schema = self.types.schema(arg.annotation) if arg.annotation else {}
        except RecursionError:
            schema = {}
            self.types.unknown.append(arg.annotation)
        for node in self.types.unknown[before:]:
            written = _written(node)
            self._note("warning", "unknown-type", arg, f'The type "{written}" of "{arg.arg}" is not known here, so any value fits', type=written)
        return schema

    def _parameter(self, arg, default):
        name = arg.arg
        if not self.compat and is_injected(arg, default, self.module.classes):
            self.hidden.append(name)
            return
        entry = self.document.entries.get(name)
        schema = dict(self._annotated(arg))
        if arg.annotation is None:
            schema = self._type_from_docstring(arg, entry)
        elif entry and entry.type:
            self._agree(arg, entry, schema)
        if name in self.fields:
            schema = {**schema, **{key: value for key, value in self.fields[name].items() if key not in ("default", "title")}}
        text = entry.text if entry else ""
        choices = self._choices(entry)
        if choices and "enum" not in schema and not self.compat:
            schema, text = {**schema, "enum": choices}, entry.without_choices()
        if text or self.compat:
            schema = {**schema, "description": text}
        has_default, value = self._default(arg, default, schema)
        if has_default and value is not None:
            schema["default"] = value[0]
        if self.compat:
            schema = _original(schema, arg.annotation)
        if not has_default and not (self.compat and self._takes_none(arg)):
            self.required.append(name)
        self.properties[name] = schema

    def _takes_none(self, arg):
        schema = self.types.schema(arg.annotation) if arg.annotation else {}
        return {"type": "null"} in schema.get("anyOf", ())

    def _type_from_docstring(self, arg, entry):
        if entry and entry.type:
            node = expression_of(entry.expression)
            if node is not None:
                before = len(self.types.unknown)
                schema = self.types.schema(node)
                if len(self.types.unknown) == before:
                    return dict(schema)
                del self.types.unknown[before:]
        if self._choices(entry):
            return {}
        self._note("info", "no-type", arg, f'"{arg.arg}" has no type, so any value is accepted')
        return {}

    def _choices(self, entry):
        known, values = literal(expression_of(entry.choices())) if entry and entry.choices() else (False, None)
        return values if known else None

    def _agree(self, arg, entry, schema):
        node = expression_of(entry.expression)
        if node is None:
            return
        before = len(self.types.unknown)
        written = self.types.schema(node)
        known = len(self.types.unknown) == before
        del self.types.unknown[before:]
        mine, theirs = _kind(schema), _kind(written)
        if known and mine and theirs and mine != theirs and {mine, theirs} != {"integer", "number"}:
            annotation = _written(arg.annotation)
            self._note(
                "warning", "type-disagrees", arg,
                f'"{arg.arg}" is "{annotation}" in its annotation and "{entry.type}" in the docstring; the annotation counts',
                annotation=annotation, docstring=entry.type,
            )

    def _default(self, arg, node, schema):
        """Return (whether there is a default, (value,) if JSON can hold it)."""
        if node is None:
            return False, None
        if isinstance(node, ast.Call) and name_of(node.func) in ("Field", "Query", "Body", "Param", "Depends"):
            schema.update({key: value for key, value in field_facts(node, schema).items() if key not in schema})
            return field_default(node)
        is_literal, value = literal(node) if self.compat else self.types.classes.values.read(node)
        written = _written(node)
        if not is_literal:
            self._note("info", "default-not-literal", arg, f'The default "{written}" of "{arg.arg}" is computed when the module runs, so it cannot be shown', default=written)
            return True, None
        try:
            json.dumps(value, allow_nan=False)
        except (TypeError, ValueError):
            self._note("warning", "default-not-json", arg, f'The default "{written}" of "{arg.arg}" cannot be written as JSON, so it is not shown', default=written)
            return True, None
        return True, (list(value) if isinstance(value, tuple) else value,)

    def _documented_names(self):
        args = self.node.args
        known = {arg.arg for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs)}
        known |= {arg.arg for arg in (args.vararg, args.kwarg) if arg}
        for name in self.document.entries:
            if name not in known and not args.kwarg:
                self.problem(
                    "warning", "documented-not-a-parameter", self.node,
                    f'The docstring of "{self.node.name}" describes "{name}", which is not a parameter',
                    {"name": name, "function": self.node.name, "known": ", ".join(sorted(known))},
                )


def _written(node):
    """Return an annotation; a quoted one without its quotes."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    try:
        return ast.unparse(node)
    except RecursionError:
        return "…"


def _original(schema, annotation):
    """Return the schema of the original system: a union's first arm; tuples and unknown types as strings."""
    facts = {key: schema[key] for key in ("description", "default") if key in schema}
    arms = [arm for arm in schema.get("anyOf", ()) if arm.get("type") != "null"]
    core = {key: value for key, value in (arms[0] if arms else schema).items() if key not in ("description", "default")}
    name = name_of(annotation.value if isinstance(annotation, ast.Subscript) else annotation) if annotation is not None else None
    if isinstance(annotation, ast.Constant) or core.get("prefixItems") or name in ("tuple", "set", "frozenset", "Annotated"):
        core = {"type": "string"}
    if core.get("type") == "object":
        core = {"type": "object"} if name in ("dict", "Mapping") or not core.get("properties") else {"type": "string"}
    if core.get("type") not in ("string", "integer", "number", "boolean", "array", "object"):
        core = {"type": "string"}
    return {**{key: core[key] for key in ("type", "enum", "items") if key in core}, **facts}
