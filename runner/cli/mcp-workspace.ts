import { Channel } from '../channel.ts';
import { declarersHere } from '../library/declarers-here.ts';
import { Library } from '../library/library.ts';
import { watchTools } from '../library/watch-tools.ts';
import { ScriptModules } from '../store/script-modules.ts';
import { Settings } from '../store/settings.ts';
import { ToolStore } from '../store/tool-store.ts';
import { watchFile } from './watch-file.ts';
import { mcpTool } from './mcp-sources.ts';
import type { McpGiven, McpSources } from './mcp-sources.ts';

/**
 * The tools of a workspace that the person has not switched off, with their policies and limits as the
 * settings have them at the moment of a request. A runner may have the same workspace open.
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
      const entries = await new Library(store, settings, modules).entries();
      return entries
        .filter(({ summary }) => summary.enabled)
        .flatMap(({ read: { toolset }, folder: { id } }) =>
          toolset.tools
            .filter(({ definition }) => settings.isToolEnabled(definition.name))
            .map((tool) => {
              const named = { folderName: id, group: toolset.group.name };
              const origin = { path: `${folder}/${id}`, ...named, settings: settings.current };
              return mcpTool(tool, origin, given);
            }),
        );
    },
    async close() {
      await Promise.allSettled(watching.map((one) => one.close()));
    },
  };
}
