import type { Ending } from '../tool/run/ending.ts';
import type { ReturnRules } from '../tool/toolset.ts';
import { ruleFault, type RuleFault } from './rule-faults.ts';
import { template } from './template.ts';
import { truncate, truncateLimit } from './truncate.ts';

/**
 * The number of code points of output that are kept without `truncate`. Source: seed 001, section 5.8 (output
 * has a global limit of about 10k characters).
 */
export const DEFAULT_LIMIT = 10_000;

/** The effects of the return rules, for the page. An absent field means nothing to report. */
export interface ShapeNotes {
  /** The cut of `truncate`, or of the default limit; in code points. */
  truncated?: { kept: number; dropped: number; byDefault?: true };
  /** Why the limit was ignored. */
  truncateIgnored?: RuleFault;
  /** Why the template was ignored, and where: code points from 0. */
  templateIgnored?: { reason: RuleFault; at: number };
}

export interface ShapedOutput {
  /** `notice` reports a cut that the author did not request; empty if nothing was lost. */
  output: { text: string; notice: string; limit?: number };
  message: { text: string; templated: boolean };
  notes: ShapeNotes;
}

/** Applies return.json to the output of an Ending: first `truncate`, then `template`. */
export function shapeOutput(
  ending: Ending,
  tool: { name: string; returns?: ReturnRules | undefined },
): ShapedOutput {
  const notes: ShapeNotes = {};
  const rule = truncateLimit(tool.returns?.truncate);
  const limit = rule !== undefined && 'limit' in rule ? rule.limit : undefined;
  if (rule !== undefined && 'ignored' in rule) notes.truncateIgnored = rule.ignored;

  const cut = truncate(ending.output, limit ?? DEFAULT_LIMIT);
  const byDefault = limit === undefined;
  if (cut.dropped > 0) {
    const { kept, dropped } = cut;
    notes.truncated = { kept, dropped, ...(byDefault ? { byDefault } : {}) };
  }
  const notice = byDefault || cut.dropped === 0 ? cutNotice(cut.dropped, ending) : '';

  // The last newline ends the last line and is not part of the text.
  const said = cut.text.replace(/\r?\n$/, '');
  let message = { text: (said || '已执行自定义工具') + notice, templated: false };
  const rules = tool.returns?.template;
  if (rules !== undefined && rules !== null) {
    const filled =
      typeof rules === 'string'
        ? template(rules, {
            output: said + notice,
            stderr: ending.stderr.replace(/\r?\n$/, ''),
            return_code: 'exitCode' in ending ? ending.exitCode : null,
            tool_id: tool.name,
          })
        : { ok: false as const, reason: ruleFault('rule-template-no-string'), at: 0 };
    if (filled.ok) message = { text: filled.text, templated: true };
    else notes.templateIgnored = { reason: filled.reason, at: filled.at };
  }
  return {
    output: { text: cut.text, notice, limit },
    message,
    notes,
  };
}

function cutNotice(dropped: number, ending: Ending): string {
  const lost = dropped > 0 ? [`${dropped} more characters`] : [];
  if (ending.truncated) {
    const { droppedBytes } = ending;
    lost.push(droppedBytes === undefined ? 'the rest' : `${droppedBytes} more bytes`);
  }
  return lost.length === 0 ? '' : `\n[output cut at the limit: ${lost.join(' and ')} dropped]`;
}
