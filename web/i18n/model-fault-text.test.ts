import { beforeAll, beforeEach, expect, test } from 'vitest';
import { modelFaults } from '../../shared/protocol/model-faults.ts';
import type { ModelFault, ModelFaultCode } from '../../shared/protocol/models.ts';
import { i18n } from './i18n.svelte.ts';
import { modelFaultText, modelFaultWordings } from './model-fault-text.ts';

beforeAll(() => i18n.use('zh').then(() => modelFaultWordings.load()));
beforeEach(() => i18n.use('zh'));

const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const faultOf = (key: string, english: string, more: ModelFault['values'] = {}): ModelFault => {
  const [code = '', reason] = key.split(':');
  const values = Object.fromEntries(names(english).map((name) => [name, `<${name}>`]));
  return {
    code: code as ModelFaultCode,
    message: english.replace(/\{(\w+)\}/g, '<$1>'),
    values: { ...values, ...(reason === undefined ? {} : { reason }), ...more },
  };
};

test.each(Object.entries(modelFaults))(
  '%s is worded in both languages, over its values',
  async (key, english) => {
    const fault = faultOf(key, english);
    const chinese = modelFaultText(fault);
    expect(chinese).toMatch(/\p{Script=Han}/u);
    for (const name of names(english)) expect(chinese).toContain(`<${name}>`);
    expect(chinese).not.toMatch(/[{}]/);
    await i18n.use('en');
    expect(modelFaultText(fault)).toBe(fault.message);
  },
);

test.each([
  [0, '0 秒'],
  [29_500, '30 秒'],
  [600_000, '10 分钟'],
  [65_000, '1 分钟 5 秒'],
])('a wait of %i ms is worded in the language of the page', (retryAfterMs, worded) => {
  const later = faultOf('rate-limited:later', modelFaults['rate-limited:later']);
  expect(modelFaultText({ ...later, retryAfterMs })).toContain(`要求等待 ${worded}（`);
});

test('the one provider that is no brand is named in the language of the page', async () => {
  const refused = { ...faultOf('bad-key', modelFaults['bad-key']), message: 'Local refused' };
  const local = { ...refused, values: { provider: 'Local', status: 401 } };
  expect(modelFaultText(local)).toBe('本地服务拒绝了密钥（状态 401）：请在模型设置里检查');
  await i18n.use('en');
  expect(modelFaultText(local)).toBe('Local refused');
});

test('what the provider says comes behind, and one without a wording stays English', () => {
  const told = faultOf('overloaded', modelFaults.overloaded, { detail: 'Try later' });
  expect(modelFaultText(told)).toMatch(/请稍后再试。服务商返回：Try later$/);
  const unknown = { ...told, values: { reason: 'never-heard-of' } };
  expect(modelFaultText(unknown)).toBe(told.message);
});
