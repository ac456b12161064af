/** Words that start something, read something else, or reach the environment. */
const acting = /\b(system|getline|close|fflush|ENVIRON|PROCINFO|ARGV|func|function)\b|[@`]/;

/**
 * A regular expression where awk can only read one: after a sign that wants an operand. Elsewhere a
 * slash divides, and what stands between two divisions is code.
 */
const pattern = /(^|[({,;!~]|&&)(\s*)\/(?:\\.|[^/\\\n])*\//g;

/**
 * Whether an awk program only prints. Redirections and pipes share their signs with comparisons, and
 * strings with patterns: a program that has such signs beside `"`, brackets, comments or broken lines
 * is not looked into any deeper.
 */
export const isPureAwk = (program: string): boolean => {
  if (program.length > 4000 || acting.test(program)) return false;
  const signs = program.replaceAll('||', '&&');
  if (!/[>|]/.test(signs)) return true;
  // Without an action a `>` can only compare.
  if (!/[{|]/.test(signs)) return true;
  return !/["[#\n]/.test(signs) && !/[>|]/.test(signs.replace(pattern, '$1//'));
};
