import { awkTokens, type AwkToken } from './awk-tokens.ts';

/** Words that start a program, read other input, or reach the environment. */
const acting =
  /\b(system|getline|close|fflush|extension|ENVIRON|PROCINFO|SYMTAB|FUNCTAB|ARGV|ARGC|func|function|bindtextdomain|dcn?gettext)\b|[@`]/;

/** Whether a token needs an operand, so that a statement continues on the next line. */
const open = (token: AwkToken | undefined): boolean =>
  token?.kind === 'sign' && !/^([\])}{;]|\+\+|--)$/.test(token.text);

/** Whether the output goes to a file or program: `>` after `print`, outside brackets, or `>>` or a pipe. */
const redirects = (tokens: AwkToken[]): boolean => {
  let depth = 0;
  let printing: number | undefined;
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === 'name' && /^printf?$/.test(text)) printing = depth;
    if (kind === 'newline' && depth === 0 && !open(tokens[at - 1])) printing = undefined;
    if (kind !== 'sign') continue;
    if (text === '(' || text === '[') depth += 1;
    if (text === ')' || text === ']') depth -= 1;
    if (/^[;{}]$/.test(text)) printing = undefined;
    if (/^(>>|\||\|&)$/.test(text)) return true;
    if (text === '>' && printing !== undefined && depth <= printing) return true;
  }
  return false;
};

/**
 * Whether an awk program only prints. If its slashes are ambiguous, it must not contain anything that looks
 * like a redirection, a pipe or a call.
 */
export const isPureAwk = (program: string): boolean => {
  if (program.length > 4000) return false;
  const tokens = awkTokens(program);
  if (!tokens) return !acting.test(program) && !/[>|]/.test(program.replaceAll('||', ''));
  return (
    !tokens.some(({ kind, text }) => kind === 'name' && acting.test(text)) && !redirects(tokens)
  );
};
