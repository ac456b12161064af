import { takeFileCheckpoint } from './file-checkpoint.ts';
import { createGate, Violation } from './gate.ts';
import { installGuest } from './image-format.ts';
import type { Image } from './image-format.ts';
import { load } from './load.ts';
import type { LoadOptions } from './load.ts';
import { takeMemoryCheckpoint } from './memory-checkpoint.ts';
import type { Equal } from './memory-checkpoint.ts';
import { createOutput } from './output.ts';
import type { Output, Piece, Stream } from './output.ts';
import type { Device, FileSystem, PyodideModule } from './pyodide-module.ts';
import { limitFiles } from './quota.ts';

/** A Python function of `__main__` that takes and gives text. */
type PythonFunction = (text: string) => string;

const SIGINT = 2;
const EINTR = 27;
/** A program that swallows the interrupt is interrupted again. */
const AGAIN_MS = 50;

export interface SandboxOptions extends Pick<
  LoadOptions,
  'createModule' | 'wasm' | 'stdlib' | 'engine' | 'env'
> {
  /** A finished interpreter, or our own Python files to start one from nothing with. */
  from: { image: Image } | { guest: ReadonlyMap<string, Uint8Array> };
  /** Wheels that are unpacked before the seal closes, as bytes by file name. */
  wheels: Map<string, Uint8Array>;
  send(piece: Piece): void;
  pause(ms: number): void;
  /** Compares faster than JavaScript can, where the engine has something for it. */
  equal?: Equal;
  /** Leaves the gate open and shows Python all of JavaScript: only for testing what is beneath. */
  dangerouslyOpen?: boolean;
}

export interface Sandbox {
  output: Output;
  /** Interrupts Python after so many milliseconds; `Infinity` never. */
  interruptAfter(ms: number): void;
  /** Whether the time was up since `interruptAfter`. */
  timedOut(): boolean;
  call(name: 'prepare' | 'run', text: string): string;
  reset(): void;
  /** Whether every byte of the memory is what it was before the first call. */
  isPristine(): boolean;
  heapBytes(): number;
}

/** The C library's terminals reach the host's own streams: they go, and lead nowhere meanwhile. */
function removeTerminals(fs: FileSystem): void {
  const nothing: Device = {
    open: () => undefined,
    close: () => undefined,
    read: () => 0,
    write: (_stream, _buffer, _offset, length) => length,
    fsync: () => undefined,
  };
  for (const major of [5, 6]) fs.registerDevice(fs.makedev(major, 0), nothing);
  for (const path of ['/dev/tty', '/dev/tty1']) fs.unlink(path);
}

