import { foundId } from '../../../shared/protocol/ids/found-id.ts';
import type { ModuleRights } from '../../../shared/protocol/modules/module-rights.ts';
import type { InitContext } from '../../../shared/registry/define/tool-define.ts';
import type { ModuleJob } from '../../../shared/tool/run/job.ts';
import { nodeDisk } from '../../platform/node-disk.ts';
import { confineModule } from './confine.ts';
import { importMap } from './import-map.ts';
import { layOut } from './lay-out.ts';
import { standIns } from './stand-ins.ts';
import type { Started } from './living.ts';
import { startModule } from './module-process.ts';
import type { Ready } from './prepare.ts';
import type { Session } from './session.ts';
import type { Spares } from './spares.ts';

/** Milliseconds that a module has to load and to say which tools it has. */
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

/** The process of a module: one that stands ready where it needs no more than that has, else its own. */
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

/** Lays out a module's files, starts its process and takes the files away when that has ended. */
export async function openModule(asked: Asked): Promise<Started> {
  const { options, job, init, session, spares } = asked;
  const { filesDirectory: cwd } = options;
  // Some tools are called after their folder.
  const folder = foundId.nameIn(job.folder) ?? job.folder;
  const { temp, ...process } = await confinementOf(asked);
  session.pending = [];
  const decoder = new TextDecoder();
  const started = await startModule({
    ...process,
    file: job.file,
    folder,
    cwd,
    // Nobody has called yet: the session is the folder's own.
    init: { workingDirectory: cwd, workspace: cwd, agents: [], ...init, sessionId: folder },
    entries: session.entries,
    zod: Object.values(job.files).some((text) => typeof text === 'string' && /\bzod\b/.test(text)),
    loadMs: LOAD_MS,
    pending: (actions) => (session.pending = actions),
    log: (level, text) => session.note(level, text),
    printed: (_, bytes) => session.note('print', decoder.decode(bytes, { stream: true })),
  });
  spares.refill();
  if ('exited' in started) void started.exited.then(temp.remove);
  else await temp.remove();
  return started;
}
