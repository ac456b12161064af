import type { TrashedFolder } from '../../../../shared/protocol/tools.ts';
import { toolsApi } from '../../../api/tools-api.ts';
import { toasts } from '../../../parts/toasts.svelte.ts';
import { sayFailed } from '../../../state/actions/failed.ts';
import { stillHere } from '../../../state/actions/still-here.ts';
import type { App } from '../../../state/app.svelte.ts';
import { tt } from './texts.ts';

/** The key that deletes for good what the focus is on. */
export const foreverKey = 'Delete';

/** What lies in the trash, and what can be done with it. */
export class TrashList {
  #app: App;
  #asked = 0;
  all = $state.raw<readonly TrashedFolder[]>([]);
  /** When it was read: milliseconds since 1970. */
  readAt = $state(0);
  failed = $state(false);

  constructor(app: App) {
    this.#app = app;
  }

  async load(): Promise<void> {
    const asked = (this.#asked += 1);
    const answer = await toolsApi.trash();
    if (asked !== this.#asked) return;
    this.failed = answer.kind !== 'ok';
    if (answer.kind !== 'ok') return;
    this.all = answer.value.discarded;
    this.readAt = Date.now();
  }

  /** Takes a folder out and opens it; what was turned on when it went is off now, and the toast turns it on. */
  async restore({ key, id }: TrashedFolder): Promise<void> {
    const { workspace, view, tools } = this.#app;
    const isHere = stillHere(this.#app);
    const answer = await toolsApi.restore(key);
    if (answer.kind === 'ok') {
      const { id: now } = answer.value;
      toasts.show('ok', () => tt(now === id ? 'restored' : 'restored.as', { id, now }), {
        text: () => tt('enable'),
        run: () => void tools.enable(now, true),
      });
      await this.#again();
      if (!isHere()) return;
      await workspace.open(now);
      view.tab = 'edit';
    } else {
      sayFailed(answer);
      await this.#again();
    }
  }

  /** Those that are named, and not what came to lie there since they were shown. */
  async deleteForever(some: readonly TrashedFolder[]): Promise<void> {
    for (const { key } of some) {
      const answer = await toolsApi.deleteForever(key);
      if (answer.kind === 'ok') continue;
      sayFailed(answer);
      if (answer.kind !== 'refused') break;
    }
    await this.#again();
  }

  async #again(): Promise<void> {
    await Promise.all([this.#app.workspace.refresh(), this.load()]);
  }
}
