import wasmUrl from 'pyodide/pyodide.asm.wasm?url';
import stdlibUrl from 'pyodide/python_stdlib.zip?url';
import { patchMemory } from '../../shared/languages/python/interpreter/image-format.ts';

const PAGES_256_MEGABYTES = 4096;

/** Our own Python, bundled as text: the very files that the runner uses. */
const guestTexts = import.meta.glob<string>('../../shared/languages/python/guest/*.py', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export interface PythonAssets {
  wasm: WebAssembly.Module;
  stdlib: ArrayBuffer;
  guest: Map<string, Uint8Array>;
}

async function bytesOf(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`"${url}" answered ${answer.status}`);
  return answer.arrayBuffer();
}

/** What a worker needs: it may fetch nothing itself. */
export async function loadPythonAssets(): Promise<PythonAssets> {
  const [original, stdlib] = await Promise.all([bytesOf(wasmUrl), bytesOf(stdlibUrl)]);
  const limited = patchMemory(new Uint8Array(original), { maximum: PAGES_256_MEGABYTES });
  const encoder = new TextEncoder();
  const guest = Object.entries(guestTexts).map(([path, text]): [string, Uint8Array] => {
    return [path.slice(path.lastIndexOf('/') + 1), encoder.encode(text)];
  });
  return { wasm: await WebAssembly.compile(limited.slice()), stdlib, guest: new Map(guest) };
}
