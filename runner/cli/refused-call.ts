import { shape } from '../../shared/returns/shape.ts';
import { unrun } from '../../shared/registry/unrun.ts';
import type { Ending } from '../../shared/tool/ending.ts';
import type { ToolResult } from '../../shared/tool/result.ts';

/** A call that never reached a tool, in the shape of every other call. */
export function refusedCall(name: string, message: string): ToolResult & { ending: Ending } {
  const fault = { class: 'DefinitionError', message, issues: [] };
  const ending = unrun({ kind: 'failed', exitCode: 2, fault });
  return { ...shape(ending, { name }).result, ending };
}
