import { sha256 } from '../platform/sha256.ts';
import type { Disk } from '../platform/disk/disk.ts';

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  ttf: 'font/ttf',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
  txt: 'text/plain; charset=utf-8',
  py: 'text/plain; charset=utf-8',
  zip: 'application/zip',
};

const encodings = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
];

const listFiles = async (disk: Disk, root: string, prefix = ''): Promise<string[]> => {
  const entries = (await disk.list(prefix === '' ? root : `${root}/${prefix}`)) ?? [];
  const nested = entries.map((entry) => {
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (entry.kind === 'folder') return listFiles(disk, root, path);
    return entry.kind === 'file' ? [path] : [];
  });
  return (await Promise.all(nested)).flat();
};

/**
 * The built page. It serves only files that existed when it was opened, by their exact names, so no path can
 * lead elsewhere.
 */
export class Assets {
  #disk: Disk;
  #root: string;
  #files: Set<string>;
  #etags = new Map<string, string>();

  private constructor(disk: Disk, root: string, files: string[]) {
    this.#disk = disk;
    this.#root = root;
    this.#files = new Set(files);
  }

  static async open(disk: Disk, root: string): Promise<Assets> {
    return new Assets(disk, root, await listFiles(disk, root));
  }

  /** Undefined if there is no such file. */
  async answer(request: Request, path: string): Promise<Response | undefined> {
    const name = path.endsWith('/') ? `${path}index.html`.slice(1) : path.slice(1);
    if (!this.#files.has(name)) return path === '/' ? notBuilt() : undefined;
    const accepted = (request.headers.get('Accept-Encoding') ?? '').split(',').map((one) => {
      const [coding = '', weight = ''] = one.trim().split(';');
      return /q=0(\.0*)?$/.test(weight) ? '' : coding;
    });
    const packed = encodings.find(
      (encoding) => accepted.includes(encoding.name) && this.#files.has(name + encoding.extension),
    );
    const bytes = await this.#disk.read(`${this.#root}/${name}${packed?.extension ?? ''}`);
    if (!bytes) return undefined;
    const etag = this.#etag(`${name}${packed?.extension ?? ''}`, bytes);
    const isNamedByContent = /^(assets|sandbox)\/.*-[\w-]{8,}\.\w+$/.test(name);
    const headers = new Headers({
      'Content-Type': types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
      'Cache-Control': isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag: etag,
      Vary: 'Accept-Encoding',
    });
    if (packed) headers.set('Content-Encoding', packed.name);
    if (request.headers.get('If-None-Match') === etag) {
      return new Response(null, { status: 304, headers });
    }
    return new Response(new Uint8Array(bytes), { headers });
  }

  #etag(file: string, bytes: Uint8Array): string {
    const known = this.#etags.get(file);
    if (known !== undefined) return known;
    const made = `"${sha256(bytes).slice(0, 16)}"`;
    this.#etags.set(file, made);
    return made;
  }
}

const notBuilt = () =>
  new Response('The page is not built: run "npm run build", then start again\n', {
    status: 503,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
