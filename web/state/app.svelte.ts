import { inWorkspace } from '../../shared/protocol/ids/in-workspace.ts';
import type { Approval } from '../../shared/protocol/events.ts';
import { languages } from '../../shared/languages/languages.ts';
import { changesApi } from '../api/runner-api.ts';
import { connection } from '../api/connection.svelte.ts';
import { pageHosts, readableLanguages } from '../languages/languages.ts';
import { Approvals } from './approvals.svelte.ts';
import { FilledProgram } from './filled-program.svelte.ts';
import { Health, Session } from './runner.svelte.ts';
import { History } from './history.svelte.ts';
import { lazyMethods } from './lazy-methods.ts';
import { Modules } from './modules.svelte.ts';
import { Outcome } from './outcome.svelte.ts';
import { Reading } from './reading.svelte.ts';
import { RegistryLog } from './registry-log.svelte.ts';
import { Run, runKey } from './run.svelte.ts';
import type { RunQuestion } from './run-question.ts';
import type { OneRun } from './runs/one-run.svelte.ts';
import { PastRuns } from './runs/past-runs.ts';
import { ReadFirst } from './runs/read-first.svelte.ts';
import { Settings } from './settings.svelte.ts';
import { View } from './view.svelte.ts';
import { Workspace } from './workspace.svelte.ts';

const again = 2000;

/** Everything the page knows, put together once. */
export class App {
  readonly settings = new Settings();
  readonly session = new Session();
  readonly view = new View();
  readonly workspace = new Workspace(() => this.settings.isPlan);
  readonly modules = new Modules(readableLanguages, async (name, files) => {
    const { readModuleFolder } = await import('../languages/module-reader.ts');
    return readModuleFolder(name, files);
  });
  readonly reading = new Reading(this.workspace, this.modules);
  readonly readFirst = new ReadFirst(this.workspace, this.reading);
  readonly approvals = new Approvals();
  readonly run = new Run(
    (approval) => this.#ask(approval),
    () => this.#beside,
  );
  readonly outcome = new Outcome(this.workspace, this.reading, this.run);
  readonly history = new History(() => this.run.pastId);
  readonly pastRuns = new PastRuns(this);
  readonly registryLog = new RegistryLog();
  readonly health = new Health();
  readonly filled = new FilledProgram(pageHosts);
  readonly tools = lazyMethods(async () => {
    const { ToolActions } = await import('./tool-actions.ts');
    const gone = (id: string) => this.run.forget(id);
    return new ToolActions(this.workspace, (conflict) => (this.view.conflict = conflict), gone);
  });

  readonly samples = lazyMethods(async () => {
    const { sampleTestsOf } = await import('./runs/sample-tests.svelte.ts');
    return sampleTestsOf(this);
  });

  /** Hears which conversations changed, once somebody looks at them. */
  onConversations: ((ids?: readonly string[]) => void) | undefined;
  /** Hears which MCP servers changed, once somebody looks at them. */
  onServers: ((names: readonly string[]) => void) | undefined;

