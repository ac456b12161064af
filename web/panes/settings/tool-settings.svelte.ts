import type { DecisionList } from '../../../shared/protocol/decisions.ts';
import type { NameConflict } from '../../../shared/protocol/conflicts.ts';
import type { ToolSettings as Choices } from '../../../shared/protocol/settings.ts';
import type { Answer } from '../../api/answer.ts';
import { settingsApi } from '../../api/settings-api.ts';
import { ts } from './texts.ts';

/** The settings as the runner has them. A change is sent at once, one after the other. */
export class ToolSettings {
  current = $state.raw<Choices>();
  defaults = $state.raw<Choices>();
  decisions = $state.raw<DecisionList>({ kept: [], past: [] });
  conflicts = $state.raw<NameConflict[]>([]);
  /** Why something could not be read or saved. */
  problem = $state<string>();
  /** Counts what was saved, so that each saving can be said. */
  saved = $state(0);
  #revision = 0;
  #turn: Promise<unknown> = Promise.resolve();

  async load(): Promise<void> {
    this.problem = undefined;
    await Promise.all([this.#read(), this.loadDecisions(), this.#loadConflicts()]);
  }

  /** `make` gets the newest state and answers with the next. */
  change(make: (settings: Choices) => Choices): Promise<void> {
    const done = this.#turn.then(() => this.#save(make));
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async loadDecisions(): Promise<void> {
    const answer = await settingsApi.decisions();
    if (answer.kind === 'ok') this.decisions = answer.value;
  }

  async revoke(id: string): Promise<void> {
    const answer = await settingsApi.revoke(id);
    if (answer.kind !== 'ok') this.problem = reasonOf(answer);
    await this.loadDecisions();
  }

  async #loadConflicts(): Promise<void> {
    const answer = await settingsApi.conflicts();
    if (answer.kind === 'ok') this.conflicts = answer.value.conflicts;
  }

  async #read(): Promise<void> {
    this.#accept(await settingsApi.read());
  }

  async #save(make: (settings: Choices) => Choices): Promise<void> {
    if (!this.current) return;
    this.problem = undefined;
    const state = { settings: make(this.current), revision: this.#revision };
    const answer = await settingsApi.save(state);
    if (answer.kind === 'refused' && answer.status === 412) {
      await this.#read();
      this.problem = ts('stale');
      return;
    }
    this.#accept(answer);
    if (answer.kind === 'ok') this.saved += 1;
    // Whom a change switches off may have stood in a conflict.
    await this.#loadConflicts();
  }

  #accept(answer: Awaited<ReturnType<typeof settingsApi.read>>): void {
    if (answer.kind !== 'ok') {
      this.problem = reasonOf(answer);
      return;
    }
    this.current = answer.value.settings;
    this.defaults = answer.value.defaults;
    this.#revision = answer.value.revision;
  }
}

const reasonOf = (answer: Exclude<Answer<unknown>, { kind: 'ok' }>): string =>
  answer.kind === 'refused' ? answer.error.message : answer.kind;
