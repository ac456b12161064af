import { z } from 'zod';
import { remembered } from '../../storage/remembered.ts';

/** As many as anybody remembers to have opened. */
const MOST = 20;
const Ids = z.array(z.string()).catch([]);

/** What was opened last in a workspace, the newest first. */
export class RecentTools {
  #key = '';
  ids = $state.raw<readonly string[]>([]);

  enter(workspace: string): void {
    this.#key = `recent.${workspace}`;
    this.ids = Ids.parse(remembered.read(this.#key));
  }

  add(id: string): void {
    this.ids = [id, ...this.ids.filter((one) => one !== id)].slice(0, MOST);
    remembered.write(this.#key, this.ids);
  }
}
