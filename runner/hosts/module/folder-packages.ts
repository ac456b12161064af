import type { Folder } from '../../../shared/tool/folder.ts';
import { isObject } from '../../../shared/schema/json/values.ts';
import { importsOf } from './imports-of.ts';

/** The conditions of "exports" in their order of preference here. */
const conditions = ['deno', 'import', 'module', 'node', 'default', 'require'];

function manifest(files: Folder, path: string): Record<string, unknown> | undefined {
  const text = files[path];
  try {
    const value: unknown = JSON.parse(typeof text === 'string' ? text : '');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a target of "exports", such as "./index.js", under any condition. */
function targetOf(exported: unknown): string | undefined {
  if (typeof exported === 'string') return exported;
  if (Array.isArray(exported)) return exported.map(targetOf).find((one) => one !== undefined);
  if (!isObject(exported)) return undefined;
  return conditions.map((name) => targetOf(exported[name])).find((one) => one !== undefined);
}

/** Returns what a package exports under a path, such as "." or "./lib/x.js". Source: Node, "exports". */
function exportOf(exported: unknown, path: string): string | undefined {
  if (!isObject(exported) || !Object.keys(exported).some((key) => key.startsWith('.')))
    return path === '.' ? targetOf(exported) : undefined;
  if (Object.hasOwn(exported, path)) return targetOf(exported[path]);
  for (const [key, value] of Object.entries(exported)) {
    const [before = '', after] = key.split('*');
    if (after === undefined || !path.startsWith(before) || !path.endsWith(after)) continue;
    const part = path.slice(before.length, path.length - after.length);
    return targetOf(value)?.replaceAll('*', part);
  }
  return undefined;
}

/** Returns the file in the folder's node_modules that an import of a package means; undefined if there is none. */
export function packageFile(files: Folder, name: string): string | undefined {
  const [, from = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(name) ?? [];
  const root = `node_modules/${from}`;
  const about = manifest(files, `${root}/package.json`);
  if (!about) return undefined;
  const { exports: exported, module, main } = about;
  const given =
    exported === undefined
      ? rest === ''
        ? [module, main, 'index.js']
        : [rest]
      : [exportOf(exported, `.${rest}`)];
  for (const one of given) {
    if (typeof one !== 'string') continue;
    const path = `${root}/${one.replace(/^\.?\/+/, '')}`.replace(/\/$/, '');
    const found = [path, `${path}.js`, `${path}/index.js`].find((each) =>
      Object.hasOwn(files, each),
    );
    if (found !== undefined) return `./${found.split('/').map(encodeURIComponent).join('/')}`;
  }
  return undefined;
}

/**
 * Whether a folder uses zod 3: by its package.json, or because it uses `zod-to-json-schema`, which belongs to that
 * version.
 */
export function wantsOldZod(files: Folder): boolean {
  const { dependencies, devDependencies, peerDependencies } = manifest(files, 'package.json') ?? {};
  for (const list of [dependencies, peerDependencies, devDependencies]) {
    const version = isObject(list) ? list['zod'] : undefined;
    if (typeof version === 'string') return /^[^\d]*[0-3](\.|$)/.test(version);
  }
  return importsOf(files).some(({ name }) => name === 'zod-to-json-schema');
}
