"""Runs a text as the program or module that Python would take it for."""

import atexit
import builtins
import linecache
import sys
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
