import { beforeEach, expect, test } from 'vitest';
import {
  serverFault,
  serverFaults,
  type ServerFaultKey,
} from '../../../shared/protocol/mcp/faults.ts';
import { i18n } from '../../i18n/i18n.svelte.ts';
import { faultText } from './fault-text.ts';

beforeEach(() => i18n.use('zh'));

test.each(Object.entries(serverFaults))('%s is worded over its values', async (key, english) => {
  const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const values = Object.fromEntries(names.map((name) => [name, `<${name}>`]));
  const fault = serverFault(key as ServerFaultKey, values);
  const chinese = faultText(fault);
  expect(chinese).toMatch(/\p{Script=Han}/u);
  for (const name of names) expect(chinese).toContain(`<${name}>`);
  expect(chinese).not.toMatch(/[{}]/);
  await i18n.use('en');
  expect(faultText(fault)).toBe(fault.message);
});

test('a fault without a wording stays English', () => {
  const fault = { ...serverFault('exited', { exitCode: 1 }), values: { reason: 'never-heard-of' } };
  expect(faultText(fault)).toBe(fault.message);
});
