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
  /** The folder with a cache that is about its script as it stands. */
  files: Folder;
  /** What was read anew; undefined where the cache was fresh, or nothing could be read. */
  read?: {
    module: ModuleFiles;
    text: string;
    /** Whether a cache stands there that could not be read. */
    isReplaced?: boolean;
  };
  /** Why nothing could be read. */
  problems: Problem[];
  /** What its tools were told of their surroundings, where they depend on them. */
  told?: ToldContext;
}

/** What a folder's script was when it was last looked at. Times in milliseconds since 1970. */
interface ModuleTimes {
  script: number;
  cache: number;
}

/**
 * Reads the script of a module folder where its cache is not about it: by the content's hash where the
 * cache has one, else by times. A fresh cache costs nothing. Source: seed 000, smart load. One whose tools
 * depend on their surroundings is read again where those are others than before.
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
  // Whoever reads the folder next says why.
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
    // Touched and not changed: the next look is to find times that agree.
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
  /** Of the folder as it stands. */
  hash: string | undefined;
  lastModified: number | undefined;
  known: ReturnType<typeof readCache>;
}

/** Has a module read by its language's reader, and makes its cache of what that says. */
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
