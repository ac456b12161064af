import { fileURLToPath } from 'node:url';
import { externalId } from '../../../../shared/protocol/ids/external-id.ts';
import type { Host } from '../../../../shared/tool/run/host.ts';
import { ModuleJob } from '../../../../shared/tool/run/job.ts';
import { createHost } from '../../host.ts';
import { layOut } from '../../module/lay-out.ts';
import { standIns } from '../../module/stand-ins.ts';
import { Living, type Started } from '../../module/living.ts';
import { startModule } from '../../module/module-process.ts';
import { performStarted } from '../../module/perform-call.ts';
import { Session } from '../../module/session.ts';

const LOAD_MS = 20_000;
const IDLE_MS = 5 * 60_000;
const program = fileURLToPath(new URL('./module.mjs', import.meta.url));
const kit = program.slice(0, program.lastIndexOf('/'));
const INSTALL = 'run "npm install" in the folder of the tools';

/** Creates the host that runs TypeScript modules, each in its own Node process with the user's permissions. */
export function createPlainModuleHost(filesDirectory: string): Host {
  const living = new Living({ most: 8, idleMs: IDLE_MS });
  const sessions = new Map<string, Session>();

  return createHost({
    ...{ id: 'module', name: 'module' },
    async prepare() {
      try {
        import.meta.resolve('tsx');
        return { layers: [] };
      } catch {
        return { missing: `"tsx" is not installed, and TypeScript needs it; ${INSTALL}` };
      }
    },
    async perform(asked, { layers }, call) {
      const job = ModuleJob.parse(asked);
      const session = Session.of(sessions, job.folder);
      return living.use(
        job.folder,
        job.folder,
        () => start(job, session, filesDirectory),
        (started) => performStarted(started, { job, session, layers, ...call }),
      );
    },
    close: () => living.sleep(),
  });
}

/** Writes a module's files and starts it in a Node process that resolves its imports. */
async function start(job: ModuleJob, session: Session, cwd: string): Promise<Started> {
  const temp = await layOut(job.files);
  await temp.write('package.json', '{"type":"module"}');
  await temp.makeDirectory('stand-ins');
  const imports: Record<string, string> = {};
  for (const [at, { from, source }] of standIns(job.files, kit).entries()) {
    imports[from] = `file://${await temp.write(`stand-ins/${at}.mjs`, source)}`;
  }
  const env = { ...process.env, LATHE_IMPORTS: JSON.stringify(imports) };
  const started = await startModule({
    confined: {
      command: process.execPath,
      args: ['--import', import.meta.resolve('tsx'), program],
      env: Object.fromEntries(
        Object.entries(env).filter((row): row is [string, string] => row[1] !== undefined),
      ),
      tool: temp.path,
      kit,
    },
    ...{
      file: job.file,
      folder: externalId.nameIn(job.folder) ?? job.folder,
      cwd,
      entries: session.entries,
    },
    zod: Object.values(job.files).some((text) => typeof text === 'string' && /\bzod\b/.test(text)),
    loadMs: LOAD_MS,
    pending: (actions) => (session.pending = actions),
    log: (level, text) => session.note(level, text),
    printed: () => undefined,
  });
  if ('exited' in started) void started.exited.then(temp.remove);
  else await temp.remove();
  return started;
}
