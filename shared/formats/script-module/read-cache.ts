import { readJson } from '../../tool/exact-number.ts';
import type { Folder } from '../../tool/folder.ts';
import type { Problem } from '../../tool/problem/problem.ts';
import { readJsonFile } from '../read-json-file.ts';
import { contentHash } from './content-hash.ts';
import { ModuleCache } from './module-cache.ts';
import { cacheText, moduleData } from './module-data.ts';
import type { ModuleFiles } from './module-files.ts';

type CacheRead =
  | { kind: 'absent' }
  | { kind: 'broken'; problem: Problem }
  /** `fresh` is undefined if only times can tell. */
  | { kind: 'read'; cache: ModuleCache; fresh: boolean | undefined };

const known = new WeakMap<Folder, Map<string, CacheRead>>();

/** Reads the cache of a script and whether it is up to date, once for each state of a folder. */
export function readCache(module: ModuleFiles, files: Folder): CacheRead {
  // A changed folder is another object. Only the result of a frozen one can be remembered.
  if (!Object.isFrozen(files)) return read(module, files);
  const before = known.get(files) ?? new Map<string, CacheRead>();
  const found = before.get(module.script) ?? read(module, files);
  known.set(files, before.set(module.script, found));
  return found;
}

function read(module: ModuleFiles, files: Folder): CacheRead {
  const json = readFast(files, module.cache) ?? readJsonFile(files, module.cache, 'warning');
  if (json.kind !== 'read') return json;
  const parsed = ModuleCache.safeParse(json.value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') ?? '';
    return broken(module, `its "${where}" is not valid: ${issue?.message ?? ''}`);
  }
  const wanted = module.language.moduleType ?? '';
  if (parsed.data.type !== wanted) {
    return broken(module, `its type is "${parsed.data.type}" instead of "${wanted}"`);
  }
  const source = files[module.script];
  const { contentHash: before } = parsed.data;
  const fresh =
    before === undefined || typeof source !== 'string' ? undefined : before === contentHash(source);
  return { kind: 'read', cache: parsed.data, fresh };
}

/** Lathe's own caches have no faults, so they need no positions. */
function readFast(files: Folder, file: string): { kind: 'read'; value: unknown } | undefined {
  const text = files[file];
  try {
    return typeof text === 'string' ? { kind: 'read', value: readJson(text) } : undefined;
  } catch {
    return undefined;
  }
}

function broken({ cache: file, script }: ModuleFiles, why: string): CacheRead {
  const message = `"${file}" cannot be used: ${why}. Lathe rebuilds it from "${script}"`;
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

/**
 * Returns the text of a module's current cache: the file, or the result of reading the script synchronously
 * if the language can. Returns undefined if the script has not been read yet.
 */
export function currentCache(module: ModuleFiles, files: Folder): string | undefined {
  const text = files[module.cache];
  if (typeof text === 'string' && readCache(module, files).kind === 'read') return text;
  const source = files[module.script];
  if (typeof source !== 'string') return undefined;
  const declared = module.language.readModule?.(module.script, source);
  return declared && cacheText(moduleData(declared, { module, source }));
}
