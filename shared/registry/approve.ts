import type { Ending } from '../tool/ending.ts';
import type { Host } from '../tool/host.ts';
import type { Job } from '../tool/job.ts';
import type { Arguments } from '../tool/json.ts';
import type { Language } from '../tool/language.ts';
import type { AuthoredTool } from '../tool/toolset.ts';
import { askFirst } from './ask-first.ts';
import type { InvokeCall, InvokeParts } from './invoke-parts.ts';
import { judged } from './judged.ts';
import { policiesOf } from './policies-of.ts';
import { unrun } from './unrun.ts';

interface Asked {
  call: InvokeCall;
  tool: AuthoredTool;
  language: Language;
  host: Host;
  job: Job;
  args: Arguments;
  text(): Promise<{ text: string } | { ending: Ending }>;
}

export type Approved =
  /** `readOnly`: it was judged to read only, and may do no more than that. */
  | { kind: 'run'; readOnly: boolean }
  | { kind: 'changed'; arguments: Arguments }
  | { kind: 'ended'; ending: Ending };

/** Whether a call may run: on its own, or because the person said so to its exact final text. */
export async function approve(
  { call, tool, language, host, job, args, text }: Asked,
  parts: InvokeParts,
  signal: AbortSignal,
): Promise<Approved> {
  const { execution: policy = 'auto', because } = policiesOf({ ...call, tool }, parts);
  const reasons: string[] = [];
  if (policy !== 'auto' && because.execution) reasons.push(because.execution);
  const found = await judged(language, host, job, parts);
  if (found.kind === 'forbidden') return { kind: 'ended', ending: found.ending };
  const { name } = tool.definition;
  const refused = await parts.refused?.(
    { about: 'execution', tool: name, arguments: args },
    async () => {
      const made = await text();
      return 'text' in made ? made.text : undefined;
    },
  );
  if (refused !== undefined)
    return { kind: 'ended', ending: unrun({ kind: 'denied', reason: refused }) };
  const readOnly = found.kind === 'reads';
  if (found.kind === 'asks') reasons.push(...found.reasons);
  if (reasons.length === 0) return { kind: 'run', readOnly };

  const final = await text();
  if ('ending' in final) return { kind: 'ended', ending: final.ending };
  const asked = await askFirst(
    {
      runId: call.runId,
      tool: name,
      about: 'execution',
      text: final.text,
      arguments: args,
      remember: policy !== 'ask-always',
      reasons,
      ...('segments' in found ? { segments: found.segments } : {}),
    },
    parts,
    signal,
  );
  return asked.kind === 'yes' ? { kind: 'run', readOnly } : asked;
}
