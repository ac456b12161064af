import { mcpTool } from './mcp-sources.ts';
import type { McpGiven, McpSources } from './mcp-sources.ts';
import { openSource } from './open-source.ts';
import type { Source } from './open-source.ts';
import { problemLines } from './problem-lines.ts';
import { watchFile } from './watch-file.ts';

/** The tools of folders and files by their paths; each is read again when it changes. */
export async function mcpPaths(
  paths: readonly string[],
  given: McpGiven,
): Promise<McpSources | { missing: string }> {
  const { session, platform, hosts, changed } = given;
  const read = async (path: string) => {
    const source = await openSource(session, path, hosts);
    if (source.ok && source.read.problems.length > 0) {
      session.io.err(`${problemLines(source.read.problems)}\n`);
    }
    return source;
  };
  const sources = new Map<string, Source>();
  const stale = new Set<string>();
  for (const path of paths) {
    const source = await read(path);
    if (!source.ok) return { missing: source.message };
    sources.set(path, source);
  }
  const watching = await Promise.all(
    [...sources].map(async ([path, source]) => {
      const isChanged = () => {
        stale.add(path);
        changed();
      };
      const isFolder = (await session.disk.list(source.path)) !== undefined;
      return isFolder
        ? platform.watch(source.path, isChanged)
        : watchFile(session.disk, source.path, isChanged);
    }),
  );
  return {
    async tools() {
      for (const path of [...stale]) {
        stale.delete(path);
        const source = await read(path);
        // What has gone keeps its place, should it come back.
        if (source.ok) sources.set(path, source);
      }
      return [...sources.values()].flatMap(({ path, name, read: { toolset } }) =>
        toolset.tools.map((tool) =>
          mcpTool(tool, { path, folderName: name, group: toolset.group.name }, given),
        ),
      );
    },
    async close() {
      await Promise.allSettled(watching.map((one) => one.close()));
    },
  };
}
