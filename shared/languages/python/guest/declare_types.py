"""Converts the syntax tree of an annotation to JSON Schema. Imports and runs nothing."""

import ast

from declare_known import ARRAYS, CONSTRAINED, MAPPINGS, SETS, SIMPLE, TRANSPARENT, enum_schema, field_facts, literal, name_of


def parts_of(node):
    return list(node.elts) if isinstance(node, ast.Tuple) else [node]


def _arms(node):
    """Return the types of a union `a | b | c` of any length."""
    arms = []
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        arms.append(node.right)
        node = node.left
    return [node, *reversed(arms)]


class Types:
    """Reads the annotations of one module. `classes` returns the schema of a class that the module defines."""

    def __init__(self, module, classes, parameters=()):
        self.module = module
        self.classes = classes
        self.unknown = []
        self._open = []
        # Type parameters and their bounds; None means any type.
        self._bound = {part.name: getattr(part, "bound", None) for part in parameters}

    def schema(self, node):
        if isinstance(node, ast.Constant):
            if node.value is None:
                return {"type": "null"}
            if isinstance(node.value, str):
                return self._text(node.value, node)
            return self._strange(node)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return self._union(_arms(node))
        if isinstance(node, ast.Subscript):
            return self._subscript(node)
        if isinstance(node, ast.Call) and name_of(node.func) in CONSTRAINED:
            return self._constrained(node)
        name = name_of(node)
        return self._named(name, node) if name else self._strange(node)

    def _text(self, text, node):
        try:
            inner = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError):
            return self._strange(node)
        for part in ast.walk(inner):
            if hasattr(part, "lineno"):
                ast.copy_location(part, node)
        return self.schema(inner)

    def _named(self, name, node):
        if name in self._bound:
            return self._stand_in(name)
        own = getattr(self.module.classes.get(name), "type_params", ())
        if own:
            return self._where({part.name: getattr(part, "bound", None) for part in own}, lambda: self.classes.schema(name, self) or {})
        local = self.classes.schema(name, self)
        if local is not None:
            return local
        known = SIMPLE.get(name)
        alias = self.module.aliases.get(name)
        if alias is not None and not (name in self._open and known is not None):
            return self._alias(name, alias)
        if known is not None:
            return dict(known)
        if name in ARRAYS:
            return {"type": "array"}
        if name in SETS:
            return {"type": "array", "uniqueItems": True}
        if name in MAPPINGS:
            return {"type": "object"}
        return self._strange(node)

    def _alias(self, name, node):
        """Return the schema of a name; a recursive one becomes a reference."""
        if isinstance(node, ast.Call) and name_of(node.func) == "TypeVar":
            bounds = [key.value for key in node.keywords if key.arg == "bound"] or node.args[1:]
            return self._union(bounds) if bounds else {}
        definitions, reference = self.classes.definitions, {"$ref": f"#/$defs/{name}"}
        if name in self._open:
            definitions.setdefault(name, None)
            return reference
        self._open.append(name)
        try:
            schema = self._where(dict.fromkeys(self.module.parameters.get(name, ()), None), lambda: self.schema(node))
        finally:
            self._open.pop()
        if name in definitions:
            definitions[name] = schema
            return reference
        return schema

    def _stand_in(self, name):
        node = self._bound[name]
        rest = {key: value for key, value in self._bound.items() if key != name}
        before, self._bound = self._bound, rest
        try:
            return {} if node is None else self._union(parts_of(node))
        finally:
            self._bound = before

    def _where(self, names, work):
        """Return the schema with additional bound type parameters."""
        before, self._bound = self._bound, {**names, **self._bound}
        try:
            return work()
        finally:
            self._bound = before

    def _parameters(self, name):
        """Return the type parameters of `Page[int]`, in order."""
        if name in self.module.parameters:
            return self.module.parameters[name]
        made = self.module.classes.get(name)
        own = [part.name for part in getattr(made, "type_params", ())]
        places = made.bases if made is not None else [self.module.aliases[name]] if name in self.module.aliases else []
        found = [part.id for place in places for part in ast.walk(place) if isinstance(part, ast.Name) and self._is_variable(part.id)]
        return own or list(dict.fromkeys(found))

    def _is_variable(self, name):
        alias = self.module.aliases.get(name)
        return isinstance(alias, ast.Call) and name_of(alias.func) == "TypeVar"

    def _strange(self, node):
        self.unknown.append(node)
        return {}

    def _constrained(self, node):
        """Return the schema of `conint(ge=1)` or `conlist(int, min_length=1)`."""
        kind = CONSTRAINED[name_of(node.func)]
        inner = [*node.args[:1], *(key.value for key in node.keywords if key.arg == "item_type")]
        schema = dict(SIMPLE[kind])
        if schema["type"] == "array" and inner:
            schema["items"] = self.schema(inner[0])
        return {**schema, **field_facts(node, schema)}

    def _union(self, nodes):
        arms = []
        for node in nodes:
            schema = self.schema(node)
            for arm in schema.get("anyOf", [schema]) if set(schema) == {"anyOf"} else [schema]:
                if arm not in arms:
                    arms.append(arm)
        if {} in arms:
            return {}
        return arms[0] if len(arms) == 1 else {"anyOf": arms}

    def _subscript(self, node):
        name, inner = name_of(node.value), parts_of(node.slice)
        if name == "Optional":
            return self._union([inner[0], ast.copy_location(ast.Constant(None), node)])
        if name == "Union":
            return self._union(inner)
        if name == "Literal":
            return self._literals(inner, node)
        if name == "Annotated":
            return self.annotated(inner)
        if name in ARRAYS:
            return {"type": "array", "items": self.schema(inner[0])}
        if name in SETS:
            return {"type": "array", "items": self.schema(inner[0]), "uniqueItems": True}
        if name == "tuple":
            return self._tuple(inner)
        if name in MAPPINGS:
            values = self.schema(inner[1]) if len(inner) > 1 else {}
            return {"type": "object", "additionalProperties": values} if values else {"type": "object"}
        if name in TRANSPARENT:
            return self.schema(inner[-1])
        names = dict(zip(self._parameters(name), inner))
        return self._where(names, lambda: self._named(name, node)) if name else self._strange(node)

    def _tuple(self, inner):
        if len(inner) == 2 and isinstance(inner[1], ast.Constant) and inner[1].value is ...:
            return {"type": "array", "items": self.schema(inner[0])}
        size = len(inner)
        return {"type": "array", "prefixItems": [self.schema(part) for part in inner], "minItems": size, "maxItems": size}

    def _literals(self, nodes, whole):
        values = []
        for node in nodes:
            is_literal, value = literal(node)
            if isinstance(node, ast.Attribute):
                is_literal, value = self.classes.member(node)
            if not is_literal or not isinstance(value, (str, int, float, bool, type(None))):
                return self._strange(whole)
            values.append(value)
        return enum_schema(values)

    def annotated(self, inner):
        """Return the schema of `Annotated[T, "text"]`, `Annotated[T, Field(...)]` or `Annotated[T, Doc("text")]`."""
        schema, told = self.schema(inner[0]), False
        for note in inner[1:]:
            is_literal, value = literal(note)
            if is_literal and isinstance(value, str):
                schema = schema if told else {**schema, "description": value}
                told = True
            elif isinstance(note, ast.Call):
                schema = {**schema, **field_facts(note, schema)}
        return schema
