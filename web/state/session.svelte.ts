import { connection } from '../api/connection.svelte.ts';
import { sessionApi } from '../api/session-api.ts';

const tokenOf = (text: string): string => /(?:^|[#&?])token=([^&\s]+)/.exec(text)?.[1] ?? text;

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
