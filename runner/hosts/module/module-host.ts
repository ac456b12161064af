import type { ModuleRights } from '../../../shared/protocol/module-rights.ts';
import type { ModuleSession, SessionEvent } from '../../../shared/protocol/module-session.ts';
import type { Ending } from '../../../shared/tool/ending.ts';
import type { Host } from '../../../shared/tool/host.ts';
import { ModuleJob } from '../../../shared/tool/job.ts';
import type { JsonObject } from '../../../shared/tool/json.ts';
import { noRights } from './confine.ts';
import { declaredOf, refusedOf } from './declared-of.ts';
import { codeOf } from './lay-out.ts';
import { Living } from './living.ts';
import type { Started } from './living.ts';
import { openModule } from './open-module.ts';
import { performCall } from './perform-call.ts';
import { prepare } from './prepare.ts';
import type { Prepared, PrepareOptions } from './prepare.ts';
import { Session } from './session.ts';
import { openSpare, Spares } from './spares.ts';

const isModuleHost = (host: Host): host is ModuleHost => 'fire' in host && 'sessionOf' in host;

export interface ModuleHostOptions extends PrepareOptions {
  /** Where commands of tools run. */
  filesDirectory: string;
  /** What a person granted to this state of a folder's module. */
  rightsOf?(folder: string, digest: string): Promise<ModuleRights>;
  /** Values of the environment that may be granted. */
  variable?(name: string): string | undefined;
  /** Modules that stay awake where nobody calls them; 8 where it is left out. */
  most?: number;
  /** Milliseconds until a module that nobody calls is put to sleep; five minutes where it is left out. */
  idleMs?: number;
}

export interface ModuleHost extends Host {
  /** Tells the living modules of a folder of an event; `keep` results of the session remain. */
  fire(folder: string, event: SessionEvent, keep?: number): Promise<void>;
  sessionOf(folder: string): ModuleSession;
  sleep(folder?: string): Promise<void>;
  pids(): Promise<number[]>;
}

const nothing = { stdout: '', stderr: '', output: '', truncated: false, durationMs: 0 };
const unavailable = (reason: string): Ending => ({ kind: 'unavailable', reason, ...nothing });

/** TypeScript modules, each in a process of its own that has no rights but those that a person granted. */
export function createModuleHost(options: ModuleHostOptions): ModuleHost {
  const { rightsOf = async () => noRights, most = 8, idleMs = 5 * 60_000 } = options;
  const living = new Living({ most, idleMs });
  const spares = new Spares(async () => {
    const ground = await ready();
    return 'missing' in ground ? undefined : openSpare(ground);
  }, idleMs);
  const sessions = new Map<string, Session>();
  let preparing: Promise<Prepared> | undefined;
  const ready = () => (preparing ??= prepare(options));
  const sessionOf = (folder: string): Session => {
    const session = sessions.get(folder) ?? new Session();
    sessions.set(folder, session);
    return session;
  };

  async function use<T>(job: ModuleJob, work: (started: Started) => Promise<T>): Promise<T> {
    const ground = await ready();
    if ('missing' in ground) throw new Error(ground.missing);
    const code = codeOf(job.file, job.files);
    const rights = await rightsOf(job.folder, code);
    const key = `${job.folder}\0${code}\0${JSON.stringify(rights)}`;
    const session = sessionOf(job.folder);
    const start = () => openModule({ ground, options, job, rights, session, spares });
    return living.use(key, job.folder, start, work);
  }

  async function load(job: ModuleJob): Promise<Ending> {
    const source = job.files[job.file];
    const declared = await use(job, async (started) => {
      if ('refusal' in started) return refusedOf(started.refusal);
      if ('died' in started) return refusedOf({ code: 'threw', message: started.died });
      return declaredOf(started.loaded, typeof source === 'string' ? source : '');
    });
    const value = JSON.parse(JSON.stringify(declared)) as JsonObject;
    return { kind: 'finished', exitCode: 0, ...nothing, value };
  }

  return {
    id: 'module',
    async missing() {
      const ground = await ready();
      return 'missing' in ground ? ground.missing : undefined;
    },
    async layers() {
      const ground = await ready();
      return 'missing' in ground ? [] : ground.layers;
    },
    async perform(asked, tell, signal, services) {
      try {
        const job = ModuleJob.parse(asked);
        const ground = await ready();
        if ('missing' in ground) return unavailable(ground.missing);
        if (job.task === 'load') return await load(job);
        let began = false;
        const run = use(job, async (started): Promise<Ending> => {
          began = true;
          if (signal.aborted) return { kind: 'cancelled', ...nothing };
          if ('refusal' in started) {
            const fault = { class: 'LoadError', message: started.refusal.message };
            return { kind: 'failed', exitCode: 1, fault, ...nothing };
          }
          if ('died' in started) return { kind: 'crashed', reason: started.died, ...nothing };
          const session = sessionOf(job.folder);
          const { layers } = ground;
          return performCall(started, { job, session, layers, tell, signal, services });
        });
        // Whoever waits behind another call need not wait to be cancelled.
        let cancel = (): void => undefined;
        const cancelled = new Promise<Ending>((settle) => {
          cancel = () => void (began || settle({ kind: 'cancelled', ...nothing }));
          signal.addEventListener('abort', cancel, { once: true });
          if (signal.aborted) cancel();
        });
        try {
          return await Promise.race([run, cancelled]);
        } finally {
          signal.removeEventListener('abort', cancel);
        }
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        return { kind: 'crashed', reason: `The module host broke: ${reason}`, ...nothing };
      }
    },
    async fire(folder, event, keep) {
      const session = sessions.get(folder);
      if (!session) return;
      if (keep !== undefined) session.entries = session.entries.slice(0, keep);
      const modules = await living.awake(folder);
      await Promise.all(modules.map((module) => module.fire(event, session.entries)));
    },
    sessionOf(folder) {
      // Asking about a folder makes no session of it.
      const { entries, pending, log } = sessions.get(folder) ?? new Session();
      const state = living.isAwake(folder) ? 'awake' : entries.length > 0 ? 'asleep' : 'absent';
      return {
        state,
        entries: entries.map(({ id, tool, at, outcome: { content, isError } }) => {
          const texts = content.map((piece) => (piece.type === 'text' ? piece.text : '[image]'));
          return { id, tool, at, text: texts.join('\n').slice(0, 2000), isError };
        }),
        pending,
        log: log.slice(-100),
      };
    },
    sleep: (folder) => living.sleep(folder),
    pids: () => living.pids(),
    close: async () => void (await Promise.all([spares.close(), living.sleep()])),
  };
}

/** The host of modules among all hosts, for what only it can be asked. */
export function moduleHostOf(hosts: ReadonlyMap<string, Host>): ModuleHost | undefined {
  const host = hosts.get('module');
  return host && isModuleHost(host) ? host : undefined;
}
