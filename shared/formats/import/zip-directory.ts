import type { Problem } from '../../tool/problem/problem.ts';
import { importLimits, refuseEntry, type ZipFault } from './folder-names.ts';

/** A regular file or a folder of a zip, as its central directory declares it. */
export interface ZipEntry {
  path: string;
  isFolder: boolean;
  deflated: boolean;
  crc: number;
  /** Declared bytes; the actual ones are counted during unpacking. */
  size: number;
  packed: Uint8Array;
}

type Read<T> = { ok: true; value: T } | { ok: false; problem: Problem };

const no = (
  entry: string,
  code: ZipFault,
  reason: string,
  values: Problem['values'] = {},
): Read<never> => ({
  ok: false,
  problem: refuseEntry(entry, code, reason, values),
});

interface Directory {
  start: number;
  end: number;
  count: number;
}

/** Finds the record that ends a zip. Source: PKWARE APPNOTE 6.3.10, section 4.3.16. */
function findDirectory(view: DataView): Read<Directory> {
  const last = view.byteLength - 22;
  for (let at = last; at >= 0 && at >= last - 0xffff; at -= 1) {
    if (view.getUint32(at, true) !== 0x06054b50) continue;
    if (at + 22 + view.getUint16(at + 20, true) !== view.byteLength) continue;
    const count = view.getUint16(at + 10, true);
    const size = view.getUint32(at + 12, true);
    const start = view.getUint32(at + 16, true);
    if (count === 0xffff || size === 0xffffffff || start === 0xffffffff) {
      return no(
        'zip',
        'too-large',
        'is in the ZIP64 form, which is for larger files than a tool has',
      );
    }
    if (view.getUint16(at + 8, true) !== count || start + size !== at) {
      return no(
        'zip',
        'broken-zip',
        'has parts elsewhere, or bytes that no list of its files knows',
      );
    }
    return { ok: true, value: { start, end: at, count } };
  }
  return no('zip', 'no-zip', 'is not a zip file, or it was cut off');
}

function decodeName(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Whether an entry is a regular file or folder: not a link or device of Unix, nor a reparse point of Windows.
 */
function isPlain(attributes: number): boolean {
  const type = (attributes >>> 16) & 0xf000;
  return (type === 0 || type === 0x8000 || type === 0x4000) && (attributes & 0x400) === 0;
}

/** Lists the entries of a zip without unpacking, or returns the entry that makes unpacking unsafe. */
export function zipDirectory(zip: Uint8Array): Read<ZipEntry[]> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const found = findDirectory(view);
  if (!found.ok) return found;
  const { start, end, count } = found.value;
  if (count > importLimits.entries) {
    const most = importLimits.entries;
    return no('zip', 'too-many', `holds ${count} entries, more than ${most}`, { most });
  }
  const entries: ZipEntry[] = [];
  const regions: { from: number; to: number; path: string }[] = [];
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || view.getUint32(at, true) !== 0x02014b50) {
      return no('zip', 'broken-zip', `breaks off in the list of its files, at number ${index + 1}`);
    }
    const nameLength = view.getUint16(at + 28, true);
    const next =
      at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) return no('zip', 'broken-zip', 'breaks off in the list of its files');
    const name = zip.subarray(at + 46, at + 46 + nameLength);
    const path = decodeName(name);
    if (path === undefined)
      return no(`entry ${index + 1}`, 'name-encoding', 'has a name that is not UTF-8');
    const flags = view.getUint16(at + 8, true);
    const method = view.getUint16(at + 10, true);
    if ((flags & 0x2041) !== 0) return no(path, 'encrypted', 'is encrypted');
    if (method !== 0 && method !== 8)
      return no(path, 'method', `is packed by method ${method}; use deflate`, { method });
    if (!isPlain(view.getUint32(at + 38, true))) {
      return no(path, 'link', 'is a link or a device; only files and folders are taken');
    }
    const packedSize = view.getUint32(at + 20, true);
    const size = view.getUint32(at + 24, true);
    const local = view.getUint32(at + 42, true);
    const data = localData(zip, view, { local, name, start, packedSize, method });
    if (data === undefined)
      return no(path, 'broken-zip', 'is not where the zip says, or has another name there');
    if (size > importLimits.ratioFromBytes && size > packedSize * importLimits.ratio) {
      return no(
        path,
        'bomb',
        `would unpack to more than ${importLimits.ratio} times its packed size`,
      );
    }
    regions.push({ from: local, to: data.byteOffset - zip.byteOffset + packedSize, path });
    const isFolder = path.endsWith('/');
    if (isFolder && size > 0) return no(path, 'broken-zip', 'is a folder with content');
    const crc = view.getUint32(at + 16, true);
    entries.push({ path, isFolder, deflated: method === 8, crc, size, packed: data });
    at = next;
  }
  if (at !== end) return no('zip', 'broken-zip', 'has bytes that no list of its files knows');
  return overlap(regions) ?? { ok: true, value: entries };
}

interface Place {
  local: number;
  name: Uint8Array;
  start: number;
  packedSize: number;
  method: number;
}

/** Returns the packed bytes after an entry's local header, if that header agrees with the directory. */
function localData(zip: Uint8Array, view: DataView, place: Place): Uint8Array | undefined {
  const { local, name, start, packedSize, method } = place;
  if (local + 30 > start || view.getUint32(local, true) !== 0x04034b50) return undefined;
  const nameLength = view.getUint16(local + 26, true);
  const from = local + 30 + nameLength + view.getUint16(local + 28, true);
  if (from + packedSize > start || view.getUint16(local + 8, true) !== method) return undefined;
  const own = zip.subarray(local + 30, local + 30 + nameLength);
  // Programs that trust the local header would unpack another file than the checked one.
  if (own.length !== name.length || own.some((byte, index) => byte !== name[index]))
    return undefined;
  return zip.subarray(from, from + packedSize);
}

function overlap(regions: { from: number; to: number; path: string }[]): Read<never> | undefined {
  const sorted = regions.toSorted((left, right) => left.from - right.from);
  for (const [index, region] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before && region.from < before.to) {
      return no(region.path, 'overlap', `shares its bytes with "${before.path}"`, {
        other: before.path,
      });
    }
  }
  return undefined;
}
