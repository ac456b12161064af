"""Runs a text as a program or module. Encodes its answer as JSON text. Converts an uncaught exception to a fault, and to
the text that Python would print.
"""

import atexit
import builtins
import json
import linecache
import os
import sys
import traceback
import types


def remember_source(file, text):
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)


def module_named(name, file):
    module = types.ModuleType(name)
    module.__file__ = file
    module.__builtins__ = builtins
    sys.modules[name] = module
    sys.argv = [file]
    return module


def run_program(text, file):
    remember_source(file, text)
    module = module_named("__main__", file)
    try:
        exec(compile(text, file, "exec", dont_inherit=True), module.__dict__)
    finally:
        atexit._run_exitfuncs()

LARGEST_VALUE = 8 * 1024 * 1024


def to_json(value):
    """Encode like `json.dumps`, but only with functions that the author's code cannot have replaced."""
    encode = _make_encoder({}, _refuse, _quote, None, ": ", ", ", False, False, False)
    return "".join(encode(value, 0))


def _refuse(value):
    raise TypeError(f"{type(value).__name__} is not JSON")

_make_encoder = json.encoder.c_make_encoder
_quote = json.encoder.c_encode_basestring_ascii


class ResultError(Exception):
    """The function returned a value that JSON cannot hold."""


def as_json(value, entry):
    try:
        text = to_json(value)
    except (TypeError, ValueError, RecursionError) as error:
        raise ResultError(
            f'"{entry}" answered with a {type(value).__name__} that JSON cannot hold ({error});'
            " answer with a dict, list, string, number, boolean or None"
        ) from None
    if len(text) > LARGEST_VALUE:
        raise ResultError(f'"{entry}" answered with more than {LARGEST_VALUE} bytes of JSON')
    return text

GUEST_DIRECTORY = os.path.dirname(__file__)
LONGEST_MESSAGE = 20_000


def _author_line(error, file):
    if isinstance(error, SyntaxError) and error.filename == file:
        return error.lineno
    line = None
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == file:
            line = step.tb_lineno
        step = step.tb_next
    return line


def _trim(report, keep):
    """Keep only the frames for which `keep` holds, in a report and in its causes."""
    waiting, seen = [report], set()
    while waiting:
        one = waiting.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        one.stack[:] = [frame for frame in one.stack if keep(frame.filename)]
        waiting += [one.__cause__, one.__context__, *(one.exceptions or [])]
    return "".join(report.format())


def message_of(error):
    try:
        return str(error)[:LONGEST_MESSAGE]
    except Exception:
        return ""


def fault_of(error, file):
    """Return the fault for an uncaught exception, and the text that Python would have printed."""
    fault = {"class": type(error).__name__, "message": message_of(error)}
    line = _author_line(error, file)
    if line is not None:
        fault["line"] = line
    try:
        report = traceback.TracebackException.from_exception(error)
        printed = _trim(report, lambda name: not name.startswith(GUEST_DIRECTORY))
        fault["traceback"] = _trim(report, lambda name: name == file)[-LONGEST_MESSAGE:]
    except Exception:
        printed = f"{fault['class']}: {fault['message']}\n"
    return fault, printed
