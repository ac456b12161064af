import type { Disk } from '../../../platform/disk/disk.ts';
import { temporaryName } from '../../../platform/disk/node-disk.ts';
import { runToEnd } from '../run-to-end.ts';
import { fileFault } from './file-fault.ts';
import type { FileFacts } from './read-file.ts';
import { guest } from './guest.ts';

const TIME_MS = 60_000;

/**
 * Replaces the file at a real path atomically, and creates missing folders. With `before`, the file must still be
 * the one that was read, and keeps its owner and permissions.
 */
export async function writeFile(
  path: string,
  bytes: Uint8Array,
  { disk, signal, before }: { disk: Disk; signal: AbortSignal; before?: FileFacts },
): Promise<{ ok: true; overwrote: boolean } | ({ ok: false } & ReturnType<typeof fileFault>)> {
  const parts = path.split('/').slice(1);
  const name = parts.pop() ?? '';
  const there = before === undefined ? await deepest(disk, parts) : parts.length;
  const folder = `/${parts.slice(0, there).join('/')}`;
  const missing = parts.slice(there).join('/');
  const { mode = 'keep', owner = '', stamp = 'any' } = before ?? {};
  const ran = await runToEnd(
    'sh',
    [guest('write.sh'), folder, missing, name, temporaryName()].concat([
      String(bytes.length),
      mode,
      owner,
      stamp,
    ]),
    { timeoutMs: TIME_MS, signal, input: bytes },
  );
  if (ran.code === 0) return { ok: true, overwrote: ran.text.startsWith('overwrote') };
  return { ok: false, ...fileFault(ran, path) };
}

/** Returns how many of the parent folders exist. A folder that may not be read counts as existing. */
async function deepest(disk: Disk, parts: string[]): Promise<number> {
  for (let count = parts.length; count > 0; count -= 1) {
    try {
      if ((await disk.look(`/${parts.slice(0, count).join('/')}`)) !== undefined) return count;
    } catch {
      return count;
    }
  }
  return 0;
}
