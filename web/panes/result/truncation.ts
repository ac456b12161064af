import type { Ending } from '../../../shared/tool/ending.ts';
import type { ToolResult } from '../../../shared/tool/result.ts';

/** What was cut between the program's output and what the model sees. */
export type Cut =
  /** The runner's cap, in bytes of UTF-8; how many is not always known. */
  | { by: 'cap'; dropped: number | undefined }
  /** The return rule, or the limit that holds where it names none, in code points. */
  | { by: 'rule' | 'default'; dropped: number };

/** Every cut of a run, the earliest first. */
export function cuts(ending: Ending, result: ToolResult): Cut[] {
  const found: Cut[] = [];
  if (ending.truncated) found.push({ by: 'cap', dropped: ending.droppedBytes });
  const dropped = result.metadata?.['dropped_characters'];
  if (typeof dropped === 'number' && dropped > 0) {
    const by = result.metadata?.['default_limit'] === undefined ? 'rule' : 'default';
    found.push({ by, dropped });
  }
  return found;
}
