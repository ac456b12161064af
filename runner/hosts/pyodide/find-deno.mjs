import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Returns the Deno that npm installed for this machine, if it did. */
export function findDeno() {
  const require = createRequire(import.meta.url);
  const { platform, arch } = process;
  const packages = [
    `@deno/linux-${arch}-glibc`,
    platform === 'win32' ? `@deno/win32-${arch}` : `@deno/${platform}-${arch}`,
  ];
  for (const name of packages) {
    try {
      const folder = path.dirname(require.resolve(`${name}/package.json`));
      const binary = path.join(folder, platform === 'win32' ? 'deno.exe' : 'deno');
      if (existsSync(binary)) return binary;
    } catch {
      // Not for this machine.
    }
  }
  return undefined;
}
