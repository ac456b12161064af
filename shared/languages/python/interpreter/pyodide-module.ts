// The parts of Pyodide's JavaScript that a sandbox uses. They are not public: the version is pinned exactly,
// and the start-up test fails if they change.

export type ImportFunction = { (...args: unknown[]): unknown; sig?: string };
export type GlobalProxy = Record<string, WebAssembly.Global>;

export interface WasmImports {
  [module: string]: Record<string, unknown>;
  env: Record<string, unknown>;
  'GOT.func': GlobalProxy;
}

export interface FileNode {
  [key: string]: unknown;
  mode: number;
  contents?: Uint8Array | Record<string, FileNode> | null;
  usedBytes?: number;
  mounted?: { root: FileNode } | null;
  name_next?: FileNode;
  stream_ops: Record<string, unknown>;
  node_ops: Record<string, unknown>;
}

export interface FileStream {
  [key: string]: unknown;
  node: FileNode;
  shared: Record<string, unknown>;
}

export interface FileOperations {
  node: { setattr(node: FileNode, attributes: { size?: number | null }): void };
  stream: {
    write(
      stream: FileStream,
      buffer: Uint8Array,
      offset: number,
      length: number,
      position?: number,
      canOwn?: boolean,
    ): number;
  };
}

export interface Device {
  open(): void;
  close(): void;
  read(): number;
  write(stream: FileStream, buffer: Uint8Array, offset: number, length: number): number;
  fsync?(): void;
}

export interface FileSystem {
  root: FileNode;
  mounts: { root: FileNode }[];
  streams: (FileStream | null | undefined)[];
  nameTable: (FileNode | undefined)[];
  currentPath: string;
  nextInode: number;
  ErrnoError: new (errno: number) => Error;
  filesystems: {
    [name: string]: unknown;
    MEMFS: {
      createNode(...args: unknown[]): FileNode;
      stream_ops: FileOperations['stream'];
      ops_table: { file: FileOperations };
    };
  };
  isDir(mode: number): boolean;
  makedev(major: number, minor: number): number;
  registerDevice(device: number, operations: Device): void;
  mkdev(path: string, mode: number, device: number): void;
  mkdirTree(path: string): void;
  chdir(path: string): void;
  unlink(path: string): void;
  writeFile(path: string, bytes: Uint8Array, options?: { canOwn: boolean }): void;
  readFile(path: string): Uint8Array;
  lookupPath(path: string): { node: FileNode };
}

/** Addresses are 32-bit and may arrive negative: `>>> 0` before use. */
type CFunction = (...args: number[]) => number;

export interface PyodideModule {
  FS: FileSystem;
  ENV: Record<string, string>;
  HEAP8: Int8Array;
  HEAPU8: Uint8Array;
  HEAPU32: Uint32Array;
  wasmTable: WebAssembly.Table;
  locateFile(path: string): string;
  stringToNewUTF8(text: string): number;
  __hiwire_get(index: number): unknown;
  __hiwire_set(index: number, value: unknown): void;
  _Py_Version: number;
  _Py_EMSCRIPTEN_SIGNAL_HANDLING: number;
  _malloc: CFunction;
  _free: CFunction;
  _Py_DecRef: CFunction;
  _PyErr_Print: CFunction;
  _PyErr_Clear: CFunction;
  _PyImport_AddModule: CFunction;
  _PyObject_GetAttrString: CFunction;
  _PyObject_Call: CFunction;
  _PyTuple_New: CFunction;
  _PyTuple_SetItem: CFunction;
  _PyUnicode_AsUTF8: CFunction;
  _PyUnicode_FromStringAndSize: CFunction;
}

export interface Pyodide {
  runPython(source: string): unknown;
  setStdin(options: { stdin: () => null }): void;
  setStdout(options: { write(bytes: Uint8Array): number }): void;
  setStderr(options: { write(bytes: Uint8Array): number }): void;
}

export interface PyodideApi {
  sys: { path: { insert(at: number, path: string): void } };
  _pyodide: { set_excepthook(): void };
  packageIndexReady: Promise<void>;
  pyVersionTuple: number[];
  sitePackages: string;
  initializeStreams(stdin?: unknown, stdout?: unknown, stderr?: unknown): void;
  finalizeBootstrap(snapshot: unknown): Pyodide;
  makeSnapshot(): Uint8Array;
}

export type CreateModule = (settings: object) => Promise<PyodideModule>;
