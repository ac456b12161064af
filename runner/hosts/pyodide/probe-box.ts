import { spawnGroup } from '../../platform/spawn.ts';

/** Whether bubblewrap can make its namespaces here: many containers do not let it. */
export async function probeBox(bwrap: string): Promise<boolean> {
  const flags = ['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'];
  const child = await spawnGroup(
    bwrap,
    [
      ...flags,
      '--clearenv',
      '--ro-bind',
      '/',
      '/',
      '--dev',
      '/dev',
      '--proc',
      '/proc',
      '--',
      '/bin/true',
    ],
    { env: {}, onStdout: () => undefined, onStderr: () => undefined },
  );
  if ('error' in child) return false;
  child.endInput();
  return (await child.exited).code === 0;
}
