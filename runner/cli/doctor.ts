import type { Command } from 'commander';
import type { Health, HostHealth } from '../../shared/protocol/health.ts';
import { version } from '../platform/process/own-process.ts';
import { Hosts } from './hosts.ts';
import type { Session } from './session.ts';
import { Settings } from '../store/settings.ts';
import { WorkspaceState } from '../store/workspace-state.ts';

/** `lathe doctor`: prints the available runtimes and sandboxes, as the health of a runner does. */
export function doctor(program: Command, session: Session, engine: string): void {
  program
    .command('doctor')
    .description('Show the runtimes, their isolation and what is missing')
    .option('--json', 'print JSON')
    .action(async () => {
      await using opened = new Hosts(session, { provesAnew: true });
      const workspace = await opened.workspaceOf(undefined);
      const entries = [...(await opened.of(undefined)).values()].map(
        async (host): Promise<[string, HostHealth]> => {
          const reason = (await host.missing())?.missing;
          const layers = reason === undefined ? await host.layers() : [];
          return [
            host.id,
            { ready: reason === undefined, layers, ...(reason === undefined ? {} : { reason }) },
          ];
        },
      );
      const hosts = Object.fromEntries(await Promise.all(entries));
      const settings = await Settings.open(session.disk, workspace);
      const state = await new WorkspaceState(session.disk, workspace, settings).told();
      const health: Health = { version, engine, workspace, hosts, loosened: [], ...state };
      await session.answer(health, () => text(health));
    });
}

function text({ version: number, engine, hosts, setAside = [], readOnly }: Health): string {
  const lines = Object.entries(hosts).map(([id, { ready, layers, reason }]) => {
    const state = ready
      ? `ready, inside ${layers.join(', ') || 'nothing'}`
      : (reason ?? 'not ready');
    return `${id}: ${state}`;
  });
  const aside = setAside.map(({ file, as, reason }) =>
    as === undefined
      ? `${file} is damaged. ${reason}`
      : `${file} was set aside as ${as}. ${reason}. Delete it when you no longer need it`,
  );
  const unkept = readOnly ? [readOnly.reason] : [];
  return [`Lathe ${number} on ${engine}`, ...lines, ...aside, ...unkept].join('\n');
}
