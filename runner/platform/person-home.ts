import { homedir } from 'node:os';
import process from 'node:process';

/**
 * The home of the person who runs Lathe, which `~` stands for. The variable comes first, as it does for
 * shells; without it Deno does not say, and then there is none.
 */
export function personHome(): string {
  try {
    return process.env['HOME'] || homedir();
  } catch {
    return '/nonexistent';
  }
}
