import { z } from 'zod';
import { FoundAt } from '../../../shared/protocol/modules/found-modules.ts';
import { Folder } from '../../../shared/tool/folder.ts';
import { runToEnd } from '../builtin/run-to-end.ts';

/** What the process that looks for modules is asked. Paths are absolute but for `configured`. */
export const Asked = z.object({
  cwd: z.string(),
  home: z.string(),
  configured: z.array(z.string()),
  otherPrograms: z.boolean(),
});
export type Asked = z.infer<typeof Asked>;

/** A module as it was found. */
export const Collected = FoundAt.extend({
  /** The file's name, or the folder's where the file is its index. */
  name: z.string(),
  /** Undefined where there is nothing at its path. */
  files: Folder.optional(),
  /** Why it could not be read. */
  unreadable: z.string().optional(),
});
export type Collected = z.infer<typeof Collected>;

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
