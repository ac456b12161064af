import { isModuleCache } from '../../../shared/formats/script-module/module-files.ts';
import { isObject } from '../../../shared/schema/json/values.ts';
import type { FileContent, Folder } from '../../../shared/tool/folder.ts';
import { sha256 } from '../../platform/sha256.ts';

/**
 * Returns the strong ETag of a folder, quoted. It depends on paths and contents, not on their order. Of a
 * module's cache it includes only the author's choices, because Lathe writes the rest during edits.
 */
export const folderEtag = (files: Folder): string => {
  const rows = Object.keys(files)
    .sort()
    .map((path) => {
      const content = files[path] ?? '';
      if (!path.endsWith('.tool.json') || !isModuleCache(path, files)) return row(path, content);
      const chosen = choices(content);
      return chosen === undefined ? '' : row(path, chosen);
    });
  return `"${sha256(rows.join('')).slice(0, 32)}"`;
};

/** Lengths separate the parts, so texts need no escaping. */
const row = (path: string, content: unknown): string => {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return `${path.length} ${typeof content} ${text.length}\n${path}${text}`;
};

function choices(content: FileContent): unknown {
  // Most caches contain neither, and parsing them all would dominate the time.
  if (typeof content !== 'string' || !/"(?:overrides|options)"\s*:/.test(content)) return undefined;
  const cache = parsed(content);
  if (!isObject(cache)) return undefined;
  const { overrides, options } = cache;
  return overrides === undefined && options === undefined ? undefined : { overrides, options };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
