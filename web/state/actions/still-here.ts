import type { View } from '../view.svelte.ts';
import type { Workspace } from '../workspace.svelte.ts';

interface Page {
  workspace: Workspace;
  view?: View;
}

/**
 * Called before something is waited for that then comes on the screen. Call what it returns once it is there: false
 * says that the person opened something else meanwhile, and stays there.
 */
export function stillHere({ workspace, view }: Page): () => boolean {
  const place = (): string => JSON.stringify([workspace.openId, view?.place, view?.begins]);
  const before = place();
  return () => place() === before && !workspace.isOpening;
}
