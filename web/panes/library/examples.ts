import type { Folder } from '../../../shared/tool/folder.ts';

const texts = import.meta.glob<string>('../../../examples/*/**', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const folders = new Map<string, Folder>();
for (const [path, text] of Object.entries(texts)) {
  const [, id = '', file = ''] = /\/examples\/([^/]+)\/(.+)$/.exec(path) ?? [];
  folders.set(id, { ...folders.get(id), [file]: text });
}

/** The tools that come with Lathe, by name: those that a new workspace holds. */
export const examples: ReadonlyMap<string, Folder> = folders;
