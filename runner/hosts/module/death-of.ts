import type { Exit } from '../../platform/spawn.ts';

/** Why a module's process ended by itself, in words. */
export function deathOf(exit: Exit, complaint: string): string {
  if (
    /heap out of memory|Reached heap limit|Cannot allocate memory|memory allocation of/i.test(
      complaint,
    )
  ) {
    return 'The module needed more memory than it may have';
  }
  // Deno ends by itself where nothing will ever happen again.
  if (/Top-level await promise never resolved/.test(complaint)) {
    return 'It waits while it loads for something that never comes';
  }
  const said = complaint
    .split('\n')
    .map((line) => line.trim())
    .find((line) => /^(error|bwrap|prlimit): /.test(line));
  if (said !== undefined) return said.replace(/^error: /, '');
  if (exit.signal !== null) return `The module's process was ended by ${exit.signal}`;
  return `The module ended its own process, with status ${exit.code}`;
}
