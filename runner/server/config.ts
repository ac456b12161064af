export interface Config {
  port: number;
  /** Whether the port was set explicitly, so the runner may not use the next free one. */
  portIsFixed: boolean;
  hostname: string;
  workspace: string;
  /** Every active option that weakens the isolation; each name begins with `dangerously`. */
  loosened: string[];
  /** Fixed tokens from the environment, so that a program need not learn new ones at each start. */
  token: string | undefined;
  userToken: string | undefined;
  json: boolean;
  /** Whether the runner makes trial calls after the start, while it is idle. */
  rehearses: boolean;
}

export type ConfigRead = { ok: true; config: Config } | { ok: false; message: string };

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);
const flags = new Set(['--no-open', '--open', '--json']);
const options = new Set(['--port', '--workspace', '--dangerously-host']);

/** An address as the URL standard writes it: `0`, `0x0` and `0.0.0.0` are the same. */
const canonical = (address: string): string | undefined => {
  const bare = address.includes(':') && !address.startsWith('[') ? `[${address}]` : address;
  try {
    return new URL(`http://${bare}/`).hostname || undefined;
  } catch {
    return undefined;
  }
};

/** Reads the flags of `lathe serve`, then the environment (`LATHE_PORT` and so on), then the defaults. */
export function readConfig(
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
): ConfigRead {
  const given = new Map<string, string>();
  for (let at = 0; at < args.length; at += 1) {
    const [name = '', inline] = (args[at] ?? '').split(/=(.*)/s);
    if (flags.has(name)) {
      given.set(name, '');
      continue;
    }
    const value = inline ?? args[(at += 1)];
    if (!options.has(name)) return wrong(`Unknown option "${name}", only ${known}`);
    if (value === undefined || value === '') return wrong(`"${name}" needs a value`);
    given.set(name, value);
  }

  const port = given.get('--port') ?? env.LATHE_PORT;
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) < 65_536)) {
    return wrong(`"${port}" is not a port: use a number from 0 to 65535`);
  }
  const address = given.get('--dangerously-host') ?? env.LATHE_DANGEROUSLY_HOST;
  const hostname = canonical(address ?? '127.0.0.1');
  if (hostname === undefined) return wrong(`"${address}" is not an address`);
  if (/^(0\.0\.0\.0|\[::(ffff:0:0)?\])$/.test(hostname)) {
    return wrong(`"${address}" would listen on every address: choose one`);
  }
  const short = [env.LATHE_TOKEN, env.LATHE_USER_TOKEN].some((t) => t && t.length < 32);
  if (short) return wrong('LATHE_TOKEN and LATHE_USER_TOKEN need at least 32 characters');
  return {
    ok: true,
    config: {
      port: Number(port ?? 4173),
      portIsFixed: port !== undefined,
      hostname,
      workspace: given.get('--workspace') ?? env.LATHE_WORKSPACE ?? 'workspace',
      loosened: loopback.has(hostname) ? [] : ['dangerously-host'],
      token: env.LATHE_TOKEN || undefined,
      userToken: env.LATHE_USER_TOKEN || undefined,
      json: given.has('--json'),
      rehearses: env.LATHE_REHEARSE !== '0',
    },
  };
}

const known = [...options, ...flags].map((name) => `"${name}"`).join(', ');
const wrong = (message: string): ConfigRead => ({ ok: false, message });
