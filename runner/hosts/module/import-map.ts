import { z } from 'zod';
import type { Folder } from '../../../shared/tool/folder.ts';
import { importsOf } from './imports-of.ts';
import { packageFile, wantsOldZod } from './folder-packages.ts';
import { standIns } from './stand-ins.ts';

/** The substitutes for the module's own host, by file of the kit. */
const ofHosts: [RegExp, string][] = [
  [/^@opencode-ai\/plugin(\/.*)?$/, 'opencode.mjs'],
  [/^lathe$/, 'lathe.mjs'],
  [/^@modelcontextprotocol\/(server|sdk)(\/.+)?$/, 'mcp.mjs'],
  [/^@(mariozechner|oh-my-pi|f5-sales-demo|earendil-works)\/.+$/, 'pi.mjs'],
];

/** The kit's packages for folders without their own. */
const packages: [RegExp, string][] = [
  [/^@sinclair\/typebox$|^typebox$/, 'typebox.mjs'],
  [/^@sinclair\/typebox\/value$|^typebox\/value$/, 'typebox-value.mjs'],
  [/^@sinclair\/typebox\/compiler$/, 'typebox-compiler.mjs'],
  [/^zod(\/v4)?$/, 'zod.mjs'],
  [/^zod\/v3$/, 'zod-v3.mjs'],
  [/^zod-to-json-schema$/, 'zod-to-json-schema.mjs'],
  [/^glob$/, 'glob.mjs'],
];

const builtins =
  'assert buffer child_process crypto events fs fs/promises http https module net os path path/posix perf_hooks process querystring readline stream stream/promises string_decoder timers timers/promises tty url util worker_threads zlib';

/** What most modules import, so that a prepared process can serve them. */
const usual =
  '@sinclair/typebox @sinclair/typebox/value typebox zod zod/v4 zod/v3 glob zod-to-json-schema lathe @opencode-ai/plugin @mariozechner/pi-ai @mariozechner/pi-tui @mariozechner/pi-coding-agent @mariozechner/pi-agent-core @oh-my-pi/pi-ai @oh-my-pi/pi-tui @oh-my-pi/pi-coding-agent @f5-sales-demo/xcsh @f5-sales-demo/pi-ai @f5-sales-demo/pi-tui';

/** Returns the import specifiers in a folder's code that are not paths. */
const bareNames = (files: Folder): Set<string> =>
  new Set(importsOf(files).flatMap(({ name }) => (/^[./]|^[a-z]+:/.test(name) ? [] : [name])));

const Settings = z.object({ imports: z.record(z.string(), z.string()) });

/** Returns the entries of the folder's deno.json that map to files of the folder; other settings have no effect. */
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

/** Where programs have `createTool` and `Tool.define`, relative to a folder of tools. */
const outside = ['.js', '.ts', ''].flatMap((end) =>
  ['../createTool', '../types', '../core/tool', '../../core/tool', '../../types'].map(
    (path) => path + end,
  ),
);
const ofPrograms = /^\.{1,2}\/(?:.*\/)?(createTool|types|core\/tool)(\.[cm]?[jt]s)?$/;

/** Returns the addresses of a program's files that the folder's code imports and does not have. */
function lackedFiles(files: Folder, module: string): string[] {
  return importsOf(files).flatMap(({ path, name }) => {
    if (!ofPrograms.test(name)) return [];
    const url = new URL(name, new URL(path, module)).href;
    const bare = decodeURIComponent(url.slice(module.length)).replace(/\.[cm]?[jt]s$/, '');
    const isThere =
      url.startsWith(module) &&
      ['.ts', '.mts', '.js', '.mjs', '/index.ts', '/index.js', ''].some((end) =>
        Object.hasOwn(files, bare + end),
      );
    return isThere ? [] : [url];
  });
}

/** Returns the import map of a module: Node's modules by their short names, the kit, and the folder's packages. */
export function importMap(files: Folder, places: { tool: string; kit: string }): string {
  const module = `file://${places.tool}/module/`;
  const kit = (file: string) => `file://${places.kit}/${file}`;
  const imports: Record<string, string> = {};
  for (const name of builtins.split(' ')) imports[name] = `node:${name}`;
  // Only the runner starts programs.
  for (const name of ['child_process', 'node:child_process'])
    imports[name] = kit('child-process.mjs');
  for (const name of new Set([...usual.split(' '), ...bareNames(files)])) {
    const find = (list: typeof packages) => list.find(([pattern]) => pattern.test(name))?.[1];
    const host = find(ofHosts);
    const own = host === undefined ? packageFile(files, name) : undefined;
    const file = name === 'zod' && wantsOldZod(files) ? 'zod-v3.mjs' : (host ?? find(packages));
    if (own !== undefined) imports[name] = new URL(own, module).href;
    else if (file !== undefined) imports[name] = kit(file);
  }
  standIns(files, places.kit).forEach(({ from }, at) => {
    imports[from] = `file://${places.tool}/stand-ins/${at}.mjs`;
  });
  // The program's files are outside the module's folder.
  for (const name of outside) imports[new URL(name, module).href] = kit('lathe.mjs');
  for (const url of lackedFiles(files, module)) imports[url] = kit('lathe.mjs');
  for (const [name, path] of ownImports(files)) imports[name] = new URL(path, module).href;
  return JSON.stringify({ imports });
}
