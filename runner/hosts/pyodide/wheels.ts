import { hostFault } from '../../../shared/returns/host-faults.ts';
import type { HostFault } from '../../../shared/tool/run/host.ts';
import { nodeDisk as disk } from '../../platform/disk/node-disk.ts';

export type Wheels =
  | HostFault
  /** `key` changes when any of the files does. */
  | { key: string; read(): Promise<ReadonlyMap<string, Uint8Array>> };

interface Wheel {
  file: string;
  name: string;
  version: string;
  /** Whether it runs anywhere, without compiled code. */
  pure: boolean;
  stamp: string;
}

/** Normalizes a package name, which ignores case and punctuation (PEP 503). */
const normal = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[-_.]+/g, '-');

function parseWheel(file: string, stamp: string): Wheel | undefined {
  const parts = /^([^-]+)-([^-]+)(?:-\d[^-]*)?-([^-]+)-([^-]+)-([^-]+)\.whl$/.exec(file);
  if (parts === null) return undefined;
  const [, name = '', version = '', python = '', , platform = ''] = parts;
  const pure = platform === 'any' && /(^|\.)py3/.test(python);
  return { file, name: normal(name), version, pure, stamp };
}

const newestFirst = (a: Wheel, b: Wheel): number =>
  b.version.localeCompare(a.version, 'en', { numeric: true });

function explain(name: string, folder: string | undefined, found: Wheel | undefined): HostFault {
  if (folder === undefined) return hostFault('host-no-wheels', { name });
  if (found !== undefined) return hostFault('host-wheel-compiled', { file: found.file });
  return hostFault('host-wheel-absent', { name, folder });
}

/** Returns the wheels that a tool names; of several versions the newest. */
export async function findWheels(
  packages: string[],
  directory: string | undefined,
): Promise<Wheels> {
  const entries = directory === undefined ? [] : ((await disk.list(directory)) ?? []);
  const known = entries
    .filter(({ kind }) => kind === 'file')
    .map(({ name, stamp }) => parseWheel(name, stamp))
    .filter((wheel) => wheel !== undefined)
    .sort(newestFirst);
  const chosen: Wheel[] = [];
  for (const name of new Set(packages.map(normal))) {
    const named = known.filter((wheel) => wheel.name === name);
    const pure = named.find((wheel) => wheel.pure);
    if (pure === undefined) return explain(name, directory, named[0]);
    chosen.push(pure);
  }
  return {
    key: chosen.map(({ file, stamp }) => `${file}:${stamp}`).join('\n'),
    async read() {
      const wheels = new Map<string, Uint8Array>();
      for (const { file } of chosen) {
        const bytes = await disk.read(`${directory}/${file}`);
        if (bytes !== undefined) wheels.set(file, bytes);
      }
      return wheels;
    },
  };
}
