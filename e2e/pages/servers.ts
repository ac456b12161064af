import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Workbench } from './workbench.ts';

const fixtures = resolve(import.meta.dirname, '../../runner/remote/fixtures');

/** A server that does what none should; `state` is a file in which it remembers between its starts. */
export const hostile = (state?: string): string[] => [
  join(fixtures, 'hostile-server.mjs'),
  'plain',
  ...(state === undefined ? [] : [state]),
];

/** A server behind an address, and how it is ended; its first line says where. */
export async function elsewhere(...args: string[]): Promise<{ line: string; stop(): void }> {
  const child = spawn(
    process.execPath,
    args.map((one) => (one.endsWith('.mjs') ? join(fixtures, one) : one)),
  );
  for await (const line of createInterface({ input: child.stdout }))
    return { line, stop: () => void child.kill() };
  throw new Error('It did not start');
}

interface Address {
  /** A token, sent as it is written after `Bearer `. */
  token?: string;
  /** One that was registered by hand. */
  client?: { id: string; secret: string };
}

interface Command {
  args: string[];
  /** Folders that it may read, and those that it may write, beside the fixtures' own. */
  folders?: string[];
  writes?: string[];
  /** Who answers what it asks a model. */
  model?: string;
}

/** The MCP servers of other programs as a person meets them: the list, the form, and the pane of each. */
export class ServersPage {
  readonly page: Page;
  readonly list: Locator;
  readonly form: Locator;
  /** What a call needs a yes for, and what a server asks while its tool runs. */
  readonly approval: Locator;
  readonly question: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByTestId('servers');
    this.form = page.getByRole('region', { name: 'Add an MCP server' });
    this.approval = page.getByRole('alertdialog');
    this.question = page.getByRole('dialog', { name: /asks$/ });
  }

  /** The pane of a server. */
  pane(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  async openForm(): Promise<void> {
    await this.list.getByRole('button', { name: 'Add an MCP server', exact: true }).click();
  }

  async send(): Promise<void> {
    await this.form.getByRole('button', { name: 'Add the server' }).click();
  }

  /** Adds a server that Node runs, through the form, and waits until it runs. */
  async addCommand(name: string, given: Command): Promise<Locator> {
    const { args, folders = [fixtures], writes = [], model } = given;
    await this.openForm();
    await this.form.getByLabel('Name', { exact: true }).first().fill(name);
    await this.form.getByLabel('Command', { exact: true }).fill('node');
    await this.form.getByLabel('Arguments, one per line').fill(args.join('\n'));
    for (const folder of [...folders, ...writes]) {
      await this.form.getByRole('button', { name: 'Add a folder' }).click();
      await this.form.getByLabel('Folder', { exact: true }).last().fill(folder);
      if (writes.includes(folder))
        await this.form.getByLabel('Access', { exact: true }).last().selectOption('write');
    }
    if (model !== undefined) await this.form.getByLabel('Model for sampling requests').fill(model);
    await this.send();
    return this.running(name);
  }

  /** Fills in a server behind an address and sends it: whether it runs is what comes of it. */
  async addAddress(name: string, url: string, { token, client }: Address = {}): Promise<Locator> {
    await this.openForm();
    await this.form.getByRole('radio', { name: 'Connect to an address' }).click();
    await this.form.getByLabel('Name', { exact: true }).first().fill(name);
    await this.form.getByLabel('Address (Streamable HTTP)').fill(url);
    if (token !== undefined)
      await this.form.getByLabel('Authorization Secret after "Bearer"').fill(token);
    if (client) {
      await this.form.getByLabel('Client ID for signing in').fill(client.id);
      await this.form.getByLabel('Client secret', { exact: true }).fill(client.secret);
    }
    await this.send();
    return this.pane(name);
  }

  /** Signs in where it is asked to, and lets the address of who signs in be reached. */
  async signIn(name: string): Promise<void> {
    const server = this.pane(name);
    await server.getByRole('button', { name: 'Sign in', exact: true }).click();
    await server.getByText('You are not signed in').waitFor();
    await server.getByRole('button', { name: 'Sign in', exact: true }).click();
    await server.getByRole('button', { name: 'Allow and continue' }).click();
    const opened = this.page.context().waitForEvent('page');
    await server.getByRole('link', { name: /^Open / }).click();
    const other = await opened;
    await other.getByText('You are signed in').waitFor();
    await other.close();
    await this.running(name);
  }

  /** Starting a program in its box takes seconds on a busy machine. */
  async running(name: string): Promise<Locator> {
    const pane = this.pane(name);
    await expect(pane.getByText('running', { exact: true })).toBeVisible({ timeout: 60_000 });
    return pane;
  }

  /** A tool in the pane of its server, which is opened. */
  async tool(server: string, tool: string): Promise<Locator> {
    await this.page.goto(`${new URL(this.page.url()).origin}/#/servers/${server}`);
    return this.page.locator(`[data-tool=${tool}]`);
  }

  /** Says beforehand that a tool may run unasked. */
  async trust(server: string, tool: string): Promise<void> {
    const row = await this.tool(server, tool);
    const toggle = row.getByRole('switch', { name: `Trust as read-only: ${tool}` });
    await toggle.click();
    await expect(toggle).toBeChecked();
  }

  /** Opens a tool of a server in the workbench, ready to run. */
  async open({ library, runButton }: Workbench, server: string, tool: string): Promise<void> {
    const row = await this.tool(server, tool);
    await row.getByRole('button', { name: 'Open in the workbench' }).click();
    // Until its declarations are read there is nothing that a key could run.
    await expect(library.locator('.item.function[aria-current=true]')).toBeAttached();
    await expect(runButton).toBeEnabled();
  }

  /** Says yes to a call, once the question has stood long enough to be meant. */
  async allow(forHow: 'Allow once' | 'Allow this session' = 'Allow once'): Promise<void> {
    const button = this.approval.getByRole('button', { name: new RegExp(`^${forHow}`) });
    await expect(button).toBeEnabled();
    await button.click();
  }
}
