import type { Platform } from './platform.ts';

/** The platform of the engine that runs this. Loads no other's code. */
export async function choosePlatform(): Promise<Platform> {
  if ('Deno' in globalThis) return (await import('./deno.ts')).denoPlatform();
  return (await import('./node.ts')).nodePlatform();
}
