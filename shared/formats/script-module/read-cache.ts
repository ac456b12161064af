import type { Folder } from '../../tool/folder.ts';
import type { Problem } from '../../tool/problem.ts';
import { readJsonFile } from '../read-json-file.ts';
import { contentHash } from './content-hash.ts';
import { ModuleCache } from './module-cache.ts';
import type { ModuleFiles } from './module-files.ts';

export type CacheRead =
  | { kind: 'absent' }
  | { kind: 'broken'; problem: Problem }
  /** `fresh` is undefined where only times can tell. */
  | { kind: 'read'; cache: ModuleCache; fresh: boolean | undefined };

/** Reads the cache of a script, and whether it is about the script as it stands. */
export function readCache(module: ModuleFiles, files: Folder): CacheRead {
  const json = readJsonFile(files, module.cache, 'warning');
  if (json.kind !== 'read') return json;
  const parsed = ModuleCache.safeParse(json.value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') ?? '';
    return broken(module, `it does not fit at "${where}": ${issue?.message ?? ''}`);
  }
  const wanted = module.language.moduleType ?? '';
  if (parsed.data.type !== wanted) {
    return broken(module, `its type is "${parsed.data.type}" where "${wanted}" is wanted`);
  }
  const source = files[module.script];
  const { contentHash: known } = parsed.data;
  const fresh =
    known === undefined || typeof source !== 'string' ? undefined : known === contentHash(source);
  return { kind: 'read', cache: parsed.data, fresh };
}

function broken({ cache: file, script }: ModuleFiles, why: string): CacheRead {
  const message = `"${file}" cannot be used, ${why}; it is made anew from "${script}"`;
  const problem: Problem = {
    severity: 'warning',
    code: 'broken-cache',
    message,
    values: { file, why, script },
    file,
    line: 1,
    column: 1,
  };
  return { kind: 'broken', problem };
}