  #beside = $derived.by(() => {
    const name = this.reading.lastTool?.definition.name;
    const { openId } = this.workspace;
    return openId === undefined || name === undefined ? undefined : runKey(openId, name);
  });

  /** Whether the tool is a declaration of the workspace that nothing performs. */
  hasNoCode = $derived.by(() => {
    const language = this.reading.tool?.code.language;
    return language === 'none' && inWorkspace(this.workspace.openId ?? '');
  });
  #pageHost = $derived(
    pageHosts.get(languages.get(this.reading.tool?.code.language ?? '')?.host ?? ''),
  );
  /** Whether the tool can run in this page, too. Without the runner nothing more can be fetched. */
  canRunHere = $derived(
    this.#pageHost !== undefined && (!connection.offline || this.#pageHost.isHere()),
  );
  /** With the runner off, what performs the tool in this page is still starting. */
  comesHere = $derived(connection.offline && (this.#pageHost?.isComing() ?? false));
  /** With the runner off, what can run here does. */
  here = $derived(this.canRunHere && (connection.offline || this.settings.place === 'page'));
  canRun = $derived.by(() => {
    if (!this.view.showsTool || this.readFirst.waits) return false;
    // Whatever is still shown says nothing of the tool that is being opened.
    if (this.workspace.isOpening) return true;
    const isThere = this.reading.tool !== undefined || this.reading.isBehind;
    return (
      isThere &&
      !this.hasNoCode &&
      this.run.state !== 'running' &&
      (this.here || !connection.offline)
    );
  });

  async begin(): Promise<void> {
    await this.session.begin();
    await this.enter();
    void this.#follow();
  }

  /** Everything that a session is needed for; called again when one is got. */
  async enter(): Promise<void> {
    await Promise.all([
      this.workspace.load(this.view.asked?.tool?.id, () => (this.view.asked = undefined)),
      this.health.watch(),
      this.history.refresh(),
      this.approvals.refresh(),
    ]);
  }

  /** Lists and runs read-only tools alone, or all of them again. What is open stays open. */
  choosePlan(isPlan: boolean): void {
    this.settings.choosePlan(isPlan);
    void this.workspace.plan();
  }

  /** Runs the folder as it stands in the editor, saved or not. */
  async start(): Promise<void> {
    const question = await this.question();
    if (question) await this.perform(question);
  }

  /** What a run of the tool on the screen asks, once that is read; undefined where it cannot run. */
  async question(): Promise<RunQuestion | undefined> {
    if (!this.canRun || !(await this.readFirst.isRead())) return undefined;
    const { current } = this.workspace;
    const { tool, samples } = this.reading;
    if (!current || !tool || !this.canRun) return undefined;
    const isUnreadable = this.modules.problems(current.id).length > 0;
    return {
      toolId: current.id,
      tool: tool.definition.name,
      // The runner then need not read a script that the page has read.
      folder: (isUnreadable ? undefined : this.reading.files) ?? current.files,
      arguments: this.reading.arguments,
      read: { tool, samples },
      here: this.here ? tool : undefined,
      headless: this.view.headless || undefined,
      mode: this.settings.isPlan ? 'plan' : undefined,
    };
  }

  /** Runs it and goes to where it is shown; answers when it is over, or heard no longer. */
  async perform(question: RunQuestion): Promise<OneRun> {
    this.workspace.tabs.keep(question.toolId);
    this.view.tab = 'result';
    return this.performAside(question);
  }

  /** The same, and whoever looks at something else meanwhile stays there. */
  async performAside(question: RunQuestion): Promise<OneRun> {
    this.view.run = undefined;
    const run = await this.run.start(question);
    if (question.read?.samples.length) void this.samples.judge(run);
    // The history is the runner's; a run in this page leaves nothing there.
    if (!question.here) void this.history.refresh();
    return run;
  }

  /** Stops the run on the screen, or the wait for one. */
  cancel(): void {
    if (this.readFirst.waits) this.readFirst.waits = false;
    else void this.run.cancel();
  }

  /** Begins a conversation with the tools of a unit; without one, with all. */
  async converse(unit?: string): Promise<void> {
    const { conversationsOf } = await import('./conversations.svelte.ts');
    await conversationsOf(this).begin(unit);
  }

  /** Opens the MCP servers at the first one, or at the form that adds one. */
  async showServers(): Promise<void> {
    const { serversOf } = await import('./servers.svelte.ts');
    const servers = serversOf(this);
    if (!servers.loaded) await servers.load();
    this.view.showServer({ name: servers.all[0]?.name, tab: 'tools' });
  }

  #ask(approval: Approval): void {
    this.approvals.asked(approval);
    // A conversation shows its own where they are asked, and every place tells of the others.
    if (!this.view.showsTool) return;
    this.view.tab = 'result';
    this.settings.unfold('dock');
  }

  /** Hears of outside edits for as long as the page is open, across restarts of the runner. */
  async #follow(): Promise<void> {
    for (;;) {
      if (!this.session.missing) await this.#hear();
      await new Promise((resolve) => setTimeout(resolve, again));
    }
  }

  /** Until the connection breaks; then catches up with what happened while nobody told us. */
  async #hear(): Promise<void> {
    try {
      for await (const change of changesApi.follow()) {
        if (change.type === 'connected') {
          // What happened until now was told to nobody.
          void this.registryLog.again();
          void this.approvals.refresh();
          void this.history.refresh();
          this.onConversations?.();
          await this.workspace.follow();
        } else if (change.type === 'registry') this.registryLog.hear(change.events);
        else if (change.type === 'changed') await this.workspace.follow(change.ids);
        else if (change.type === 'conversations') this.onConversations?.(change.ids);
        else if (change.type === 'mcp-servers') this.onServers?.(change.names);
        else if (change.type === 'approval') this.#ask(change.approval);
        else this.approvals.settled(change.id);
      }
    } catch {
      // A connection that breaks in the middle is made again, like one that ended.
    }
    void this.approvals.refresh();
    void this.history.refresh();
    await this.workspace.follow();
  }
}
