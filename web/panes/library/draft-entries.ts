import type { Workspace } from '../../state/workspace.svelte.ts';
import type { LibraryEntry } from './group-tools.ts';

/** Rows of folders that exist only as drafts of this browser. */
export const draftEntries = (workspace: Workspace): LibraryEntry[] =>
  workspace.unsaved
    .filter(({ id }) => workspace.summary(id) === undefined)
    .map(({ id, files }) => {
      const code = Object.keys(files).find((path) => path.startsWith('execution.'));
      return {
        id,
        category: 'custom',
        badge: code?.split('.').pop() ?? '',
        description: '',
        enabled: true,
        tools: 1,
        errors: 0,
      };
    });
