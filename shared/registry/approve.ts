import type { Ending } from '../tool/ending.ts';
import type { Arguments } from '../tool/json.ts';
import type { Language } from '../tool/language.ts';
import type { AuthoredTool } from '../tool/toolset.ts';
import type { InvokeCall, InvokeParts } from './invoke-parts.ts';
import { unlessAborted } from './unless-aborted.ts';
import { unrun } from './unrun.ts';

interface Asked {
  call: InvokeCall;
  tool: AuthoredTool;
  language: Language;
  args: Arguments;
  text(): Promise<{ text: string } | { ending: Ending }>;
}

export type Approved =
  { kind: 'run' } | { kind: 'changed'; arguments: Arguments } | { kind: 'ended'; ending: Ending };

/** Whether a call may run: on its own, or because the person said so to its exact final text. */
export async function approve(
  { call, tool, language, args, text }: Asked,
  parts: InvokeParts,
  signal: AbortSignal,
): Promise<Approved> {
  const policy = tool.definition.policies?.execution ?? 'auto';
  const reasons: string[] = [];
  if (policy !== 'auto') reasons.push(`The tool's policy is "${policy}"`);
  if (language.ask !== undefined) reasons.push(language.ask);
  if (reasons.length === 0) return { kind: 'run' };

  const final = await text();
  if ('ending' in final) return { kind: 'ended', ending: final.ending };
  const answer = await unlessAborted(
    () =>
      parts.ask({
        runId: call.runId,
        tool: tool.definition.name,
        about: 'execution',
        text: final.text,
        arguments: args,
        remember: policy !== 'ask-always',
        reasons,
      }),
    signal,
  );
  if (answer === undefined) return { kind: 'ended', ending: unrun({ kind: 'cancelled' }) };
  if (answer.answer === 'deny') {
    const reason = answer.reason ?? 'Command rejected by user';
    return { kind: 'ended', ending: unrun({ kind: 'denied', reason }) };
  }
  const changed = answer.arguments;
  // An approval is for one exact text: other arguments make another text, which is asked for anew.
  if (changed !== undefined && JSON.stringify(changed) !== JSON.stringify(args)) {
    return { kind: 'changed', arguments: changed };
  }
  return { kind: 'run' };
}
