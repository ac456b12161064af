import { writeJson } from '../../shared/tool/exact-number.ts';
import type { Command } from 'commander';
import { providers } from '../../shared/schema/providers.ts';
import { readsOnly } from '../../shared/tool/definition.ts';
import type { Json } from '../../shared/tool/json.ts';
import type { Loss } from '../../shared/tool/format.ts';
import { exitCode } from './session.ts';
import type { Session } from './session.ts';
import { openSource } from './open-source.ts';
import { NO_MODE, readMode } from './tools.ts';

interface Options {
  provider: string;
  strict?: boolean;
  mode?: string;
}

/** What a provider would be sent for these tools, and what each declaration loses on the way. */
export function declarations(program: Command, session: Session): void {
  const known = [...providers.keys()].join(', ');
  program
    .command('declarations')
    .description('the declarations that a model provider would be sent')
    .argument('<paths...>', 'tool folders, scripts, modules, or JSON files of definitions')
    .requiredOption('--provider <id>', `one of ${known}`)
    .option('--mode <mode>', '"plan" declares read-only tools alone')
    .option('--strict', 'in the form that a provider enforces')
    .option('--json', 'answer with JSON')
    .action(async (paths: string[], options: Options) => {
      const read = readMode(options.mode);
      if (!read.ok) return session.fail('usage', NO_MODE);
      const provider = providers.get(options.provider);
      if (!provider) {
        return session.fail('usage', `There is no provider "${options.provider}", only ${known}`);
      }
      const made: Json[] = [];
      const losses: Loss[] = [];
      for (const path of paths) {
        const source = await openSource(session, path);
        if (!source.ok) return session.fail('not-found', source.message);
        if (source.read.toolset.tools.length === 0) session.code = exitCode.problems;
        for (const { definition } of source.read.toolset.tools) {
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
