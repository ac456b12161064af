import type { InvokeParts } from '../../shared/registry/invoke-parts.ts';
import { Channel } from '../server/channel.ts';
import { declarersHere } from '../sources/workspace/declarers-here.ts';
import { Library } from '../sources/workspace/library.ts';
import { keptRefusal } from '../calls/kept-refusal.ts';
import { watchTools } from '../sources/workspace/watch-tools.ts';
import { ScriptModules } from '../store/script-modules.ts';
import { Grants } from '../store/grants.ts';
import { Settings } from '../store/settings.ts';
import { ToolStore } from '../store/tool-store.ts';
import { watchFile } from './watch-file.ts';
import { mcpTool } from './mcp-sources.ts';
import type { McpGiven, McpSources } from './mcp-sources.ts';

/**
 * The tools of a workspace that the person has not switched off, with the policies, limits and refusals of
 * the moment of a request. A runner may have the same workspace open.
 */
export async function mcpWorkspace(workspace: string, given: McpGiven): Promise<McpSources> {
  const { session, platform, hosts, changed } = given;
  const { disk } = session;
  const folder = `${workspace}/tools`;
  const store = new ToolStore(disk, workspace);
  const modules = new ScriptModules({
    disk,
    workspace,
    declarers: declarersHere(await hosts.of(`${folder}/any`)),
    log: (line) => session.io.err(`lathe: ${line}\n`),
    ready: changed,
  });
  const channel = new Channel();
  channel.listen(changed, false);
  const watching = [
    await watchTools(platform.watch, folder, channel),
    await watchFile(disk, `${workspace}/.lathe/settings.json`, changed),
  ];
  return {
    async tools() {
      const settings = await Settings.open(disk, workspace);
      const grants = await Grants.open(disk, workspace);
      if (grants.isDamaged) settings.askAlways();
      const { current } = settings;
      const entries = await new Library(store, settings, modules).entries();
      return entries
        .filter(({ summary }) => summary.enabled)
        .flatMap(({ read: { toolset }, folder: { id, etag } }) => {
          const origin = { path: `${folder}/${id}`, folderName: id, group: toolset.group.name };
          const refused: InvokeParts['refused'] = (known, text) =>
            keptRefusal(grants, known, text, etag);
          return toolset.tools
            .filter(({ definition }) => settings.isToolEnabled(definition.name))
            .map((tool) =>
              mcpTool(tool, origin, given, { settings: current, limits: current.limits, refused }),
            );
        });
    },
    async close() {
      await Promise.allSettled(watching.map((one) => one.close()));
    },
  };
}
