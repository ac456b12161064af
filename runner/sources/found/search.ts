import { z } from 'zod';
import { runToEnd } from '../builtin/run-to-end.ts';
import { Collected, type Asked } from './search-message.ts';

const TIME_MS = 20_000;
const child = decodeURIComponent(new URL('./child/main.ts', import.meta.url).pathname);

/**
 * Looks for modules and reads them, in a process that may read what the person can and do nothing else:
 * the runner itself sees its workspace alone.
 */
export async function search(
  deno: string,
  asked: Asked,
): Promise<{ ok: true; found: Collected[] } | { ok: false; reason: string }> {
  const flags = ['--quiet', '--no-prompt', '--no-lock', '--node-modules-dir=manual'];
  const ran = await runToEnd(deno, ['run', ...flags, '--allow-read', child], {
    timeoutMs: TIME_MS,
    input: new TextEncoder().encode(JSON.stringify(asked)),
  });
  if (ran.stopped === 'timed-out') {
    return { ok: false, reason: `Looking for modules took longer than ${TIME_MS / 1000} seconds` };
  }
  try {
    return { ok: true, found: z.array(Collected).parse(JSON.parse(ran.text)) };
  } catch {
    const [why = 'no answer'] = ran.stderr.trim().split('\n');
    return { ok: false, reason: `Modules could not be looked for: ${why}` };
  }
}
