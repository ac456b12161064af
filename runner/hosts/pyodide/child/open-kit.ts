import type { CreateModule } from '../../../../shared/languages/python/interpreter/pyodide-module.ts';
import { engine } from './pipe.ts';

/** Loads the interpreter's JavaScript next to this program. */
export async function openKit(): Promise<CreateModule> {
  if (engine === 'node') {
    // Read once for constants, by a file system that is removed before Python runs; Node's permission model refuses
    // the request.
    const { constants } = await import('node:fs');
    Object.assign(process, { binding: () => ({ fs: constants }) });
  }
  const beside = new URL('./pyodide.asm.mjs', import.meta.url).href;
  const { default: createModule } = (await import(beside)) as { default: CreateModule };
  return createModule;
}
