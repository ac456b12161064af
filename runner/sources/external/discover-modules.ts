import { z } from 'zod';
import type { ModuleLocation } from '../../../shared/protocol/modules/external-modules.ts';
import type { Disk } from '../../platform/disk/disk.ts';

/** The kinds of files in the folders of programs. Source: seed 002's system. */
const anyKind = /\.(ts|mts|js|mjs|cjs|json|md|sh|bash|py)$/;
const modulesOnly = /\.(ts|mts|js|mjs|cjs)$/;
const own = ['index.ts', 'index.js', 'index.mts', 'index.mjs'];
/** Files beside modules that are not modules. */
const beside = /(^|\.)(tool|samples)\.json$|\.d\.ts$/;

const Paths = z.union([z.string(), z.array(z.string())]);
const Manifest = z.looseObject({
  tools: Paths.optional(),
  features: z
    .record(z.string(), z.looseObject({ default: z.boolean().optional(), tools: Paths.optional() }))
    .optional(),
});
const Package = z.looseObject({
  xcsh: Manifest.optional(),
  omp: Manifest.optional(),
  pi: Manifest.optional(),
});
const Installed = z.looseObject({
  plugins: z.record(z.string(), z.array(z.looseObject({ installPath: z.string() }))),
});

export interface Searched {
  disk: Disk;
  /** An absolute path. */
  cwd: string;
  home: string;
  /** Files and folders, as the person wrote them. */
  configured: readonly string[];
  /** Whether to search the folders of other programs; true by default. */
  otherPrograms?: boolean;
}

type At = [ModuleLocation['place'], ModuleLocation['level']];
type Place = [folder: string, ...At, scripts?: false];

/** Where programs keep their tools, in the order of the seed. Codex loads only modules. */
const programs = (home: string, cwd: string): Place[] => [
  [`${home}/.xcsh/agent/tools`, 'native', 'user'],
  [`${cwd}/.xcsh/tools`, 'native', 'project'],
  [`${home}/.claude/tools`, 'claude', 'user'],
  [`${cwd}/.claude/tools`, 'claude', 'project'],
  [`${home}/.codex/tools`, 'codex', 'user', false],
  [`${cwd}/.codex/tools`, 'codex', 'project', false],
];

/** More programs whose modules Lathe can run. Source: their documentation. */
const furtherPrograms = (home: string, cwd: string): Place[] => [
  [`${home}/.omp/agent/tools`, 'pi', 'user', false],
  [`${cwd}/.omp/tools`, 'pi', 'project', false],
  [`${home}/.pi/agent/extensions`, 'pi', 'user', false],
  [`${cwd}/.pi/extensions`, 'pi', 'project', false],
  [`${home}/.config/opencode/tools`, 'opencode', 'user', false],
  [`${cwd}/.opencode/tools`, 'opencode', 'project', false],
];

/**
 * Returns every file that could be a custom tool, in the order in which names are assigned: the folders of each
 * program (the user's, then the project's), plugins, configured paths. Each file occurs once, because paths
 * are compared with `~` and links resolved. Source: seed 002.
 */
export async function discoverModules({
  disk,
  cwd,
  home,
  configured,
  otherPrograms = true,
}: Searched): Promise<ModuleLocation[]> {
  const found: ModuleLocation[] = [];
  const known = new Set<string>();
  const add = async (paths: string[], ...[place, level]: At) => {
    for (const path of paths) {
      const real = await disk.real(path).catch(() => path);
      if (known.has(real)) continue;
      known.add(real);
      found.push({ path: real, place, level });
    }
  };
  const addAll = async (places: Place[]) => {
    for (const [folder, place, level, scripts] of places) {
      await add(await modulesIn(disk, folder, { scripts: scripts ?? true }), place, level);
    }
  };
  if (otherPrograms) {
    await addAll(programs(home, cwd));
    await add(await marketplaceModules(disk, `${home}/.claude/plugins`), 'plugin', 'user');
    await add(await pluginModules(disk, `${home}/.xcsh/plugins/node_modules`), 'plugin', 'user');
    await addAll(furtherPrograms(home, cwd));
  }
  for (const written of configured) {
    const path = expandPath(written, { cwd, home });
    const inside = await modulesIn(disk, path);
    await add(inside.length > 0 ? inside : [path], 'configured', 'given');
  }
  return found;
}

/** Returns the absolute path: `~` is the home folder, and relative paths start at `cwd`. */
export function expandPath(written: string, { cwd, home }: { cwd: string; home: string }): string {
  if (written === '~') return home;
  if (written.startsWith('~/')) return `${home}/${written.slice(2)}`;
  const path = written.startsWith('/') ? written : `${cwd}/${written}`;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

async function readJson<T>(disk: Disk, path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const bytes = await disk.read(path);
  if (!bytes) return undefined;
  try {
    return schema.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch {
    return undefined;
  }
}

/** Returns the tools in a plugin's manifest, with those of the features that are on by default. */
async function ofPlugin(disk: Disk, folder: string): Promise<string[]> {
  const read = await readJson(disk, `${folder}/package.json`, Package);
  const manifest = read?.xcsh ?? read?.omp ?? read?.pi;
  if (!manifest) return [];
  const features = Object.values(manifest.features ?? {}).filter((one) => one.default === true);
  const named = [manifest.tools, ...features.map(({ tools }) => tools)].flatMap((one) => one ?? []);
  const found: string[] = [];
  for (const name of named) {
    const path = `${folder}/${name.replace(/^\.\//, '').replace(/\/$/, '')}`;
    if (name.split('/').includes('..')) continue;
    if (await disk.list(path)) found.push(...(await modulesIn(disk, path)));
    else found.push(path);
  }
  return found;
}

/** Returns the tools of all plugins in a `node_modules`, including scoped ones. */
async function pluginModules(disk: Disk, folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of (await disk.list(folder)) ?? []) {
    if (name.startsWith('.')) continue;
    const path = `${folder}/${name}`;
    found.push(
      ...(name.startsWith('@') ? await pluginModules(disk, path) : await ofPlugin(disk, path)),
    );
  }
  return found;
}

/** Returns the tools of the plugins from Claude's marketplaces, which a list locates. */
async function marketplaceModules(disk: Disk, plugins: string): Promise<string[]> {
  const listed = await readJson(disk, `${plugins}/installed_plugins.json`, Installed);
  const places = Object.values(listed?.plugins ?? {}).flat();
  const found = await Promise.all(
    places.map(({ installPath }) => modulesIn(disk, `${installPath}/tools`)),
  );
  return found.flat();
}

/** Returns the modules of a folder of tools: its files, and the index of each of its folders. */
async function modulesIn(disk: Disk, folder: string, { scripts = true } = {}): Promise<string[]> {
  const found: string[] = [];
  for (const { name, kind } of (await disk.list(folder)) ?? []) {
    const path = `${folder}/${name}`;
    const inside = kind === 'file' ? undefined : await disk.list(`${path}/`);
    if (inside) {
      const index = own.find((one) => inside.some((entry) => entry.name === one));
      if (index) found.push(`${path}/${index}`);
    } else if ((scripts ? anyKind : modulesOnly).test(name) && !beside.test(name)) found.push(path);
  }
  return found;
}
