import type { Reading } from '../reading.svelte.ts';
import type { Workspace } from '../workspace.svelte.ts';

/** A run that was asked for before its tool is read: it starts by itself then. */
export class ReadFirst {
  waits = $state(false);
  #workspace: Workspace;
  #reading: Reading;

  constructor(workspace: Workspace, reading: Reading) {
    this.#workspace = workspace;
    this.#reading = reading;
  }

  /** Settles once the tool that was opened last is read; false where it cannot be, or is no longer wanted. */
  async isRead(): Promise<boolean> {
    if (!this.#reading.isBehind) return true;
    this.waits = true;
    await until(() => !this.waits || this.#workspace.loaded);
    const { opening } = this.#workspace;
    const isOpen = await opening;
    const isWanted = (): boolean => this.waits && this.#workspace.opening === opening;
    if (isOpen) await until(() => !isWanted() || !this.#reading.isBehind);
    const isRead = isOpen && isWanted();
    this.waits = false;
    return isRead;
  }
}

/** Settles once what the page knows is so; at once where it is. */
const until = (isSo: () => boolean): Promise<void> =>
  new Promise((settle) => {
    const stop = $effect.root(() => {
      $effect(() => {
        if (!isSo()) return;
        settle();
        queueMicrotask(() => stop());
      });
    });
  });
