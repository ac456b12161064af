import type { HostHealth } from '../../shared/protocol/health.ts';
import type { Host } from '../../shared/tool/run/host.ts';
import type { Config } from './config.ts';
import { openPython } from '../hosts/open-python.ts';
import type { Answer, Listening, Platform } from '../platform/platform.ts';
import { isLocked } from '../store/runs/open-history.ts';
import { newSecret } from '../store/secrets.ts';
import { clearLeftovers, openWorkspace } from '../store/workspace.ts';
import { ownLocale, version } from '../platform/process/own-process.ts';

export interface Served {
  /** The page's address with its one-time token. */
  url: string;
  /** The programs' tokens. */
  token: string;
  userToken: string;
  close(): Promise<void>;
}

const portsToTry = 20;
/** After Python is ready, waiting calls have the processor to themselves for this long. */
const headStartMs = 400;
/** How long the other parts wait for Python's processes to start. */
const longestWaitMs = 1_000;

/** Opens a workspace and serves it until it is closed. An error message says what to do. */
export async function serve(given: {
  platform: Platform;
  config: Config;
  /** The project's folder, without a trailing slash. */
  home: string;
  log(line: string): void;
}): Promise<{ ok: true; served: Served } | { ok: false; message: string }> {
  const { platform, config, home, log } = given;
  const began = Date.now();
  const examples = `${home}/examples`;
  const workspace = await openWorkspace(platform.disk, config.workspace, examples, ownLocale());
  const secrets = {
    page: newSecret(),
    admin: config.token ?? newSecret(),
    user: config.userToken ?? newSecret(),
  };
  let [boundTo, port] = ['', 0];
  const address = () => ({ boundTo, port, authorities: authoritiesOf(config.hostname, port) });
  const progress = new Map<string, HostHealth['progress']>();
  const ready = async (host: Host): Promise<void> => {
    await host.missing().catch((error: unknown) => log(`${host.id}: ${String(error)}`));
  };
  const tell = (host: string, step: HostHealth['progress']) => progress.set(host, step);
  // Python takes longest, so its processes start while this one loads the other parts.
  let begin = (): void => undefined;
  const begun = new Promise<void>((settle) => (begin = settle));
  const python = openPython(workspace, { tell, begun: begin });
  const first = ready(python);
  // Serve the page even if Python is late.
  const late = setTimeout(begin, longestWaitMs);
  await Promise.race([begun, first]);
  clearTimeout(late);
  const { openHosts } = await import('../hosts/open-hosts.ts');
  const { openApp } = await import('./open-app.ts');
  const hosts = openHosts(workspace, tell, true, undefined, python);
  const closeHosts = () => Promise.all([...hosts.values()].map((host) => host.close()));
  /** An error is reported at once, before everything that is still starting has ended. */
  const refuse = (message: string) => {
    void closeHosts();
    return { ok: false as const, message };
  };
  let app;
  try {
    const secret = { secrets, hosts, progress, address, log };
    app = await openApp({ platform, config, workspace, home, version, ...secret });
  } catch (error) {
    const refused = refuse(
      `The workspace "${workspace}" is open in another runner: stop that one, or choose another with --workspace`,
    );
    if (!isLocked(error)) throw error;
    return refused;
  }

  const listening = await listenNear(platform, config, app.answer);
  if (listening === 'taken') {
    app.close();
    return refuse(
      `Port ${config.port} is in use: stop the program that uses it, or choose another with --port`,
    );
  }
  [boundTo, port] = [listening.address, listening.port];
  clearLeftovers(platform.disk, workspace, began).catch((error: unknown) => log(String(error)));
  // The other hosts prepare afterwards, so they do not delay Python; a call prepares its host earlier.
  let isClosing = false;
  const openRest = () => {
    if (isClosing) return;
    for (const host of hosts.values()) void ready(host);
    if (config.rehearses) void app.rehearse();
  };
  void first.then(() => setTimeout(openRest, headStartMs));
  return {
    ok: true,
    served: {
      url: `http://${config.hostname}:${port}/#token=${secrets.page}`,
      token: secrets.admin,
      userToken: secrets.user,
      async close() {
        isClosing = true;
        await Promise.allSettled([app.stop(), closeHosts()]);
        await listening.close();
        app.close();
      },
    },
  };
}

async function listenNear(
  platform: Platform,
  config: Config,
  answer: Answer,
): Promise<Listening | 'taken'> {
  const hostname = config.hostname.replace(/^\[(.*)\]$/, '$1');
  const tries = config.portIsFixed ? 1 : portsToTry;
  for (let ahead = 0; ahead < tries; ahead += 1) {
    const listening = await platform.listen(answer, { hostname, port: config.port + ahead });
    if (listening !== 'taken') return listening;
  }
  return 'taken';
}

/** The exact values of `Host` that mean this runner. */
function authoritiesOf(hostname: string, port: number): string[] {
  const names = new Set(['127.0.0.1', 'localhost', '[::1]', hostname]);
  return [...names].flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
}
