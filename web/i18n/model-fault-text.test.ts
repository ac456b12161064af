import { beforeAll, expect, test } from 'vitest';
import { modelFaults } from '../../shared/protocol/model-faults.ts';
import { ModelFault } from '../../shared/protocol/models.ts';
import { i18n } from './i18n.svelte.ts';
import { modelFaultText, modelFaultWordings } from './model-fault-text.ts';

const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const faultOf = (key: string, english: string): ModelFault => {
  const [code, reason] = key.split(':');
  const values = Object.fromEntries(namesIn(english).map((name) => [name, `<${name}>`]));
  const message = english.replace(/\{(\w+)\}/g, '<$1>');
  return ModelFault.parse({ code, message, values: { ...values, ...(reason ? { reason } : {}) } });
};

beforeAll(() => modelFaultWordings.load().then(() => i18n.use('zh')));

test.each(Object.entries(modelFaults))(
  '%s is worded in Chinese, over its values',
  (key, english) => {
    const fault = faultOf(key, english);
    const chinese = modelFaultText(fault);
    expect(chinese).toMatch(/\p{Script=Han}/u);
    expect(chinese).not.toMatch(/[{}]/);
    for (const name of namesIn(english)) expect(chinese).toContain(`<${name}>`);
  },
);

test.each<[string, Partial<ModelFault>, string]>([
  [
    'what the provider says itself',
    { values: { provider: 'P', status: 401, detail: 'no' } },
    '。它说：no',
  ],
  ['values that are missing', { message: 'It is so' }, 'It is so'],
  ['a reason that is new', { message: 'It is so', values: { reason: 'new' } }, 'It is so'],
])('%s', (_what, fault, expected) => {
  expect(modelFaultText(ModelFault.parse({ code: 'bad-key', message: '', ...fault }))).toContain(
    expected,
  );
});
