"""What an uncaught exception of the author's code says: the fault that travels, and what Python would print."""

import os
import traceback

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
    """Leave only the frames for which `keep` holds, in a report and all it was caused by."""
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
    """The fault for an uncaught exception, and the text Python would have printed."""
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
