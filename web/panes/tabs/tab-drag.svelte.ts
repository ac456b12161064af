import type { OpenTabs } from '../../state/places/open-tabs.svelte.ts';

/** Nothing else takes what is dragged for a text. */
const TYPE = 'application/x-lathe-tab';

/** A tab that a hand drags to another place among the tabs. */
export class TabDrag {
  #tabs: OpenTabs;
  #id: string | undefined;
  /** Beside which tab it would stand. */
  target = $state.raw<{ id: string; isAfter: boolean }>();

  constructor(tabs: OpenTabs) {
    this.#tabs = tabs;
  }

  begin({ dataTransfer }: DragEvent, id: string): void {
    this.#id = id;
    dataTransfer?.setData(TYPE, id);
  }

  over(event: DragEvent & { currentTarget: HTMLElement }, id: string): void {
    if (this.#id === undefined) return;
    event.preventDefault();
    const { left, width } = event.currentTarget.getBoundingClientRect();
    this.target = { id, isAfter: event.clientX > left + width / 2 };
  }

  drop(event: DragEvent): void {
    const { target } = this;
    if (this.#id === undefined || !target) return;
    event.preventDefault();
    const at = this.#tabs.all.findIndex(({ id }) => id === target.id);
    this.#tabs.move(this.#id, this.#tabs.all[target.isAfter ? at + 1 : at]?.id);
  }

  end(): void {
    this.#id = this.target = undefined;
  }
}
