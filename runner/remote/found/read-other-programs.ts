import { z } from 'zod';
import type {
  FoundFile,
  FoundServers,
  OtherProgram,
} from '../../../shared/protocol/mcp/found-servers.ts';
import { readOtherServers } from '../../../shared/protocol/mcp/other-programs.ts';
import type { ServerAdded } from '../../../shared/protocol/mcp/servers.ts';
import { denoSealed } from '../../platform/process/programs.ts';
import { runToEnd } from '../../sources/builtin/run-to-end.ts';

const Read = z.array(
  z.object({ path: z.string(), text: z.string().optional(), unreadable: z.string().optional() }),
);
const TIME_MS = 20_000;
const child = decodeURIComponent(new URL('./child/main.ts', import.meta.url).pathname);

export interface Places {
  home: string;
  /** `XDG_CONFIG_HOME`, if it is set. */
  config: string | undefined;
}

/** Returns where each program stores its servers. Source: their documentation. */
function filesOf({ home, config }: Places): [OtherProgram, string][] {
  const own = config?.startsWith('/') === true ? config : `${home}/.config`;
  return [
    ['claude-desktop', `${own}/Claude/claude_desktop_config.json`],
    ['claude-desktop', `${home}/Library/Application Support/Claude/claude_desktop_config.json`],
    ['claude-code', `${home}/.claude.json`],
    ['vscode', `${own}/Code/User/mcp.json`],
    ['vscode', `${own}/Code/User/settings.json`],
    ['cursor', `${home}/.cursor/mcp.json`],
    ['zed', `${own}/zed/settings.json`],
  ];
}

interface ReadFile extends Omit<FoundFile, 'servers'> {
  servers: readonly ServerAdded[];
}

/** Reads other programs' files, in a process that may read only these and do nothing else. */
export async function readOtherPrograms(
  deno: string,
  places: Places,
): Promise<{ files: ReadFile[] } | { problem: string }> {
  // A comma would split a permission into two.
  const files = filesOf(places).filter(([, path]) => !/[,\0\n]/.test(path));
  const paths = files.map(([, path]) => path);
  const ran = await runToEnd(deno, [...denoSealed, `--allow-read=${paths.join(',')}`, child], {
    timeoutMs: TIME_MS,
    input: new TextEncoder().encode(JSON.stringify(paths)),
  });
  const read = Read.safeParse(jsonOf(ran.text));
  if (!read.success)
    return { problem: ran.stderr.trim().split('\n')[0]?.slice(0, 300) || 'It did not answer' };
  return {
    files: read.data.flatMap(({ path, text, unreadable }) => {
      const program = files.find((one) => one[1] === path)?.[0];
      if (program === undefined) return [];
      if (unreadable !== undefined) return [{ program, path, servers: [], left: [], unreadable }];
      const servers = text === undefined ? undefined : readOtherServers(text);
      if (!servers) return [];
      if (servers.ok) return [{ program, path, ...servers.value }];
      // A settings file without servers is normal.
      const isOther = !servers.isBroken;
      return isOther ? [] : [{ program, path, servers: [], left: [], unreadable: servers.message }];
    }),
  };
}

/** Returns what the page gets: no arguments, no paths of addresses and no values, which may all be secret. */
export const foundIn = (
  files: readonly ReadFile[],
  isTaken: (name: string) => boolean,
): FoundServers => ({
  files: files.map(({ servers, ...file }) => ({
    ...file,
    servers: servers.map(({ name, settings: { way }, secrets = {} }) => ({
      ...{ name, type: way.type, secrets: Object.keys(secrets), isTaken: isTaken(name) },
      where: way.type === 'http' ? new URL(way.url).origin : way.command.replace(/^.*\//, ''),
    })),
  })),
});

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
