import process from 'node:process';
import { spawnGroup } from './spawn.ts';

/** Runs a program to its end and answers with how many milliseconds it took; undefined when it failed. */
export async function runProgram(command: string, args: string[]): Promise<number | undefined> {
  const started = performance.now();
  const child = await spawnGroup(command, args, {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' },
    onStdout: () => undefined,
    onStderr: () => undefined,
  });
  if ('error' in child) return undefined;
  child.endInput();
  const { code } = await child.exited;
  return code === 0 ? performance.now() - started : undefined;
}
