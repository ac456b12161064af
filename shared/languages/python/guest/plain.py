"""The entry of a call in an interpreter without a seal. Takes one job of run.py as JSON on stdin, and writes the answer as
JSON to the file that LATHE_RESULT names. Hides the rest of the input and Lathe's modules from the program.
"""

import json
import os
import signal
import sys

import run

ANSWER = os.environ.pop("LATHE_RESULT")
run.settle(False)
# A terminated program reports its current line.
signal.signal(signal.SIGTERM, signal.getsignal(signal.SIGINT))
_job = sys.stdin.read()
_answer = json.loads(run.lathe_prepare(_job))
if not _answer.pop("done"):
    _answer = json.loads(run.lathe_run(""))
_answer.pop("filled", None)
with open(ANSWER, "w", encoding="utf-8") as _file:
    json.dump(_answer, _file)
sys.exit(_answer["exitCode"])
