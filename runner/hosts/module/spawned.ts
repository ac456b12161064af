import { spawnGroup, type Child } from '../../platform/spawn.ts';
import type { Confined } from './confine-module.ts';

type Hear = (bytes: Uint8Array) => void;

/** A module's process that has loaded the kit, or is about to, and waits to be told of its module. */
export interface Spawned {
  child: Child;
  /** Who hears its streams; until then nobody does. */
  hear(stdout: Hear, stderr: Hear): void;
}

export async function spawnConfined(confined: Confined): Promise<Spawned | { error: string }> {
  let out: Hear = () => undefined;
  let err: Hear = () => undefined;
  const child = await spawnGroup(confined.command, confined.args, {
    env: confined.env,
    onStdout: (bytes) => out(bytes),
    onStderr: (bytes) => err(bytes),
  });
  if ('error' in child) return child;
  return {
    child,
    hear(stdout, stderr) {
      out = stdout;
      err = stderr;
    },
  };
}
