import { languages } from '../../shared/languages/languages.ts';
import type { Host } from '../../shared/tool/run/host.ts';
import { noRights } from './module/confine.ts';
import { createModuleHost } from './module/module-host.ts';
import { openProcessHosts } from './languages/languages.ts';
import { createAgentHost } from '../conversations/agents/agent-host.ts';
import { openPython, type HostProgress } from './open-python.ts';
import { createScriptHost } from './process/process-host.ts';
import { nodeDisk } from '../platform/disk/node-disk.ts';
import { variable } from '../platform/process/own-process.ts';
import { findPrograms } from '../platform/process/programs.ts';
import { listSkills } from '../sources/builtin/skills/skill-list.ts';
import { RightsStore } from '../store/rights-store.ts';

/** The id of the host that runs a language's scripts without a sandbox. */
export const unboxed = (id: string): string => `${id}-unboxed`;

/**
 * Every host, by id. To add an isolation, write a folder and add a line here; a language whose program runs
 * on this machine needs none. `tell` gets the progress of preparations. With `install`, missing parts may be
 * downloaded once. `filesDirectory` is the working directory of calls. `python` is an already open Python
 * host.
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

/** The hosts for settings without the sandbox, where every shell command needs approval. */
const openUnboxed = (filesDirectory: string): Host[] =>
  [...languages.values()].flatMap(({ id, program, shell }) =>
    program && shell
      ? [{ ...createScriptHost({ id, program }, { filesDirectory, bwrap: '' }), id: unboxed(id) }]
      : [],
  );
