import type { FoundAt } from '../../shared/protocol/found-modules.ts';
import type { Disk } from '../platform/disk.ts';
import { expandPath } from './expand-path.ts';
import { modulesIn } from './modules-in.ts';
import { marketplaceModules, pluginModules } from './plugin-modules.ts';

export interface Searched {
  disk: Disk;
  /** Absolute. */
  cwd: string;
  home: string;
  /** Paths as the person wrote them: files, or folders of them. */
  configured: readonly string[];
  /** Whether the folders of other programs are looked through, too; they are where it is left out. */
  otherPrograms?: boolean;
}

type Place = [folder: string, FoundAt['place'], FoundAt['level'], scripts?: false];

/** Where programs keep their tools, those of the seed first; codex takes modules alone. */
const programs = (home: string, cwd: string): Place[] => [
  [`${home}/.xcsh/agent/tools`, 'native', 'user'],
  [`${cwd}/.xcsh/tools`, 'native', 'project'],
  [`${home}/.claude/tools`, 'claude', 'user'],
  [`${cwd}/.claude/tools`, 'claude', 'project'],
  [`${home}/.codex/tools`, 'codex', 'user', false],
  [`${cwd}/.codex/tools`, 'codex', 'project', false],
];

/** The same for programs whose modules run here as well; source: their own documentation. */
const furtherPrograms = (home: string, cwd: string): Place[] => [
  [`${home}/.omp/agent/tools`, 'pi', 'user', false],
  [`${cwd}/.omp/tools`, 'pi', 'project', false],
  [`${home}/.pi/agent/extensions`, 'pi', 'user', false],
  [`${cwd}/.pi/extensions`, 'pi', 'project', false],
  [`${home}/.config/opencode/tools`, 'opencode', 'user', false],
  [`${cwd}/.opencode/tools`, 'opencode', 'project', false],
];

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
  otherPrograms = true,
}: Searched): Promise<FoundAt[]> {
  const found: FoundAt[] = [];
  const known = new Set<string>();
  const add = async (paths: string[], place: FoundAt['place'], level: FoundAt['level']) => {
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
