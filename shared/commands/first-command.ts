/** A line that only says how what follows is read, or names a part of it. */
const head = /^(?:set -|using\b|import\b)/i;
const declares = /^(?:function\b|param\b|\[[A-Za-z]|[\w:.-]+\s*\(\))/i;

/**
 * The first line of a script that does something, for a title in one line: comments, help and empty lines say
 * nothing of a call. Undefined where the script begins with functions, since its call is none of its lines.
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
