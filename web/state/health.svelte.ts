import type { Health as HealthBody } from '../../shared/protocol/health.ts';
import { healthApi } from '../api/health-api.ts';

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
