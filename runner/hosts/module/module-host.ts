import type { Folder } from '../../../shared/tool/folder.ts';
import type { InitContext } from '../../../shared/registry/define/tool-define.ts';
import type { ModuleRights } from '../../../shared/protocol/modules/module-rights.ts';
import type {
  ModuleSession,
  SessionEvent,
} from '../../../shared/protocol/modules/module-session.ts';
import { unrun, type Ending } from '../../../shared/tool/run/ending.ts';
import type { Host } from '../../../shared/tool/run/host.ts';
import { ModuleJob } from '../../../shared/tool/run/job.ts';
import type { JsonObject } from '../../../shared/tool/json.ts';
import { createHost, type PreparedHost } from '../host.ts';
import { noRights } from './confine.ts';
import { declaredOf } from './declared-of.ts';
import { codeOf } from './lay-out.ts';
import { Living } from './living.ts';
import type { Started } from './living.ts';
import { openModule } from './open-module.ts';
import { performStarted } from './perform-call.ts';
import { prepare } from './prepare.ts';
import type { PrepareOptions, Ready } from './prepare.ts';
import { Session } from './session.ts';
import { openSpare, Spares } from './spares.ts';

/** Whether a module may have tools that are made when they are first wanted. Source: seed 003. */
const mayBeLazy = (files: Folder): boolean =>
  Object.values(files).some((text) => typeof text === 'string' && text.includes('Tool.define'));

const isModuleHost = (host: Host): host is ModuleHost => 'fire' in host && 'surroundings' in host;

export interface ModuleHostOptions extends PrepareOptions {
  /** Where commands of tools run. */
  filesDirectory: string;
  /** A folder that no grant opens: the runner's own records. */
  closed?: string | undefined;
  /** What a person granted to this state of a folder's module. */
  rightsOf?(folder: string, digest: string): Promise<ModuleRights>;
  /** The skills that there are. */
  skills?(): Promise<NonNullable<InitContext['skills']>>;
  /** Values of the environment that may be granted. */
  variable?(name: string): string | undefined;
  /** Modules that stay awake where nobody calls them; 8 where it is left out. */
  most?: number;
  /** Milliseconds until a module that nobody calls is put to sleep; five minutes where it is left out. */
  idleMs?: number;
}

export interface ModuleHost extends Host {
  /** What tools are told of that are made when they are first wanted, as it is now. */
  surroundings(): Promise<InitContext>;
  /** Gives it who knows which agents there are. */
  heed(agents: () => NonNullable<InitContext['agents']>): void;
  /** Tells the living modules of a folder of an event; `keep` results of the session remain. */
  fire(folder: string, event: SessionEvent, keep?: number): Promise<void>;
  sessionOf(folder: string): ModuleSession;
  sleep(folder?: string): Promise<void>;
  pids(): Promise<number[]>;
}

/** Calls at a time, of all modules together; those of one module share its process. */
const WIDTH = 32;

/** TypeScript modules, each in a process of its own that has no rights but those that a person granted. */
export function createModuleHost(options: ModuleHostOptions): ModuleHost {
  const { rightsOf = async () => noRights, most = 8, idleMs = 5 * 60_000 } = options;
  const { filesDirectory: directory, skills = async () => [] } = options;
  let agents: () => NonNullable<InitContext['agents']> = () => [];
  const surroundings = async (): Promise<InitContext> => ({
    ...{ skills: await skills(), agents: agents() },
    ...{ workingDirectory: directory, workspace: directory },
  });
  const living = new Living({ most, idleMs });
  const sessions = new Map<string, Session>();
  const sessionOf = (folder: string) => Session.of(sessions, folder);

  async function use<T>(
    job: ModuleJob,
    ground: Ready,
    work: (started: Started, init?: InitContext) => Promise<T>,
  ): Promise<T> {
    const code = codeOf(job.file, job.files);
    const rights = await rightsOf(job.folder, code);
    // A module whose tools depend on what there is starts anew once that is something else.
    const init = mayBeLazy(job.files) ? await surroundings() : undefined;
    const key = JSON.stringify([job.folder, code, rights, init]);
    const session = sessionOf(job.folder);
    const start = () => openModule({ ground, options, job, rights, init, session, spares });
    return living.use(key, job.folder, start, (started) => work(started, init));
  }

  async function load(job: ModuleJob, ground: Ready): Promise<Ending> {
    const declared = await use(job, ground, async (started, init) =>
      declaredOf(started, job, init),
    );
    const value = JSON.parse(JSON.stringify(declared)) as JsonObject;
    return { ...unrun({ kind: 'finished', exitCode: 0 }), value };
  }

  async function permission(job: ModuleJob, ground: Ready): Promise<Ending> {
    const value = await use(job, ground, async (started) =>
      'call' in started ? started.permission(job.entry ?? '', job.arguments) : {},
    );
    return { ...unrun({ kind: 'finished', exitCode: 0 }), value };
  }

  const host: PreparedHost<Ready> = createHost({
    ...{ id: 'module', name: 'module', width: WIDTH },
    prepare: () => prepare(options),
    async perform(asked, ground, call) {
      const job = ModuleJob.parse(asked);
      if (job.task === 'load') return load(job, ground);
      if (job.task === 'permission') return permission(job, ground);
      let began = false;
      const run = use(job, ground, async (started) => {
        began = true;
        const session = sessionOf(job.folder);
        return performStarted(started, { job, session, layers: ground.layers, ...call });
      });
      return orCancelled(run, call.signal, () => began);
    },
    close: async () => void (await Promise.all([spares.close(), living.sleep()])),
  });
  const spares = new Spares(async () => {
    const ground = await host.ready();
    return 'missing' in ground ? undefined : openSpare(ground);
  }, idleMs);

  return {
    ...host,
    surroundings,
    heed: (given) => void (agents = given),
    async fire(folder, event, keep) {
      const entries = sessions.get(folder)?.keep(keep);
      if (!entries) return;
      const modules = await living.awake(folder);
      await Promise.all(modules.map((module) => module.fire(event, entries)));
    },
    sessionOf: (folder) =>
      // Asking about a folder makes no session of it.
      (sessions.get(folder) ?? new Session()).shown(living.isAwake(folder)),
    sleep: (folder) => living.sleep(folder),
    pids: () => living.pids(),
  };
}

/** Whoever waits behind another call need not wait to be cancelled. */
async function orCancelled(
  run: Promise<Ending>,
  signal: AbortSignal,
  hasBegun: () => boolean,
): Promise<Ending> {
  let cancel = (): void => undefined;
  const cancelled = new Promise<Ending>((settle) => {
    cancel = () => void (hasBegun() || settle(unrun({ kind: 'cancelled' })));
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
  });
  try {
    return await Promise.race([run, cancelled]);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** The host of modules among all hosts, for what only it can be asked. */
export function moduleHostOf(hosts: ReadonlyMap<string, Host>): ModuleHost | undefined {
  const host = hosts.get('module');
  return host && isModuleHost(host) ? host : undefined;
}
