import { z } from 'zod';
import type { JsonObject } from '../json.ts';

/** Why a call needs approval, is allowed or is refused. */
export const Reason = z.object({
  /** Stable kebab-case: the page words the reason in another language from it and the `values`. */
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** The rule that applied to a command, such as `redirect` or the program's name. */
  rule: z.string().optional(),
  /** In English. */
  message: z.string(),
});
export type Reason = z.infer<typeof Reason>;

/** Reasons as JSON, for programs. */
export const reasonsJson = (reasons: readonly Reason[]): JsonObject[] =>
  reasons.map(({ code, values, rule, message }) => ({
    code,
    ...(values === undefined ? {} : { values }),
    ...(rule === undefined ? {} : { rule }),
    message,
  }));

/** Fills `{name}` with its value; a name without a value stays. */
export const fillText = (text: string, values: Reason['values'] = {}): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** A reason from a table of English texts by code. */
export const wordReason = <Code extends string>(
  texts: Readonly<Record<Code, string>>,
  code: Code,
  values?: Reason['values'],
): Reason =>
  values === undefined
    ? { code, message: texts[code] }
    : { code, values, message: fillText(texts[code], values) };

/** The rule of a judgement, if it says more than the verdict next to it. */
export const tellingRule = ({ rule }: Reason): string | undefined =>
  rule === 'unknown' || rule === 'forbidden' ? undefined : rule;

/** Reasons in one line of English, for models and logs. */
export const reasonsLine = (reasons: readonly Reason[]): string =>
  reasons
    .map((reason) => {
      const rule = tellingRule(reason);
      return rule === undefined ? reason.message : `${rule}: ${reason.message}`;
    })
    .join('; ');
