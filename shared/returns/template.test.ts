import { describe, expect, test } from 'vitest';
import { template } from './template.ts';

const values = { output: '3', stderr: 'warned', return_code: 0, tool_id: 'calc' };

describe('A1.32 a message template', () => {
  // Each text is the result of CPython 3.11 for the same format string and values.
  test.each([
    ['[calc] 结果: {output}', '[calc] 结果: 3'],
    ['{tool_id} {return_code} {stderr}', 'calc 0 warned'],
    ['{{literal}} {{{output}}}', '{literal} {3}'],
    ['', ''],
    ['{output!s}', '3'],
    ['{output:>4}|', '   3|'],
    ['{output:*^5}|', '**3**|'],
    ['{output:04}|', '3000|'],
    ['{stderr:.4}', 'warn'],
    ['{return_code:3d}|', '  0|'],
    ['{return_code:03}', '000'],
    ['{return_code:<3}|', '0  |'],
    ['{return_code:^4}|', ' 0  |'],
    ['{return_code:+<4}|', '0+++|'],
    ['{return_code:d}|', '0|'],
    ['{return_code!s:>3}|', '  0|'],
    ['{output!s:>3}|', '  3|'],
    ['{output:s}|', '3|'],
    ['{output:>12}|', '           3|'],
    ['{output:😀^4}|', '😀3😀😀|'],
    ['{stderr:.12}|', 'warned|'],
    ['{stderr:.0}|', '|'],
  ])('A1.35 fills %j', (text, filled) => {
    expect(template(text, values)).toEqual({ ok: true, text: filled });
  });

  test.each([
    ['结果={result}', 'Unknown placeholder "{result}"', 3],
    ['{', 'A single "{"', 0],
    ['a}', 'A single "}"', 1],
    ['{output', 'A single "{"', 0],
    ['{}', 'has no value', 0],
    ['{0}', 'has no value', 0],
    ['{12}', 'has no value', 0],
    ['{a1}', 'Unknown placeholder', 0],
    ['{1a}', 'Unknown placeholder', 0],
    ['{a{output}', 'A single "{"', 0],
    ['}{output}', 'A single "}"', 0],
    ['{output!s!s}', 'not supported', 0],
    ['{output!}', 'not supported', 0],
    ['{output!sx}', 'not supported', 0],
    ['{output:q}', '":q" is not supported', 0],
    ['{output:>4x}', '":>4x" is not supported', 0],
    ['{output:q>>4}', 'is not supported', 0],
    ['{return_code:s}', 'cannot format a number', 0],
    ['{ output }', 'Unknown placeholder', 0],
    ['{output.real}', 'Unknown placeholder', 0],
    ['{output[0]}', 'Unknown placeholder', 0],
    ['{__class__}', 'Unknown placeholder', 0],
    ['{toString}', 'Unknown placeholder', 0],
    ['{output!x}', 'not supported', 0],
    ['{output:d}', 'cannot format a string', 0],
    ['{return_code:.2}', 'cannot format a number', 0],
    ['{output:{return_code}}', 'cannot be a placeholder', 0],
    ['😀{', 'A single "{"', 1],
  ])('A1.34 ignores %j, with the reason', (text, reason, at) => {
    const filled = template(text, values);
    expect(filled).toMatchObject({ ok: false, at });
    expect(filled.ok ? '' : filled.reason.message).toContain(reason);
  });

  test('A1.35 never reads a value as a template', () => {
    const hostile = { ...values, output: '{tool_id} {{x}} {' };
    expect(template('{output}', hostile)).toEqual({ ok: true, text: '{tool_id} {{x}} {' });
  });

  test.each([
    ['{return_code:04}|', '-009|'],
    ['{return_code:0>4}|', '00-9|'],
    ['{return_code:4}|', '  -9|'],
    ['{return_code:<04}|', '-900|'],
    ['{return_code:>04}|', '00-9|'],
    ['{return_code:01}|', '-9|'],
    ['{output:04}|', '3000|'],
  ])('A1.35 fills %j for a program that a signal ended', (text, filled) => {
    expect(template(text, { ...values, return_code: -9 })).toEqual({ ok: true, text: filled });
  });

  test('a missing status accepts a width only after conversion to a string', () => {
    const none = { ...values, return_code: null };
    expect(template('{return_code!s:>6}|', none)).toEqual({ ok: true, text: '  None|' });
    expect(template('{return_code:>6}', none)).toMatchObject({
      ...{ ok: false, at: 0, reason: { message: '":>6" is not supported' } },
    });
  });

  test('a missing exit status is written like in Python', () => {
    expect(template('{return_code}', { ...values, return_code: null })).toEqual({
      ok: true,
      text: 'None',
    });
  });
});
