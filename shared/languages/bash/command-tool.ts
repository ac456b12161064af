import type { ExecRequest } from '../../tool/host.ts';
import type { AuthoredTool } from '../../tool/toolset.ts';
import { quote } from './quote.ts';

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
