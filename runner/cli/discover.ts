import type { Command } from 'commander';
import { checkChosen, loadDiscovered } from '../sources/external/load-discovered.ts';
import type { LoadedModule } from '../sources/external/load-discovered.ts';
import { discoverModules } from '../sources/external/discover-modules.ts';
import { exitCode } from './session.ts';
import type { Session } from './session.ts';
import { Hosts } from './hosts.ts';
import { openSource } from './open-source.ts';

/** The names that custom tools cannot take. Source: seed 004, `getBuiltinTools`. */
const builtinNames = ['Read', 'Edit', 'Write', 'Glob', 'Grep', 'Bash', 'Skill', 'delegate'];

interface Options {
  cwd?: string;
  tools?: string;
}

/** `lathe discover`: finds custom tools of other programs, and loads each in its sandbox. */
export function discover(program: Command, session: Session): void {
  program
    .command('discover')
    .description('Find the TypeScript tools of other programs, of plugins and in paths')
    .argument('[paths...]', 'more files or folders')
    .option('--cwd <folder>', 'the project folder, which relative paths start from')
    .option('--tools <names>', 'active built-in tools, separated by commas')
    .option('--json', 'print JSON')
    .action(async (configured: string[], { cwd = '.', tools }: Options) => {
      const { io, disk } = session;
      await using hosts = new Hosts(session);
      const load = async (path: string): Promise<LoadedModule> => {
        const source = await openSource(session, path, hosts);
        if (!source.ok) return { tools: [], errors: [`Failed to load tool: ${source.message}`] };
        const { toolset, problems } = source.read;
        const errors = problems.filter(({ severity }) => severity === 'error');
        return {
          tools: toolset.tools.map(({ definition }) => definition),
          errors: errors.map(({ message }) => message),
        };
      };
      const home = io.env.HOME ?? '/nonexistent';
      const found = await discoverModules({ disk, cwd: io.path(cwd), home, configured });
      const { tools: custom, errors } = await loadDiscovered(found, builtinNames, load);
      const names = custom.map(({ name }) => name);
      const chosen = checkChosen(tools?.split(',').filter(Boolean) ?? [], builtinNames, names);
      const answer = { tools: custom, errors, chosen };
      session.code = errors.length + chosen.length > 0 ? exitCode.problems : exitCode.done;
      await session.answer(answer, () =>
        [
          ...custom.map(({ name, path, level }) => `${name}  ${path} (${level})`),
          ...errors.map(({ path, level, error }) => `${path} (${level}): ${error}`),
          ...chosen,
        ].join('\n'),
      );
    });
}
