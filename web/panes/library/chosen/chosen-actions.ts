import { builtinId } from '../../../../shared/protocol/ids/builtin-id.ts';
import { inWorkspace } from '../../../../shared/protocol/ids/in-workspace.ts';
import { listed } from '../../../i18n/listed.ts';
import { toasts } from '../../../parts/toasts.svelte.ts';
import type { App } from '../../../state/app.svelte.ts';
import type { LibraryEntry } from '../library-entries.ts';
import { tc } from './texts.ts';

/** Where a tool is that no folder of the workspace holds. */
export type Outside = 'builtin' | 'external' | 'server';

/** Why a tool is not among those that something is done to. */
export type Why = Outside | 'unsaved';

/** A tool by the name that the library shows, and why nothing is done to it. */
export interface Left {
  name: string;
  why: Why;
}

export const nameOf = ({ id, name }: LibraryEntry): string => name ?? id;

/** Why a tool is none that a folder of the workspace holds; undefined for one that is. */
export const outsideWhy = ({ id, path }: LibraryEntry): Outside | undefined => {
  if (inWorkspace(id)) return undefined;
  if (path !== undefined) return 'external';
  return builtinId.nameIn(id) === undefined ? 'server' : 'builtin';
};

/** Names of tools in one sentence, each with why. */
export const leftText = (left: readonly Left[]): string => {
  const named = left.map(({ name, why }) => tc('named', { name, why: tc(`why.${why}`) }));
  return listed(named);
};

type Doing = 'export' | 'delete' | 'enable';

/** Parts what can be done from what cannot, and says the latter by name. */
const able = (
  doing: Doing,
  entries: readonly LibraryEntry[],
  whyNot: (entry: LibraryEntry) => Why | undefined,
): string[] => {
  const all = entries.map((entry) => ({ entry, why: whyNot(entry) }));
  const left = all.flatMap(({ entry, why }) =>
    why === undefined ? [] : [{ name: nameOf(entry), why }],
  );
  if (left.length > 0) toasts.show('warn', () => tc(`undone.${doing}`, { names: leftText(left) }));
  return all.flatMap(({ entry, why }) => (why === undefined ? [entry.id] : []));
};

/** What is done to several tools of the library at once. */
export const chosenActions = ({ tools, workspace }: App) => ({
  async export(entries: readonly LibraryEntry[]): Promise<void> {
    const ids = able('export', entries, (entry) => {
      const why = outsideWhy(entry);
      return why === 'external' ? undefined : why;
    });
    if (ids.length > 0 && (await tools.export(...ids)))
      toasts.show('ok', () => tc('exported', { count: ids.length }));
  },

  /** To the trash, and back by one Undo. */
  async delete(entries: readonly LibraryEntry[]): Promise<void> {
    await tools.remove(...able('delete', entries, outsideWhy));
  },

  async enable(entries: readonly LibraryEntry[], enabled: boolean): Promise<void> {
    const ids = able('enable', entries, ({ id }) =>
      workspace.summary(id) === undefined ? 'unsaved' : undefined,
    );
    if (ids.length > 0 && (await tools.enableAll(ids, enabled)))
      toasts.show('ok', () => tc(enabled ? 'turned.on' : 'turned.off', { count: ids.length }));
  },
});
