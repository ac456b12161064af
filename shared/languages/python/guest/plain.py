"""The entry of a call in an interpreter without a seal: one job as JSON on stdin, as run.py takes it; its
answer as JSON in the file that LATHE_RESULT names. The program finds no further input and our modules gone.
"""

import json
import os
import signal
import sys

import run

ANSWER = os.environ.pop("LATHE_RESULT")
run.settle(False)
# What is asked to leave says at which line it was.
signal.signal(signal.SIGTERM, signal.getsignal(signal.SIGINT))
_job = sys.stdin.read()
_answer = json.loads(run.lathe_prepare(_job))
if not _answer.pop("done"):
    _answer = json.loads(run.lathe_run(""))
_answer.pop("filled", None)
with open(ANSWER, "w", encoding="utf-8") as _file:
    json.dump(_answer, _file)
sys.exit(_answer["exitCode"])
