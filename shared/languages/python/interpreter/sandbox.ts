import { takeFileCheckpoint } from './file-checkpoint.ts';
import { createGate, Violation } from './gate.ts';
import { installGuest } from './image-format.ts';
import type { Image } from './image-format.ts';
import { load } from './load.ts';
import type { Loaded, LoadOptions } from './load.ts';
import { takeMemoryCheckpoint } from './memory-checkpoint.ts';
import type { Equal } from './memory-checkpoint.ts';
import { createOutput } from './output.ts';
import type { Output, Piece, Stream } from './output.ts';
import type { Device, FileSystem, PyodideModule } from './pyodide-module.ts';
import { limitFiles } from './quota.ts';

/** A Python function of `__main__` that takes and returns text. */
type PythonFunction = (text: string) => string;

const SIGINT = 2;
const EINTR = 27;
/** Milliseconds until a program that swallowed the interrupt is interrupted again. */
const AGAIN_MS = 50;

export interface SandboxOptions extends Pick<
  LoadOptions,
  'createModule' | 'wasm' | 'stdlib' | 'engine' | 'env'
> {
  /** An initialized interpreter, or the guest files with which to start a new one. */
  from: { image: Image } | { guest: ReadonlyMap<string, Uint8Array> };
  /** Wheels to unpack before the interpreter is sealed, as bytes by file name. */
  wheels: Map<string, Uint8Array>;
  send(piece: Piece): void;
  pause(ms: number): void;
  /** The engine's fast comparison, if it has one. */
  equal?: Equal;
  /** Leaves the gate open and gives Python all of JavaScript; only for tests of the layers beneath. */
  dangerouslyOpen?: boolean;
}

export interface Sandbox {
  output: Output;
  /** Interrupts Python after some milliseconds; `Infinity` means never. */
  interruptAfter(ms: number): void;
  /** Whether the time limit was reached since `interruptAfter`. */
  timedOut(): boolean;
  call(name: 'prepare' | 'run', text: string): string;
  reset(): void;
  /** Whether every byte of the memory equals that before the first call. */
  isPristine(): boolean;
  heapBytes(): number;
}

/** Removes the terminals of the C library, which lead to the host's streams. Until then they lead nowhere. */
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

/** The time limit of a call. Python asks between instructions, so no second thread is needed. */
class Deadline {
  isPast = false;
  #at = Infinity;

  start(ms: number): void {
    this.isPast = false;
    this.#at = performance.now() + ms;
  }

  clear(): void {
    this.#at = Infinity;
  }

  left(): number {
    return this.#at - performance.now();
  }

  /** The signal for Python to handle now; 0 for none. */
  signal(): number {
    if (this.left() > 0) return 0;
    this.isPast = true;
    this.#at = performance.now() + AGAIN_MS;
    return SIGINT;
  }
}

/** Creates a sandbox: one interpreter that is restored, sealed, and reset after each call. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const output = createOutput(options.send);
  const deadline = new Deadline();
  const gate = createGate({
    _Py_CheckEmscriptenSignals_Helper: () => {
      output.breathe();
      return deadline.signal();
    },
  });
  const open = options.dangerouslyOpen === true;
  const image = 'image' in options.from ? options.from.image : undefined;
  const globals = open ? globalThis : Object.freeze(Object.create(null));
  const loaded = await load({ ...options, image, globals, wrap: gate.wrap });
  const { module, exports } = loaded;
  if (image !== undefined && module.wasmTable.length !== image.tableLength) {
    throw new Error('The image was made by another engine');
  }
  if ('guest' in options.from) installGuest(loaded, options.from.guest, false);
  connect(loaded, output);
  addSleep(module.FS, { output, deadline, pause: options.pause });
  removeDevices(module.FS);
  unpack(loaded, options.wheels);
  loaded.python.runPython(open ? 'lathe_guest.settle(False)' : 'lathe_guest.settle(True)');

  const functions = {
    prepare: pythonFunction(module, 'lathe_prepare'),
    run: pythonFunction(module, 'lathe_run'),
  };
  const startCount = limitFiles(module.FS);
  // Runs everything once, so that objects made on first use belong to the checkpoint.
  functions.prepare('{"warm": true}');
  functions.run('');
  const stackPointer = stackPointerOf(exports);
  if (!open) dropEntries(module, gate);
  const memory = takeMemoryCheckpoint(module, stackPointer, image, options.equal);
  const restoreFiles = takeFileCheckpoint(module.FS);
  startCount();
  gate.locked = !open;

  return {
    output,
    interruptAfter: (ms) => deadline.start(ms),
    timedOut: () => deadline.isPast,
    call(name, text) {
      const answer = functions[name](text);
      if (gate.violation !== undefined) throw new Violation(gate.violation);
      return answer;
    },
    reset() {
      deadline.clear();
      gate.violation = undefined;
      memory.restore();
      restoreFiles();
      startCount();
    },
    isPristine: memory.isPristine,
    heapBytes: () => module.HEAPU8.length,
  };
}

function stackPointerOf(exports: WebAssembly.Exports): WebAssembly.Global {
  const found = exports['__stack_pointer'];
  if (found instanceof WebAssembly.Global) return found;
  throw new Error('No stack pointer is exported');
}

function connect({ module, python }: Loaded, output: Output): void {
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
}

/** Adds a device: Python sleeps by writing milliseconds to it, and the time limit wakes it. */
function addSleep(
  fs: FileSystem,
  { output, deadline, pause }: { output: Output; deadline: Deadline; pause(ms: number): void },
): void {
  const sleep = fs.makedev(64, 7);
  fs.registerDevice(sleep, {
    open: () => undefined,
    close: () => undefined,
    read: () => 0,
    write: (_stream, buffer, offset, length) => {
      const text = new TextDecoder().decode(buffer.slice(offset, offset + length));
      const ms = Number(text);
      output.flush();
      const left = deadline.left();
      if (left <= 0) throw new fs.ErrnoError(EINTR);
      pause(Math.min(Number.isFinite(ms) ? ms : 0, left));
      return length;
    },
  });
  fs.mkdev('/dev/lathe_sleep', 0o222, sleep);
}

/** Removes the host's streams and files. */
function removeDevices(fs: FileSystem): void {
  removeTerminals(fs);
  for (const name of ['NODEFS', 'WORKERFS', 'PROXYFS', 'IDBFS', 'NODERAWFS', 'NATIVEFS_ASYNC']) {
    delete fs.filesystems[name];
  }
}

function unpack({ module, python }: Loaded, wheels: Map<string, Uint8Array>): void {
  for (const [name, bytes] of wheels) {
    module.FS.writeFile(`/tmp/${name}`, bytes);
    python.runPython(`lathe_guest.unpack(${JSON.stringify(`/tmp/${name}`)})`);
    module.FS.unlink(`/tmp/${name}`);
  }
}

/** Clears the host functions in the table, so that nobody can call them after the gate is locked. */
function dropEntries({ wasmTable }: PyodideModule, gate: ReturnType<typeof createGate>): void {
  for (const entry of gate.entries) {
    const index = Number(entry.value) >>> 0;
    if (index > 0 && index < wasmTable.length) wasmTable.set(index, null);
  }
}

/** Wraps a Python function. Calls go through the C interface, so Python never sees a JavaScript object. */
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
