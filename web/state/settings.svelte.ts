import { z } from 'zod';
import { remembered } from '../storage/remembered.ts';

const Theme = z.enum(['light', 'dark', 'system']);
export type Theme = z.infer<typeof Theme>;

/** Pixels; the editor and the result take what is left. */
const Sizes = z.object({
  side: z.number(),
  preview: z.number(),
  dock: z.number(),
  run: z.number(),
});
export type PaneSize = keyof z.infer<typeof Sizes>;

const Kept = z.object({
  theme: Theme.catch('system'),
  sizes: Sizes.catch({ side: 236, preview: 376, dock: 300, run: 400 }),
  /** Where tools run that can run in both. */
  place: z.enum(['runner', 'page']).catch('runner'),
  /** How the person reads a result that may be Markdown; by its looks where nothing was chosen. */
  reading: z.enum(['text', 'markdown']).optional().catch(undefined),
  /** Plan mode: only read-only tools are listed and run. */
  isPlan: z.boolean().catch(false),
  folded: z.array(z.string()).catch([]),
  closedCategories: z.array(z.string()).catch([]),
  /** Modules of the library whose functions are shown. */
  openModules: z.array(z.string()).catch([]),
  isTrashOpen: z.boolean().catch(false),
  /** The module that was opened last: its functions were shown then. */
  shownModule: z.string().optional().catch(undefined),
});

/** Choices of the person that outlive the page. */
export class Settings {
  #kept = $state(Kept.parse(Object(remembered.read('settings'))));
  #system = $state(matchMedia('(prefers-color-scheme: dark)').matches);

  theme = $derived(this.#kept.theme);
  sizes = $derived(this.#kept.sizes);
  place = $derived(this.#kept.place);
  reading = $derived(this.#kept.reading);
  isPlan = $derived(this.#kept.isPlan);
  folded = $derived(this.#kept.folded);
  closedCategories = $derived(this.#kept.closedCategories);
  openModules = $derived(this.#kept.openModules);
  isTrashOpen = $derived(this.#kept.isTrashOpen);
  dark = $derived(this.theme === 'system' ? this.#system : this.theme === 'dark');

  constructor() {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => {
      this.#system = event.matches;
    });
  }

  chooseTheme(theme: Theme): void {
    this.#kept.theme = theme;
    this.#save();
  }

  choosePlace(place: 'runner' | 'page'): void {
    this.#kept.place = place;
    this.#save();
  }

  chooseReading(reading: 'text' | 'markdown'): void {
    this.#kept.reading = reading;
    this.#save();
  }

  choosePlan(isPlan: boolean): void {
    this.#kept.isPlan = isPlan;
    this.#save();
  }

  resize(pane: PaneSize, pixels: number): void {
    this.#kept.sizes[pane] = Math.round(pixels);
    this.#save();
  }

  fold(pane: PaneSize): void {
    this.#kept.folded = toggled(this.#kept.folded, pane);
    this.#save();
  }

  unfold(pane: PaneSize): void {
    if (this.folded.includes(pane)) this.fold(pane);
  }

  foldCategory(category: string): void {
    this.#kept.closedCategories = toggled(this.#kept.closedCategories, category);
    this.#save();
  }

  foldModule(id: string): void {
    this.#kept.openModules = toggled(this.#kept.openModules, id);
    this.#save();
  }

  openTrash(isOpen: boolean): void {
    this.#kept.isTrashOpen = isOpen;
    this.#save();
  }

  /** Shows the functions of a module that is opened, and not once more when the page is. */
  showModule(id: string): void {
    if (this.#kept.shownModule === id) return;
    this.#kept.shownModule = id;
    if (!this.openModules.includes(id)) this.#kept.openModules.push(id);
    this.#save();
  }

  #save(): void {
    remembered.write('settings', $state.snapshot(this.#kept));
  }
}

const toggled = (all: readonly string[], one: string): string[] =>
  all.includes(one) ? all.filter((item) => item !== one) : [...all, one];
