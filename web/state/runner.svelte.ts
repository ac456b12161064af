import type { Health as HealthBody } from '../../shared/protocol/health.ts';
import { connection } from '../api/connection.svelte.ts';
import { healthApi, sessionApi } from '../api/runner-api.ts';

/** Whether the runner knows this page. The token of the address is taken out of it at once. */
export class Session {
  refused = $state(false);
  missing = $derived(connection.admitted === false);

  /** Uses the token of the address, where there is one. */
  async begin(): Promise<void> {
    const { hash } = location;
    if (!hash.includes('token=')) return;
    history.replaceState(null, '', location.pathname + location.search);
    await this.enter(hash);
  }

  /** An address with a token, or the token itself. */
  async enter(text: string): Promise<boolean> {
    const answer = await sessionApi.enter(tokenOf(text.trim()));
    this.refused = answer.kind === 'refused' || answer.kind === 'no-session';
    return answer.kind === 'ok';
  }
}

const tokenOf = (text: string): string => /(?:^|[#&?])token=([^&\s]+)/.exec(text)?.[1] ?? text;

const calm = 10_000;
const busy = 1000;

/** What the runner says of its hosts; asked often while one is being prepared, seldom otherwise. */
export class Health {
  body = $state.raw<HealthBody>();
  hosts = $derived(Object.entries(this.body?.hosts ?? {}).map(([id, host]) => ({ id, ...host })));
  #timer: ReturnType<typeof setTimeout> | undefined;

  async watch(): Promise<void> {
    clearTimeout(this.#timer);
    const answer = await healthApi.read();
    if (answer.kind === 'ok' && 'hosts' in answer.value) this.body = answer.value;
    const preparing = this.hosts.some((host) => host.progress !== undefined);
    const wait = answer.kind === 'ok' && !preparing ? calm : busy;
    this.#timer = setTimeout(() => void this.watch(), wait);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
