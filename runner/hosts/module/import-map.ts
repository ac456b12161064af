import { z } from 'zod';
import type { Folder } from '../../../shared/tool/folder.ts';
import { standIns } from './stand-ins.ts';

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
