import type { Disk } from '../platform/disk.ts';
import { expandPath } from './expand-path.ts';
import type { FoundModule, ModulePlace } from './found-module.ts';
import { modulesIn } from './modules-in.ts';
import { marketplaceModules, pluginModules } from './plugin-modules.ts';

export interface Searched {
  disk: Disk;
  /** Absolute. */
  cwd: string;
  home: string;
  /** Paths as the person wrote them: files, or folders of them. */
  configured: string[];
}

/**
 * Everything that could be a custom tool, in the order in which names are given away: the folders of
 * each program, the person's before the project's, then plugins, then configured paths. A file counts
 * once, however it was named: paths are compared with `~` and links resolved. Source: seed 002.
 */
export async function discoverModules({
  disk,
  cwd,
  home,
  configured,
}: Searched): Promise<FoundModule[]> {
  const found: FoundModule[] = [];
  const known = new Set<string>();
  const add = async (paths: string[], place: ModulePlace, level: FoundModule['level']) => {
    for (const path of paths) {
      const real = await disk.real(path).catch(() => path);
      if (known.has(real)) continue;
      known.add(real);
      found.push({ path: real, place, level });
    }
  };
  await add(await modulesIn(disk, `${home}/.xcsh/agent/tools`), 'native', 'user');
  await add(await modulesIn(disk, `${cwd}/.xcsh/tools`), 'native', 'project');
  await add(await modulesIn(disk, `${home}/.claude/tools`), 'claude', 'user');
  await add(await modulesIn(disk, `${cwd}/.claude/tools`), 'claude', 'project');
  const codex = { scripts: false };
  await add(await modulesIn(disk, `${home}/.codex/tools`, codex), 'codex', 'user');
  await add(await modulesIn(disk, `${cwd}/.codex/tools`, codex), 'codex', 'project');
  await add(await marketplaceModules(disk, `${home}/.claude/plugins`), 'plugin', 'user');
  await add(await pluginModules(disk, `${home}/.xcsh/plugins/node_modules`), 'plugin', 'user');
  for (const written of configured) {
    const path = expandPath(written, { cwd, home });
    const inside = await modulesIn(disk, path);
    await add(inside.length > 0 ? inside : [path], 'configured', 'given');
  }
  return found;
}
