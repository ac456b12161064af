import type { ReadResourceResult, Resource } from '@modelcontextprotocol/server';
import { contentOf } from '../../../shared/formats/file-bytes.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { readFile } from '../../sources/builtin/files/read-file.ts';

/** The files that a client may list and read, by `file:` addresses. */
export interface Resources {
  list(): Promise<Resource[]>;
  /** Undefined if the file does not exist. */
  read(uri: string): Promise<ReadResourceResult['contents'] | undefined>;
  /** Returns the paths in the folder that start with a text, with `/` as separator. */
  beginning(path: string): Promise<string[]>;
}

const MOST_FILES = 10_000;
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_MS = 60_000;
const types: Record<string, string> = {
  ...{ txt: 'text/plain', md: 'text/markdown', json: 'application/json', csv: 'text/csv' },
  ...{ html: 'text/html', xml: 'application/xml', png: 'image/png', jpg: 'image/jpeg' },
  ...{ gif: 'image/gif', svg: 'image/svg+xml', pdf: 'application/pdf', wav: 'audio/wav' },
};
const typeOf = (path: string): { mimeType?: string } => {
  const mimeType = types[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''];
  return mimeType === undefined ? {} : { mimeType };
};
const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** Opens the files of a folder. Links are neither listed nor followed, and hidden files are left out. */
export function openResources(disk: Disk, folder: string): Resources {
  const base = `file://${encoded(folder)}/`;

  async function* walk(below: string): AsyncGenerator<{ path: string; size: number }> {
    for (const { name, kind, size } of (await disk.list(`${folder}/${below}`)) ?? []) {
      if (name.startsWith('.')) continue;
      if (kind === 'folder') yield* walk(`${below}${name}/`);
      if (kind === 'file') yield { path: `${below}${name}`, size };
    }
  }
  async function all(): Promise<{ path: string; size: number }[]> {
    const found = [];
    for await (const one of walk('')) {
      if (found.push(one) >= MOST_FILES) break;
    }
    return found;
  }
  const known = async (path: string): Promise<boolean> => {
    const parts = path.split('/');
    if (parts.some((part) => part === '' || part.startsWith('.') || /[\0\\]/.test(part)))
      return false;
    for (let length = 1; length <= parts.length; length += 1) {
      const kind = (await disk.look(`${folder}/${parts.slice(0, length).join('/')}`))?.kind;
      if (kind !== (length === parts.length ? 'file' : 'folder')) return false;
    }
    return true;
  };
  return {
    async list() {
      return (await all()).map(({ path, size }) => ({
        ...{ uri: base + encoded(path), name: path, size },
        description: `The file "${path}" of the workspace`,
        ...typeOf(path),
      }));
    },
    async read(uri) {
      if (!uri.startsWith(base)) return undefined;
      const path = decodedOf(uri.slice(base.length));
      if (path === undefined || !(await known(path))) return undefined;
      const bytes = await bytesOf(`${await disk.real(folder)}/${path}`);
      if (!bytes) return undefined;
      const about = { uri, ...typeOf(path) };
      const content = contentOf(bytes);
      return [
        typeof content === 'string'
          ? { ...about, text: content }
          : { ...about, blob: content.base64 },
      ];
    },
    beginning: async (path) =>
      (await all()).map((one) => one.path).filter((one) => one.startsWith(path)),
  };
}

/**
 * A file's bytes; undefined if it is missing or too large, or if its path leads to another file by the time it is open.
 */
async function bytesOf(path: string): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const read = await readFile(path, AbortSignal.timeout(MOST_MS), (bytes) => {
    pieces.push(bytes.slice());
    size += bytes.length;
    return size <= MOST_BYTES;
  });
  if (!read.ok || size > MOST_BYTES) return undefined;
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

function decodedOf(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
