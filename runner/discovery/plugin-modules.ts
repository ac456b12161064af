import { z } from 'zod';
import type { Disk } from '../platform/disk.ts';
import { modulesIn } from './modules-in.ts';

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

async function readJson<T>(disk: Disk, path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const bytes = await disk.read(path);
  if (!bytes) return undefined;
  try {
    return schema.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch {
    return undefined;
  }
}

/** What a plugin's manifest names: its tools, and those of the features that are on by themselves. */
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

/** Plugins of a `node_modules`, scoped ones too. */
export async function pluginModules(disk: Disk, folder: string): Promise<string[]> {
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

/** The tools of what Claude's marketplaces installed: its list says where each plugin lies. */
export async function marketplaceModules(disk: Disk, plugins: string): Promise<string[]> {
  const listed = await readJson(disk, `${plugins}/installed_plugins.json`, Installed);
  const places = Object.values(listed?.plugins ?? {}).flat();
  const found = await Promise.all(
    places.map(({ installPath }) => modulesIn(disk, `${installPath}/tools`)),
  );
  return found.flat();
}
