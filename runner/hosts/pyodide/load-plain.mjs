// The comparison for a benchmark: starts Pyodide as its documentation says, then makes one call.
import { loadPyodide } from 'pyodide';

const python = await loadPyodide();
python.runPython('1 + 1');
process.stdout.write('done\n');
process.exit(0);