/** One interpreter: restored, closed, and put back after each call. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const output = createOutput(options.send);
  let deadline = Infinity;
  let late = false;
  const gate = createGate({
    // The interpreter asks this between instructions, so no second thread is needed to stop it.
    _Py_CheckEmscriptenSignals_Helper: () => {
      output.breathe();
      if (performance.now() < deadline) return 0;
      late = true;
      deadline = performance.now() + AGAIN_MS;
      return SIGINT;
    },
  });
  const open = options.dangerouslyOpen === true;
  const image = 'image' in options.from ? options.from.image : undefined;
  const loaded = await load({
    ...options,
    ...(image === undefined ? {} : { image }),
    globals: open ? globalThis : Object.freeze(Object.create(null)),
    wrap: gate.wrap,
  });
  const { module, python, exports } = loaded;
  if (image !== undefined && module.wasmTable.length !== image.tableLength) {
    throw new Error('The image was made by another engine');
  }
  if ('guest' in options.from) installGuest(loaded, options.from.guest, false);
  const fs = module.FS;
  const print = (stream: Stream) => ({
    write: (bytes: Uint8Array) => {
      output.write(stream, bytes);
      return bytes.length;
    },
  });
  python.setStdin({ stdin: () => null });
  python.setStdout(print('stdout'));
  python.setStderr(print('stderr'));
  module.HEAP8[module._Py_EMSCRIPTEN_SIGNAL_HANDLING] = 1;

  // Python sleeps by writing milliseconds here; the time limit wakes it.
  const sleep = fs.makedev(64, 7);
  fs.registerDevice(sleep, {
    open: () => undefined,
    close: () => undefined,
    read: () => 0,
    write: (_stream, buffer, offset, length) => {
      const text = new TextDecoder().decode(buffer.slice(offset, offset + length));
      const ms = Number(text);
      output.flush();
      const left = deadline - performance.now();
      if (left <= 0) throw new fs.ErrnoError(EINTR);
      options.pause(Math.min(Number.isFinite(ms) ? ms : 0, left));
      return length;
    },
  });
  fs.mkdev('/dev/lathe_sleep', 0o222, sleep);
  removeTerminals(fs);
  for (const name of ['NODEFS', 'WORKERFS', 'PROXYFS', 'IDBFS', 'NODERAWFS', 'NATIVEFS_ASYNC']) {
    delete fs.filesystems[name];
  }
  for (const [name, bytes] of options.wheels) {
    fs.writeFile(`/tmp/${name}`, bytes);
    python.runPython(`lathe_guest.unpack(${JSON.stringify(`/tmp/${name}`)})`);
    fs.unlink(`/tmp/${name}`);
  }
  python.runPython(open ? 'lathe_guest.settle(False)' : 'lathe_guest.settle(True)');

  const functions = {
    prepare: pythonFunction(module, 'lathe_prepare'),
    run: pythonFunction(module, 'lathe_run'),
  };
  const startCount = limitFiles(fs);
  // Once through everything, so that what is made on first use belongs to the checkpoint.
  functions.prepare('{"warm": true}');
  functions.run('');
  const stackPointer = exports['__stack_pointer'];
  if (!(stackPointer instanceof WebAssembly.Global))
    throw new Error('No stack pointer is exported');
  if (!open) {
    for (const entry of gate.entries) {
      const index = Number(entry.value) >>> 0;
      if (index > 0 && index < module.wasmTable.length) module.wasmTable.set(index, null);
    }
  }
  const memory = takeMemoryCheckpoint(module, stackPointer, image, options.equal);
  const restoreFiles = takeFileCheckpoint(fs);
  startCount();
  gate.locked = !open;

  return {
    output,
    interruptAfter(ms) {
      late = false;
      deadline = performance.now() + ms;
    },
    timedOut: () => late,
    call(name, text) {
      const answer = functions[name](text);
      if (gate.violation !== undefined) throw new Violation(gate.violation);
      return answer;
    },
    reset() {
      deadline = Infinity;
      gate.violation = undefined;
      memory.restore();
      restoreFiles();
      startCount();
    },
    isPristine: memory.isPristine,
    heapBytes: () => module.HEAPU8.length,
  };
}

/** Calls through the interpreter's C interface: no JavaScript object is ever shown to Python. */
function pythonFunction(module: PyodideModule, name: string): PythonFunction {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const main = module._PyImport_AddModule(module.stringToNewUTF8('__main__'));
  const entry = module._PyObject_GetAttrString(main, module.stringToNewUTF8(name));
  if (entry === 0) throw new Error(`The image has no function "${name}"`);

  return (text) => {
    const bytes = encoder.encode(text);
    const address = module._malloc(bytes.length + 1) >>> 0;
    if (address === 0) throw new Error('The call does not fit into the sandbox memory');
    module.HEAPU8.set(bytes, address);
    module.HEAPU8[address + bytes.length] = 0;
    const argument = module._PyUnicode_FromStringAndSize(address, bytes.length);
    module._free(address);
    const tuple = module._PyTuple_New(1);
    module._PyTuple_SetItem(tuple, 0, argument);
    const answer = module._PyObject_Call(entry, tuple, 0);
    if (answer === 0) {
      module._PyErr_Clear();
      throw new Error(`"${name}" raised where it must not`);
    }
    module._Py_DecRef(tuple);
    const start = module._PyUnicode_AsUTF8(answer) >>> 0;
    const end = module.HEAPU8.indexOf(0, start);
    const result = decoder.decode(module.HEAPU8.slice(start, end));
    module._Py_DecRef(answer);
    return result;
  };
}
