import { cause, saidBySystem } from '../../../../shared/returns/causes.ts';
import type { Reason } from '../../../../shared/tool/problem/reason.ts';
import type { Place } from '../place.ts';
import { type Ran, runToEnd } from '../run-to-end.ts';
import { searchBox } from './search-box.ts';

const TIME_MS = 120_000;

/** Runs ripgrep in a folder, in a sandbox if available. Arguments pass unchanged, without a shell. */
export async function runRipgrep(
  place: Place,
  folder: string,
  args: string[],
  options: { boxed: boolean; signal: AbortSignal; take(bytes: Uint8Array): boolean | void },
): Promise<Ran | { missing: Reason }> {
  const { rg } = place.programs;
  if (rg === undefined) return { missing: cause('no-ripgrep') };
  const program = [rg, '--no-config', ...args];
  const box = options.boxed ? searchBox(place, folder, program) : undefined;
  const { signal, take } = options;
  if (box) return runToEnd(box.command, box.args, { timeoutMs: TIME_MS, cwd: '/', signal, take });
  return runToEnd(rg, program.slice(1), { timeoutMs: TIME_MS, cwd: folder, signal, take });
}

/** Returns the reason for a search that ripgrep ended. */
export const searchSaid = (stderr: string): Reason =>
  stderr.trim() === '' ? cause('search-failed') : saidBySystem(stderr.trim());
