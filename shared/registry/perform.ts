import type { Ending } from '../tool/ending.ts';
import type { Host, Tell } from '../tool/host.ts';
import type { Job } from '../tool/job.ts';
import type { Arguments } from '../tool/json.ts';
import type { Language, PrepareOptions } from '../tool/language.ts';
import type { AuthoredTool } from '../tool/toolset.ts';
import { approve } from './approve.ts';
import { checkCall } from './check-call.ts';
import { finalText } from './final-text.ts';
import type { InvokeCall, InvokeParts } from './invoke-parts.ts';
import { servicesOf } from './services-of.ts';
import { unrun } from './unrun.ts';

/** The way of a call up to its ending: everything of `invoke` but the wording. */
export async function perform(
  call: InvokeCall,
  parts: InvokeParts,
  tell: Tell,
  signal: AbortSignal,
): Promise<Ending> {
  const { warnings, tool } = withTimeout(call.tool, parts);
  const { language: id } = tool.code;
  const language = parts.languages.get(id);
  if (language === undefined) {
    const known = [...parts.languages.keys()].join(', ');
    return unrun({
      kind: 'unavailable',
      reason: `Lathe knows no language "${id}"; it knows ${known}`,
    });
  }
  const found = await findHost(language, parts);
  if ('reason' in found) return unrun({ kind: 'unavailable', reason: found.reason });

  const options: PrepareOptions = {
    defaultTimeoutMs: parts.limits.defaultTimeoutMs,
    outputBytes: parts.limits.outputBytes,
    ...(call.raw === true ? { raw: true } : {}),
  };
  const prepare = (args: Arguments, fillOnly: boolean): Job =>
    language.prepare(tool, args, fillOnly ? { ...options, fillOnly } : options);
  // Filling judges no values: it shows the program, and names what is missing, for any of them.
  if (call.fillOnly === true) return fill(prepare(call.arguments, true), found.host, tell, signal);

  let args = language.coerce?.(tool, call.arguments) ?? call.arguments;
  for (;;) {
    const fault = checkCall(tool, args);
    if (fault !== undefined) return unrun({ kind: 'failed', exitCode: 2, fault });
    const refusal = language.refuse?.(tool, args);
    if (refusal !== undefined) return unrun(invalid('DefinitionError', refusal));
    const job = prepare(args, false);
    const text = () => finalText(job, () => fill(prepare(args, true), found.host, tell, signal));
    const approved = await approve(
      { call, tool, language, host: found.host, job, args, text },
      parts,
      signal,
    );
    if (approved.kind === 'ended') return approved.ending;
    if (approved.kind === 'run') {
      const bound = approved.readOnly ? readOnly(job) : job;
      const services = servicesOf(call, parts, (inner, stop) =>
        perform(inner, parts, () => undefined, stop),
      );
      return warned(await found.host.perform(bound, tell, signal, services), warnings);
    }
    args = approved.arguments;
  }
}

/** What was judged to read only is kept from writing, should the judgement be wrong. */
function readOnly(job: Job): Job {
  return 'environment' in job ? { ...job, guest: { ...job.guest, readOnly: true } } : job;
}

async function findHost(
  language: Language,
  parts: InvokeParts,
): Promise<{ host: Host } | { reason: string }> {
  const host = parts.hosts.get(language.host);
  if (host === undefined) return { reason: `This runner has no host "${language.host}"` };
  const reason = await host.missing();
  return reason === undefined ? { host } : { reason };
}

/** A job whose text is already final needs no host to fill it. */
async function fill(job: Job, host: Host, tell: Tell, signal: AbortSignal): Promise<Ending> {
  if (!('text' in job)) return host.perform(job, tell, signal);
  return { ...unrun({ kind: 'finished', exitCode: 0 }), filled: { text: job.text, spans: [] } };
}

function withTimeout(
  tool: AuthoredTool,
  { limits }: InvokeParts,
): { tool: AuthoredTool; warnings: string[] } {
  const asked = tool.definition.timeoutMs ?? limits.defaultTimeoutMs;
  if (asked <= limits.maxTimeoutMs) return { tool, warnings: [] };
  return {
    tool: { ...tool, definition: { ...tool.definition, timeoutMs: limits.maxTimeoutMs } },
    warnings: [
      `The time limit of ${asked} ms was cut to ${limits.maxTimeoutMs} ms, the highest allowed`,
    ],
  };
}

function warned(ending: Ending, warnings: string[]): Ending {
  if (warnings.length === 0) return ending;
  return { ...ending, warnings: [...(ending.warnings ?? []), ...warnings] };
}

function invalid(name: string, message: string) {
  return {
    kind: 'failed' as const,
    exitCode: 2,
    fault: { class: name, message, issues: [] },
  };
}
