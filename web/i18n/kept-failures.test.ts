import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18n } from './i18n.svelte.ts';
import { modelFaultWordings } from './model-fault-text.ts';
import { KnownModels } from '../panes/conversation/setup/known-models.svelte.ts';
import { HelpAsk } from '../panes/help/help-asked.svelte.ts';
import { HelpReply } from '../panes/help/help-reply.svelte.ts';
import { failedText } from '../state/actions/failed.ts';
import { Servers } from '../state/servers.svelte.ts';

const chinese = /\p{Script=Han}/u;
const provider = {
  ...{ id: 'openai', label: 'OpenAI', address: 'https://a.b', addressFrom: 'default' },
  ...{ key: 'kept', variable: 'K' },
};

const answers = (...all: Response[]): void => {
  vi.stubGlobal('fetch', () => {
    const next = all.shift();
    return next ? Promise.resolve(next) : Promise.reject(new Error('offline'));
  });
};
const fault = {
  code: 'bad-key',
  message: 'OpenAI refused the key',
  values: { provider: 'OpenAI', status: 401 },
};

beforeEach(() => answers());
afterEach(async () => {
  vi.unstubAllGlobals();
  await i18n.use('en');
});

test.each<[string, () => Promise<() => string | undefined>]>([
  [
    'the list of servers',
    async () => {
      const servers = new Servers({ onServers: undefined } as never);
      await servers.load();
      return () => servers.failed && failedText(servers.failed);
    },
  ],
  [
    'the models',
    async () => {
      const known = new KnownModels();
      await known.load();
      return () => known.missing;
    },
  ],
  [
    'the models of a provider',
    async () => {
      answers(Response.json({ providers: [provider] }));
      const known = new KnownModels();
      await known.load();
      return () => known.faults[0]?.text;
    },
  ],
  [
    'what a model would be sent',
    async () => {
      const app = { workspace: { draft: () => ({ files: {} }) } };
      const ask = new HelpAsk(app as never, { kind: 'fix', id: 'a' });
      ask.withEvidence = false;
      await ask.show();
      return () => ask.problem;
    },
  ],
  [
    'an answer that was pasted',
    async () => {
      const reply = new HelpReply();
      await reply.read({} as never, '');
      return () => reply.failure;
    },
  ],
  [
    'an answer that is stopped',
    async () => {
      const reply = new HelpReply();
      reply.stop();
      return Promise.resolve(() => reply.failure);
    },
  ],
  [
    'an answer of a model',
    async () => {
      const said = `event: failed\ndata: ${JSON.stringify({ fault })}\n\n`;
      answers(new Response(said));
      const reply = new HelpReply();
      await reply.ask({} as never);
      return () => reply.failure;
    },
  ],
  [
    'an answer that nobody gives',
    async () => {
      const reply = new HelpReply();
      await reply.ask({} as never);
      return () => reply.failure;
    },
  ],
])('why %s failed is said in the language that is chosen since', async (_what, fail) => {
  const text = await fail();
  expect(text()).toBeTruthy();
  expect(text()).not.toMatch(chinese);
  await i18n.use('zh');
  await modelFaultWordings.load();
  expect(text()).toMatch(chinese);
});
