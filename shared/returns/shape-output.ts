import type { Ending } from '../tool/ending.ts';
import type { ReturnRules } from '../tool/return-rules.ts';
import { template } from './template.ts';
import { truncate } from './truncate.ts';
import { truncateLimit } from './truncate-limit.ts';

/** What the return rules did, for the page: absent means that there was nothing to do. */
export interface ShapeNotes {
  /** The cut of `truncate`, in code points. */
  truncated?: { kept: number; dropped: number };
  truncateIgnored?: string;
  /** Why the template was ignored, and where: code points from 0. */
  templateIgnored?: { reason: string; at: number };
}

export interface ShapedOutput {
  /** `notice` says what a cap of the host cut; empty when nothing was lost or the rule cut deeper. */
  output: { text: string; notice: string; limit?: number };
  message: { text: string; templated: boolean };
  notes: ShapeNotes;
}

/** Applies return.json to an ending's output: first `truncate`, then `template` over what is left. */
export function shapeOutput(
  ending: Ending,
  tool: { name: string; returns?: ReturnRules | undefined },
): ShapedOutput {
  const notes: ShapeNotes = {};
  const rule = truncateLimit(tool.returns?.truncate);
  const limit = rule !== undefined && 'limit' in rule ? rule.limit : undefined;
  if (rule !== undefined && 'ignored' in rule) notes.truncateIgnored = rule.ignored;

  const cut = truncate(ending.output, limit ?? Infinity);
  if (cut.dropped > 0) notes.truncated = { kept: cut.kept, dropped: cut.dropped };
  const notice = ending.truncated && cut.dropped === 0 ? capNotice(ending.droppedBytes) : '';

  // A program's last newline ends its line; it is no part of what it says.
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
        : { ok: false as const, reason: '"template" must be text', at: 0 };
    if (filled.ok) message = { text: filled.text, templated: true };
    else notes.templateIgnored = { reason: filled.reason, at: filled.at };
  }
  return {
    output: { text: cut.text, notice, ...(limit === undefined ? {} : { limit }) },
    message,
    notes,
  };
}

function capNotice(droppedBytes: number | undefined): string {
  const lost = droppedBytes === undefined ? 'the rest' : `${droppedBytes} more bytes`;
  return `\n[output cut at the limit: ${lost} dropped]`;
}
