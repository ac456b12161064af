import { z } from 'zod';
import { ModuleLocation } from '../../../shared/protocol/modules/external-modules.ts';
import { Folder } from '../../../shared/tool/folder.ts';
import { runToEnd } from '../builtin/run-to-end.ts';

/** The input of the search process. Paths are absolute except in `configured`. */
export const Asked = z.object({
  cwd: z.string(),
  home: z.string(),
  configured: z.array(z.string()),
  otherPrograms: z.boolean(),
});
export type Asked = z.infer<typeof Asked>;

/** An external module with its files. */
export const Collected = ModuleLocation.extend({
  /** The file's name, or the folder's if the file is its index. */
  name: z.string(),
  /** Undefined if nothing is at its path. */
  files: Folder.optional(),
  /** Why it could not be read. */
  unreadable: z.string().optional(),
});
export type Collected = z.infer<typeof Collected>;

const TIME_MS = 20_000;
const child = decodeURIComponent(new URL('./child/main.ts', import.meta.url).pathname);

/**
 * Searches for modules and reads them in a process that may read all of the user's files and do nothing else.
 * The runner itself may read only its workspace.
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
