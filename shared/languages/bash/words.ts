import type { ExecRequest } from '../../tool/run/host.ts';
import type { AuthoredTool } from '../../tool/toolset.ts';

const plain = /^[A-Za-z0-9_./:@%+,-]+$/;
/** Reserved words of the shell, which must be quoted at the position of a command's name. */
const reserved =
  /^(if|then|else|elif|fi|case|esac|for|select|while|until|do|done|in|function|time|coproc)$/;

/** Quotes a text as one word of a shell. Drops NUL, which no word can contain. */
export const quote = (text: string): string =>
  plain.test(text) && !reserved.test(text)
    ? text
    : `'${text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`;

/** Makes a tool that runs one command for another tool; `name` is that tool, which the approval shows. */
export function commandTool(name: string, request: ExecRequest): AuthoredTool {
  const { command, args, cwd, timeoutMs } = request;
  const words = [command, ...args].map(quote).join(' ');
  const there = cwd === undefined ? '' : `cd -- ${quote(cwd)} && `;
  return {
    definition: {
      name,
      description: 'A command of a tool',
      parameters: { type: 'object', properties: {} },
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    },
    // The command's standard input is empty.
    code: { language: 'bash', file: 'command.sh', source: `${there}${words} </dev/null\n` },
  };
}
