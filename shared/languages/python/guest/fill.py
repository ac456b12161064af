"""Fills a template with the arguments of a call; run.py runs the result.

`fill(source, file, parameters, arguments, mode)` returns
`{"ok": True, "text", "spans": [{"start", "end", "parameter"}]}`, offsets in code points of the
text, or `{"ok": False, "error": {"class", "message", "code", "line"?, "column"?, "missing"?}}`,
lines and columns of the template from 1. It never raises.
"""

import _string
import gc
import warnings

from fill_braces import Refusal, missing_message, read
from fill_edits import apply, as_text, depth, edits_of
from fill_prove import Proof
from fill_scan import WHOLE, scan

# The parser accepts 200 nested brackets, including those of the author.
DEEPEST = 100


def fill(source, file, parameters, arguments, mode):
    collecting = gc.isenabled()
    # A syntax tree has very many objects and no garbage.
    gc.disable()
    try:
        with warnings.catch_warnings():
            # The program is compiled again for the run, which shows the warnings.
            warnings.simplefilter("ignore")
            if mode == "raw":
                return fill_raw(source, arguments)
            return _fill_bound(source, file, parameters, arguments)
    except Refusal as refusal:
        return {"ok": False, "error": refusal.error}
    except BaseException as error:
        said = f"模板渲染失败: {type(error).__name__}: {str(error)[:500]}"
        return {"ok": False, "error": {"class": "TemplateError", "message": said, "code": "not-filled"}}
    finally:
        if collecting:
            gc.enable()


def _fill_bound(source, file, parameters, arguments):
    parameters = parameters if isinstance(parameters, dict) else {}
    program = read(source, parameters, arguments)
    if not program.holes and len(program.text) > WHOLE:
        # Nothing to prove; Python parses it again for the run.
        return {"ok": True, "text": program.text, "spans": []}
    places, cuts = scan(program.text, program.holes)
    proof = Proof(program, places, cuts, file)
    values = {name: _value(name, parameters, arguments) for name in program.names()}
    texts = {}
    for hole, place in zip(program.holes, places):
        # A comment needs no value.
        value, given = values[hole.name]
        if place.kind != "code" and hole.name not in texts:
            texts[hole.name] = as_text(value) if given else ""
    edits = edits_of(program, places, values, texts, proof.parents)
    proof.check(edits, places, values, texts)
    text, spans = apply(program.text, edits, 0, len(program.text))
    return {"ok": True, "text": text, "spans": spans}


def _value(name, parameters, arguments):
    """Return the value and whether there is one. In a string, a missing value is ''."""
    if name in arguments:
        if depth(arguments[name], DEEPEST) > DEEPEST:
            said = f'Argument "{name}" holds lists or objects more than {DEEPEST} deep'
            raise Refusal("ValueError", said, "argument-too-deep")
        return arguments[name], True
    properties = parameters.get("properties")
    required = parameters.get("required")
    required = required if isinstance(required, list) else []
    if not isinstance(properties, dict) or name in required:
        raise Refusal("MissingArgument", missing_message(name), "missing-argument", missing=name)
    schema = properties.get(name)
    if isinstance(schema, dict) and "default" in schema:
        return schema["default"], True
    return None, False


def fill_raw(source, arguments):
    try:
        text = source.format(**arguments)
    except KeyError as error:
        key = error.args[0] if error.args else ""
        raise Refusal("KeyError", missing_message(repr(key)), "missing-argument", missing=str(key))
    except Exception as error:
        raise Refusal(type(error).__name__, f"模板渲染失败: {error}", "not-filled")
    return {"ok": True, "text": text, "spans": _spans(source, arguments, text)}


def _spans(source, arguments, text):
    spans, pieces, at = [], [], 0
    for literal, field, spec, conversion in _string.formatter_parser(source):
        at += len(literal)
        pieces.append(literal)
        if field is None:
            continue
        shown = "{" + field + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "") + "}"
        piece = shown.format(**arguments)
        spans.append({"start": at, "end": at + len(piece), "parameter": _base(field)})
        at += len(piece)
        pieces.append(piece)
    # Without marks is better than with wrong marks.
    return spans if "".join(pieces) == text else []


def _base(field):
    base, _ = _string.formatter_field_name_split(field)
    return str(base)
