import type { ToolFolder } from '../../../shared/protocol/tools.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import { toolsApi } from '../../api/tools-api.ts';
import { sayFailed } from '../actions/failed.ts';
import type { Workspace } from '../workspace.svelte.ts';
import type { Conflict, ToolDraft } from './tool-draft.svelte.ts';

/** Saves drafts, those of a tool one after the other: sent side by side, the second would meet the first as another's. */
export class ToolSaves {
  #workspace: Workspace;
  #ask: (conflict: Conflict) => void;
  /** The last save of each tool that was asked for and is not over, with the files as they stood then. */
  #last = new Map<string, { files: Folder | undefined; done: Promise<boolean> }>();

  constructor(workspace: Workspace, ask: (conflict: Conflict) => void) {
    this.#workspace = workspace;
    this.#ask = ask;
  }

  /** Answers whether the disk holds the draft; `over` is the state that may be replaced, where the person chose so. */
  save(id: string, over?: ToolFolder): Promise<boolean> {
    const files = this.#workspace.draft(id)?.files;
    const last = this.#last.get(id);
    if (last && last.files === files && !over) return last.done;
    const done = (last?.done ?? Promise.resolve()).then(() => this.#save(id, over));
    const own = { files, done };
    this.#last.set(id, own);
    return done.finally(() => this.#last.get(id) === own && this.#last.delete(id));
  }

  /** Settles once no save of these is on its way: until then nobody knows which revision the disk holds. */
  async over(...ids: string[]): Promise<void> {
    await Promise.all(ids.map((id) => this.#last.get(id)?.done));
  }

  async #save(id: string, over: ToolFolder | undefined): Promise<boolean> {
    const draft = this.#workspace.draft(id);
    if (!draft || (!draft.dirty && !over)) return true;
    if (draft.outside && !over) return this.#meet(draft, draft.outside);
    const before = over ?? (draft.gone ? undefined : draft.base);
    const answer = await toolsApi.save(id, draft.files, before);
    if (answer.kind === 'conflict') return this.#meet(draft, answer.theirs);
    if (answer.kind === 'ok') {
      this.#workspace.settle(answer.value);
      await this.#workspace.refresh();
      return true;
    }
    sayFailed(answer);
    return false;
  }

  /** Asks the person where the disk holds what neither this draft nor its beginning does. */
  #meet(draft: ToolDraft, theirs: ToolFolder): Promise<boolean> | boolean {
    this.#workspace.meet(theirs);
    if (!draft.outside) return this.#save(draft.id, undefined);
    this.#ask({ id: draft.id, theirs });
    return false;
  }
}
