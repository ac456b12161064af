import { z } from 'zod';
import { Arguments } from '../../../shared/tool/json.ts';
import { remembered } from '../../storage/remembered.ts';

/** By folder and tool; those that were given last come last. */
const Given = z.record(z.string(), Arguments);
type Given = z.infer<typeof Given>;

const KEY = 'arguments';
const MOST = 30;
const readKept = (): Given => Given.catch({}).parse(remembered.read(KEY));
const isOf = (folder: string, key: string): boolean => key.startsWith(`${folder}/`);
const without = (all: Given, folder: string): Given =>
  Object.fromEntries(Object.entries(all).filter(([key]) => !isOf(folder, key)));

/** Arguments that the person gave to try tools with. All pages of this browser remember theirs in one place. */
export class GivenArguments {
  #all = $state.raw(readKept());

  of(folder: string, tool: string): Arguments | undefined {
    return this.#all[`${folder}/${tool}`];
  }

  /** Those of all tools of a folder. */
  in(folder: string): Given {
    const rows = Object.entries(this.#all).filter(([key]) => isOf(folder, key));
    return Object.fromEntries(rows.map(([key, args]) => [key.slice(folder.length + 1), args]));
  }

  give(folder: string, tool: string, args: Arguments): void {
    const key = `${folder}/${tool}`;
    this.#change(({ [key]: _, ...others }) => ({ ...others, [key]: args }));
  }

  /** The tools of a folder have these and no others: a new one takes none over from one that had its name. */
  replace(folder: string, given: Given = {}): void {
    this.#change((all) => without(all, folder));
    for (const [tool, args] of Object.entries(given)) this.give(folder, tool, args);
  }

  /** A folder has another name, and a tool that was named after it, too. */
  rename(from: string, to: string): void {
    const rows = Object.entries(this.in(from));
    this.replace(from);
    this.replace(
      to,
      Object.fromEntries(rows.map(([tool, args]) => [tool === from ? to : tool, args])),
    );
  }

  #change(change: (all: Given) => Given): void {
    this.#all = change(this.#all);
    // What another page gave since stays.
    const rows = Object.entries(change(readKept()));
    remembered.write(KEY, Object.fromEntries(rows.slice(-MOST)));
  }
}
