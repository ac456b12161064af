import { z } from 'zod';
import { bytesOf } from '../../../shared/formats/file-bytes.ts';
import { pathProblem } from '../../../shared/formats/import/folder-names.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import { sha256 } from '../../platform/sha256.ts';
import { tempDirectory } from '../../platform/folders.ts';
import type { TempDirectory } from '../../platform/folders.ts';

/** Names one state of a module's code: what a grant is for, and what lives on while nothing changes. */
export const codeOf = (file: string, files: Folder): string =>
  sha256(JSON.stringify([file, Object.entries(files).sort()]));

/** What `child/provided/pi.ts` exports: the names that a module finds in the packages of its host. */
export const providedNames: ReadonlySet<string> = new Set([
  ...['Box', 'Container', 'Markdown', 'Spacer', 'Text', 'TruncatedText'],
  ...['StringEnum', 'Type', 'defineTool', 'formatSize', 'getMarkdownTheme', 'stripAnsi', 'theme'],
  ...['truncateHead', 'truncateTail', 'DEFAULT_MAX_BYTES', 'DEFAULT_MAX_LINES', 'visibleWidth'],
  ...['truncateToWidth', 'truncateLine', 'wrapTextWithAnsi', 'highlightCode', 'renderDiff'],
  ...['getLanguageFromPath', 'keyHint', 'keyText', 'rawKeyHint', 'logger', 'getSelectListTheme'],
  ...['isToolCallEventType', 'withFileMutationQueue', 'getAgentDir', 'CONFIG_DIR_NAME'],
]);

