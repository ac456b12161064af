import type { Folder } from '../../shared/tool/folder.ts';
import type { Language } from '../../shared/tool/language.ts';

/** A module that runs as it is: one script, whose functions are tools. */
export const newModule = async (id: string, language: Language): Promise<Folder> => ({
  [`${id}.${language.extension}`]: (await language.moduleStarter?.()) ?? '',
});
