import { writeJson } from '../../tool/exact-number.ts';
import { hostFault, unavailable } from '../../returns/host-faults.ts';
import { say } from '../../returns/said.ts';
import { shape } from '../../returns/shape.ts';
import { unrun, type Ending, type Fault } from '../../tool/run/ending.ts';
import type { Host, HostFault } from '../../tool/run/host.ts';
import type { Job, Limits } from '../../tool/run/job.ts';
import { Arguments, type JsonObject, type JsonSchema } from '../../tool/json.ts';
import type { Language, PrepareOptions } from '../../tool/language.ts';
import type { BashToolSettings } from '../../protocol/settings.ts';
import type { AuthoredTool } from '../../tool/toolset.ts';
import { checkArguments } from '../call/check-call.ts';
import { mendedArguments, refusedNumber } from '../call/exact-arguments.ts';
import { isTrusted, type Judgement } from '../approval/judgement.ts';
import { inOwnWords, permissionOf } from '../approval/permission.ts';
import type { Plan as AnyPlan, PlanOptions } from '../tool.ts';
import type { Reason } from '../../tool/problem/reason.ts';
import { callReason } from '../approval/reasons.ts';
import { isUnprepared, unprepared, type Unprepared } from '../call/unprepared.ts';

/** The environment of authored code. Each call gets its own, because settings change. */
export interface Engine {
  languages: ReadonlyMap<string, Language>;
  hosts: ReadonlyMap<string, Host>;
  /** Judges a job of a language whose runs need approval; undefined if no judge exists. */
  judge?(job: Job): Promise<Judgement | Unprepared | undefined>;
  /** Checks arguments that may take long to check; without it they are checked synchronously. */
  check?(parameters: JsonSchema, args: Arguments): Promise<{ fault?: Fault } | Unprepared>;
  /**
   * The real folder for a working directory, or why a program may not start there. Decided before a call is
   * judged, so that the folder that is judged and shown is the one that it runs in.
   */
  place?(cwd: string): Promise<{ directory: string } | { reason: Reason }>;
  /** The person's settings for commands. */
  bash?: BashToolSettings;
  limits: {
    /** The timeout in milliseconds of tools without their own. */
    defaultTimeoutMs: number;
    /** The highest timeout that a tool may set, in milliseconds. */
    maxTimeoutMs: number;
    outputBytes: Limits['outputBytes'];
  };
}

type Asked = Engine & { tool: AuthoredTool };

/** The plan of an authored tool, which is always judged. */
type Plan =
  | Extract<AnyPlan, { kind: 'ended' }>
  | (Extract<AnyPlan, { kind: 'ready' }> & { judgement: Judgement });

const refusedFor = (why: Reason) => ({
  ...({ kind: 'denied', reason: why.message } as const),
  because: [why],
});

/** Finds the host of a call, checks the arguments, prepares the job and judges it. Never rejects. */
export async function planCall(asked: Asked, params: unknown, options: PlanOptions): Promise<Plan> {
  const { warnings, tool } = withTimeout(asked);
  const { languages, limits } = asked;
  const ended = (ending: Ending): Plan => ({ kind: 'ended', ...resultOf(tool, ending) });
  const given = Arguments.safeParse(params);
  if (!given.success) return ended(invalid('ValidationError', 'The arguments must be an object'));
  const language = languages.get(tool.code.language);
  if (language === undefined) {
    const known = [...languages.keys()].join(', ');
    const reason = `Lathe knows no language "${tool.code.language}"; it knows ${known}`;
    return ended(unrun({ kind: 'unavailable', reason }));
  }
  const found = await findHost(language, asked);
  if ('missing' in found) return ended(unrun(unavailable(found)));
  const { host } = found;
  const { signal, raw, fillOnly, ...said } = options;
  const cwd = said.cwd ?? asked.bash?.defaultWorkingDirectory;
  const place = language.shell && cwd !== undefined ? await asked.place?.(cwd) : undefined;
  if (place && 'reason' in place) return ended(unrun(refusedFor(place.reason)));
  const context = place ? { ...said, cwd: place.directory } : said;
  const prepared: PrepareOptions = { ...limits, raw, context };
  const fill = (args: Arguments) =>
    filled(language.prepare(tool, args, { ...prepared, fillOnly: true }), host, signal);
  const args = mendedArguments(tool, language, given.data);
  const unheld = refusedNumber(tool, language, args);
  if (unheld !== undefined) return ended(unrun({ kind: 'failed', exitCode: 2, fault: unheld }));
  // Filling shows the program for any values, and names missing ones, so it refuses none.
  if (fillOnly === true) return ended(await fill(given.data));

  const { parameters, wordsRefusals, hasPermissionRule } = tool.definition;
  const checked = (await asked.check?.(parameters, args)) ?? {
    fault: checkArguments(parameters, args),
  };
  if (isUnprepared(checked)) return ended(unprepared(checked, 'checking'));
  const prepare = () => language.prepare(tool, args, prepared);
  if (checked.fault !== undefined) {
    const own = wordsRefusals ? await permissionOf(host, prepare(), signal) : undefined;
    const fault = inOwnWords(checked.fault, own?.refusal);
    return ended(unrun({ kind: 'failed', exitCode: 2, fault }));
  }
  const refusal = language.refuse?.(tool, args);
  if (refusal !== undefined) return ended(invalid('DefinitionError', refusal));
  const job = prepare();
  const verdict = await judged(language, host, job, asked);
  if (isUnprepared(verdict)) return ended(unprepared(verdict, 'judging'));
  const { judgement, readsOnly } = verdict;
  const permission = hasPermissionRule ? await permissionOf(host, job, signal) : undefined;
  return {
    kind: 'ready',
    judgement,
    permission,
    text: () => finalText(job, () => fill(args)),
    async perform({ tell, signal: stop, exec, ui, asker }) {
      const bound = narrowed(job, readsOnly, judgement.writes);
      const ending = await host.perform(bound, tell, stop, { exec, ui, asker });
      if (warnings.length === 0) return resultOf(tool, ending);
      return resultOf(tool, { ...ending, warnings: [...(ending.warnings ?? []), ...warnings] });
    },
  };
}

