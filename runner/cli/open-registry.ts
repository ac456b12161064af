import { openSources } from '../sources/open-sources.ts';
import type { Sources } from '../sources/sources.ts';
import { declarersHere } from '../sources/workspace/declarers-here.ts';
import { Grants } from '../store/grants.ts';
import { Settings } from '../store/settings.ts';
import { ToolStore } from '../store/tool-store.ts';
import type { Hosts } from './hosts.ts';
import type { Session } from './session.ts';

/** The registry of a workspace, with what the person decided there. A runner may have it open, too. */
export interface OpenRegistry {
  sources: Sources;
  settings: Settings;
  grants: Grants;
}

/** Opens the registry that the runner of a workspace has, for one use of the command. */
export async function openRegistry(
  workspace: string,
  { session, hosts, changed }: { session: Session; hosts: Hosts; changed?: () => void },
): Promise<OpenRegistry> {
  const { disk, io } = session;
  const [settings, grants] = await Promise.all([
    Settings.open(disk, workspace),
    Grants.open(disk, workspace),
  ]);
  if (grants.isDamaged) settings.askAlways();
  const store = new ToolStore(disk, workspace);
  const here = hosts.in(workspace);
  const { sources } = openSources({
    ...{ disk, workspace, store, settings, hosts: here, declarers: declarersHere(here) },
    log: (line) => io.err(`lathe: ${line}\n`),
    changed: () => changed?.(),
  });
  return { sources, settings, grants };
}
