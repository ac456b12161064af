import type { DecisionList } from '../../../shared/protocol/decisions.ts';
import type { NameConflict } from '../../../shared/protocol/conflicts.ts';
import type { ExternalModules } from '../../../shared/protocol/modules/external-modules.ts';
import type { ToolSettings as Choices } from '../../../shared/protocol/settings.ts';
import { modulesApi } from '../../api/modules-api.ts';
import { settingsApi } from '../../api/settings-api.ts';
import type { Failed } from '../../state/actions/failed.ts';

/** How often it is asked how far loading is, with this pause. */
const LOOKS = 60;
const PAUSE_MS = 500;

/** The settings as the runner has them. A change is sent at once, one after the other. */
export class ToolSettings {
  current = $state.raw<Choices>();
  defaults = $state.raw<Choices>();
  decisions = $state.raw<DecisionList>({ kept: [], past: [] });
  conflicts = $state.raw<NameConflict[]>([]);
  /** The external modules; undefined until the first search. */
  external = $state.raw<ExternalModules>();
  looking = $state(false);
  /** Counts what a look was asked for, since places may change while one goes on. */
  #wanted = 0;
  /** Why something could not be read or saved; worded when it is drawn, in the language of then. */
  problem = $state.raw<Failed | { kind: 'stale' }>();
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
    if (answer.kind !== 'ok') this.problem = answer;
    await this.loadDecisions();
  }

  /** Looks for modules again, and goes on until each of them has loaded. */
  async look(): Promise<void> {
    this.#wanted += 1;
    if (this.looking) return;
    this.looking = true;
    for (let tries = 0; tries < LOOKS; tries += 1) {
      const asked = this.#wanted;
      const answer = await modulesApi.external();
      if (answer.kind === 'ok') this.external = answer.value;
      else this.problem = answer;
      if (asked !== this.#wanted) continue;
      if (!this.external?.modules.some(({ loading }) => loading)) break;
      await new Promise((settle) => setTimeout(settle, PAUSE_MS));
    }
    this.looking = false;
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
      this.problem = { kind: 'stale' };
      return;
    }
    this.#accept(answer);
    if (answer.kind === 'ok') this.saved += 1;
    // Whom a change switches off may have stood in a conflict.
    await this.#loadConflicts();
  }

  #accept(answer: Awaited<ReturnType<typeof settingsApi.read>>): void {
    if (answer.kind !== 'ok') {
      this.problem = answer;
      return;
    }
    this.current = answer.value.settings;
    this.defaults = answer.value.defaults;
    this.#revision = answer.value.revision;
  }
}
