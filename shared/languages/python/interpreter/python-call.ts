import type { PyodideModule } from './pyodide-module.ts';

/** A Python function of `__main__` that takes and gives text. */
export type PythonFunction = (text: string) => string;

/** Calls through the interpreter's C interface: no JavaScript object is ever shown to Python. */
export function pythonFunction(module: PyodideModule, name: string): PythonFunction {
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
