import { ruleFault, type RuleFault } from './rule-faults.ts';

/** The placeholders of a message template, in the order of the documentation. */
export const placeholderNames = ['output', 'stderr', 'return_code', 'tool_id'] as const;

/** Their values; `return_code` is null if the program had none. */
type TemplateValues = Record<(typeof placeholderNames)[number], string | number | null>;

/** `at` counts code points from 0, in the template. */
type Formatted = { ok: true; text: string } | { ok: false; reason: RuleFault; at: number };

type Filled = { text: string } | { reason: RuleFault };

/**
 * Fills a message template like Python's `str.format(output=, stderr=, return_code=, tool_id=)`. A filled
 * value is never read as a template again. If `str.format` would raise, the result is a reason; so are
 * attributes, indexes and `!r`, because there are no objects here.
 */
export function template(text: string, values: TemplateValues): Formatted {
  const points = Array.from(text);
  let out = '';
  let at = 0;
  const fail = (reason: RuleFault, where: number): Formatted => ({ ok: false, reason, at: where });
  while (at < points.length) {
    const point = points[at] ?? '';
    if (point !== '{' && point !== '}') {
      out += point;
      at += 1;
    } else if (points[at + 1] === point) {
      out += point;
      at += 2;
    } else if (point === '}') {
      return fail(singleBrace('}'), at);
    } else {
      const end = points.indexOf('}', at);
      if (end < 0) return fail(singleBrace('{'), at);
      const field = points.slice(at + 1, end).join('');
      const filled = fillField(field, values);
      if ('reason' in filled) return fail(filled.reason, at);
      out += filled.text;
      at = end + 1;
    }
  }
  return { ok: true, text: out };
}

const singleBrace = (brace: string): RuleFault =>
  ruleFault('rule-single-brace', { brace, twice: brace + brace });

function fillField(field: string, values: TemplateValues): Filled {
  const [, name = '', conversion, spec = ''] =
    /^([^!:]*)(?:!([^:]*))?(?::([^]*))?$/.exec(field) ?? [];
  if (!Object.hasOwn(values, name)) return { reason: unknown(name) };
  if (conversion !== undefined && conversion !== 's') {
    return { reason: ruleFault('rule-conversion', { conversion, field }) };
  }
  if (spec.includes('{')) return { reason: ruleFault('rule-nested', { field }) };
  const value = values[name as keyof TemplateValues];
  return applySpec(conversion === 's' ? String(value ?? 'None') : value, spec);
}

function unknown(name: string): RuleFault {
  const known = placeholderNames.map((one) => ({ code: 'literal', values: { text: `{${one}}` } }));
  if (name === '' || /^\d+$/.test(name)) return ruleFault('rule-no-value', { name, known });
  if (name.includes('{')) return singleBrace('{');
  return ruleFault('rule-unknown', { name, known });
}

/**
 * Formats one value by a spec such as `>8` or `.200`: fill, alignment, width and precision. Source: Python's
 * format specification mini-language, for strings and whole numbers.
 */
function applySpec(value: string | number | null, spec: string): Filled {
  const text = value === null ? 'None' : String(value);
  if (spec === '') return { text };
  const parts = /^(?:(.)?([<>^]))?(0)?(\d{1,4})?(?:\.(\d{1,7}))?([sd])?$/su.exec(spec);
  if (value === null || parts === null) return { reason: ruleFault('rule-format', { spec }) };
  const [, fill, align, zero, width, precision, type] = parts;
  const isNumber = typeof value === 'number';
  if (type !== undefined && (type === 'd') !== isNumber) {
    return { reason: ruleFault(isNumber ? 'rule-format-number' : 'rule-format-string', { spec }) };
  }
  if (isNumber && precision !== undefined)
    return { reason: ruleFault('rule-format-number', { spec }) };
  const points = Array.from(text);
  const kept = precision === undefined ? points : points.slice(0, Number(precision));
  const missing = Math.max(0, Number(width ?? 0) - kept.length);
  const pad = fill ?? (zero === undefined ? ' ' : '0');
  const side = align ?? (isNumber ? '>' : '<');
  const before = side === '>' ? missing : side === '^' ? Math.floor(missing / 2) : 0;
  // Zero padding goes between the sign and the digits.
  if (isNumber && zero !== undefined && align === undefined && value < 0) {
    return { text: '-' + pad.repeat(missing) + kept.slice(1).join('') };
  }
  return { text: pad.repeat(before) + kept.join('') + pad.repeat(missing - before) };
}
