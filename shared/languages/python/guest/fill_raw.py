"""What `str.format` makes of a template, word for word, with the errors of seed 001's system."""

import _string

from fill_refusal import Refusal, missing_message


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
    # Marks are an aid: none are better than wrong ones.
    return spans if "".join(pieces) == text else []


def _base(field):
    base, _ = _string.formatter_field_name_split(field)
    return str(base)
