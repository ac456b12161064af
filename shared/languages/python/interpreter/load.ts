import { errorMarker } from './error-marker.ts';
import type { Image } from './image-format.ts';
import type {
  CreateModule,
  Pyodide,
  PyodideApi,
  PyodideModule,
  WasmImports,
} from './pyodide-module.ts';

/** The build id that Pyodide's loader checks: a snapshot of another build must not be restored. */
export const BUILD_ID = '990c3b51a9722d62434de2bbc9643732658d488c1b6d467f22c1b6beba80d497';
const VERSION = '314.0.7';
const HOME = '/home/pyodide';

export interface Loaded {
  module: PyodideModule;
  api: PyodideApi;
  python: Pyodide;
  exports: WebAssembly.Exports;
}

export interface LoadOptions {
  createModule: CreateModule;
  wasm: WebAssembly.Module;
  stdlib: Uint8Array;
  /** An initialized interpreter; without it, a new one starts. */
  image?: Image;
  /** Pyodide's name of the engine. */
  engine: 'deno' | 'node' | 'browser';
  /** The object that Python gets from `import js`. */
  globals: object;
  env: Record<string, string>;
  wrap(imports: WasmImports): WasmImports;
}

const NOWHERE = '/nonexistent/';

/** Starts or restores an interpreter without reading files or the network. */
export async function load(options: LoadOptions): Promise<Loaded> {
  const { image } = options;
  const env = { HOME, PYTHONINSPECT: '1', LANG: 'C.UTF-8', ...options.env };
  const api = apiOf(options, env);
  const { instantiateWasm, instance, failure } = instantiation(options, await errorMarker());
  const settings = {
    noImageDecoding: true,
    noAudioDecoding: true,
    noWasmDecoding: false,
    API: api,
    arguments: [],
    thisProgram: 'python3',
    print: () => undefined,
    printErr: () => undefined,
    noInitialRun: image !== undefined,
    locateFile: (name: string) => NOWHERE + name,
    preRun: [(module: PyodideModule) => layOut(module, { api, env, stdlib: options.stdlib })],
    instantiateWasm,
  };
  const module = await Promise.race([options.createModule(settings), failure]);
  module.locateFile = (path) => {
    throw new Error(`Nothing is loaded from "${path}"`);
  };
  if (image !== undefined) restore(module, image);
  const python = api.finalizeBootstrap(image?.references);
  api.sys.path.insert(0, '');
  api._pyodide.set_excepthook();
  await api.packageIndexReady;
  api.initializeStreams();
  return { module, api, python, exports: instance().exports };
}

/** Returns the description of the environment that Pyodide's loader would pass. */
function apiOf({ globals, image, engine }: LoadOptions, env: Record<string, string>): PyodideApi {
  const native = engine !== 'browser';
  return {
    config: {
      jsglobals: globals,
      env,
      args: [],
      packages: [],
      enableRunUntilComplete: true,
      checkAPIVersion: true,
      BUILD_ID,
      indexURL: NOWHERE,
      packageBaseUrl: NOWHERE,
      cdnUrl: NOWHERE,
      _makeSnapshot: image === undefined,
    },
    runtimeEnv: {
      IN_BUN: false,
      IN_DENO: engine === 'deno',
      IN_NODE: native,
      IN_NODE_COMMONJS: false,
      IN_NODE_ESM: native,
      IN_SAFARI: false,
      IN_SHELL: false,
      IN_WORKERD: false,
      IN_BROWSER: !native,
      IN_BROWSER_MAIN_THREAD: false,
      IN_BROWSER_WEB_WORKER: !native,
    },
    lockFilePromise: Promise.resolve({
      info: {
        abi_version: '2026_0',
        arch: 'wasm32',
        platform: 'emscripten_5_0_3',
        python: '3.14.2',
        version: VERSION,
      },
      packages: {},
    }),
  } as unknown as PyodideApi;
}

/** Creates the folders that Python needs at the start, and its library. */
function layOut(
  module: PyodideModule,
  { api, env, stdlib }: { api: PyodideApi; env: Record<string, string>; stdlib: Uint8Array },
): void {
  const version = module.HEAPU32[module._Py_Version >>> 2] ?? 0;
  const [major, minor] = [(version >>> 24) & 255, (version >>> 16) & 255];
  api.pyVersionTuple = [major, minor, (version >>> 8) & 255];
  const home = `/lib/python${major}.${minor}`;
  api.sitePackages = `${home}/site-packages`;
  module.FS.mkdirTree(api.sitePackages);
  module.FS.mkdirTree(`${home}/lib-dynload`);
  module.FS.writeFile(`/lib/python${major}${minor}.zip`, stdlib, { canOwn: true });
  module.FS.mkdirTree(HOME);
  module.FS.chdir(HOME);
  Object.assign(module.ENV, env);
  module.FS.filesystems['NATIVEFS_ASYNC'] = {};
}

/** Creates the WebAssembly instance here, so that Lathe selects its imports. `failure` only ever rejects. */
function instantiation({ wasm, wrap }: LoadOptions, marker: WebAssembly.Exports) {
  let made: WebAssembly.Instance | undefined;
  let fail: (cause: unknown) => void = () => undefined;
  const failure = new Promise<never>((_, reject) => (fail = reject));
  return {
    failure,
    instance(): WebAssembly.Instance {
      if (made === undefined) throw new Error('The interpreter was not made');
      return made;
    },
    instantiateWasm(
      imports: WasmImports,
      take: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) {
      Object.assign(imports.env, marker);
      WebAssembly.instantiate(wasm, wrap(imports) as WebAssembly.Imports).then((instance) => {
        made = instance;
        take(instance, wasm);
      }, fail);
      return {};
    },
  };
}

function restore({ HEAPU8 }: PyodideModule, { heapLength, extents, data }: Image): void {
  if (HEAPU8.length < heapLength) throw new Error('The memory is too small');
  let from = 0;
  for (const { at, length } of extents) {
    HEAPU8.set(data.subarray(from, from + length), at);
    from += length;
  }
}
