import type { PaneSize } from '../state/settings.svelte.ts';

/** How small and how large, in pixels, a pane may be dragged. */
export const paneLimits: Record<PaneSize, { least: number; most: number }> = {
  side: { least: 180, most: 420 },
  preview: { least: 260, most: 760 },
  dock: { least: 160, most: 640 },
  run: { least: 280, most: 720 },
};
