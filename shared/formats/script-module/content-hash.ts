import type { Folder } from '../../tool/folder.ts';
import type { ModuleFiles } from './module-files.ts';

const PRIME = 0x01000193;

/**
 * 64 bits in hex that differ when the text does: two FNV-1a sums over UTF-16 units, from either end.
 * Tells an edited script from an untouched one without waiting; it is no protection against forgery.
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

/** Counted up when more is read of a module than before: what was read until then is read anew. */
const READER = 2;

/** Of all that a module loads beside its script; undefined for a module that is its script alone. */
export function folderHash({ script, language }: ModuleFiles, files: Folder): string | undefined {
  if (!language.readsFolder) return undefined;
  const loaded = Object.entries(language.readsFolder(files)).filter(([path]) => path !== script);
  return contentHash(JSON.stringify([READER, ...loaded.sort()]));
}
