import { MediaQuery } from 'svelte/reactivity';

/** A screen that shows one pane at a time. The style sheets name the same width. */
export const narrow = new MediaQuery('max-width: 640px');
