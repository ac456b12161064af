"""The parts that only a sealed interpreter needs: the modules and wheels that go into its image before it is sealed, and
waiting without sockets, threads or JavaScript: `time.sleep` and an asyncio loop.

The original loop of this build is that of JavaScript, which sealed Python cannot reach; the original
sleep is a busy loop that cannot be interrupted.
"""

import asyncio
import asyncio.base_events
import asyncio.events
import asyncio.runners
import importlib
import os
import sys
import time
import warnings
import zipfile

SITE_PACKAGES = "/lib/python%d.%d/site-packages" % sys.version_info[:2]
LARGEST_WHEEL = 48 * 1024 * 1024

# Imported once, in the image, so that importing them in a tool takes no time.
COMMON_MODULES = """
abc argparse ast asyncio base64 bisect calendar collections collections.abc contextlib contextvars
copy csv dataclasses datetime decimal difflib email.message enum fnmatch fractions functools glob
hashlib heapq hmac html html.parser importlib.metadata inspect io itertools json locale logging
math numbers operator pathlib platform pprint queue random re secrets shlex shutil statistics
string struct tempfile textwrap threading time tomllib traceback types typing unicodedata urllib
urllib.parse urllib.request uuid warnings weakref xml.etree.ElementTree zipfile zlib zoneinfo
_strptime encodings.ascii encodings.idna encodings.latin_1 encodings.utf_16
""".split()


def preload():
    for name in COMMON_MODULES:
        importlib.import_module(name)


def unpack(path):
    """Install a pure-Python wheel."""
    with zipfile.ZipFile(path) as wheel:
        if sum(entry.file_size for entry in wheel.infolist()) > LARGEST_WHEEL:
            raise ValueError(f'"{path}" unpacks to more than {LARGEST_WHEEL} bytes')
        wheel.extractall(SITE_PACKAGES)

DEVICE = "/dev/lathe_sleep"

# Both were replaced when the interpreter started; these are the originals.
_stock_sleep = getattr(time.sleep, "__wrapped__", time.sleep)


def sleep(seconds, /):
    """Sleep like `time.sleep`, but send the output first."""
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    end = time.monotonic() + seconds
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and not stream.closed:
            stream.flush()
    try:
        device = os.open(DEVICE, os.O_WRONLY)
    except OSError:
        _stock_sleep(seconds)
        return
    try:
        while (left := end - time.monotonic()) > 0:
            os.write(device, b"%.3f" % (min(left, 3600) * 1000))
    finally:
        os.close(device)


class _Clock:
    """Replaces the selector of other loops, which watches sockets. Here only time can make anything ready."""

    def select(self, timeout=None):
        if timeout is None or timeout > 0:
            sleep(3600 if timeout is None else timeout)
        return []

    def close(self):
        pass

    def get_map(self):
        return {}


class Loop(asyncio.base_events.BaseEventLoop):
    def __init__(self):
        super().__init__()
        self._selector = _Clock()

    def _process_events(self, event_list):
        pass

    def _write_to_self(self):
        pass

    def run_in_executor(self, executor, func, *args):
        """Run at once in this thread, because there are no others."""
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future


class _Policy(asyncio.events._AbstractEventLoopPolicy):
    _loop = None

    def get_event_loop(self):
        if self._loop is None:
            raise RuntimeError("There is no current event loop in thread 'MainThread'.")
        return self._loop

    def set_event_loop(self, loop):
        self._loop = loop

    def new_event_loop(self):
        return Loop()


def install():
    time.sleep = sleep
    asyncio.run = asyncio.runners.run
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        asyncio.events._set_event_loop_policy(_Policy())
    asyncio.events._set_running_loop(None)
