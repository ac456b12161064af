import { SvelteMap } from 'svelte/reactivity';
import { z } from 'zod';
import type { Arguments } from '../../../shared/tool/json.ts';
import { remembered } from '../../storage/remembered.ts';

const ResultDetail = z.enum(['output', 'raw', 'metadata', 'filled', 'events']);
/** What lies open beneath a result. */
export type ResultDetail = z.infer<typeof ResultDetail>;

/** What outlives the page, by folder and tool; those that were changed last come last. */
const Kept = z.record(
  z.string(),
  z.object({
    argumentsAs: z.enum(['form', 'json']).optional(),
    detail: ResultDetail.optional(),
  }),
);
const readKept = (): z.infer<typeof Kept> => Kept.catch({}).parse(remembered.read('looks'));
const MOST = 30;

/** How the panes of one tool stand while others are on the screen. */
export interface ToolLook {
  /** What the arguments are written in. */
  argumentsAs?: 'form' | 'json';
  /** The JSON as it was typed, and the arguments it stood for; a broken text stands for the last ones. */
  typed?: { text: string; value: Arguments } | undefined;
  detail?: ResultDetail | undefined;
}

/** The looks of a folder's tools, by their names; without `folder` nothing of them outlives the page. */
export class ToolLooks {
  #all = new SvelteMap<string, ToolLook>();
  #folder: string | undefined;

  constructor(folder?: string) {
    this.#folder = folder;
    if (folder === undefined) return;
    for (const [key, look] of Object.entries(readKept()))
      if (key.startsWith(`${folder}/`)) this.#all.set(key.slice(folder.length + 1), look);
  }

  of(tool: string): ToolLook {
    return this.#all.get(tool) ?? {};
  }

  change(tool: string, change: ToolLook): void {
    const look = { ...this.of(tool), ...change };
    this.#all.set(tool, look);
    if (this.#folder === undefined || 'typed' in change) return;
    const key = `${this.#folder}/${tool}`;
    const { [key]: _, ...others } = readKept();
    const { argumentsAs, detail } = look;
    const rows = Object.entries({ ...others, [key]: { argumentsAs, detail } });
    remembered.write('looks', Object.fromEntries(rows.slice(-MOST)));
  }
}
