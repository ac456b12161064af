import { runToEnd } from '../run-to-end.ts';
import { fileFault } from './file-fault.ts';
import { guest } from './guest.ts';

/** Facts about an open file. */
export interface FileFacts {
  /** In bytes. */
  size: number;
  /** Permission bits as octal digits. */
  mode: string;
  /** `user:group` as numbers. */
  owner: string;
  /** Changes whenever the file is written or replaced. */
  stamp: string;
}

const TIME_MS = 60_000;
const LONGEST_HEAD = 500;

/**
 * Opens the file whose real path was judged and passes its bytes to `take`, which returns `false` to stop. A file
 * whose path changed since then is not read (`moved`).
 */
export async function readFile(
  path: string,
  signal: AbortSignal,
  take: (bytes: Uint8Array, facts: FileFacts) => boolean | void,
): Promise<{ ok: true; facts: FileFacts } | ({ ok: false } & ReturnType<typeof fileFault>)> {
  const slash = path.lastIndexOf('/');
  let head = new Uint8Array();
  let facts: FileFacts | undefined;
  const ran = await runToEnd(
    'sh',
    [guest('read.sh'), path.slice(0, slash) || '/', path.slice(slash + 1)],
    {
      timeoutMs: TIME_MS,
      signal,
      take(bytes) {
        if (facts !== undefined) return take(bytes, facts);
        head = Uint8Array.from([...head, ...bytes.subarray(0, LONGEST_HEAD)]);
        const end = bytes.indexOf(10);
        if (end < 0) return head.length < LONGEST_HEAD;
        facts = factsIn(new TextDecoder().decode(head));
        return bytes.length > end + 1 ? take(bytes.subarray(end + 1), facts) : true;
      },
    },
  );
  if (facts !== undefined && (ran.code === 0 || ran.stopped === 'enough'))
    return { ok: true, facts };
  return { ok: false, ...fileFault(ran, path) };
}

function factsIn(head: string): FileFacts {
  const [size = '0', mode = '644', user = '', group = '', ...stamp] =
    head.split('\n')[0]?.split(' ') ?? [];
  return { size: Number(size), mode, owner: `${user}:${group}`, stamp: stamp.join(' ') };
}
