import { writeJson } from '../../shared/tool/exact-number.ts';
import type { Command } from 'commander';
import { providers } from '../../shared/schema/providers.ts';
import { readsOnly, type Definition } from '../../shared/tool/definition.ts';
import type { Json } from '../../shared/tool/json.ts';
import type { Loss } from '../../shared/tool/format.ts';
import { exitCode } from './session.ts';
import type { Session } from './session.ts';
import { Hosts, openRegistry, settled } from './hosts.ts';
import { openSource } from './open-source.ts';
import { NO_MODE, readMode } from './tools.ts';

interface Options {
  provider: string;
  strict?: boolean;
  mode?: string;
  workspace?: string;
}

/**
 * Returns the definitions at a path; otherwise those of the workspace's tool or unit (such as `mcp:NAME`) with this
 * name.
 */
async function definitionsAt(
  session: Session,
  hosts: Hosts,
  path: string,
): Promise<{ definitions: Definition[] } | { missing: string }> {
  const source = await openSource(session, path, hosts);
  if (source.ok)
    return { definitions: source.read.toolset.tools.map(({ definition }) => definition) };
  if (/[/\\]/.test(path)) return { missing: source.message };
  const { sources } = await openRegistry(await hosts.workspaceOf(undefined), { session, hosts });
  await settled(sources);
  const named = sources.registry
    .offered()
    .filter(({ unit, tool }) => tool.name === path || unit.id === path);
  if (named.length > 0) return { definitions: named.map(({ definition }) => definition) };
  return { missing: `${source.message}, and no tool or server of the workspace has that name` };
}

/** `lathe declarations`: prints what a provider would get for these tools, and the losses of each declaration. */
export function declarations(program: Command, session: Session): void {
  const known = [...providers.keys()].join(', ');
  program
    .command('declarations')
    .description('Print the declarations for a model provider')
    .argument(
      '<paths...>',
      'tool folders, scripts, modules, JSON files of definitions, or names of the workspace',
    )
    .requiredOption('--provider <id>', `one of ${known}`)
    .option('--mode <mode>', '"plan" declares only read-only tools')
    .option('--workspace <folder>', 'the workspace with the tools')
    .option('--strict', 'use strict mode')
    .option('--json', 'print JSON')
    .action(async (paths: string[], options: Options) => {
      const read = readMode(options.mode);
      if (!read.ok) return session.fail('usage', NO_MODE);
      const provider = providers.get(options.provider);
      if (!provider) {
        return session.fail('usage', `There is no provider "${options.provider}", only ${known}`);
      }
      await using hosts = new Hosts(session, options);
      const made: Json[] = [];
      const losses: Loss[] = [];
      for (const path of paths) {
        const found = await definitionsAt(session, hosts, path);
        if ('missing' in found) return session.fail('not-found', found.missing);
        if (found.definitions.length === 0) session.code = exitCode.problems;
        for (const definition of found.definitions) {
          if (definition.unlisted === true || definition.enabled === false) continue;
          if (read.mode === 'plan' && !readsOnly(definition)) continue;
          const view = provider.declare(
            definition,
            options.strict === true ? { strict: true } : {},
          );
          made.push(view.declaration);
          losses.push(...view.losses);
        }
      }
      if (!session.json) {
        for (const { tool, path, reason } of losses) session.io.err(`${tool} ${path}: ${reason}\n`);
      }
      await session.answer({ declarations: made, losses }, () => writeJson(made, 2));
    });
}
