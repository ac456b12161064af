import type { Pyodide, PyodideModule } from './pyodide-module.ts';

const DIRECTORY = '/lib/lathe';

const INSTALL = `
import sys
sys.path.insert(0, '${DIRECTORY}')
sys.dont_write_bytecode = True
import run as lathe_guest
lathe_prepare, lathe_run = lathe_guest.lathe_prepare, lathe_guest.lathe_run
`;
const FREEZE = 'import gc\ngc.collect()\ngc.freeze()';

/** Puts our own Python beside the author's; `preload` imports the common modules as well. */
export function installGuest(
  { module, python }: { module: PyodideModule; python: Pyodide },
  files: ReadonlyMap<string, Uint8Array>,
  preload: boolean,
): void {
  module.FS.mkdirTree(DIRECTORY);
  for (const [name, bytes] of files) module.FS.writeFile(`${DIRECTORY}/${name}`, bytes);
  python.runPython(INSTALL + (preload ? 'lathe_guest.preload()\n' : '') + FREEZE);
}
