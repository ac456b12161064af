"""What goes into the image before the seal closes: common modules, and wheels that a tool names."""

import importlib
import sys
import zipfile

SITE_PACKAGES = "/lib/python%d.%d/site-packages" % sys.version_info[:2]
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


def preload():
    for name in COMMON_MODULES:
        importlib.import_module(name)


def unpack(path):
    """Install a pure-Python wheel."""
    with zipfile.ZipFile(path) as wheel:
        if sum(entry.file_size for entry in wheel.infolist()) > LARGEST_WHEEL:
            raise ValueError(f'"{path}" unpacks to more than {LARGEST_WHEEL} bytes')
        wheel.extractall(SITE_PACKAGES)
