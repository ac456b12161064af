import { readJson, writeJson } from '../../tool/exact-number.ts';
import type { JsonObject } from '../../tool/json.ts';
import type { Declarers } from '../../tool/declared.ts';
import type { Folder } from '../../tool/folder.ts';
import type { Problem } from '../../tool/problem/problem.ts';
import { readingFault } from '../reading-limits.ts';
import { folderHash } from './content-hash.ts';
import { mainModule } from './module-files.ts';
import type { ModuleFiles } from './module-files.ts';
import { cacheText, moduleData } from './module-data.ts';
import { isToldTheSame } from './told-context.ts';
import type { ToldContext } from './told-context.ts';
import { readCache } from './read-cache.ts';

export interface Freshened {
  /** The folder with an up-to-date cache. */
  files: Folder;
  /** The new cache; undefined if the cache was fresh, or if nothing could be read. */
  read?: {
    module: ModuleFiles;
    text: string;
    /** Whether it replaces an unreadable cache. */
    isReplaced?: boolean;
  };
  /** Why nothing could be read. */
  problems: Problem[];
  /** The context that the tools depend on. */
  told?: ToldContext;
}

/** The modification times at the last check, in milliseconds since 1970. */
interface ModuleTimes {
  script: number;
  cache: number;
}

/**
 * Reads the script of a module folder again if its cache is outdated: by the content hash if the cache has
 * one, else by times. A fresh cache takes no time. Source: seed 000, smart load. A cache whose tools depend
 * on their context is outdated, too, if that context changed.
 */
export async function freshen(
  name: string,
  files: Folder,
  declarers: Declarers,
  times?: ModuleTimes,
  surroundings?: () => Promise<object>,
): Promise<Freshened> {
  const module = mainModule(name, files);
  const source = module && files[module.script];
  if (!module || typeof source !== 'string' || module.language.readModule) {
    return { files, problems: [] };
  }
  // The next reader of the folder reports the reason.
  if (readingFault(files)) return { files, problems: [] };
  const known = readCache(module, files);
  const before = known.kind === 'read' ? known.cache : undefined;
  const hash = folderHash(module, files);
  const lastModified = times === undefined ? undefined : Math.round(times.script);
  const told = before?.told;
  const isSame =
    told === undefined ||
    surroundings === undefined ||
    isToldTheSame(told, { ...(await surroundings()) });
  const whole = isSame && hash === before?.folderHash;
  const depends = told === undefined ? {} : { told };
  if (
    before &&
    known.kind === 'read' &&
    whole &&
    isFresh(known.fresh, before.lastModified, times)
  ) {
    // If the script was touched but not changed, the cache gets its time, so that the next check finds equal
    // times.
    if (lastModified === undefined || (before.lastModified ?? Infinity) >= lastModified) {
      return { files, problems: [], ...depends };
    }
    const text = cacheText({ ...plainCopy(before), lastModified });
    return {
      files: { ...files, [module.cache]: text },
      read: { module, text },
      problems: [],
      ...depends,
    };
  }
  return readAnew({ name, files, module, source, hash, lastModified, known }, declarers);
}

interface Asked {
  name: string;
  files: Folder;
  module: ModuleFiles;
  source: string;
  /** The hash of the current folder. */
  hash: string | undefined;
  lastModified: number | undefined;
  known: ReturnType<typeof readCache>;
}

/** Reads a module with its language's reader and makes the cache. */
async function readAnew(asked: Asked, declarers: Declarers): Promise<Freshened> {
  const { name, files, module, source, hash, lastModified, known } = asked;
  const before = known.kind === 'read' ? known.cache : undefined;
  const declare = declarers.get(module.language.id);
  const declared = await declare?.({
    source,
    file: module.script,
    folder: { name, files },
    options: plainCopy(before?.options ?? {}),
  });
  if (declared === undefined || 'unavailable' in declared) {
    const why = declared?.unavailable ?? `nothing here reads ${module.language.label}`;
    return { files, problems: [unread(module, why)] };
  }
  const data = moduleData(declared, {
    module,
    source,
    before,
    broken: known.kind === 'broken' ? known.problem : undefined,
    folderHash: hash,
    lastModified,
  });
  const text = cacheText(data);
  const isReplaced = known.kind === 'broken';
  return {
    files: { ...files, [module.cache]: text },
    read: { module, text, isReplaced },
    problems: [],
    ...(declared.ok && declared.told ? { told: declared.told } : {}),
  };
}

function isFresh(
  byContent: boolean | undefined,
  lastModified: number | undefined,
  times: ModuleTimes | undefined,
): boolean {
  if (byContent !== undefined) return byContent;
  return times === undefined || Math.floor(times.script) <= (lastModified ?? times.cache);
}

const unread = ({ script }: ModuleFiles, why: string): Problem => ({
  severity: 'error',
  code: 'module-unreadable',
  message: `"${script}" has no tools that can be read: ${why}`,
  values: { file: script, why },
  file: script,
  line: 1,
  column: 1,
});

const plainCopy = (value: unknown) => readJson(writeJson(value)) as JsonObject;
