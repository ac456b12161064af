import { isModuleCache } from '../../../shared/formats/script-module/module-files.ts';
import { isObject } from '../../../shared/schema/json/values.ts';
import type { FileContent, Folder } from '../../../shared/tool/folder.ts';
import { sha256 } from '../../platform/sha256.ts';

/**
 * The strong ETag of a folder: the same for the same paths and contents, whatever their order. Of a
 * module's cache only what its author chose counts: Lathe writes the rest while they edit. Quoted.
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

/** Lengths keep what stands side by side apart, and texts need no escaping. */
const row = (path: string, content: unknown): string => {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return `${path.length} ${typeof content} ${text.length}\n${path}${text}`;
};

function choices(content: FileContent): unknown {
  // Most caches hold none, and reading them for it would cost more than all the rest.
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
