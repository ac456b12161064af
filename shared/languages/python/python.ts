import type { PythonJob } from '../../tool/run/job.ts';
import type { Language } from '../../tool/language.ts';
import { problems } from './problems.ts';

/** The initial code of a tool: the first example of seed 001, with a note on braces. */
const starter = `# Single braces hold a parameter's name; Python's own are written {{ and }}.
text = '{text}'
print(text)
`;

/** The highest number of digits that `int` parses. Source: `sys.int_info.default_max_str_digits`. */
const LONGEST_INTEGER = 4300;

const modules = 'plain run call program fill fill_braces fill_edits fill_prove fill_same fill_scan';

/**
 * The guest files for a plain Python: they fill templates and call functions; the seal and the module reader
 * are missing.
 */
const carriedFiles: readonly string[] = modules.split(' ').map((name) => `${name}.py`);

/** The language Python: a template whose arguments are bound, or a module whose function is called. */
export const python: Language = {
  id: 'python',
  sealed: true,
  label: 'Python',
  extension: 'py',
  editor: 'python',
  host: 'python',
  starter,
  prepare({ code, definition }, args, options): PythonJob {
    const module = code.entry !== undefined;
    const fillOnly = options.fillOnly === true;
    const task = module ? 'call' : 'template';
    return {
      host: 'python',
      task: fillOnly ? 'fill' : task,
      // A module is no template, so its braces are doubled and `fill` returns it unchanged.
      source: module && fillOnly ? code.source.replace(/[{}]/g, '$&$&') : code.source,
      file: code.file,
      mode: options.raw === true ? 'raw' : (code.template ?? 'bound'),
      parameters: definition.parameters,
      arguments: args,
      ...(module ? { entry: code.entry } : {}),
      packages: code.packages ?? [],
      limits: {
        timeoutMs: definition.timeoutMs ?? options.defaultTimeoutMs,
        outputBytes: options.outputBytes,
      },
    };
  },
  problems,
  refuseNumber(number) {
    const { text, isIntegerText, double, loss } = number;
    if (isIntegerText)
      return text.length > LONGEST_INTEGER
        ? `Python cannot read an integer of more than ${LONGEST_INTEGER} digits`
        : undefined;
    return double === undefined ? `Python's float would make of it ${loss}` : undefined;
  },
  declareJob: ({ file, source, options }): PythonJob => ({
    host: 'python',
    task: 'declare',
    source,
    file,
    mode: 'bound',
    parameters: {},
    arguments: options,
    packages: [],
    limits: { timeoutMs: 20_000, outputBytes: 1000 },
  }),
  carried: {
    files: carriedFiles,
    needs: 'Python 3.11 or later (3.12 for values within the braces of f-strings)',
  },
  moduleType: 'PythonModule',
  moduleStarter: async () => (await import('./module-starter.ts')).moduleStarter,
  writing: async () => (await import('./writing.ts')).writing,
  // Sealed Python reaches nothing of the person's, so a module without policies may run.
  modulePolicies: { execution: 'auto', result: 'never' },
};
