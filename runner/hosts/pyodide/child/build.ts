import {
  imageOf,
  installGuest,
  patchMemory,
  writeImage,
} from '../../../../shared/languages/python/interpreter/image-format.ts';
import { load } from '../../../../shared/languages/python/interpreter/load.ts';
import type { LoadOptions } from '../../../../shared/languages/python/interpreter/load.ts';
import { encodeFrame, encodeJson, FRAME } from '../frames.ts';
import { openKit } from './open-kit.ts';
import * as pipe from './pipe.ts';

/**
 * Python code that performs jobs of every kind before the image is written. CPython specializes its code for the
 * types that it meets; the image keeps that, so no call has to repeat it.
 */
const WARM_UP = String.raw`
def warm_up():
    import gc, json, linecache, sys
    modules, argv = dict(sys.modules), sys.argv
    number, text = {"type": "number"}, {"type": "string"}
    tool = {
        "file": "warm.py",
        "entry": "main",
        "mode": "bound",
        "parameters": {
            "type": "object",
            "properties": {"a": number, "b": number, "s": text, "t": text, "l": {"type": "array"}},
            "required": ["a", "b"],
        },
        "arguments": {"a": 1, "b": -2.5, "s": "it's", "t": "x", "l": [1, {"k": None}]},
    }
    program = 'print({a} + {b})\nprint("{s}", f"{{{a}}} {t}")\nfor n in {l}:\n    pass  # {s}\n'
    function = 'def main(a, b, s="", t="", l=()):\n    """Adds."""\n    print(s)\n    return {"sum": a + b, "l": l}\n'
    failing = 'def main(**all):\n    raise ValueError("warm")\n'
    jobs = [
        {**tool, "task": "template", "source": program},
        {**tool, "task": "call", "source": function},
        {**tool, "task": "call", "source": failing},
        {**tool, "task": "declare", "source": function, "arguments": {}},
    ]
    for job in jobs * 30:
        if not json.loads(lathe_prepare(json.dumps(job)))["done"]:
            lathe_run("")
    sys.modules.clear()
    sys.modules.update(modules)
    sys.argv = argv
    linecache.clearcache()
    gc.collect()
    gc.freeze()
warm_up()
del warm_up
`;

const PAGES_PER_MEGABYTE = 16;
const WASM_PAGE = 64 * 1024;
const STEPS = 4;

// Sources read from the archive are compiled again for every import; compiled files load in a tenth of the time.
// Those without a source to compare with are used as they are.
const COMPILE_LIBRARY = `
import importlib.util, marshal, zipfile
head = importlib.util.MAGIC_NUMBER + bytes(12)
with zipfile.ZipFile('/lib/python314.zip') as source, zipfile.ZipFile('/tmp/out.zip', 'w') as target:
    for entry in source.infolist():
        data, name = source.read(entry), entry.filename
        if name.endswith('.py'):
            try:
                code = compile(data, '/lib/python314.zip/' + name, 'exec', dont_inherit=True)
                data, name = head + marshal.dumps(code), name + 'c'
            except SyntaxError:
                pass
        target.writestr(name, data)
`;

const progress = (done: number, step: string): void =>
  pipe.write(encodeJson(FRAME.progress, { step, done, of: STEPS }));

function sendFile(name: string, bytes: Uint8Array): void {
  const label = new TextEncoder().encode(`${name}\0`);
  const body = new Uint8Array(label.length + bytes.length);
  body.set(label);
  body.set(bytes, label.length);
  pipe.write(encodeFrame(FRAME.file, body));
}

const kit = (name: string): Uint8Array<ArrayBuffer> =>
  pipe.readFile(new URL(name, import.meta.url));

const [memoryMegabytes = '256', timeZone = 'UTC', ...guestFiles] = pipe.args;
const createModule = await openKit();
const maximum = Number(memoryMegabytes) * PAGES_PER_MEGABYTE;
const original = kit('pyodide.asm.wasm');
const options: Omit<LoadOptions, 'stdlib'> = {
  createModule,
  engine: pipe.engine,
  wasm: await WebAssembly.compile(patchMemory(original, { maximum }).slice()),
  globals: Object.freeze(Object.create(null)),
  env: { TZ: timeZone },
  wrap: (imports) => imports,
};

progress(0, 'Starting Python');
const first = await load({ ...options, stdlib: kit('python_stdlib.zip') });
progress(1, 'Compiling the standard library');
first.python.runPython(COMPILE_LIBRARY);
const library = first.module.FS.readFile('/tmp/out.zip');
progress(2, 'Loading common modules');
const { module, api, python } = await load({ ...options, stdlib: library.slice() });
const guest = new Map(guestFiles.map((name) => [name, kit(`guest/${name}`)]));
installGuest({ module, python }, guest, true);
// Its output must not get between the frames.
const silent = { write: (bytes: Uint8Array) => bytes.length };
python.setStdout(silent);
python.setStderr(silent);
python.runPython(WARM_UP);
progress(3, 'Writing the image');
const image = imageOf(api.makeSnapshot(), module.wasmTable.length);
const minimum = Math.ceil(image.heapLength / WASM_PAGE);
sendFile('pyodide.wasm', patchMemory(original, { maximum, minimum }));
sendFile('stdlib.zip', library);
sendFile('image.bin', writeImage(image));
progress(STEPS, 'Image written');
pipe.write(encodeJson(FRAME.done, {}));
pipe.exit(0);