const named =
  /\b(?:import\s+(?!type\b)(?:[\w$]+\s*,\s*)?|export\s+)\{([^}]*)\}\s*from\s*(['"])(@(?:mariozechner|oh-my-pi|f5-sales-demo|earendil-works)\/[^'"\n]+)\2/g;

// A class may be extended where a module begins; everything else is an error where it is used.
const standIn = (name: string, from: string) => {
  const message = `"${name}" of "${from}" is not here: Lathe has no terminal and none of its host's own tools`;
  return `export const ${name} = absent(${JSON.stringify(message)});`;
};

/** What modules of each origin import, and the file of the kit that stands for it. */
const provided: [RegExp, string][] = [
  [/^@sinclair\/typebox$|^typebox$/, 'typebox.mjs'],
  [/^@sinclair\/typebox\/value$|^typebox\/value$/, 'typebox-value.mjs'],
  [/^@sinclair\/typebox\/compiler$/, 'typebox-compiler.mjs'],
  [/^zod(\/v4)?$/, 'zod.mjs'],
  [/^zod\/v3$/, 'zod-v3.mjs'],
  [/^@opencode-ai\/plugin(\/.*)?$/, 'opencode.mjs'],
  [/^lathe$/, 'lathe.mjs'],
  [/^@modelcontextprotocol\/(server|sdk)(\/.+)?$/, 'mcp.mjs'],
  [/^@(mariozechner|oh-my-pi|f5-sales-demo|earendil-works)\/.+$/, 'pi.mjs'],
];

const builtins =
  'assert buffer child_process crypto events fs fs/promises http https module net os path path/posix perf_hooks process querystring readline stream stream/promises string_decoder timers timers/promises tty url util worker_threads zlib';

/** What most modules import, so that a process that stands ready knows it. */
const usual =
  '@sinclair/typebox @sinclair/typebox/value typebox zod zod/v4 zod/v3 lathe @opencode-ai/plugin @mariozechner/pi-ai @mariozechner/pi-tui @mariozechner/pi-coding-agent @mariozechner/pi-agent-core @oh-my-pi/pi-ai @oh-my-pi/pi-tui @oh-my-pi/pi-coding-agent @f5-sales-demo/xcsh @f5-sales-demo/pi-ai @f5-sales-demo/pi-tui';

const specifier = /(?:\bfrom|\bimport|\bimport\s*\(|\brequire\s*\()\s*(['"])([^'"\n]+)\1/g;

/** The names that a folder's code imports and that are no paths. */
function bareNames(files: Folder): Set<string> {
  const found = new Set<string>();
  for (const [path, content] of Object.entries(files)) {
    if (typeof content !== 'string' || !/\.[cm]?[jt]sx?$/.test(path)) continue;
    for (const [, , name = ''] of content.matchAll(specifier)) {
      if (!/^[./]|^[a-z]+:/.test(name)) found.add(name);
    }
  }
  return found;
}

const Settings = z.object({ imports: z.record(z.string(), z.string()) });

/** What the folder's own deno.json maps to files of the folder; anything else it says counts for nothing. */
function ownImports(files: Folder): [string, string][] {
  const text = files['deno.json'];
  try {
    const settings = Settings.safeParse(JSON.parse(typeof text === 'string' ? text : ''));
    const entries = Object.entries(settings.data?.imports ?? {});
    return entries.filter(([, to]) => to.startsWith('./') && !to.includes('..'));
  } catch {
    return [];
  }
}

/** Where programs have `createTool` and `Tool.define`, seen from a folder among their tools. */
const outside = ['js', 'ts'].flatMap((end) =>
  ['../createTool', '../core/tool', '../../core/tool'].map((path) => `${path}.${end}`),
);

/** The import map of a module: Node's own modules by their short names, what Lathe provides, what the folder brings. */
export function importMap(files: Folder, places: { tool: string; kit: string }): string {
  const imports: Record<string, string> = {};
  for (const name of builtins.split(' ')) imports[name] = `node:${name}`;
  for (const name of new Set([...usual.split(' '), ...bareNames(files)])) {
    const file = provided.find(([pattern]) => pattern.test(name))?.[1];
    if (file !== undefined) imports[name] = `file://${places.kit}/${file}`;
  }
  standIns(files, places.kit).forEach(({ from }, at) => {
    imports[from] = `file://${places.tool}/stand-ins/${at}.mjs`;
  });
  // What a module takes from the program that it was made for lies outside of its folder.
  for (const name of outside) {
    imports[new URL(name, `file://${places.tool}/module/`).href] = `file://${places.kit}/lathe.mjs`;
  }
  for (const [name, path] of ownImports(files)) {
    imports[name] = new URL(path, `file://${places.tool}/module/`).href;
  }
  return JSON.stringify({ imports });
}

/** The names that a folder's code wants of its host's packages and that Lathe does not have, by package. */
function lackedBy(files: Folder): Map<string, Set<string>> {
  const lacked = new Map<string, Set<string>>();
  for (const [path, content] of Object.entries(files)) {
    if (typeof content !== 'string' || !/\.[cm]?[jt]sx?$/.test(path)) continue;
    for (const [, names = '', , from = ''] of content.matchAll(named)) {
      for (const written of names.split(',')) {
        const name = written.trim().split(/\s+as\s+/)[0] ?? '';
        if (!/^[A-Za-z_$][\w$]*$/.test(name) || providedNames.has(name)) continue;
        lacked.set(from, (lacked.get(from) ?? new Set()).add(name));
      }
    }
  }
  return lacked;
}

/**
 * Modules that give what the kit gives, and stand in for what it lacks: much of what authors import is for
 * terminals and never used in a call, and its absence need not keep their tools from loading.
 */
export function standIns(files: Folder, kit: string): { from: string; source: string }[] {
  return [...lackedBy(files)].map(([from, names]) => ({
    from,
    source: `export * from 'file://${kit}/pi.mjs';
const absent = (message) => {
  const fail = () => { throw new Error(message); };
  const get = (target, name) => (name === 'prototype' || typeof name === 'symbol' ? target[name] : fail());
  return new Proxy(class {}, { get, apply: fail, construct: fail });
};
${[...names].map((name) => standIn(name, from)).join('\n')}
`,
  }));
}

/** Writes a module's files into a directory, under `module/`, where its process reads them. */
export async function layOut(files: Folder, empty?: TempDirectory): Promise<TempDirectory> {
  const temp = empty ?? (await tempDirectory());
  const made = new Set(['module']);
  if (!empty) await temp.makeDirectory('module');
  for (const [path, content] of Object.entries(files)) {
    if (pathProblem(path)) continue;
    const parts = `module/${path}`.split('/').slice(0, -1);
    for (let depth = 2; depth <= parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join('/');
      if (!made.has(folder)) await temp.makeDirectory(folder);
      made.add(folder);
    }
    await temp.write(`module/${path}`, bytesOf(content));
  }
  return temp;
}
