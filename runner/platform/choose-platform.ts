import type { Platform } from './platform.ts';

/** Loads and returns the platform of the current engine, without the code of others. */
export async function choosePlatform(): Promise<Platform> {
  if ('Deno' in globalThis) return (await import('./deno.ts')).denoPlatform();
  return (await import('./node.ts')).nodePlatform();
}
