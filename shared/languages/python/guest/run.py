"""The entry of a sealed interpreter. Takes one job as JSON text and returns JSON text.

`lathe_prepare(job)` fills a template and returns whether there is something to run; then the host
starts the timeout and calls `lathe_run("")`. Answers have the facts that the host cannot know:
`{exitCode, fault?, value?, formatted?, filled?, line?, warnings?}`.
"""

import importlib
import inspect
import io
import json
import os
import random
import signal
import sys
import tempfile
import time

import call
from program import as_json, fault_of, message_of, module_named, remember_source, run_program, to_json

try:
    import seal
    from seal import preload, unpack
except ImportError:
    # Modules that only a sealed interpreter has.
    seal = preload = unpack = None
try:
    import fill
except ImportError:
    fill = None
try:
    import declare
except ImportError:
    declare = None

GUEST_DIRECTORY = os.path.dirname(__file__)


class TimeUp(BaseException):
    """Raised in the author's code at the timeout."""


class _State:
    job = None
    ready = None
    value = None
    running = False
    line = None


def settle(sealed):
    """Prepare the interpreter for the author's code: hide Lathe's modules, install the seal and the signals. The last step before the state is saved."""
    for name, module in list(sys.modules.items()):
        # An author's module may have the same name.
        if (getattr(module, "__file__", None) or "").startswith(GUEST_DIRECTORY):
            del sys.modules[name]
    while GUEST_DIRECTORY in sys.path:
        sys.path.remove(GUEST_DIRECTORY)
    if sealed:
        # Only for a clear ModuleNotFoundError instead of a violation. The seal is elsewhere.
        for finder in sys.meta_path:
            if type(finder).__name__ == "JsFinder":
                finder.jsproxies.clear()
        for name in [name for name in sys.modules if name in ("js", "pyodide_js") or name.startswith("js.")]:
            del sys.modules[name]
    if seal is not None:
        seal.install()
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
    """Return the exit code of `sys.exit(...)`."""
    code = error.code
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 0xFF
    _write_error(f"{code}\n")
    return 1


async def _await(value):
    return await value


def _settled(value):
    if not inspect.isawaitable(value):
        return value
    import asyncio

    return asyncio.run(_await(value))


def _find(module, entry, file):
    """Return the function of that name; a dotted name is a method of a class that is created without arguments."""
    found = module
    for name in entry.split("."):
        found = getattr(found() if isinstance(found, type) else found, name, None)
    if not callable(found):
        raise AttributeError(f'"{file}" defines no function "{entry}"')
    return found


def _call_function(job):
    source, file, entry = job["source"], job["file"], job["entry"]
    remember_source(file, source)
    stem = os.path.splitext(os.path.basename(file))[0]
    taken = stem in sys.modules or stem in sys.stdlib_module_names or not stem.isidentifier()
    module = module_named("__tool__" if taken else stem, file)
    exec(compile(source, file, "exec", dont_inherit=True), module.__dict__)
    function = _find(module, entry, file)
    args, kwargs = call.bound(function, job["arguments"], job.get("parameters"))
    value = _settled(function(*args, **kwargs))
    answer = {}
    _State.value = as_json(value, entry)
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
                f"{type(error).__name__}: {message_of(error)}"
            ]
    return answer


def _perform(job):
    task = job["task"]
    if task == "template":
        run_program(_State.ready, job["file"])
        return {}
    if task == "call":
        return _call_function(job)
    return {}


def lathe_prepare(text):
    job = json.loads(text)
    if job.get("warm"):
        job = {"task": "call", "source": _WARM, "file": "warm.py", "entry": "main", "arguments": {}}
    _State.job, _State.ready, _State.value, _State.line = job, None, None, None
    # The image contains one state of the random generator, the same for every call.
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
        fault, _ = fault_of(error, job["file"])
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
        fault, printed = fault_of(error, job["file"])
        _write_error(printed)
        answer = {"exitCode": 1, "fault": fault}
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass
    text = to_json(answer)
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


# The host calls these functions.
__all__ = ["lathe_prepare", "lathe_run", "preload", "settle", "unpack"]
