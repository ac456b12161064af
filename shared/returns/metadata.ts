import type { Ending } from '../tool/ending.ts';
import type { JsonObject } from '../tool/json.ts';
import type { ShapeNotes } from './shape-output.ts';

/** The facts of a call beside its contents. Times in milliseconds, `dropped_*` only where something was cut. */
export function metadata(ending: Ending, toolId: string, notes: ShapeNotes): JsonObject {
  const facts: JsonObject = {
    tool_id: toolId,
    status: ending.kind,
    return_code: 'exitCode' in ending ? ending.exitCode : null,
    truncated: ending.truncated || notes.truncated !== undefined,
    duration_ms: ending.durationMs,
  };
  if (ending.droppedBytes !== undefined) facts.dropped_bytes = ending.droppedBytes;
  if (notes.truncated !== undefined) {
    facts.dropped_characters = notes.truncated.dropped;
    if (notes.truncated.byDefault) facts.default_limit = notes.truncated.kept;
  }
  if (ending.kind === 'timed-out') facts.timeout_ms = ending.afterMs;
  if (ending.warnings !== undefined && ending.warnings.length > 0) facts.warnings = ending.warnings;
  return { ...ending.facts, ...facts };
}
