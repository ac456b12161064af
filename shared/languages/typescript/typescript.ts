import type { ModuleJob } from '../../tool/job.ts';
import type { Language } from '../../tool/language.ts';
import { coerce } from './coerce.ts';
import { moduleFolder } from './module-folder.ts';
import { problems } from './problems.ts';

/** Milliseconds that a module has to load and to say which tools it has. */
const LOAD_MS = 10_000;
const OUTPUT_BYTES = 64 * 1024;

/** TypeScript: a module whose factory gives tools. It is loaded and called in a process without rights. */
export const typescript: Language = {
  id: 'typescript',
  label: 'TypeScript',
  extension: 'ts',
  editor: 'typescript',
  host: 'module',
  // Its tools are functions of modules, never programs of their own.
  starter: '',
  prepare({ code, definition }, args, options): ModuleJob {
    const entry = code.entry ?? definition.name;
    const folder = code.folder ?? { name: definition.name, files: { [code.file]: code.source } };
    const call = JSON.stringify(args, null, 2).replaceAll('\n', '\n// ');
    return {
      host: 'module',
      task: 'call',
      folder: folder.name,
      files: moduleFolder(folder.files),
      file: code.file,
      entry,
      arguments: args,
      limits: {
        timeoutMs: definition.timeoutMs ?? options.defaultTimeoutMs,
        outputBytes: options.outputBytes,
      },
      text: `${code.source.replace(/\n?$/, '\n')}\n// Call: ${entry}(${call})\n`,
    };
  },
  problems,
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
  // Without a right that a person granted, nothing of theirs is in reach.
  modulePolicies: { execution: 'auto', result: 'never' },
};
