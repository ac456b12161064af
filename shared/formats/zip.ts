import { zipSync } from 'fflate';
import type { Folder } from '../tool/folder.ts';
import type { Problem } from '../tool/problem.ts';
import { checkFolderNames } from './check-folder-names.ts';
import { bytesOf, contentOf } from './file-bytes.ts';
import { importLimits } from './import-limits.ts';
import { refuseEntry } from './refuse-entry.ts';
import { unpackEntry } from './unpack-entry.ts';
import { zipDirectory } from './zip-directory.ts';

/** Packs files byte for byte. The same files always give the same zip. */
export function writeZip(files: Folder): Uint8Array {
  const paths = Object.keys(files).toSorted();
  const packed = Object.fromEntries(paths.map((path) => [path, bytesOf(files[path] ?? '')]));
  // A zip's first day; its dates have no time zone, so the local one is meant.
  return zipSync(packed, { mtime: new Date(1980, 0, 1), os: 3, attrs: 0o100644 << 16 });
}

export type ZipRead = { ok: true; files: Folder } | { ok: false; problems: Problem[] };

/**
 * Unpacks a zip that somebody sent, or refuses it as a whole: each problem names its entry. Folders
 * of their own are left out, since a folder is the paths of its files.
 */
export function readZip(zip: Uint8Array): ZipRead {
  const directory = zipDirectory(zip);
  if (!directory.ok) return { ok: false, problems: [directory.problem] };
  const names = checkFolderNames(directory.value.map((entry) => entry.path));
  if (names.length > 0) return { ok: false, problems: names };
  const folder: Folder = {};
  let total = 0;
  for (const entry of directory.value.filter((entry) => !entry.isFolder)) {
    total += entry.size;
    if (total > importLimits.totalBytes) {
      const most = importLimits.totalBytes / 1024 / 1024;
      const reason = `takes the zip past ${most} MB unpacked`;
      return { ok: false, problems: [refuseEntry(entry.path, 'bomb', reason)] };
    }
    const unpacked = unpackEntry(entry);
    if (!unpacked.ok) {
      return { ok: false, problems: [refuseEntry(entry.path, unpacked.code, unpacked.reason)] };
    }
    folder[entry.path] = contentOf(unpacked.bytes);
  }
  return { ok: true, files: folder };
}
