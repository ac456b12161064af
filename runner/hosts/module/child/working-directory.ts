interface DenoDirectory {
  cwd?(): string;
  chdir?(path: string): void;
}

// Importing it would open standard input, which the runner writes to.
const { process } = globalThis;
const deno = (globalThis as { Deno?: DenoDirectory }).Deno ?? {};
const { chdir } = deno;

/** Makes `process.cwd()` return the call's directory, whether or not the module may look into it. */
export function nameDirectory(of: () => string): void {
  process.cwd = of;
  if (deno.cwd) deno.cwd = of;
}

/** Makes relative file paths start there, too, if the module may look into it. */
export function enter(path: string): void {
  try {
    chdir?.(path);
  } catch {
    // Otherwise they start in the module's folder.
  }
}
