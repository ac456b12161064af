import type { Deciders } from '../../../shared/registry/approval/approve.ts';
import { Registry } from '../../../shared/registry/registry.ts';
import type { Tool } from '../../../shared/registry/tool.ts';
import { keptRefusal } from '../../calls/approvals.ts';
import type { Platform, Watching } from '../../platform/platform.ts';
import { ABOUT, besideTools, instructionsOf } from '../../server/mcp/beside-tools.ts';
import { openIcons } from '../../server/mcp/icons.ts';
import type { Offer } from '../../server/mcp/offer.ts';
import type { RunnerUnit } from '../../sources/unit.ts';
import { Grants } from '../../store/grants.ts';
import { readUnit } from '../../sources/workspace/read-unit.ts';
import { watchFile, watchServers, watchTools } from '../../sources/workspace/watch-tools.ts';
import { callTool, switchesAt, type Switches } from '../call-tool.ts';
import { openRegistry, type Hosts, type OpenRegistry } from '../hosts.ts';
import { openSource } from '../open-source.ts';
import { problemLines, type Session } from '../session.ts';

/** The input of both kinds of offers. */
export interface McpGiven {
  session: Session;
  platform: Platform;
  hosts: Hosts;
  ask: Deciders['ask'];
  mode: 'plan' | undefined;
  /** Called when the list of tools may have changed. */
  changed(): void;
}

export interface ClosableOffer extends Offer {
  close(): Promise<void>;
}

/**
 * Offers the enabled tools of a workspace, with the policies, limits and denials at the time of each request. A
 * runner may have the workspace open at the same time.
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
    ...(await watchServers(disk, workspace, changed)),
  ];
  // The capability must be known at once, so it comes from the last read of the settings.
  let sharesFiles = false;
  const offered = async () => {
    const { sources, settings } = await open;
    sharesFiles = settings.current.mcp.shareFiles;
    await sources.follow();
    return sources.registry.offered(mode);
  };
  await offered();
  return {
    ...besideTools({ disk, workspace, offered, sharesFiles: () => sharesFiles }),
    async tools(isList) {
      const { sources } = await open;
      await (isList ? sources.fresh() : sources.follow());
      return offered();
    },
    async call({ tool, unit }, asked, tell, signal) {
      const { settings } = await open;
      // The runner may have stored a denial a moment ago.
      const grants = await Grants.open(disk, workspace);
      if (grants.isDamaged) settings.askAlways();
      const refused: Deciders['refused'] = (known, text) =>
        keptRefusal(grants, known, text, tool.hash ?? unit.hash);
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

/** Reads tools at paths into a registry, with the settings of their workspaces. */
function pathsHeld(ids: readonly string[], { session, hosts }: McpGiven) {
  const switches = new Map<string, Switches>();
  const isOff = ({ id, switchedAs }: RunnerUnit, tool: Tool) =>
    switches.get(id)?.off(tool, switchedAs) !== undefined;
  const registry = new Registry<RunnerUnit>((unit, tool) => !isOff(unit, tool));
  const switchFiles = () => new Set([...switches.values()].map(({ file }) => file));
  return {
    ...{ registry, isOff, switchFiles },
    /** Returns the real path, or why it cannot be read. */
    async read(path: string): Promise<{ lies: string } | { missing: string }> {
      const source = await openSource(session, path, hosts);
      if (!source.ok) return { missing: source.message };
      const { read: found, name, files } = source;
      if (found.problems.length > 0) session.io.err(`${problemLines(found.problems)}\n`);
      const { engine } = await hosts.engine(source.path);
      const rank = ids.indexOf(path);
      // The id contains the position, so two folders with the same name are both listed.
      const id = `${rank}:${source.path}`;
      switches.set(id, await switchesAt(source.path, hosts));
      const folder = { id, etag: '', modifiedAt: 0, files, problems: [] };
      const unit = readUnit(folder, found, [], engine);
      const more = {
        source: 'authored',
        hash: crypto.randomUUID(),
        rank: ids.indexOf(path),
      } as const;
      registry.put({ ...unit, ...more, group: unit.group || name });
      return { lies: source.path };
    },
  };
}

/** Offers the tools of folders and files; each is read again when it changes. */
export async function pathsOffer(
  paths: readonly string[],
  given: McpGiven,
): Promise<ClosableOffer | { missing: string }> {
  const { session, hosts, mode, changed } = given;
  const held = pathsHeld([...new Set(paths)], given);
  const stale = new Set<string>();
  const watching: Watching[] = [];
  for (const path of paths) {
    const found = await held.read(path);
    if ('missing' in found) return found;
    const isChanged = () => {
      stale.add(path);
      changed();
    };
    watching.push(await watchPath(given, found.lies, isChanged));
  }
  const isSwitched = () => {
    held.registry.touch();
    changed();
  };
  for (const file of held.switchFiles())
    watching.push(await watchFile(session.disk, file, isSwitched));
  return {
    about: ABOUT,
    icon: openIcons(session.disk),
    instructions: async () => instructionsOf(held.registry.offered(mode)),
    resources: () => undefined,
    async tools() {
      for (const path of [...stale]) {
        stale.delete(path);
        // A deleted path keeps its place in case it returns.
        await held.read(path);
      }
      return held.registry.offered(mode);
    },
    async call({ tool, unit }, asked, tell, signal) {
      // The setting may have changed since the list.
      const found = held.registry.unit(unit.id);
      if (found && held.isOff(found, tool)) return undefined;
      const context = { ...asked.context, mode: mode ?? asked.context.mode };
      const place = { path: unit.id.replace(/^\d+:/, ''), group: unit.group };
      const call = { ...place, tool, ...asked, context };
      return callTool(call, hosts, { ask: given.ask }, signal, tell);
    },
    async close() {
      await Promise.allSettled(watching.map((one) => one.close()));
    },
  };
}

/** Watches a folder with its contents, or a file. */
const watchPath = async (
  { session: { disk }, platform }: McpGiven,
  path: string,
  changed: () => void,
): Promise<Watching> =>
  (await disk.list(path)) === undefined
    ? watchFile(disk, path, changed)
    : platform.watch(path, changed);
