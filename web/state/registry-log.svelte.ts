import type { RegistryLog as Log } from '../../shared/protocol/tools.ts';
import { toolsApi } from '../api/tools-api.ts';

/** As many as the runner keeps. */
const MOST = 1000;

/** What happened in the registry, newest first: read when somebody looks, and told from then on. */
export class RegistryLog {
  events = $state.raw<Log['events']>();
  /** The runner did not give it. */
  failed = $state(false);

  async load(): Promise<void> {
    const answer = await toolsApi.log();
    this.failed = answer.kind !== 'ok';
    if (answer.kind === 'ok') this.events = answer.value.events.toReversed();
  }

  /** Another runner counts anew, so that the whole is read again; nothing where nobody has looked. */
  async again(): Promise<void> {
    if (this.events) await this.load();
  }

  hear(events: Log['events']): void {
    if (!this.events) return;
    const last = this.events[0]?.seq ?? 0;
    const news = events.filter(({ seq }) => seq > last).toReversed();
    this.events = [...news, ...this.events].slice(0, MOST);
  }
}
