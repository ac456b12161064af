import type { Command } from 'commander';
import type { Problem } from '../../shared/tool/problem/problem.ts';
import { exitCode, problemLines } from './session.ts';
import type { Session } from './session.ts';
import { Hosts } from './hosts.ts';
import { openSource } from './open-source.ts';

/** `lathe check`: lists the problems of sources; with several sources, `file` starts with the source's path. */
export function check(program: Command, session: Session): void {
  program
    .command('check')
    .description('Check tool folders and files')
    .argument('<paths...>', 'tool folders, scripts, modules, or JSON files of definitions')
    .option('--json', 'print JSON')
    .action(async (paths: string[]) => {
      const problems: Problem[] = [];
      await using hosts = new Hosts(session);
      const sources = [];
      for (const path of paths) {
        const source = await openSource(session, path, hosts);
        if (!source.ok) return session.fail('not-found', source.message);
        sources.push({ path, source });
      }
      for (const { path, source } of sources) {
        const prefix = paths.length === 1 ? '' : `${path.replace(/\/+$/, '')}/`;
        for (const problem of source.read.problems) {
          problems.push({ ...problem, file: `${prefix}${problem.file}` });
        }
      }
      const broken = problems.some(({ severity }) => severity === 'error');
      session.code = broken ? exitCode.problems : exitCode.done;
      await session.answer({ problems }, () => problemLines(problems) || 'No problems');
    });
}
