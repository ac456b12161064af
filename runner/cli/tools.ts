import type { Command } from 'commander';
import { categoryOf } from '../../shared/registry/registry-view.ts';
import { Hosts, openRegistry, settled } from './hosts.ts';
import type { Session } from './session.ts';

interface Options {
  q?: string;
  mode?: string;
  source?: string;
  category?: string;
  tag?: string;
  workspace?: string;
}

/** Parses the option `--mode` of the subcommands that list or call tools. */
export const readMode = (mode: string | undefined): { ok: true; mode?: 'plan' } | { ok: false } => {
  if (mode === undefined) return { ok: true };
  return mode === 'plan' ? { ok: true, mode } : { ok: false };
};

export const NO_MODE = 'Unknown mode: leave out --mode, or use "plan"';

/** `lathe tools`: lists the registry of a workspace as other callers see it, settings included. */
export function tools(program: Command, session: Session): void {
  program
    .command('tools')
    .description('List the tools of a workspace: built-in, authored, external and of MCP servers')
    .option('--q <text>', 'words to search for in names, descriptions, categories and tags')
    .option('--mode <mode>', '"plan" lists only read-only tools')
    .option('--source <id>', 'builtin, authored, external or mcp')
    .option('--category <name>', 'tools of one category')
    .option('--tag <name>', 'tools with one tag')
    .option('--workspace <folder>', 'the workspace to list')
    .option('--json', 'print JSON')
    .action(async ({ workspace, mode, ...query }: Options) => {
      const read = readMode(mode);
      if (!read.ok) return session.fail('usage', NO_MODE);
      await using hosts = new Hosts(session);
      const root =
        workspace === undefined ? await hosts.workspaceOf(undefined) : session.io.path(workspace);
      const { sources } = await openRegistry(root, { session, hosts });
      await settled(sources);
      const { registry } = sources;
      const found = registry.find({ ...query, mode: read.mode });
      const listed = found.map(({ unit, tool, definition }) => ({
        name: tool.name,
        displayName: tool.displayName,
        id: unit.id,
        source: unit.source,
        kind: tool.kind,
        category: categoryOf({ unit, tool, definition }),
        tags: tool.tags,
        description: tool.description.short,
        enabled: registry.isOn(unit, tool),
      }));
      const conflicts = registry.conflicts();
      for (const { name } of conflicts)
        session.io.err(`lathe: "${name}" is hidden: another tool has the same name\n`);
      await session.answer({ tools: listed, conflicts }, () =>
        listed
          .map(({ name, kind, source, enabled, description }) => {
            const [first = ''] = description.split('\n');
            return `${enabled ? ' ' : '-'} ${name.padEnd(28)} ${kind.padEnd(9)} ${source.padEnd(9)} ${first}`;
          })
          .join('\n'),
      );
    });
}
