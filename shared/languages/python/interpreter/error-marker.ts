// Two functions on wasm-GC i31 values that mark errors, as in Pyodide's loader: a separate module, because
// not every engine can compile it.
const ERROR_MARKER =
  'AGFzbQEAAAABDANfAGAAAW9gAW8BfwMDAgECBygCE0pzdl9HZXRFcnJvcl9pbXBvcnQAAA5Kc3ZFcnJvcl9DaGVjawABChMCBwD7AQD7GwsJACAA+xr7FAAL';

/** Loads that module, or equivalents in JavaScript if the engine cannot compile it. */
export async function errorMarker(): Promise<WebAssembly.Exports> {
  try {
    const bytes = Uint8Array.from(atob(ERROR_MARKER), (letter) => letter.charCodeAt(0));
    return (await WebAssembly.instantiate(await WebAssembly.compile(bytes))).exports;
  } catch {
    const marker = Symbol('error marker');
    return {
      Jsv_GetError_import: () => marker,
      JsvError_Check: (value: unknown) => value === marker,
    } as unknown as WebAssembly.Exports;
  }
}
