import process from 'node:process';
import { nodeDisk } from './node-disk.ts';
import { spawnGroup } from './spawn.ts';

/**
 * The real path of a folder, links resolved; undefined when there is none. A runner that may not look
 * there itself asks a program of the machine, which sees what the person sees.
 */
export async function realFolder(path: string): Promise<string | undefined> {
  const own = await nodeDisk.real(path).catch(() => undefined);
  if (own !== undefined) return (await nodeDisk.list(own)) ? own : undefined;
  const decoder = new TextDecoder();
  let text = '';
  const child = await spawnGroup('realpath', ['-e', '--', `${path}/.`], {
    env: { PATH: process.env['PATH'] ?? '' },
    onStdout: (bytes) => void (text += decoder.decode(bytes, { stream: true })),
    onStderr: () => undefined,
  });
  if ('error' in child) return undefined;
  child.endInput();
  const { code } = await child.exited;
  const real = text.replace(/\n$/, '');
  return code === 0 && real.startsWith('/') ? real : undefined;
}
