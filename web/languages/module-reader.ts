import { freshen } from '../../shared/formats/script-module/freshen.ts';
import type { Freshened } from '../../shared/formats/script-module/freshen.ts';
import { languages } from '../../shared/languages/languages.ts';
import { declarers } from '../../shared/registry/authored/declarers.ts';
import type { Folder } from '../../shared/tool/folder.ts';
import { pageHosts, pageLanguages } from './languages.ts';

const readers = new Map(declarers(languages, pageHosts));
for (const { id, readModule } of pageLanguages.values()) {
  if (readModule) readers.set(id, readModule);
}

/** Reads a module's script in the browser, so that it works while the runner is away. */
export const readModuleFolder = (name: string, files: Folder): Promise<Freshened> =>
  freshen(name, files, readers);
