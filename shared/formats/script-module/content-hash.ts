import type { Folder } from '../../tool/folder.ts';
import type { ModuleFiles } from './module-files.ts';

const PRIME = 0x01000193;

/**
 * Returns a 64-bit hash of a text in hex: two FNV-1a sums over UTF-16 code units, one from each end. Detects
 * edits synchronously; does not protect against forgery.
 */
export function contentHash(text: string): string {
  let forward = 0x811c9dc5;
  let backward = 0xcbf29ce4;
  for (let at = 0, end = text.length - 1; end >= 0; at += 1, end -= 1) {
    forward = Math.imul(forward ^ text.charCodeAt(at), PRIME);
    backward = Math.imul(backward ^ text.charCodeAt(end), PRIME);
  }
  const hex = (sum: number) => (sum >>> 0).toString(16).padStart(8, '0');
  return hex(forward) + hex(backward ^ text.length);
}

/**
 * The version of the reader. It increases when the reader reads more of a module, so that existing caches are
 * made again.
 */
const READER = 2;

/** Returns a hash of all files that a module loads besides its script; undefined if it loads none. */
export function folderHash({ script, language }: ModuleFiles, files: Folder): string | undefined {
  if (!language.readsFolder) return undefined;
  const loaded = Object.entries(language.readsFolder(files)).filter(([path]) => path !== script);
  return contentHash(JSON.stringify([READER, ...loaded.sort()]));
}
