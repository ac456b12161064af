import { Inflate, zipSync } from 'fflate';
import type { Folder } from '../../tool/folder.ts';
import type { Problem } from '../../tool/problem/problem.ts';
import { checkFolderNames, importLimits, refuseEntry, type ZipFault } from './folder-names.ts';
import { bytesOf, contentOf } from '../file-bytes.ts';
import { zipDirectory } from './zip-directory.ts';
import type { ZipEntry } from './zip-directory.ts';

type Unpacked = { ok: true; bytes: Uint8Array } | { ok: false; code: ZipFault; reason: string };

const broken = { ok: false, code: 'broken-zip', reason: 'is damaged' } as const;
const larger = { ok: false, code: 'bomb', reason: 'is larger than the zip says' } as const;

/** The number of packed bytes per step of the unpacker: deflate makes at most 1,032 bytes of each. */
const STEP = 1024;

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  return value;
});

/** Packs files byte for byte. The same files always give the same zip. */
export function writeZip(files: Folder): Uint8Array {
  const paths = Object.keys(files).toSorted();
  const packed = Object.fromEntries(paths.map((path) => [path, bytesOf(files[path] ?? '')]));
  // The earliest date of a zip. Zip dates have no time zone, so this is local time.
  return zipSync(packed, { mtime: new Date(1980, 0, 1), os: 3, attrs: 0o100644 << 16 });
}

/** Packs folders by name, so that unpacking the zip anywhere creates these folders. */
export const zipFolders = (folders: Record<string, Folder>): Uint8Array =>
  writeZip(
    Object.fromEntries(
      Object.entries(folders).flatMap(([name, files]) =>
        Object.entries(files).map(([path, content]) => [`${name}/${path}`, content]),
      ),
    ),
  );

/** Packs one folder. */
export const zipFolder = (name: string, files: Folder): Uint8Array => zipFolders({ [name]: files });

export type ZipRead = { ok: true; files: Folder } | { ok: false; problems: Problem[] };

/**
 * Unpacks an untrusted zip, or refuses all of it: each problem names its entry. Omits folder entries, because
 * a folder is the paths of its files.
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

/** Unpacks one entry. Stops as soon as it exceeds its declared size. */
export function unpackEntry(entry: ZipEntry): Unpacked {
  const bytes = entry.deflated ? inflate(entry) : entry.packed.slice();
  if (bytes === 'broken') return broken;
  if (bytes === 'larger' || bytes.length > entry.size) return larger;
  if (bytes.length !== entry.size || crc32(bytes) !== entry.crc) return broken;
  return { ok: true, bytes };
}

function inflate(entry: ZipEntry): Uint8Array | 'broken' | 'larger' {
  const bytes = new Uint8Array(entry.size);
  let length = 0;
  const stream = new Inflate((chunk) => {
    if (length + chunk.length <= bytes.length) bytes.set(chunk, length);
    length += chunk.length;
  });
  try {
    for (let at = 0; at < entry.packed.length; at += STEP) {
      const final = at + STEP >= entry.packed.length;
      stream.push(entry.packed.slice(at, at + STEP), final);
      if (length > entry.size) return 'larger';
    }
  } catch {
    return 'broken';
  }
  return bytes.subarray(0, length);
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}
