import { languages } from '../../../shared/languages/languages.ts';
import type { App } from '../../state/app.svelte.ts';
import {
  draftEntries,
  functionsShown,
  groupTools,
  libraryEntry,
  meets,
} from './library-entries.ts';
import type { LibraryEntry, LibraryFilter } from './library-entries.ts';
import { treeRows, type Openness, type TreeRow } from './tree-rows.ts';

export type Search = (
  entries: readonly LibraryEntry[],
  query: string,
  openness: Openness,
) => TreeRow[];

const everything: LibraryFilter = { tags: [], isRecent: false };

/** The library as a tree: what is looked for in it, what stands open, and where the keys are. */
export class LibraryTree {
  #app: App;
  query = $state('');
  filter = $state.raw(everything);
  /** The row that the keys are at. */
  active = $state<string>();
  /** The ids of tools that are chosen together; undefined where none are. */
  chosen = $state.raw<ReadonlySet<string>>();
  /** A tap chooses a tool and does not open it. */
  choosing = $state(false);
  /** How a query is answered, once that is fetched. */
  search = $state.raw<Search>();

  /** Names the functions of the open folder; a text, so that typing in one of them changes no row. */
  #live = $derived.by(() => {
    const { openId: id } = this.#app.workspace;
    if (id === undefined) return undefined;
    const functions = this.#app.reading.tools.map(({ definition }) => definition.name);
    return JSON.stringify({ id, functions: functionsShown(id, functions) });
  });
  #openness = $derived.by((): Openness => {
    const { closedCategories, openModules } = this.#app.settings;
    const live = this.#live === undefined ? undefined : JSON.parse(this.#live);
    return { closedCategories, openModules, live };
  });
  /** Whether the open folder holds functions of their own names. */
  isModule = $derived((this.#openness.live?.functions.length ?? 0) > 0);
  /** The key of the function that the panes show, whether it has a row that is seen or not. */
  openFunction = $derived.by(() => {
    const { openId } = this.#app.workspace;
    const name = this.#app.reading.tool?.definition.name;
    return this.isModule && name !== undefined ? `${openId}/${name}` : undefined;
  });
  entries = $derived.by((): LibraryEntry[] => [
    ...this.#app.workspace.listed.map((summary) =>
      libraryEntry(summary, (id) => languages.get(id)?.extension),
    ),
    ...draftEntries(this.#app.workspace),
  ]);
  /** Those that the filter lets through. */
  #met = $derived.by(() => {
    const { ids } = this.#app.workspace.tabs.recent;
    return this.entries.filter((entry) => meets(entry, this.filter, ids));
  });
  #groups = $derived(groupTools(this.#met));
  /** How many tools the filter lets through. */
  met = $derived(this.#met.length);
  rows = $derived(
    this.query.trim() !== '' && this.search
      ? this.search(this.#met, this.query, this.#openness)
      : treeRows(this.#groups, this.#openness),
  );
  /** Those of the chosen that are seen: nothing is done to what a search or a closed category hides. */
  chosenEntries = $derived(
    this.rows.flatMap(({ entry, function: name }) =>
      entry && name === undefined && this.chosen?.has(entry.id) ? [entry] : [],
    ),
  );
  /** Whether something can be done to several at once. */
  hasSeveral = $derived(this.choosing || this.chosenEntries.length > 1);
  /** The index of the row that the keys are at: the chosen one, what is open, or the first. */
  at = $derived.by(() => {
    const { openId } = this.#app.workspace;
    const own = this.rows.findIndex(({ key }) => key === this.active);
    return own >= 0
      ? own
      : Math.max(
          0,
          this.rows.findIndex(({ key }) => key === openId),
        );
  });

  constructor(app: App) {
    this.#app = app;
  }

  /** The open tool, where it has a row that is seen. */
  get openRow(): string | undefined {
    const { openId } = this.#app.workspace;
    return this.rows.some(({ key }) => key === openId) ? openId : undefined;
  }

  get isFiltered(): boolean {
    return this.filter.isRecent || this.filter.tags.length > 0;
  }

  /** Takes back the search and the filter. */
  showAll(): void {
    this.query = '';
    this.filter = everything;
  }

  /** Chooses no tools together any more. */
  chooseNone(): void {
    this.chosen = undefined;
    this.choosing = false;
  }

  /** Opens or closes a category or a module. */
  fold({ key, category, entry }: TreeRow): void {
    this.active = key;
    if (category !== undefined) this.#app.settings.foldCategory(category);
    else if (entry) this.#app.settings.foldModule(entry.id);
  }

  /** Shows what a row is of; a module stands open then. */
  open(row: TreeRow): void {
    const { entry, isOpen } = row;
    if (!entry) return this.fold(row);
    this.chooseNone();
    this.active = row.key;
    if (row.function === undefined) {
      if (isOpen === false) this.fold(row);
      void this.#app.workspace.open(entry.id);
      this.#app.view.tab = 'edit';
      return;
    }
    const { function: name } = row;
    void import('../../state/places/open-function.ts').then(({ openFunction }) =>
      openFunction(this.#app, entry.id, name),
    );
  }

  /** What is open has the keys, and is open in the tree, too, where it is a module. */
  follow(): void {
    const { openId } = this.#app.workspace;
    if (openId === undefined) return;
    if (!this.active?.startsWith(`${openId}/`)) this.active = openId;
    if (this.isModule) this.#app.settings.showModule(openId);
  }
}
