import process from 'node:process';

/** A variable of the runner's own environment; undefined where it is not set, or may not be read. */
export function variable(name: string): string | undefined {
  try {
    return process.env[name];
  } catch {
    return undefined;
  }
}
