import { collectText, spawnGroup } from '../../platform/process/spawn.ts';
import { denoSealed } from '../../platform/process/programs.ts';

/** The engine that runs a sandbox. */
export interface Engine {
  id: 'deno' | 'node';
  /** The path of its binary. */
  binary: string;
  /** The version of the engine and its V8: an image of another one does not fit. */
  version: string;
  /**
   * Arguments that start `program` in `directory` with permission to read only that directory. `roomy`: without a
   * limit of JavaScript's own memory.
   */
  sealed(directory: string, program: string, roomy: boolean): string[];
  /** The whole environment that the engine requires. */
  env: Record<string, string>;
  /** The variable that names the folder of its cache for modules. */
  memory?: string;
  /** The same with every permission, only for testing the gate without the layers below. */
  dangerouslyOpen(directory: string, program: string): string[];
}

// Python's own recursion limit comes before the end of JavaScript's stack, or nearly so.
const V8 = ['--disallow-code-generation-from-strings', '--stack-size=3500'];
const OLD_SPACE = '--max-old-space-size=96';
const heap = (roomy: boolean): string[] => (roomy ? V8 : [...V8, OLD_SPACE]);

const deno = (binary: string, version: string): Engine => ({
  id: 'deno',
  binary,
  version,
  // It does not start without a path for its cache, and accepts a missing one.
  env: { DENO_DIR: '/nonexistent', DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' },
  memory: 'DENO_DIR',
  sealed: (directory, program, roomy) => [
    ...denoSealed,
    `--allow-read=${directory}`,
    `--v8-flags=${heap(roomy).join(',')}`,
    `${directory}/${program}`,
  ],
  dangerouslyOpen: (directory, program) => [
    'run',
    '--quiet',
    '--allow-all',
    '--no-config',
    '--no-lock',
    `--v8-flags=${V8.join(',')}`,
    `${directory}/${program}`,
  ],
});

const node = (binary: string, version: string): Engine => ({
  id: 'node',
  binary,
  version,
  env: {},
  sealed: (directory, program, roomy) => [
    /^v2[0-2]\./.test(version) ? '--experimental-permission' : '--permission',
    `--allow-fs-read=${directory}/*`,
    '--no-warnings',
    ...heap(roomy),
    `${directory}/${program}`,
  ],
  dangerouslyOpen: (directory, program) => ['--no-warnings', ...V8, `${directory}/${program}`],
});

async function versionOf(binary: string, args: string[]): Promise<string | undefined> {
  const text = collectText(4096);
  const child = await spawnGroup(binary, args, {
    env: { NO_COLOR: '1' },
    onStdout: text.take,
    onStderr: () => undefined,
  });
  if ('error' in child) return undefined;
  child.endInput();
  const { code } = await child.exited;
  return code === 0 ? text.text().trim().replaceAll('\n', ' ') : undefined;
}

/** Returns the engine to use: Deno if available, because it holds even if the gate fails. */
export async function findEngine(paths: {
  deno?: string;
  denoVersion?: string;
  node?: string;
}): Promise<Engine | undefined> {
  if (paths.deno !== undefined) {
    const version = paths.denoVersion ?? (await versionOf(paths.deno, ['--version']));
    // The target in brackets is the same for everything that runs here.
    if (version !== undefined) return deno(paths.deno, version.replace(/ \([^)]*\)/, ''));
  }
  if (paths.node !== undefined) {
    const script = 'console.log(process.version, process.versions.v8)';
    const version = await versionOf(paths.node, ['-e', script]);
    if (version !== undefined) return node(paths.node, version);
  }
  return undefined;
}
