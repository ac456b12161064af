import { commandTool } from '../languages/bash/words.ts';
import type { Ending } from '../tool/ending.ts';
import type { ExecAnswer, Services } from '../tool/host.ts';
import type { InvokeCall, InvokeParts } from './invoke-parts.ts';

const REFUSED = 126;
const NOT_STARTED = 127;

/**
 * What a running tool may ask of the house. A command goes the way of every call: judged, asked for,
 * boxed. `run` is that way.
 */
export function servicesOf(
  call: InvokeCall,
  parts: InvokeParts,
  run: (call: InvokeCall, signal: AbortSignal) => Promise<Ending>,
): Services {
  const { name } = call.tool.definition;
  return {
    async exec(request, signal) {
      const tool = commandTool(name, request);
      return answerOf(await run({ ...call, tool, arguments: {}, raw: false }, signal));
    },
    ...(parts.ui === undefined ? {} : { ui: parts.ui }),
  };
}

function answerOf(ending: Ending): ExecAnswer {
  const { stdout, stderr } = ending;
  const failed = (code: number, reason: string): ExecAnswer => ({
    stdout,
    stderr: stderr === '' ? reason : `${stderr.replace(/\n?$/, '\n')}${reason}`,
    code,
    killed: false,
  });
  switch (ending.kind) {
    case 'finished':
    case 'failed':
      return { stdout, stderr, code: ending.exitCode, killed: false };
    case 'timed-out':
    case 'cancelled':
      // A missing exit code counts as 0 in the system that this API comes from.
      return { stdout, stderr, code: 0, killed: true };
    case 'denied':
      return failed(REFUSED, ending.reason);
    default:
      return failed(NOT_STARTED, ending.reason);
  }
}
