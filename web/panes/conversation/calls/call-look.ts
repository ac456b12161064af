import Check from '@lucide/svelte/icons/check';
import CircleStop from '@lucide/svelte/icons/circle-stop';
import Clock from '@lucide/svelte/icons/clock';
import Shield from '@lucide/svelte/icons/shield';
import X from '@lucide/svelte/icons/x';
import type { Component } from 'svelte';
import type {
  CallOutcome,
  CallPart,
} from '../../../../shared/protocol/conversations/conversations.ts';
import type { Approval } from '../../../../shared/protocol/events.ts';
import { parseJson } from '../../../../shared/schema/json/parse-json.ts';
import { sameJson } from '../../../../shared/schema/json/values.ts';
import type { LiveCall } from '../../../state/conversation/live.svelte.ts';
import { outcomeOf } from '../../result/outcome-of.ts';
import { rt } from '../../result/texts.ts';
import { ct } from '../texts.ts';

interface CallLook {
  /** None while it runs: a spinner stands in its place. */
  icon?: Component<Record<string, unknown>>;
  tone: 'ok' | 'err' | 'warn' | 'quiet';
  text: string;
  title?: string | undefined;
}

/** How a call came out, or how far it is. */
export function callLook(
  outcome: CallOutcome | undefined,
  live: LiveCall | undefined,
  asks: boolean,
  isGoingOn: boolean,
): CallLook {
  if (asks) return { icon: Shield, tone: 'warn', text: ct('call.asks') };
  const ended = outcome ? undefined : live?.ended;
  if (ended) return endedLook(ended.ending.kind, ended.result.success, ended.result.llmContent);
  if (outcome) return outcomeLook(outcome);
  if (live && live.place > 0)
    return { icon: Clock, tone: 'quiet', text: ct('call.queued', { place: live.place }) };
  if (live) return { tone: 'quiet', text: ct('call.running') };
  if (isGoingOn) return { icon: Clock, tone: 'quiet', text: ct('call.waits') };
  return { icon: CircleStop, tone: 'quiet', text: ct('call.never') };
}

function outcomeLook(outcome: CallOutcome): CallLook {
  const { from, result, ending, stale } = outcome;
  const said = result.llmContent;
  if (from === 'refused') return { icon: X, tone: 'err', text: ct('call.refused'), title: said };
  if (from === 'run') return endedLook(ending ?? 'finished', result.success, said);
  const icon = result.success ? Check : X;
  const tone = stale ? 'warn' : result.success ? 'ok' : 'err';
  const text = stale ? ct('call.stale') : ct(`call.${from}`);
  return { icon, tone, text, title: stale ? ct('call.stale.title') : undefined };
}

function endedLook(
  kind: NonNullable<CallOutcome['ending']>,
  success: boolean,
  said: string,
): CallLook {
  const { icon, tone, word } = outcomeOf(kind, success);
  const isWell = kind === 'finished' && success;
  return { icon, tone: isWell ? 'ok' : tone, text: rt(word), title: isWell ? undefined : said };
}

/** The question that a call waits for. After a reload it is known by its tool and its arguments alone. */
export function waitingOf(
  call: CallPart,
  live: LiveCall | undefined,
  pending: readonly Approval[],
): Approval | undefined {
  if (live?.ended) return undefined;
  if (live?.runId !== undefined) return pending.find(({ runId }) => runId === live.runId);
  const parsed = parseJson(call.arguments.trim() || '{}');
  if (!parsed.ok) return undefined;
  return pending.find(
    (approval) => approval.tool === call.name && sameJson(approval.arguments, parsed.value),
  );
}
