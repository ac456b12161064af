import type { LackedRight } from '../../../../shared/protocol/modules/module-rights.ts';

const asked = /Requires (read|write|env|net) access to "([^"]+)"/;

/** The right that Deno's words say is missing, where a person could grant it. */
export function lackedIn(message: string): LackedRight | undefined {
  const [, right, value] = asked.exec(message) ?? [];
  if (right === undefined || value === undefined) return undefined;
  return { right: right as LackedRight['right'], value };
}

interface DenoErrors {
  errors?: { NotCapable?: { prototype: Error } };
}

/**
 * Hears of every right that is refused, whether or not the author's code catches the error: tools often say
 * that a file is not there where they may not look. Deno's error takes its name when it is made.
 */
export function hearRefusals(hear: (lacked: LackedRight) => void): void {
  const { Deno: deno } = globalThis as { Deno?: DenoErrors };
  const prototype = deno?.errors?.NotCapable?.prototype;
  if (!prototype) return;
  Object.defineProperty(prototype, 'name', {
    get: () => 'NotCapable',
    set(this: Error) {
      const lacked = lackedIn(this.message);
      if (lacked) hear(lacked);
    },
  });
}
