import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeModels, KEY } from '../fixtures/fake-models.ts';
import type { FakeModels } from '../fixtures/fake-models.ts';

let at: FakeModels;
beforeEach(async () => {
  at = await fakeModels();
  for (const name of Object.keys(at.env)) at.env[name] = undefined;
});
afterEach(() => at.close());

const file = () => join(at.workspace, '.lathe/keys.json');
const of = async (id: string) =>
  (await at.models.state()).providers.find((provider) => provider.id === id);

test('a key is stored in a file that only its owner can read, and no response contains it', async () => {
  expect(await of('openai')).toEqual({
    ...{ id: 'openai', label: 'OpenAI', variable: 'OPENAI_API_KEY', key: 'none' },
    ...{ address: 'https://api.openai.com/v1', addressFrom: 'default' },
  });
  await at.models.keys.change('openai', { key: ` ${KEY}\n` });
  expect(await of('openai')).toMatchObject({ key: 'kept' });
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ openai: { key: KEY } });
  expect(JSON.stringify(await at.models.state())).not.toContain(KEY);
});

test('an absent value stays, null deletes, and other providers do not change', async () => {
  const { keys } = at.models;
  await keys.change('openai', { key: KEY, address: 'https://one.example/v1' });
  await keys.change('local', { address: 'http://10.0.0.7:8000/v1' });
  await keys.change('openai', { address: null });
  expect(await keys.of('openai')).toEqual({
    ...{ key: KEY, keyFrom: 'kept' },
    ...{ address: 'https://api.openai.com/v1', addressFrom: 'default' },
  });
  await keys.change('openai', { key: null });
  expect(await of('openai')).toMatchObject({ key: 'none' });
  expect(await of('local')).toMatchObject({
    ...{ address: 'http://10.0.0.7:8000/v1', addressFrom: 'settings', key: 'unneeded' },
  });
});

test('a variable wins over a stored value', async () => {
  await at.models.keys.change('google', {
    key: 'typed-key-of-google',
    address: 'https://a.example',
  });
  at.env.GOOGLE_GENERATIVE_AI_API_KEY = KEY;
  at.env.GOOGLE_GENERATIVE_AI_BASE_URL = 'https://b.example';
  expect(await at.models.keys.of('google')).toEqual({
    ...{ key: KEY, keyFrom: 'environment' },
    ...{ address: 'https://b.example', addressFrom: 'environment' },
  });
});

test.each(['{"openai":', '{"openai": {"key": 7}}', '[]', '\u0000'])(
  'a damaged file holds no key, is set aside and lost by nobody: %s',
  async (text) => {
    await at.models.keys.change('openai', { key: KEY });
    writeFileSync(file(), text);
    expect(await of('openai')).toMatchObject({ key: 'none' });
    await at.models.keys.mend();
    const [aside = ''] = readdirSync(join(at.workspace, '.lathe')).filter(
      (one) => one !== 'keys.json',
    );
    expect(readFileSync(join(at.workspace, '.lathe', aside), 'utf8')).toBe(text);
    await at.models.keys.change('openai', { key: KEY });
    expect(await of('openai')).toMatchObject({ key: 'kept' });
  },
);

test('the provider gets the key of the file', async () => {
  await at.models.keys.change('anthropic', { key: KEY, address: at.provider.address('anthropic') });
  at.provider.key = KEY;
  expect((await at.ask('anthropic:m', {}, { text: 'So' })).at(-1)).toMatchObject({
    type: 'finish',
  });
  expect(await at.models.names('anthropic')).toEqual({ names: ['mock-model'] });
});
