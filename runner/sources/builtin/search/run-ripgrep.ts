import type { Place } from '../place.ts';
import { type Ran, runToEnd } from '../run-to-end.ts';
import { searchBox } from './search-box.ts';

const TIME_MS = 120_000;

const missing =
  'ripgrep is not here: "npm install" brings it for this kind of machine, else install ripgrep so that "rg" is on the PATH';

/** Runs ripgrep in a folder, in its box where there is one. Its arguments go as they are, through no shell. */
export async function runRipgrep(
  place: Place,
  folder: string,
  args: string[],
  options: { boxed: boolean; signal: AbortSignal; take(bytes: Uint8Array): boolean | void },
): Promise<Ran | { missing: string }> {
  const { rg } = place.programs;
  if (rg === undefined) return { missing };
  const program = [rg, '--no-config', ...args];
  const box = options.boxed ? searchBox(place, folder, program) : undefined;
  const { signal, take } = options;
  if (box) return runToEnd(box.command, box.args, { timeoutMs: TIME_MS, cwd: '/', signal, take });
  return runToEnd(rg, program.slice(1), { timeoutMs: TIME_MS, cwd: folder, signal, take });
}
