import type { Folder } from '../../../shared/tool/folder.ts';
import type { Locale } from '../../i18n/message.ts';

const files = {
  en: import.meta.glob<string>('../../../examples/*/**', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
  zh: import.meta.glob<string>('../../../examples/.zh/*/**', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
};

/**
 * The tools that come with Lathe, by name, in the words of a language: those that a new workspace holds. Another
 * edition than the English one has the files whose words differ.
 */
export function examplesIn(locale: Locale): ReadonlyMap<string, Folder> {
  const folders = new Map<string, Folder>();
  for (const edition of new Set<Locale>(['en', locale]))
    for (const [path, text] of Object.entries(files[edition])) {
      const [, id = '', file = ''] = /\/examples\/(?:\.zh\/)?([^/]+)\/(.+)$/.exec(path) ?? [];
      folders.set(id, { ...folders.get(id), [file]: text });
    }
  return folders;
}
