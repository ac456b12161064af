import type { Permission } from '../../../../shared/registry/approval/permission.ts';
import type { SessionEvent } from '../../../../shared/protocol/modules/module-session.ts';
import type { Drawn, ModuleTool, Outcome } from '../messages.ts';

/** One call of a tool. */
export interface Call {
  id: string;
  tool: string;
  arguments: Record<string, unknown>;
  signal: AbortSignal;
  update(partial: unknown): void;
}

export type Run = (call: Call) => Promise<Outcome>;

/** A tool of any kind, as the process calls it. */
export interface LoadedTool {
  facts: ModuleTool;
  run: Run;
  /** Returns what the tool's own code says about a call, for the approval. */
  permission?(args: Record<string, unknown>): Promise<Permission>;
  /** Never throws: an error is logged. */
  onSession?(event: SessionEvent): Promise<void>;
  /** Draws an outcome with the tool's own renderers; undefined if there are none, or they failed. */
  draw?(
    args: Record<string, unknown>,
    outcome: Pick<Outcome, 'content' | 'details' | 'isError'>,
    partial: { frame: number } | undefined,
  ): Drawn | undefined;
}

/** Returns the names of a function's parameters as written; a destructured one has an empty name. */
export function parameterNames(called: unknown): string[] {
  if (typeof called !== 'function') return [];
  const source = Function.prototype.toString.call(called);
  const start = source.indexOf('(');
  const arrow = /^(?:async\s+)?([A-Za-z_$][\w$]*)\s*=>/.exec(source);
  if (arrow) return [arrow[1] ?? ''];
  if (start < 0) return [];
  const names: string[] = [];
  let depth = 0;
  let piece = '';
  for (const sign of source.slice(start + 1)) {
    if (depth === 0 && (sign === ',' || sign === ')')) {
      if (piece.trim() !== '') names.push(/^\s*([A-Za-z_$][\w$]*)/.exec(piece)?.[1] ?? '');
      piece = '';
      if (sign === ')') break;
      continue;
    }
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth -= 1;
    piece += sign;
  }
  return names;
}
