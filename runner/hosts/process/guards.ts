import { nodeDisk } from '../../platform/disk/node-disk.ts';
import { places } from './environment.ts';

const beside = (name: string) => decodeURIComponent(new URL(name, import.meta.url).pathname);
const wrapper = beside('./git.sh');
const startUp = beside('./start-up.sh');
/** Where git itself lies, beside the name that it is called by. Source: the packages of Debian and Fedora. */
const cores = ['/usr/lib/git-core/git', '/usr/libexec/git-core/git'];
const names = ['/usr/bin/git', '/bin/git'];

const areFiles = async (paths: string[]): Promise<string[]> => {
  const kinds = await Promise.all(paths.map((path) => nodeDisk.look(path)));
  return paths.filter((_path, at) => kinds[at]?.kind === 'file');
};

/** Packages that carry ripgrep for one kind of machine each. */
const packages = beside('../../../node_modules/@vscode');

/** ripgrep where npm brought it: what searches a workspace is expected on every machine. */
async function ripgrep(): Promise<[path: string, at: string][]> {
  const kinds = (await nodeDisk.list(packages)) ?? [];
  const programs = kinds
    .filter(({ name }) => name.startsWith('ripgrep-'))
    .map(({ name }) => `${packages}/${name}/bin/rg`);
  const [program] = await areFiles(programs);
  return program === undefined ? [] : [[program, `${places.programs}/rg`]];
}

let found: Promise<[path: string, at: string][]> | undefined;

/**
 * What a box shows so that neither a repository's settings nor a file's name start a program: a file
 * in git's place, and one that bash reads first. Beside them ripgrep, where npm brought it.
 */
export const guards = (): Promise<[path: string, at: string][]> =>
  (found ??= areFiles(cores).then(async (there) => [
    [startUp, places.startUp],
    ...(await ripgrep()),
    ...(there.length === 0 ? [] : await areFiles(names)).map((name): [string, string] => [
      wrapper,
      name,
    ]),
  ]));
