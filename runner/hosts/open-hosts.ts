import { languages } from '../../shared/languages/languages.ts';
import type { Host } from '../../shared/tool/host.ts';
import { noRights } from './module/confine.ts';
import { createModuleHost } from './module/module-host.ts';
import { openProcessHosts } from './languages/languages.ts';
import { createAgentHost } from '../conversations/agents/agent-host.ts';
import { openPython, type HostProgress } from './open-python.ts';
import { createScriptHost } from './process/process-host.ts';
import { nodeDisk } from '../platform/node-disk.ts';
import { variable } from '../platform/own-process.ts';
import { findPrograms } from '../platform/programs.ts';
import { listSkills } from '../sources/builtin/skills/skill-list.ts';
import { RightsStore } from '../store/rights-store.ts';

/** The id of the host that runs a language's scripts without a box. */
export const unboxed = (id: string): string => `${id}-unboxed`;

/**
 * Every host, by id. A new isolation is a folder and a line here; a language whose program runs on this
 * machine needs none. `tell` hears how far preparations are; with `install`, what is missing may be
 * fetched, once. `filesDirectory` is where calls work. `python`: the host of Python, where it is open already.
 */
export function openHosts(
  workspace: string,
  tell: HostProgress = () => undefined,
  install = false,
  filesDirectory = `${workspace}/files`,
  python = openPython(workspace, { tell }),
): ReadonlyMap<string, Host> {
  const { cache, path, ...programs } = findPrograms();
  const rights = new RightsStore(nodeDisk, workspace);
  const hosts: Host[] = [
    python,
    createModuleHost({
      ...programs,
      filesDirectory,
      closed: `${workspace}/.lathe`,
      rightsOf: async (folder, code) => {
        const granted = await rights.of(folder);
        return granted?.code === code ? granted.rights : noRights;
      },
      variable,
      skills: () => listSkills(nodeDisk, `${workspace}/skills`),
    }),
    ...openProcessHosts({ filesDirectory, cache, path, install }),
    createAgentHost(),
    ...openUnboxed(filesDirectory),
  ];
  return new Map(hosts.map((host) => [host.id, host]));
}

/** For those who switch the box off: every command of a shell is then asked for. */
const openUnboxed = (filesDirectory: string): Host[] =>
  [...languages.values()].flatMap(({ id, program, shell }) =>
    program && shell
      ? [{ ...createScriptHost({ id, program }, { filesDirectory, bwrap: '' }), id: unboxed(id) }]
      : [],
  );
