import type { ExecRequest } from '../../tool/run/host.ts';
import type { AuthoredTool } from '../../tool/toolset.ts';

const plain = /^[A-Za-z0-9_./:@%+,-]+$/;
/** Words that mean something to the shell where a command's name stands. */
const reserved =
  /^(if|then|else|elif|fi|case|esac|for|select|while|until|do|done|in|function|time|coproc)$/;

/** A text as one word of a shell, whatever it holds. NUL has no place in a word and is left out. */
export const quote = (text: string): string =>
  plain.test(text) && !reserved.test(text)
    ? text
    : `'${text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`;

/** One command of a running tool as a script of its own; `name` is the tool that a person is asked about. */
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
    // A command that reads its input finds none.
    code: { language: 'bash', file: 'command.sh', source: `${there}${words} </dev/null\n` },
  };
}
