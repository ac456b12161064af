import { externalId } from '../../../shared/protocol/ids/external-id.ts';
import type { ModuleRights } from '../../../shared/protocol/modules/module-rights.ts';
import type { InitContext } from '../../../shared/registry/define/tool-define.ts';
import type { ModuleJob } from '../../../shared/tool/run/job.ts';
import { nodeDisk } from '../../platform/disk/node-disk.ts';
import { confineModule } from './confine.ts';
import { importMap } from './import-map.ts';
import { layOut } from './lay-out.ts';
import { standIns } from './stand-ins.ts';
import type { Started } from './living.ts';
import { startModule } from './module-process.ts';
import type { Ready } from './prepare.ts';
import type { Session } from './session.ts';
import type { Spares } from './spares.ts';

/** The time limit for loading a module, in milliseconds. */
const LOAD_MS = 10_000;

interface Asked {
  ground: Ready;
  options: {
    filesDirectory: string;
    /** A folder that no grant opens. */
    closed?: string | undefined;
    variable?(name: string): string | undefined;
  };
  job: ModuleJob;
  rights: ModuleRights;
  init?: InitContext | undefined;
  session: Session;
  spares: Spares;
}

/** Returns the process of a module: a prepared one if it has the same permissions, otherwise a new one. */
async function confinementOf({ ground, options, job, rights, spares }: Asked) {
  const places = { tool: '/', kit: '/' };
  const isUsual = importMap(job.files, places) === importMap({}, places);
  const isFree = Object.values(rights).every((list) => list.length === 0);
  const spare = isUsual && isFree ? await spares.take() : undefined;
  const temp = await layOut(job.files, spare?.temp);
  if (spare) return { temp, confined: spare.confined, spawned: spare.spawned };
  const variables = rights.env.flatMap((name): [string, string][] => {
    const value = options.variable?.(name);
    return value === undefined ? [] : [[name, value]];
  });
  const { closed } = options;
  const isThere = closed !== undefined && (await nodeDisk.look(closed)) !== undefined;
  const confined = confineModule(
    ...([ground, temp.path, rights, Object.fromEntries(variables)] as const),
    isThere ? closed : undefined,
  );
  await temp.write('import-map.json', importMap(job.files, confined));
  await temp.makeDirectory('stand-ins');
  for (const [at, { source }] of standIns(job.files, confined.kit).entries()) {
    await temp.write(`stand-ins/${at}.mjs`, source);
  }
  return { temp, confined };
}

/** Writes a module's files, starts its process, and removes the files after its end. */
export async function openModule(asked: Asked): Promise<Started> {
  const { options, job, init, session, spares } = asked;
  const { filesDirectory: cwd } = options;
  // Some tools are named after their folder.
  const folder = externalId.nameIn(job.folder) ?? job.folder;
  const { temp, ...process } = await confinementOf(asked);
  session.pending = [];
  const decoder = new TextDecoder();
  const started = await startModule({
    ...process,
    file: job.file,
    folder,
    cwd,
    // There is no call yet, so the session is the folder's own.
    init: { workingDirectory: cwd, workspace: cwd, agents: [], ...init, sessionId: folder },
    entries: session.entries,
    zod: Object.values(job.files).some((text) => typeof text === 'string' && /\bzod\b/.test(text)),
    loadMs: LOAD_MS,
    pending: (actions) => session.propose(actions),
    log: (level, text) => session.note(level, text),
    printed: (_, bytes) => session.note('print', decoder.decode(bytes, { stream: true })),
  });
  spares.refill();
  if ('exited' in started) void started.exited.then(temp.remove);
  else await temp.remove();
  return started;
}
