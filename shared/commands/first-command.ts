/** Lines that only set options or import something. */
const head = /^(?:set -|using\b|import\b)/i;
const declares = /^(?:function\b|param\b|\[[A-Za-z]|[\w:.-]+\s*\(\))/i;

/**
 * Returns the first line of a script that does something, for a one-line title. Skips comments, help and
 * empty lines. Returns undefined if the script begins with functions, because then no line of it shows the
 * call.
 */
export function firstCommand(script: string): string | undefined {
  let inHelp = false;
  for (const written of script.split('\n')) {
    const line = written.trim();
    if (line.startsWith('<#')) inHelp = true;
    const isSaid = !inHelp && line !== '' && !line.startsWith('#') && !head.test(line);
    if (inHelp && line.endsWith('#>')) inHelp = false;
    if (isSaid) return declares.test(line) ? undefined : line;
  }
  return undefined;
}
