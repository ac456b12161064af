"""Classes that a call makes: `Point = NamedTuple("Point", [("x", int)])`, `Color = Enum("Color", "RED BLUE")`."""

import ast

_ENUMS = {"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"}


def _name(node):
    return getattr(node, "id", getattr(node, "attr", None))


def _words(node):
    """The texts of "RED BLUE", "RED, BLUE" or a list of texts."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value.replace(",", " ").split()
    parts = node.elts if isinstance(node, (ast.List, ast.Tuple)) else []
    return [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]


def _typed(name, annotation):
    return ast.AnnAssign(target=ast.Name(name, ast.Store()), annotation=annotation, value=None, simple=1)


def _pairs(node):
    if isinstance(node, ast.Dict):
        return [(key.value, value) for key, value in zip(node.keys, node.values) if isinstance(key, ast.Constant)]
    parts = node.elts if isinstance(node, (ast.List, ast.Tuple)) else []
    return [(part.elts[0].value, part.elts[1]) for part in parts if isinstance(part, (ast.List, ast.Tuple)) and len(part.elts) == 2 and isinstance(part.elts[0], ast.Constant)]


def class_of_call(name, call):
    """The class statement that says the same, or None."""
    if not isinstance(call, ast.Call) or len(call.args) < 2:
        return None
    kind, what = _name(call.func), call.args[1]
    if kind in ("TypedDict", "NamedTuple"):
        body = [_typed(key, value) for key, value in _pairs(what)]
    elif kind == "namedtuple":
        body = [_typed(word, ast.Name("Any", ast.Load())) for word in _words(what)]
    elif kind in _ENUMS:
        pairs = _pairs(what) or [(word, ast.Call(ast.Name("auto", ast.Load()), [], [])) for word in _words(what)]
        body = [ast.Assign([ast.Name(key, ast.Store())], value) for key, value in pairs]
    else:
        return None
    base = ast.Name("NamedTuple" if kind == "namedtuple" else kind, ast.Load())
    made = ast.ClassDef(name=name, bases=[base], keywords=[key for key in call.keywords if key.arg == "total"], body=body or [ast.Pass()], decorator_list=[], type_params=[])
    return ast.fix_missing_locations(ast.copy_location(made, call))
