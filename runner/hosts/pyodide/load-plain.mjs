// What a bench compares with: Pyodide as its documentation starts it, once, then one call.
import { loadPyodide } from 'pyodide';

const python = await loadPyodide();
python.runPython('1 + 1');
process.stdout.write('done\n');
process.exit(0);
