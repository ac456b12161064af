import type { PythonJob } from '../../../shared/tool/run/job.ts';
import { createPythonHost, type PythonHost } from '../../hosts/pyodide/python-host.ts';
import { findPrograms } from '../../platform/process/programs.ts';

const CACHE = decodeURIComponent(
  new URL('../../../.cache/python/images', import.meta.url).pathname,
);

/** Returns the engine that the runner would choose here. */
export function benchOptions() {
  const { deno } = findPrograms();
  return {
    ...(deno === undefined ? { node: 'node' } : { deno }),
    bwrap: '/usr/bin/bwrap',
    imageDirectory: CACHE,
  };
}

export async function benchHost(size?: number): Promise<PythonHost> {
  const host = createPythonHost({ ...benchOptions(), size });
  const missing = await host.missing();
  if (missing !== undefined) throw new Error(missing.missing);
  return host;
}

export const benchJob = (source: string, rest: Partial<PythonJob> = {}): PythonJob => ({
  host: 'python',
  task: 'call',
  source,
  file: 'bench.py',
  mode: 'bound',
  parameters: { type: 'object', properties: {} },
  arguments: {},
  entry: 'main',
  packages: [],
  limits: { timeoutMs: 30_000, outputBytes: 1_000_000 },
  ...rest,
});
