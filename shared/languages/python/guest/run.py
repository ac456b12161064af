"""The entry of a sealed interpreter: takes one job as JSON text and answers as JSON text.

`lathe_prepare(job)` fills a template and says whether there is something to run; then the host
starts the clock and calls `lathe_run("")`. Answers hold what the host cannot know by itself:
`{exitCode, fault?, value?, formatted?, filled?, line?, warnings?}`.
"""

import atexit
import builtins
import importlib
import inspect
import io
import json
import linecache
import os
import random
import signal
import sys
import tempfile
import time
import traceback
import types
import zipfile

import call
import loop

try:
    import fill
except ImportError:
    fill = None
try:
    import declare
except ImportError:
    declare = None

GUEST_DIRECTORY = os.path.dirname(__file__)
SITE_PACKAGES = "/lib/python%d.%d/site-packages" % sys.version_info[:2]
LARGEST_VALUE = 8 * 1024 * 1024
LONGEST_MESSAGE = 20_000
LARGEST_WHEEL = 48 * 1024 * 1024

# Imported once, in the image, so that a tool's own import of them costs nothing.
COMMON_MODULES = """
abc argparse ast asyncio base64 bisect calendar collections collections.abc contextlib contextvars
copy csv dataclasses datetime decimal difflib email.message enum fnmatch fractions functools glob
hashlib heapq hmac html html.parser importlib.metadata inspect io itertools json locale logging
math numbers operator pathlib platform pprint queue random re secrets shlex shutil statistics
string struct tempfile textwrap threading time tomllib traceback types typing unicodedata urllib
urllib.parse urllib.request uuid warnings weakref xml.etree.ElementTree zipfile zlib zoneinfo
_strptime encodings.ascii encodings.idna encodings.latin_1 encodings.utf_16
""".split()


class TimeUp(BaseException):
    """Raised inside the author's code when its time is up."""


def _to_json(value):
    """Like `json.dumps`, with nothing in it that the author's code could have replaced."""
    encode = _make_encoder({}, _refuse, _quote, None, ": ", ", ", False, False, False)
    return "".join(encode(value, 0))


def _refuse(value):
    raise TypeError(f"{type(value).__name__} is not JSON")


_make_encoder = json.encoder.c_make_encoder
_quote = json.encoder.c_encode_basestring_ascii


class _State:
    job = None
    ready = None
    value = None
    running = False
    line = None


def preload():
    for name in COMMON_MODULES:
        importlib.import_module(name)


def unpack(path):
    """Install a pure-Python wheel."""
    with zipfile.ZipFile(path) as wheel:
        if sum(entry.file_size for entry in wheel.infolist()) > LARGEST_WHEEL:
            raise ValueError(f'"{path}" unpacks to more than {LARGEST_WHEEL} bytes')
        wheel.extractall(SITE_PACKAGES)


def settle(sealed):
    """Make the interpreter ours: the last thing before its state is remembered."""
    for name, module in list(sys.modules.items()):
        # An author's own module may bear the same name.
        if (getattr(module, "__file__", None) or "").startswith(GUEST_DIRECTORY):
            del sys.modules[name]
    while GUEST_DIRECTORY in sys.path:
        sys.path.remove(GUEST_DIRECTORY)
    if sealed:
        # For manners: a clear ModuleNotFoundError in place of a violation. The seal is elsewhere.
        for finder in sys.meta_path:
            if type(finder).__name__ == "JsFinder":
                finder.jsproxies.clear()
        for name in [name for name in sys.modules if name in ("js", "pyodide_js") or name.startswith("js.")]:
            del sys.modules[name]
    loop.install()
    if hasattr(time, "tzset"):
        time.tzset()
    signal.signal(signal.SIGINT, _interrupt)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(line_buffering=True, errors="backslashreplace")
    importlib.invalidate_caches()


def _interrupt(_signal, frame):
    file = _State.job["file"] if _State.job else None
    while frame is not None and frame.f_code.co_filename != file:
        frame = frame.f_back
    if frame is not None:
        _State.line = frame.f_lineno
    if _State.running:
        raise TimeUp


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


def _message(error):
    try:
        return str(error)[:LONGEST_MESSAGE]
    except Exception:
        return ""


def _fault(error, file):
    """The fault for an uncaught exception, and the text Python would have printed."""
    fault = {"class": type(error).__name__, "message": _message(error)}
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


def _write_error(text):
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except Exception:
        pass


def _exit_code(error):
    """What `sys.exit(...)` means to whoever started the program."""
    code = error.code
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 0xFF
    _write_error(f"{code}\n")
    return 1


def _remember_source(file, text):
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)


def _module(name, file):
    module = types.ModuleType(name)
    module.__file__ = file
    module.__builtins__ = builtins
    sys.modules[name] = module
    sys.argv = [file]
    return module


