import { expect, test } from 'vitest';
import { ExactNumber } from '../../../../shared/tool/exact-number.ts';
import { jsonText, returnFields, setRule, typedLimit } from './return-fields.ts';

const source = '{\n\t"truncate":  2000,\n\t"x-mine": [1,   2],\n\t"template": "got {output}"\n}\n';

test.each([
  ['both rules and what only the text shows', source, 2000, 'got {output}', ['x-mine']],
  ['no rule', '{}', undefined, undefined, []],
  ['null, which sets none', '{"truncate": null, "template": null}', undefined, undefined, []],
  ['an empty template, which is one', '{"template": ""}', undefined, '', []],
  ['wrong values', '{"truncate": "5", "template": 5}', '5', 5, []],
  ['a byte order mark', '\ufeff{"truncate": 5}', 5, undefined, []],
])('a form shows %s', (_name, text, truncate, template, others) => {
  expect(returnFields(text)).toEqual({ rules: { truncate, template }, others });
});

test.each(['', '[1]', '5', '{', '{ "truncate": 5, }', '{ /* mine */ "truncate": 5 }'])(
  'what the reader ignores has no form: %j',
  (text) => {
    expect(returnFields(text)).toBeUndefined();
  },
);

test.each([
  ['a limit', setRule(source, 'truncate', 30), source.replace('2000', '30')],
  [
    'a template of lines',
    setRule(source, 'template', 'a\n"b" {output}'),
    source.replace('got {output}', String.raw`a\n\"b\" {output}`),
  ],
  [
    'the first rule taken out',
    setRule(source, 'truncate', undefined),
    source.replace('"truncate":  2000,\n\t', ''),
  ],
  [
    'the last rule taken out',
    setRule(source, 'template', undefined),
    source.replace(',\n\t"template": "got {output}"', ''),
  ],
  ['a rule that is not there', setRule('{"a": 1}', 'truncate', undefined), '{"a": 1}'],
  ['a rule put in', setRule('{\n  "a": 1\n}', 'truncate', 5), '{\n  "a": 1,\n  "truncate": 5\n}'],
  ['a null', setRule('{"truncate": null}', 'truncate', 5), '{"truncate": 5}'],
  ['a byte order mark', setRule('\ufeff{"truncate": 1}', 'truncate', 5), '\ufeff{"truncate": 5}'],
  [
    'a name that stands twice',
    setRule('{"truncate": 1, "a": 1, "truncate": 2}', 'truncate', 5),
    '{"a": 1, "truncate": 5}',
  ],
  [
    'a name that stands twice further in',
    setRule('{"x": {"truncate": 1, "truncate": 2}, "truncate": 5, "y": 6}', 'truncate', 7),
    '{"x": {"truncate": 1, "truncate": 2}, "truncate": 7, "y": 6}',
  ],
  [
    'a name that stands twice, taken out',
    setRule('{"truncate": 1, "a": 1, "truncate": 2}', 'truncate', undefined),
    '{"a": 1}',
  ],
])('%s leaves the other bytes alone', (_name, made, expected) => {
  expect(made).toBe(expected);
});

test.each([
  ['2000', 2000],
  [' 5 ', 5],
  ['-5', -5],
  ['2.5', 2.5],
  ['2,000', '2,000'],
  ['many', 'many'],
  ['"5"', '5'],
  ['null', 'null'],
  ['', undefined],
])('%j typed as a limit is %j', (typed, value) => {
  expect(typedLimit(typed)).toEqual(value);
});

test.each(['90071992547409931', '2e3', '2.0'])(
  'the number %s stays as it is written',
  (written) => {
    const typed = typedLimit(written);
    expect(typed).toBeInstanceOf(ExactNumber);
    expect(jsonText(typed)).toBe(written);
  },
);

test('a field shows JSON, so that a string is seen to be one', () => {
  expect([jsonText('5'), jsonText(5), jsonText(undefined)]).toEqual(['"5"', '5', '']);
});
