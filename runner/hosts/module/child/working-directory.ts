interface DenoDirectory {
  cwd?(): string;
  chdir?(path: string): void;
}

// Importing it would open standard input, which the runner speaks on.
const { process } = globalThis;
const deno = (globalThis as { Deno?: DenoDirectory }).Deno ?? {};
const { chdir } = deno;

/** Makes `process.cwd()` the directory of the call, whether or not the module may look into it. */
export function nameDirectory(of: () => string): void {
  process.cwd = of;
  if (deno.cwd) deno.cwd = of;
}

/** Relative paths of files count from there too, where the module may look into it. */
export function enter(path: string): void {
  try {
    chdir?.(path);
  } catch {
    // It stays in its own folder.
  }
}
