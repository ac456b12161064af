import type { LackedRight } from '../../../../shared/protocol/modules/module-rights.ts';

const asked = /Requires (read|write|env|net) access to "([^"]+)"/;

/** Returns the missing permission in Deno's message, if a person could grant it. */
export function lackedIn(message: string): LackedRight | undefined {
  const [, right, value] = asked.exec(message) ?? [];
  if (right === undefined || value === undefined) return undefined;
  return { right: right as LackedRight['right'], value };
}

interface DenoErrors {
  errors?: { NotCapable?: { prototype: Error } };
}

/**
 * Calls `hear` for each refused permission, even if the author's code catches the error: tools often report a
 * missing file where they may not look. Deno sets the name of its error when it creates it.
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
