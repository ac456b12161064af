import type { Ending } from '../../../shared/tool/ending.ts';
import type { Host } from '../../../shared/tool/host.ts';
import type { PythonJob } from '../../../shared/tool/job.ts';
import { findDeno } from './find-deno.mjs';
import { buildChild } from './build-child.mjs';

/** Where tests keep what takes seconds to make: keyed by its content, so never stale. */
const CACHE = decodeURIComponent(new URL('../../../.cache/python', import.meta.url).pathname);

/** What a host needs, with each engine that is here and bubblewrap where it is. */
export async function testGround() {
  const kitDirectory = await buildChild(`${CACHE}/kit`);
  const deno = findDeno();
  return {
    imageDirectory: `${CACHE}/images`,
    kitDirectory,
    engines: {
      deno: deno === undefined ? undefined : { deno },
      node: { node: process.execPath },
    },
    bwrap: '/usr/bin/bwrap',
  };
}

/** A job that calls `main` of `source`. */
export const job = (source: string, rest: Partial<PythonJob> = {}): PythonJob => ({
  host: 'python',
  task: 'call',
  source,
  file: 'tool.py',
  mode: 'bound',
  parameters: { type: 'object', properties: {} },
  arguments: {},
  entry: 'main',
  packages: [],
  ...rest,
  limits: { timeoutMs: 5000, outputBytes: 10_000, ...rest.limits },
});

/** A template that is filled and run. */
export const program = (source: string, rest: Partial<PythonJob> = {}): PythonJob =>
  job(source, { task: 'template', ...rest });

export const run = (host: Host, asked: PythonJob): Promise<Ending> =>
  host.perform(asked, () => undefined, new AbortController().signal);
