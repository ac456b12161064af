/** What is done with the library, fetched once somebody reaches for it. */
export { default as FilterMenu } from './filter/FilterMenu.svelte';
export { default as ToolMenu } from './ToolMenu.svelte';
export { searchRows } from './search-rows.ts';
export { TreeKeys } from './tree-keys.ts';
