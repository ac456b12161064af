import type { Deciders } from '../../shared/registry/approve.ts';
import { Registry } from '../../shared/registry/registry.ts';
import type { Tool } from '../../shared/registry/tool.ts';
import { keptRefusal } from '../calls/approvals.ts';
import type { Disk } from '../platform/disk.ts';
import type { Platform, Watching } from '../platform/platform.ts';
import type { Offer } from '../server/mcp/offer.ts';
import type { RunnerUnit } from '../sources/unit.ts';
import { Grants } from '../store/grants.ts';
import { readUnit } from '../sources/workspace/read-unit.ts';
import { watchTools } from '../sources/workspace/watch-tools.ts';
import { callTool } from './call-tool.ts';
import { openRegistry } from './hosts.ts';
import type { Hosts, OpenRegistry } from './hosts.ts';
import { openSource } from './open-source.ts';
import { problemLines } from './session.ts';
import type { Session } from './session.ts';
import type { Switches } from './switches.ts';

const everyMs = 1_000;

/** What both kinds of offers work with. */
export interface McpGiven {
  session: Session;
  platform: Platform;
  hosts: Hosts;
  ask: Deciders['ask'];
  mode: 'plan' | undefined;
  /** Hears that the tools may be others now. */
  changed(): void;
}

export interface ClosableOffer extends Offer {
  close(): Promise<void>;
}

/**
 * The tools of a workspace that the person has not switched off, with the policies, limits and refusals of
 * the moment of a request. A runner may have the same workspace open.
 */
export async function workspaceOffer(workspace: string, given: McpGiven): Promise<ClosableOffer> {
  const { session, platform, hosts, mode, changed } = given;
  const { disk } = session;
  let open: Promise<OpenRegistry> = openRegistry(workspace, given);
  const again = () => {
    open = openRegistry(workspace, given);
    changed();
  };
  const watching = [
    await watchTools(platform.watch, `${workspace}/tools`, {
      mark: (ids) => void open.then(({ sources }) => sources.workspace.mark(ids)),
      tell: changed,
    }),
    await watchFile(disk, `${workspace}/.lathe/settings.json`, again),
  ];
  return {
    async tools(isList) {
      const { sources } = await open;
      await (isList ? sources.fresh() : sources.follow());
      return sources.registry.offered(mode);
    },
    async call({ tool, unit }, asked, tell, signal) {
      const { settings } = await open;
      // What is refused for good may have been so a moment ago, in the page of a runner.
      const grants = await Grants.open(disk, workspace);
      if (grants.isDamaged) settings.askAlways();
      const refused: Deciders['refused'] = (known, text) =>
        keptRefusal(grants, known, text, unit.hash);
      const context = { ...asked.context, mode: mode ?? asked.context.mode };
      const call = { path: undefined, tool, group: unit.group, ...asked, context };
      const decided = { ask: given.ask, refused, settings: settings.current };
      return callTool(call, hosts, decided, signal, tell);
    },
    async close() {
      await Promise.allSettled(watching.map((one) => one.close()));
    },
  };
}

/** The tools of folders and files by their paths; each is read again when it changes. */
export async function pathsOffer(
  paths: readonly string[],
  given: McpGiven,
): Promise<ClosableOffer | { missing: string }> {
  const { session, hosts, mode, changed } = given;
  const switches = new Map<string, Switches>();
  const isOff = ({ id, switchedAs }: RunnerUnit, tool: Tool) =>
    switches.get(id)?.off(tool, switchedAs) !== undefined;
  const registry = new Registry<RunnerUnit>((unit, tool) => !isOff(unit, tool));
  const stale = new Set<string>();
  const ids = [...new Set(paths)];
  /** Where each path lies, or why it cannot be read. */
  const read = async (path: string): Promise<{ lies: string } | { missing: string }> => {
    const source = await openSource(session, path, hosts);
    if (!source.ok) return { missing: source.message };
    const { read: found, name, files } = source;
    if (found.problems.length > 0) session.io.err(`${problemLines(found.problems)}\n`);
    const { engine } = await hosts.engine(source.path);
    // Paths stand for themselves: of two folders with one name both are there.
    const id = `${ids.indexOf(path)}:${source.path}`;
    switches.set(id, await hosts.switches(source.path));
    const folder = { id, etag: '', modifiedAt: 0, files, problems: [] };
    const unit = readUnit(folder, found, [], engine);
    const hash = crypto.randomUUID();
    registry.put({
      ...{ ...unit, source: 'authored', hash, group: unit.group || name },
      rank: ids.indexOf(path),
    });
    return { lies: source.path };
  };
  const watching: Watching[] = [];
  for (const path of paths) {
    const found = await read(path);
    if ('missing' in found) return found;
    const isChanged = () => {
      stale.add(path);
      changed();
    };
    watching.push(await watchPath(given, found.lies, isChanged));
  }
  const isSwitched = () => {
    registry.touch();
    changed();
  };
  for (const file of new Set([...switches.values()].map(({ file }) => file)))
    watching.push(await watchFile(session.disk, file, isSwitched));
  return {
    async tools() {
      for (const path of [...stale]) {
        stale.delete(path);
        // What has gone keeps its place, should it come back.
        await read(path);
      }
      return registry.offered(mode);
    },
    async call({ tool, unit }, asked, tell, signal) {
      // The list may be older than the switch.
      const found = registry.unit(unit.id);
      if (found && isOff(found, tool)) return undefined;
      const context = { ...asked.context, mode: mode ?? asked.context.mode };
      const path = unit.id.replace(/^\d+:/, '');
      const call = { path, tool, group: unit.group, ...asked, context };
      return callTool(call, hosts, { ask: given.ask }, signal, tell);
    },
    async close() {
      await Promise.allSettled(watching.map((one) => one.close()));
    },
  };
}

/** Watches a folder with all that is in it, or a file. */
const watchPath = async (
  { session: { disk }, platform }: McpGiven,
  path: string,
  changed: () => void,
): Promise<Watching> =>
  (await disk.list(path)) === undefined
    ? watchFile(disk, path, changed)
    : platform.watch(path, changed);

/**
 * Calls back when a file is made, changed or removed. It is looked at from time to time, since an engine
 * watches what is there alone, and loses a file that another takes the place of.
 */
async function watchFile(disk: Disk, path: string, changed: () => void): Promise<Watching> {
  const look = async () => (await disk.look(path))?.modifiedAt;
  let known = await look();
  const timer = setInterval(() => {
    void look().then((now) => {
      if (now === known) return;
      known = now;
      changed();
    });
  }, everyMs);
  return { close: async () => clearInterval(timer) };
}
