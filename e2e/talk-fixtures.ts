import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FakeProvider } from '../runner/conversations/fixtures/provider.ts';
import { test as base } from './fixtures.ts';
import { ConversationPage } from './pages/conversation.ts';
import { startRunner } from './runner.ts';

/** A model of the provider that plays a script. */
export const MODEL = 'local:mock-model';

/** A runner whose providers are all one on this machine, and a conversation in its page. */
export const test = base.extend<{ talk: ConversationPage }, { provider: FakeProvider }>({
  provider: [
    async ({}, use) => {
      const provider = await FakeProvider.start();
      await use(provider);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  runner: [
    async ({ provider }, use) => {
      const runner = await startRunner(provider.env);
      await use(runner);
      await runner.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  talk: async ({ workbench }, use) => use(new ConversationPage(workbench)),
});
export { expect } from './fixtures.ts';
export { serious } from './serious.ts';

/** Writes a bash tool as another program would; the page finds it by itself. */
export const putBash = (workspace: string): void => {
  const folder = join(workspace, 'tools', 'note');
  const text = { type: 'string', description: 'What is written down' };
  const definition = {
    ...{ id: 'note', description: 'Writes a note into note.txt' },
    parameters: { type: 'object', properties: { text }, required: ['text'] },
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'execution.sh'), 'printf %s "$text" > note.txt; echo saved');
  writeFileSync(join(folder, 'definition.json'), `${JSON.stringify(definition, null, 2)}\n`);
};
