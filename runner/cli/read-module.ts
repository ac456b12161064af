import { freshen } from '../../shared/formats/script-module/freshen.ts';
import { mainModule } from '../../shared/formats/script-module/module-files.ts';
import { readFolder } from '../../shared/formats/read-folder.ts';
import type { FolderRead } from '../../shared/formats/read-folder.ts';
import { languages } from '../../shared/languages/languages.ts';
import type { Declare } from '../../shared/tool/declared.ts';
import type { Folder } from '../../shared/tool/folder.ts';
import { declarersHere } from '../sources/workspace/declarers-here.ts';
import { Hosts } from './hosts.ts';
import type { Session } from './session.ts';

/** What a source declares. A module whose cache is not about it is read for this one use; nothing is written. */
export async function readModule(
  session: Session,
  source: { path: string; name: string; files: Folder; times: Record<string, number> },
  given: Hosts | undefined,
): Promise<FolderRead> {
  const { path, name, files, times } = source;
  // Opened where a script has to be read, and only then.
  await using own = new Hosts(session);
  const hosts = given ?? own;
  const lazily = (id: string): Declare => {
    return async (asked) => {
      const declare = declarersHere(await hosts.of(path)).get(id);
      return declare ? declare(asked) : { unavailable: `nothing here reads "${id}"` };
    };
  };
  const ids = [...languages.values()].filter(({ moduleType }) => moduleType !== undefined);
  const declarers = new Map(ids.map(({ id }) => [id, lazily(id)]));
  const module = Object.hasOwn(files, 'definition.json') ? undefined : mainModule(name, files);
  const script = module && times[module.script];
  const read =
    module === undefined
      ? { files, problems: [] }
      : await freshen(
          name,
          files,
          declarers,
          script === undefined ? undefined : { script, cache: times[module.cache] ?? 0 },
        );
  const found = readFolder(name, read.files);
  found.problems.unshift(...read.problems);
  return found;
}