const resultOf = ({ definition: { name }, returns }: AuthoredTool, ending: Ending) => ({
  result: shape(ending, { name, returns }).result,
  ending,
});

const invalid = (name: string, message: string): Ending =>
  unrun({ kind: 'failed', exitCode: 2, fault: { class: name, message, issues: [] } });

/** A job that was judged read-only, or that writes only in named folders, cannot write anywhere else. */
function narrowed(job: Job, readOnly: boolean, writes: string[] | undefined): Job {
  const bounds: JsonObject | undefined = readOnly ? { readOnly } : writes && { writes };
  return 'environment' in job && bounds ? { ...job, guest: { ...job.guest, ...bounds } } : job;
}

async function findHost(
  language: Language,
  { hosts }: Engine,
): Promise<{ host: Host } | HostFault> {
  const host = hosts.get(language.host);
  if (host === undefined) return hostFault('host-none', { host: language.host });
  return (await host.missing()) ?? { host };
}

/** A job whose text is already final needs no host to fill it. */
async function filled(job: Job, host: Host, signal: AbortSignal): Promise<Ending> {
  if (!('text' in job)) return host.perform(job, () => undefined, signal);
  return { ...unrun({ kind: 'finished', exitCode: 0 }), filled: { text: job.text, spans: [] } };
}

/** The exact text that would run, or the ending that says why there is none. */
async function finalText(
  job: Job,
  fill: () => Promise<Ending>,
): Promise<{ text: string } | { ending: Ending }> {
  if ('text' in job) return { text: job.text };
  if (job.task === 'template') {
    const ending = await fill();
    return ending.filled === undefined ? { ending } : { text: ending.filled.text };
  }
  const args = writeJson(job.arguments, 2);
  return {
    text: `${job.source}\n\n# Call: ${job.entry ?? ''}(**${args.replaceAll('\n', '\n# ')})`,
  };
}

function withTimeout({ tool, limits }: Asked): { tool: AuthoredTool; warnings: string[] } {
  const asked = tool.definition.timeoutMs ?? limits.defaultTimeoutMs;
  if (asked <= limits.maxTimeoutMs) return { tool, warnings: [] };
  const definition = { ...tool.definition, timeoutMs: limits.maxTimeoutMs };
  const warning = say('said-limit-cut', { asked, most: limits.maxTimeoutMs });
  return { tool: { ...tool, definition }, warnings: [warning] };
}

/**
 * Whether a job may run without approval. A job may if it was judged read-only and its host proved a sandbox,
 * or if the person approved it in advance. Forbidden commands are refused before any approval, given or
 * remembered.
 */
async function judged(
  language: Language,
  host: Host,
  job: Job,
  { judge, bash }: Engine,
): Promise<{ judgement: Judgement; readsOnly: boolean } | Unprepared> {
  const says = (decision: Judgement['decision'], reasons: Reason[], from?: Judgement) => ({
    judgement: {
      ...from,
      ...(language.shell ? { shell: language.id } : {}),
      ...{ decision, reasons, segments: from?.segments ?? [], sealed: language.sealed === true },
    },
    readsOnly: decision === 'allow' && from?.decision === 'allow',
  });
  // A language that needs no approval leaves nothing to judge.
  if (language.ask === undefined) return says('allow', []);
  const judgement = await judge?.(job);
  if (judgement === undefined) return says('ask', [language.ask]);
  if (isUnprepared(judgement)) return judgement;
  if (judgement.decision === 'deny') return says('deny', judgement.reasons, judgement);
  const boxed = (await host.layers()).includes('bubblewrap');
  const { writes: _, ...bare } = judgement;
  const held = boxed ? judgement : bare;
  if (judgement.decision !== 'allow' && !isTrusted(judgement.segments, bash))
    return says('ask', judgement.reasons, held);
  return boxed ? says('allow', [], held) : says('ask', [callReason('unboxed-script')], held);
}
