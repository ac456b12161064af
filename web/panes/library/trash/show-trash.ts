import { tick } from 'svelte';
import type { App } from '../../../state/app.svelte.ts';

/** Opens the trash in the library and goes there. */
export async function showTrash({ settings, view }: App): Promise<void> {
  settings.openTrash(true);
  settings.unfold('side');
  view.tab = 'library';
  await tick();
  document.querySelector<HTMLElement>('.trash .fold')?.focus();
}
