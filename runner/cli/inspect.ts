import type { Command } from 'commander';
import type { Definition } from '../../shared/tool/definition.ts';
import { exitCode, problemLines } from './session.ts';
import type { Session } from './session.ts';
import { openSource } from './open-source.ts';

const line = ({ name, description }: Definition) => `${name}  ${description.split('\n')[0] ?? ''}`;

/** `lathe inspect`: prints the declarations and problems of a source. */
export function inspect(program: Command, session: Session): void {
  program
    .command('inspect')
    .description('Show the declarations and problems of a tool folder or file')
    .argument('<path>', 'a tool folder, a script, a module, or a JSON file of definitions')
    .option('--json', 'print JSON')
    .action(async (path: string) => {
      const source = await openSource(session, path);
      if (!source.ok) return session.fail('not-found', source.message);
      const { format, toolset, problems } = source.read;
      const tools = toolset.tools.map((tool) => tool.definition);
      const broken = problems.some(({ severity }) => severity === 'error');
      session.code = broken ? exitCode.problems : exitCode.done;
      await session.answer({ format, group: toolset.group, tools, problems }, () =>
        [`${toolset.group.name} (${format})`, ...tools.map(line), problemLines(problems)].join(
          '\n',
        ),
      );
    });
}
