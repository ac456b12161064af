import { read, writeSync } from 'node:fs';
import type { DenoPipes } from '../../hosts/module/child/deno.ts';

/** A pipe that is full is written to once more. */
function write(descriptor: number, bytes: Uint8Array): number {
  for (;;) {
    try {
      return writeSync(descriptor, bytes);
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'EAGAIN')) throw cause;
    }
  }
}

/** What a module's process uses of Deno, as Node has it. */
export const denoPipes: DenoPipes = {
  stdin: {
    read: (into) =>
      new Promise((done, fail) =>
        read(0, into, 0, into.length, null, (error, size) =>
          error ? fail(error) : done(size === 0 ? null : size),
        ),
      ),
  },
  stdout: { writeSync: (bytes) => write(1, bytes) },
  stderr: { writeSync: (bytes) => write(2, bytes) },
};
