/** The keys of a tab that has the focus, besides those that walk. */
export const tabKeys = { keep: 'Enter', close: 'Delete' } as const;
