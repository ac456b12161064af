import { withDoubles, writeJson } from '../../tool/exact-number.ts';
import type { Folder } from '../../tool/folder.ts';
import { Arguments } from '../../tool/json.ts';
import type { ModuleJob } from '../../tool/run/job.ts';
import type { Language } from '../../tool/language.ts';
import type { Problem } from '../../tool/problem/problem.ts';
import type { AuthoredTool } from '../../tool/toolset.ts';
import { coerce } from './coerce.ts';

/** Files that Lathe keeps beside a module. Changing them does not change the module. */
const beside = /(^|\/)([^/]+\.)?(tool|samples)\.json$|^\.syncignore$/;

/** Returns the files of a folder that its module can load or read. */
const moduleFolder = (files: Folder): Folder =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !beside.test(path)));

/** Timeout in milliseconds for loading a module and listing its tools. */
const LOAD_MS = 10_000;
const OUTPUT_BYTES = 64 * 1024;

/**
 * The language TypeScript: a module whose factory returns tools. It is loaded and called in a process without
 * permissions.
 */
export const typescript: Language = {
  id: 'typescript',
  label: 'TypeScript',
  extension: 'ts',
  editor: 'typescript',
  host: 'module',
  // Its tools are functions of modules, never programs.
  starter: '',
  prepare({ code, definition }, args, options): ModuleJob {
    const entry = code.entry ?? definition.name;
    const folder = code.folder ?? { name: definition.name, files: { [code.file]: code.source } };
    // Numbers that JavaScript cannot represent were refused earlier.
    const plain = withDoubles(args);
    const call = writeJson(args, 2).replaceAll('\n', '\n// ');
    return {
      host: 'module',
      task: 'call',
      folder: folder.name,
      files: moduleFolder(folder.files),
      file: code.file,
      entry,
      arguments: plain.ok ? Arguments.parse(plain.value) : args,
      context: options.context,
      limits: {
        timeoutMs: definition.timeoutMs ?? options.defaultTimeoutMs,
        outputBytes: options.outputBytes,
      },
      text: `${code.source.replace(/\n?$/, '\n')}\n// Call: ${entry}(${call})\n`,
    };
  },
  problems,
  refuseNumber: ({ double, loss }) =>
    double === undefined ? `a JavaScript number would make of it ${loss}` : undefined,
  coerce: (tool, args) => coerce(tool.definition.parameters, args),
  declareJob: ({ file, source, folder }): ModuleJob => ({
    host: 'module',
    task: 'load',
    folder: folder?.name ?? file.replace(/\.[^.]*$/, ''),
    files: moduleFolder(folder?.files ?? { [file]: source }),
    file,
    arguments: {},
    limits: { timeoutMs: LOAD_MS, outputBytes: OUTPUT_BYTES },
    text: source,
  }),
  carried: {
    files: ['module.mjs', 'hooks.mjs', 'pi.mjs'],
    asks: true,
    packages: { tsx: '4.23.15', '@sinclair/typebox': '0.34.52', zod: '4.6.7' },
  },
  moduleType: 'TypeScriptModule',
  moduleFormat: 'custom-tool',
  moduleExtensions: ['mts', 'js', 'mjs', 'cjs'],
  readsFolder: moduleFolder,
  moduleStarter: async () => (await import('./module-starter.ts')).moduleStarter,
  writing: async () => (await import('./writing.ts')).writing,
  // Without a permission from the person, it can reach none of their files.
  modulePolicies: { execution: 'auto', result: 'never' },
};

/** Returns the problems of a declared tool, apart from those of loading its module. */
function problems({ code, definition }: AuthoredTool): Problem[] {
  if (definition.description.trim() !== '') return [];
  return [
    {
      severity: 'warning',
      code: 'no-tool-description',
      message: `"${definition.name}" has no description, so a model cannot tell when to call it; add "description"`,
      values: { name: definition.name },
      file: code.file,
      line: code.lines?.from ?? 1,
      column: 1,
    },
  ];
}
