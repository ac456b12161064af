import { expect, type Locator, type Page } from '@playwright/test';

/** The person in the model's place. Every step counts what a person does: a click, a key, a text. */
export class Answering {
  readonly page: Page;
  readonly request: Locator;
  readonly answer: Locator;
  readonly messages: Locator;
  /** What came of calls, as the model gets it. */
  readonly results: Locator;
  readonly goesBack: Locator;
  did = 0;

  constructor(page: Page) {
    this.page = page;
    this.request = page.getByTestId('person-answer');
    this.answer = page.getByTestId('answer');
    this.messages = page.getByTestId('exact-messages');
    this.results = this.messages.locator('[data-kind=result]');
    this.goesBack = page.getByTestId('goes-back');
  }

  /** Begins a conversation from anywhere on the page, with what the person of it wants. */
  async begin(text: string): Promise<void> {
    await this.page
      .getByTestId('conversations')
      .getByRole('button', { name: 'New conversation', exact: true })
      .first()
      .click();
    const words = this.page.getByTestId('composer').locator('textarea');
    await words.fill(text);
    await words.press('ControlOrMeta+Enter');
    this.did += 3;
    await this.answer.waitFor({ state: 'attached' });
    await expect(this.messages).toContainText(text);
  }

  async pick(tool: string): Promise<void> {
    const choice = this.answer.getByRole('radio').filter({
      has: this.page.getByText(tool, { exact: true }),
    });
    await choice.click();
    this.did += 1;
  }

  async type(argument: string, text: string): Promise<void> {
    await this.answer.getByRole('textbox', { name: argument, exact: true }).fill(text);
    this.did += 1;
  }

  async choose(argument: string, value: string): Promise<void> {
    const choices = this.answer.getByRole('radiogroup', { name: argument, exact: true });
    await choices.getByRole('radio', { name: value, exact: true }).click();
    this.did += 1;
  }

  async asJson(text: string): Promise<void> {
    await this.answer.getByRole('radio', { name: 'JSON', exact: true }).click();
    await this.answer.getByRole('textbox', { name: 'Arguments as JSON' }).fill(text);
    this.did += 2;
  }

  async say(text: string): Promise<void> {
    await this.answer.getByRole('tab', { name: 'Text' }).click();
    await this.answer.getByRole('textbox', { name: 'Text of the answer' }).fill(text);
    this.did += 2;
  }

  /** With the key that stands on the button. */
  async send(): Promise<void> {
    await this.answer.press('ControlOrMeta+Enter');
    this.did += 1;
  }

  async blind(isBlind: boolean): Promise<void> {
    const blind = this.request.getByRole('switch', { name: 'Blind' });
    if ((await blind.isChecked()) !== isBlind) await blind.click();
    await expect(blind).toBeChecked({ checked: isBlind });
    this.did += 1;
  }

  async asTurns(): Promise<void> {
    await this.page.getByTestId('talk').getByRole('radio', { name: 'Turns', exact: true }).click();
    this.did += 1;
  }
}
