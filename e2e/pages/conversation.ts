import type { Locator, Page } from '@playwright/test';
import type { Workbench } from './workbench.ts';

/** A conversation as a person meets it: turns, composer, what is sent, and the list on the desk. */
export class ConversationPage {
  readonly page: Page;
  readonly list: Locator;
  readonly talk: Locator;
  readonly turns: Locator;
  readonly side: Locator;
  readonly compare: Locator;
  readonly stopped: Locator;
  readonly message: Locator;

  constructor(workbench: Workbench) {
    this.page = workbench.page;
    this.list = this.page.getByTestId('conversations');
    this.talk = this.page.getByTestId('talk');
    this.turns = this.page.getByTestId('turns');
    this.side = this.page.getByRole('complementary', { name: 'Request and branches' });
    this.compare = this.page.getByTestId('compare');
    this.stopped = this.page.getByTestId('stopped');
    this.message = this.page.getByRole('textbox', { name: 'Your message' });
  }

  /** Begins one by its key, held with a model. */
  async begin(model: string): Promise<void> {
    await this.list.waitFor();
    await this.list.getByRole('button', { name: 'New conversation', exact: true }).click();
    await this.message.waitFor();
    await this.choose(model);
  }

  async choose(model: string): Promise<void> {
    await this.talk.getByTitle('Model', { exact: true }).click();
    await this.page.getByRole('searchbox', { name: /PROVIDER:NAME/ }).fill(model);
    await this.page.keyboard.press('Enter');
    await this.page.getByRole('dialog').waitFor({ state: 'hidden' });
  }

  /** Has another model asked the same beside the one that is chosen. */
  async askBeside(model: string): Promise<void> {
    await this.talk.getByTitle('Model', { exact: true }).click();
    await this.page.getByRole('checkbox', { name: /side by side/ }).check();
    await this.page.getByRole('searchbox', { name: /PROVIDER:NAME/ }).fill(model);
    await this.page.getByRole('dialog').getByRole('button', { name: model }).click();
    await this.page.getByRole('button', { name: 'Ask these 2' }).click();
  }

  /** Plays it once more with one side, or both, as they were recorded. */
  async replay(side: string): Promise<void> {
    await this.act('Replay');
    await this.page.getByRole('radio', { name: new RegExp(`^${side}`) }).check();
    await this.page.getByRole('button', { name: 'Replay', exact: true }).click();
  }

  async send(text: string): Promise<void> {
    await this.message.fill(text);
    await this.message.press('Enter');
  }

  /** The row of a call, the newest of its tool. */
  call(tool: string): Locator {
    return this.turns.locator('[data-call]', { hasText: tool }).last();
  }

  /** What is said on the branch that is shown, by everybody. */
  said(text: string | RegExp): Locator {
    return this.turns.getByRole('article').filter({ hasText: text });
  }

  async act(entry: string): Promise<void> {
    await this.talk.getByRole('button', { name: 'Actions of this conversation' }).click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  /** Puts another text in the place of a message of the person, and goes on from there. */
  async edit(old: string, text: string): Promise<void> {
    const entry = this.said(old).first();
    await entry.hover();
    await entry.getByRole('button', { name: 'Edit the message' }).click();
    const field = this.turns.getByRole('textbox', { name: 'Edit the message' });
    await field.fill(text);
    await field.press('ControlOrMeta+Enter');
  }
}
