declare module 'pyodide/pyodide.asm.mjs' {
  import type { CreateModule } from '../../../shared/languages/python/interpreter/pyodide-module.ts';

  const createModule: CreateModule;
  export default createModule;
}
