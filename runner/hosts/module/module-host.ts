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

/** Whether a module may have tools that are created at their first use. Source: seed 003. */
const mayBeLazy = (files: Folder): boolean =>
  Object.values(files).some((text) => typeof text === 'string' && text.includes('Tool.define'));

const isModuleHost = (host: Host): host is ModuleHost => 'fire' in host && 'surroundings' in host;

export interface ModuleHostOptions extends PrepareOptions {
  /** The working directory of commands. */
  filesDirectory: string;
  /** A folder that no grant opens: the runner's own records. */
  closed?: string | undefined;
  /** Returns the permissions that a person granted to this state of a folder's module. */
  rightsOf?(folder: string, digest: string): Promise<ModuleRights>;
  /** Returns the available skills. */
  skills?(): Promise<NonNullable<InitContext['skills']>>;
  /** Returns environment variables that may be granted. */
  variable?(name: string): string | undefined;
  /** How many idle modules stay awake; 8 by default. */
  most?: number;
  /** How long an idle module stays awake, in milliseconds; five minutes by default. */
  idleMs?: number;
}

export interface ModuleHost extends Host {
  /** Returns the current context for tools that are created at their first use. */
  surroundings(): Promise<InitContext>;
  /** Sets how to list the agents. */
  heed(agents: () => NonNullable<InitContext['agents']>): void;
  /** Passes an event to the running modules of a folder; the first `keep` results of the session stay. */
  fire(folder: string, event: SessionEvent, keep?: number): Promise<void>;
  sessionOf(folder: string): ModuleSession;
  sleep(folder?: string): Promise<void>;
  pids(): Promise<number[]>;
}

/** The limit of running calls of all modules; those of one module share its process. */
const WIDTH = 32;

/**
 * Creates the host of TypeScript modules: each in its own process, with only the permissions that a person granted.
 */
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
    // A module with lazy tools starts again if their context changed.
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
      // Reading a session does not create one.
      (sessions.get(folder) ?? new Session()).shown(living.isAwake(folder)),
    sleep: (folder) => living.sleep(folder),
    pids: () => living.pids(),
  };
}

/** Settles at once on a cancel, even behind another call. */
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

/** Returns the host of modules among all hosts, for its own methods. */
export function moduleHostOf(hosts: ReadonlyMap<string, Host>): ModuleHost | undefined {
  const host = hosts.get('module');
  return host && isModuleHost(host) ? host : undefined;
}
