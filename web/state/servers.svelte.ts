import type { z } from 'zod';
import type {
  BrokenServer,
  ServerRemoved,
  ServerSummary,
} from '../../shared/protocol/mcp/state.ts';
import type { FolderFault, ServerExported } from '../../shared/protocol/mcp/server-folder.ts';
import { serverId } from '../../shared/protocol/ids/server-id.ts';
import type { ToolJudged } from '../../shared/protocol/mcp/tools.ts';
import type { ServerAdded, ServerChanged } from '../../shared/protocol/mcp/servers.ts';
import type { Answer } from '../api/client.ts';
import { mcpServersApi } from '../api/mcp-servers-api.ts';
import type { Failed } from './actions/failed.ts';
import { AnswerOrder } from './answer-order.ts';

const SOON = 150;

/** What servers need of the page. */
interface Page {
  onServers: ((names: readonly string[]) => void) | undefined;
  workspace: { follow(ids: readonly string[]): Promise<void> };
}

/** Other programs' MCP servers as the runner knows them. A secret passes through and is not held here. */
export class Servers {
  all = $state.raw<readonly ServerSummary[]>([]);
  /** Entries of the file that cannot be used. */
  broken = $state.raw<readonly BrokenServer[]>([]);
  /** Folders of the workspace that are no servers. */
  folders = $state.raw<readonly FolderFault[]>([]);
  loaded = $state(false);
  /** Why the list could not be read. */
  failed = $state.raw<Failed>();
  readonly #page: Page;
  readonly #answers = new AnswerOrder();
  #soon: ReturnType<typeof setTimeout> | undefined;
  #told: string[] = [];

  constructor(page: Page) {
    this.#page = page;
    page.onServers = (names) => this.#hear(names);
  }

  named(name: string | undefined): ServerSummary | undefined {
    return this.all.find((server) => server.name === name);
  }

  async load(): Promise<void> {
    const takes = this.#answers.ask();
    const answer = await mcpServersApi.list();
    this.loaded = true;
    if (!takes()) return this.load();
    this.failed = answer.kind === 'ok' ? undefined : answer;
    if (answer.kind !== 'ok') return;
    this.all = answer.value.servers;
    this.broken = answer.value.broken;
    this.folders = answer.value.folders;
  }

  /** Each answers why it did not work; undefined when it did. */
  add = (added: z.input<typeof ServerAdded>) => this.#take(mcpServersApi.add(added));
  change = (name: string, changed: z.input<typeof ServerChanged>) =>
    this.#take(mcpServersApi.change(name, changed));
  restart = (name: string) => this.#take(mcpServersApi.restart(name));
  judge = (name: string, judged: ToolJudged) => this.#take(mcpServersApi.judge(name, judged));

  /** Answers what stays with the runner. */
  async saveAsFolder(name: string): Promise<Answer<ServerExported>> {
    const answer = await mcpServersApi.saveAsFolder(name);
    if (answer.kind === 'ok') await this.load();
    return answer;
  }

  /** Answers what there is to say of it. */
  async remove(name: string): Promise<Answer<ServerRemoved>> {
    const answer = await mcpServersApi.remove(name);
    if (answer.kind === 'ok') this.all = this.all.filter((server) => server.name !== name);
    return answer;
  }

  async #take(asked: Promise<Answer<ServerSummary>>): Promise<Failed | undefined> {
    const takes = this.#answers.ask();
    const answer = await asked;
    if (answer.kind !== 'ok') return answer;
    // A list that was asked for meanwhile may be newer, or older, and is read again.
    if (!takes()) void this.load();
    const { value } = answer;
    const others = this.all.filter(({ name }) => name !== value.name);
    this.all = [...others, value].sort((a, b) => a.name.localeCompare(b.name));
    return undefined;
  }

  /** A server that starts tells of each of its states; its tools may be others than those that are open. */
  #hear(names: readonly string[]): void {
    this.#told.push(...names.filter((name) => !this.#told.includes(name)));
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      const ids = this.#told.map((name) => serverId.of(name));
      this.#told = [];
      void this.load();
      void this.#page.workspace.follow(ids);
    }, SOON);
  }
}

let made: Servers | undefined;

/** Made when it is first wanted, so that the page opens without it. */
export const serversOf = (page: Page): Servers => (made ??= new Servers(page));