def _run_program(text, file):
    _remember_source(file, text)
    module = _module("__main__", file)
    try:
        exec(compile(text, file, "exec", dont_inherit=True), module.__dict__)
    finally:
        atexit._run_exitfuncs()


async def _await(value):
    return await value


def _settled(value):
    if not inspect.isawaitable(value):
        return value
    import asyncio

    return asyncio.run(_await(value))


class ResultError(Exception):
    """The function answered with something that is not JSON."""


def _as_json(value, entry):
    try:
        text = _to_json(value)
    except (TypeError, ValueError, RecursionError) as error:
        raise ResultError(
            f'"{entry}" answered with a {type(value).__name__} that JSON cannot hold ({error});'
            " answer with a dict, list, string, number, boolean or None"
        ) from None
    if len(text) > LARGEST_VALUE:
        raise ResultError(f'"{entry}" answered with more than {LARGEST_VALUE} bytes of JSON')
    return text


def _find(module, entry, file):
    """The function of that name; a dotted one is a method of a class that is made without arguments."""
    found = module
    for name in entry.split("."):
        found = getattr(found() if isinstance(found, type) else found, name, None)
    if not callable(found):
        raise AttributeError(f'"{file}" defines no function "{entry}"')
    return found


def _call_function(job):
    source, file, entry = job["source"], job["file"], job["entry"]
    _remember_source(file, source)
    stem = os.path.splitext(os.path.basename(file))[0]
    taken = stem in sys.modules or stem in sys.stdlib_module_names or not stem.isidentifier()
    module = _module("__tool__" if taken else stem, file)
    exec(compile(source, file, "exec", dont_inherit=True), module.__dict__)
    function = _find(module, entry, file)
    args, kwargs = call.bound(function, job["arguments"], job.get("parameters"))
    value = _settled(function(*args, **kwargs))
    answer = {}
    _State.value = _as_json(value, entry)
    formatter = getattr(function, "format", None)
    if callable(formatter):
        try:
            formatted = _settled(formatter(value, job["arguments"]))
            if not isinstance(formatted, str):
                raise TypeError(f"it answered with a {type(formatted).__name__}, not a string")
            answer["formatted"] = formatted
        except Exception as error:
            answer["warnings"] = [
                f'The formatter of "{entry}" failed, so the plain result is shown: '
                f"{type(error).__name__}: {_message(error)}"
            ]
    return answer


def _perform(job):
    task = job["task"]
    if task == "template":
        _run_program(_State.ready, job["file"])
        return {}
    if task == "call":
        return _call_function(job)
    return {}


def lathe_prepare(text):
    job = json.loads(text)
    if job.get("warm"):
        job = {"task": "call", "source": _WARM, "file": "warm.py", "entry": "main", "arguments": {}}
    _State.job, _State.ready, _State.value, _State.line = job, None, None, None
    # The image holds one state of the generator, the same for every call.
    random.seed(os.urandom(32))
    tempfile._name_sequence = None
    task = job["task"]
    if task == "declare":
        return json.dumps({"done": True, **_declared(job)})
    if task == "call":
        return json.dumps({"done": False})
    filled = fill.fill(job["source"], job["file"], job["parameters"], job["arguments"], job["mode"])
    if not filled["ok"]:
        return json.dumps({"done": True, "exitCode": 1, "fault": filled["error"]})
    _State.ready = filled["text"]
    answer = {"filled": {"text": filled["text"], "spans": filled["spans"]}}
    return json.dumps({"done": task == "fill", "exitCode": 0, **answer})


def _declared(job):
    if declare is None:
        return {"exitCode": 1, "fault": {"class": "ImportError", "message": "The guest cannot read modules"}}
    try:
        return {"exitCode": 0, "value": declare.declare(job["source"], job["file"], job["arguments"])}
    except Exception as error:
        fault, _ = _fault(error, job["file"])
        return {"exitCode": 1, "fault": fault}


def lathe_run(_):
    job = _State.job
    try:
        try:
            _State.running = True
            answer = {"exitCode": 0, **_perform(job)}
        finally:
            _State.running = False
    except SystemExit as error:
        answer = {"exitCode": _exit_code(error)}
    except TimeUp:
        answer = {"exitCode": 1, "line": _State.line}
    except BaseException as error:
        fault, printed = _fault(error, job["file"])
        _write_error(printed)
        answer = {"exitCode": 1, "fault": fault}
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass
    text = _to_json(answer)
    return text if _State.value is None else f'{text[:-1]}, "value": {_State.value}}}'


_WARM = '''
import asyncio
async def main():
    await asyncio.sleep(0)
    try:
        raise ValueError("warm")
    except ValueError as error:
        import traceback
        traceback.format_exc()
    return {"ok": True}
'''
