import type { Client } from '@modelcontextprotocol/client';
import { faultReason } from '../../../shared/protocol/mcp/faults.ts';
import { INSUFFICIENT_SCOPE, type LackedScope } from '../../../shared/protocol/mcp/sign-in.ts';
import type { ServerFault } from '../../../shared/protocol/mcp/state.ts';
import type { Engine } from '../../../shared/registry/authored/authored-plan.ts';
import { refusalReasons } from '../../../shared/registry/approval/reasons.ts';
import type { Doing } from '../../../shared/registry/tool.ts';
import { shape } from '../../../shared/returns/shape.ts';
import { unrun, type Ending, type Fault } from '../../../shared/tool/run/ending.ts';
import type { Arguments } from '../../../shared/tool/json.ts';
import { wordReason } from '../../../shared/tool/problem/reason.ts';
import type { ToolResult } from '../../../shared/tool/run/result.ts';
import type { ActiveCall, Asks } from '../asks.ts';
import { resultOf } from './call-result.ts';
import { NO_LIMIT_MS, SessionOver } from '../connection.ts';
import type { KnownTool } from '../known-tools.ts';
import { Patience, timedOut } from './patience.ts';

export interface RemoteCall {
  tool: KnownTool;
  arguments: Arguments;
  doing: Pick<Doing, 'signal' | 'tell' | 'ui'>;
  /** The time limit without a message of the server, in milliseconds. */
  timeoutMs: number;
  /** The limit of text for a model, in bytes. */
  mostBytes: number;
  /** Checks results that may take long, outside the event loop. */
  check?: Engine['check'];
}

interface On {
  server: string;
  client: Client;
  asks: Asks;
  /** Why the connection ended, if it did. */
  fault(): ServerFault | undefined;
  /** Hides secrets, which a server may also repeat in a header. */
  hidden(text: string): string;
  /** Listens to the server's log messages during the call; returns a function that stops. */
  listen(hear: (level: string, text: string) => void): () => void;
}

/** The limit of a shown scope in characters, so that the advice after it stays visible. */
const MOST_SCOPE = 300;

/** The limit of log messages per call; the wire log has all. */
const MOST_SAID = 500;

type Called = { result: ToolResult; ending: Ending };

/** Returns the result of a failed call, in the words of every tool. */
export const unanswered = (ending: Ending, name: string): Called => ({
  ending,
  result: shape(ending, { name }).result,
});

export const redeclared = (name: string): Called => {
  const because = wordReason(refusalReasons, 'mcp-redeclared');
  return unanswered(unrun({ kind: 'denied', reason: because.message, because: [because] }), name);
};

/** Returns the result of a call whose server did not start in time, or not at all. */
export function notBegun(
  { tool, doing, timeoutMs }: RemoteCall,
  server: string,
  why: ServerFault | 'late',
): Called {
  if (doing.signal.aborted) return unanswered(unrun({ kind: 'cancelled' }), tool.callName);
  if (why === 'late') return unanswered(timedOut(timeoutMs), tool.callName);
  const reason = `The server "${server}" is not there: ${why.message}`;
  const because = [faultReason(why)];
  return unanswered(unrun({ kind: 'unavailable', reason, because }), tool.callName);
}

/** Calls a tool of a server. Rejects only with `SessionOver`. */
export async function callTool(
  { tool, arguments: args, doing, timeoutMs, mostBytes, check }: RemoteCall,
  { server, client, asks, fault, hidden, listen }: On,
): Promise<Called> {
  const began = performance.now();
  const patience = new Patience(timeoutMs);
  const signal = AbortSignal.any([doing.signal, patience.signal]);
  const active: ActiveCall = {
    ...{ tool: tool.name, ui: doing.ui, signal, held: (work) => patience.hold(work) },
  };
  const leave = asks.begin(active);
  let said = 0;
  const deafen = listen((level, text) => {
    patience.heard();
    said += 1;
    if (said > MOST_SAID) return;
    doing.tell({ type: 'output', stream: 'stderr', text: `[${level}] ${text.slice(0, 10_000)}\n` });
  });
  try {
    const { name, parameters, outputSchema, ui } = tool;
    const answer = await client.callTool(
      { name, arguments: args, ...(await logged(client)) },
      {
        ...{ signal, timeout: NO_LIMIT_MS },
        onprogress({ progress, total, message }) {
          patience.heard();
          // An update is JSON, which has no undefined.
          const whole = total === undefined ? {} : { total };
          const said = message === undefined ? {} : { message };
          doing.tell({ type: 'update', update: { progress, ...whole, ...said } });
        },
        // The declaration that the person was asked about, without the output schema: the SDK would drop a result
        // that does not match, which is checked below.
        toolDefinition: { name, inputSchema: { ...parameters, type: 'object' } },
      },
    );
    const durationMs = performance.now() - began;
    const called = { server, tool: name, ui, arguments: args, outputSchema, check };
    return await resultOf(answer, { ...called, durationMs, mostBytes });
  } catch (error) {
    if (error instanceof SessionOver && !signal.aborted) throw error;
    const lacked = await lacking(error, server, hidden);
    const met = endingOf(error, { doing, patience, lacked, fault: fault(), timeoutMs });
    return unanswered({ ...met, durationMs: performance.now() - began }, tool.callName);
  } finally {
    patience.end();
    deafen();
    leave();
  }
}

/** Requests log messages, which a server of 2026-07-28 sends only on request. */
async function logged(client: Client) {
  if (client.getProtocolEra() === 'legacy') return {};
  const { LOG_LEVEL_META_KEY } = await import('@modelcontextprotocol/client');
  return { _meta: { [LOG_LEVEL_META_KEY]: 'info' } };
}

/** Returns the result of a call that needs another scope, with the advice; undefined for any other error. */
async function lacking(
  error: unknown,
  server: string,
  hidden: On['hidden'],
): Promise<Fault | undefined> {
  const { InsufficientScopeError } = await import('@modelcontextprotocol/client');
  if (!(error instanceof InsufficientScopeError)) return undefined;
  const { requiredScope } = error;
  const scope = requiredScope && hidden(requiredScope).slice(0, MOST_SCOPE);
  const details: LackedScope = { server, ...(scope ? { scope } : {}) };
  return {
    class: INSUFFICIENT_SCOPE,
    message: `The sign-in to "${server}" is for less than this call needs (${scope || 'not said'}): sign in again in the page of Lathe`,
    details,
  };
}

function endingOf(
  error: unknown,
  {
    doing,
    patience,
    lacked,
    fault,
    timeoutMs,
  }: {
    doing: RemoteCall['doing'];
    patience: Patience;
    lacked: Fault | undefined;
    fault: ServerFault | undefined;
    timeoutMs: number;
  },
): Ending {
  if (doing.signal.aborted) return unrun({ kind: 'cancelled' });
  if (patience.signal.aborted) return timedOut(timeoutMs);
  if (fault)
    return unrun({ kind: 'crashed', reason: fault.message, because: [faultReason(fault)] });
  if (lacked) return unrun({ kind: 'failed', exitCode: 1, fault: lacked });
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 2000);
  return unrun({ kind: 'failed', exitCode: 1, fault: { class: 'ProtocolError', message } });
}
