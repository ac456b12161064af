/** Words that start something, read something else, or reach the environment. */
const acting = /\b(system|getline|close|fflush|ENVIRON|PROCINFO|ARGV|func|function)\b|[@`]/;

/**
 * Whether an awk program only prints. Redirections and pipes share their signs with comparisons, and
 * strings with patterns: a program that has both `"` and `>` or `|` is not looked into any deeper.
 */
export const isPureAwk = (program: string): boolean => {
  if (program.length > 4000 || acting.test(program)) return false;
  const signs = program.replaceAll('||', ' or ');
  if (!/[>|]/.test(signs)) return true;
  // Without an action a `>` can only compare.
  if (!/[{|]/.test(signs)) return true;
  const withoutPatterns = signs.replace(/(^|[\s({,;!~&])\/(?:\\.|[^/\\\n])*\//g, '$1//');
  return !signs.includes('"') && !/[>|]/.test(withoutPatterns);
};
