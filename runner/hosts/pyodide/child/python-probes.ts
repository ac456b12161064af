/** A way out that stock Pyodide leaves open. `main` returns what it reached, or None. */
export interface Probe {
  name: string;
  source: string;
  /** Whether the gate aborts it, after which the interpreter is unusable. */
  breaks: boolean;
}

const probe = (name: string, ...lines: string[]): Probe => ({
  name,
  source: ['def main():', ...lines.map((line) => `    ${line}`)].join('\n'),
  breaks: false,
});
const breaking = (...given: Parameters<typeof probe>): Probe => ({
  ...probe(...given),
  breaks: true,
});

export const PYTHON_PROBES: Probe[] = [
  probe('js', 'import js', 'return str(js.globalThis)'),
  probe('pyodide_js', 'import pyodide_js', 'return str(pyodide_js._module)'),
  probe('run_js', 'from pyodide.code import run_js', 'return str(run_js("7"))'),
  breaking(
    'a function of an array of JavaScript',
    'from pyodide.ffi import to_js',
    'return str(to_js([]).constructor.constructor("return 7")())',
  ),
  probe(
    'mountNodeFS',
    'import pyodide_js, os',
    'pyodide_js.mountNodeFS("/host", "/etc")',
    'return str(os.listdir("/host"))',
  ),
  probe('pyfetch', 'import pyodide.http', 'return str(pyodide.http.open_url("http://127.0.0.1/"))'),
  probe('os.system', 'import os', 'return "ran" if os.system("true") == 0 else None'),
  probe('os.popen', 'import os', 'return "ran" if os.popen("echo 7").read() else None'),
  probe('subprocess', 'import subprocess', 'return str(subprocess.run(["true"]))'),
  probe('os.execv', 'import os', 'os.execv("/bin/true", ["true"])'),
  breaking(
    'ctypes system',
    'import ctypes',
    'return "ran" if ctypes.CDLL(None).system(b"true") == 0 else None',
  ),
  breaking(
    'ctypes script',
    'import ctypes',
    'run = ctypes.CDLL(None).emscripten_run_script_string',
    'run.restype = ctypes.c_char_p',
    'return run(b"typeof process").decode()',
  ),
  breaking('ctypes Python', 'import ctypes', 'return str(ctypes.pythonapi.Py_GetVersion())'),
  probe('terminal for reading', 'return open("/dev/tty").read(1) or "opened"'),
  probe(
    'terminal for writing',
    'import os',
    'return str(os.write(os.open("/dev/tty1", os.O_WRONLY), b"x"))',
  ),
  probe(
    'terminal by number',
    'import os, stat',
    'os.mknod("/tmp/tty", stat.S_IFCHR | 0o666, os.makedev(5, 0))',
    'return open("/tmp/tty").read(1) or None',
  ),
  probe('a file', 'return open("/etc/passwd").read()'),
  probe(
    'a link to a file',
    'import os',
    'os.symlink("/etc/passwd", "/tmp/link")',
    'return open("/tmp/link").read()',
  ),
  probe(
    'the environment',
    'import os',
    'known = "USER LOGNAME PATH PWD HOME LANG _ PYTHONINSPECT TZ LD_LIBRARY_PATH".split()',
    'return ", ".join(set(os.environ) - set(known)) or None',
  ),
  probe(
    'a socket',
    'import socket',
    'return str(socket.create_connection(("127.0.0.1", 80), timeout=1))',
  ),
  probe('a name', 'import socket', 'return str(socket.getaddrinfo("localhost", 80))'),
  probe(
    'urllib',
    'import urllib.request',
    'return str(urllib.request.urlopen("http://127.0.0.1/"))',
  ),
  probe('a thread', 'import threading', 'return str(threading.Thread(target=print).start())'),
  probe('another process', 'import os', 'return str(os.kill(1, 0))'),
];

/** Leaves as many traces as possible, before a reset that must undo them all. */
export const LEAVE_TRACES = `
import builtins, decimal, gc, json, os, random, shutil, sys
def main():
    os.umask(0)
    os.makedirs("/tmp/left/behind")
    open("/tmp/left/file", "w").write("x" * 100000)
    os.chdir("/tmp/left")
    os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
    os.environ["LEFT"] = "1"
    decimal.getcontext().prec = 3
    json.JSONEncoder.encode = lambda self, value: "forged"
    sys.setrecursionlimit(50)
    random.seed(1)
    builtins.left = [bytearray(1000) for _ in range(10000)]
    builtins.print = None
    shutil.rmtree("/home", ignore_errors=True)
    sys.modules.pop("csv", None)
`;

/** Returns the traces that it finds. */
export const FIND_TRACES = `
import builtins, decimal, json, os, sys
def main():
    found = []
    if os.umask(0o22) != 0o22: found.append("mask")
    if os.path.exists("/tmp/left"): found.append("files")
    if not os.path.isdir("/home/pyodide"): found.append("home")
    if os.getcwd() != "/home/pyodide": found.append("directory")
    if "LEFT" in os.environ: found.append("environment")
    if decimal.getcontext().prec != 28: found.append("decimal")
    if json.dumps(1) != "1": found.append("json")
    if sys.getrecursionlimit() < 100: found.append("recursion limit")
    if hasattr(builtins, "left") or print is None: found.append("builtins")
    return ", ".join(found) or None
`;
