import { SvelteMap } from 'svelte/reactivity';
import type { Arguments } from '../../../shared/tool/json.ts';

/** What lies open beneath a result. */
export type ResultDetail = 'output' | 'raw' | 'metadata' | 'filled' | 'events';

/** How the panes of one tool stand while others are on the screen. */
export interface ToolLook {
  /** What the arguments are written in. */
  argumentsAs?: 'form' | 'json';
  /** The JSON as it was typed, and the arguments it stood for; a broken text stands for the last ones. */
  typed?: { text: string; value: Arguments } | undefined;
  detail?: ResultDetail | undefined;
}

/** The looks of a folder's tools, by their names; nothing of them outlives the page. */
export class ToolLooks {
  #all = new SvelteMap<string, ToolLook>();

  of(tool: string): ToolLook {
    return this.#all.get(tool) ?? {};
  }

  change(tool: string, change: ToolLook): void {
    this.#all.set(tool, { ...this.of(tool), ...change });
  }
}
