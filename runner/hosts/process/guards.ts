import { nodeDisk } from '../../platform/disk/node-disk.ts';
import { places } from './environment.ts';

const beside = (name: string) => decodeURIComponent(new URL(name, import.meta.url).pathname);
const wrapper = beside('./git.sh');
const startUp = beside('./start-up.sh');
/** The path of git's own program. Source: the packages of Debian and Fedora. */
const cores = ['/usr/lib/git-core/git', '/usr/libexec/git-core/git'];
const names = ['/usr/bin/git', '/bin/git'];

const areFiles = async (paths: string[]): Promise<string[]> => {
  const kinds = await Promise.all(paths.map((path) => nodeDisk.look(path)));
  return paths.filter((_path, at) => kinds[at]?.kind === 'file');
};

/** The npm packages that contain ripgrep, one for each kind of machine. */
const packages = beside('../../../node_modules/@vscode');

/** Returns the ripgrep of npm, so that scripts can search on every machine. */
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
 * Returns the files that a sandbox shows so that neither a repository's settings nor a file's name start a program:
 * a replacement of git, and a file that bash reads first. Also ripgrep from npm.
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
