import { read, writeSync } from 'node:fs';
import type { DenoPipes } from '../../module/child/state.ts';

/** The parts of Deno that a module's process uses, implemented with Node. */
const denoPipes: DenoPipes = {
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

// What modules of each origin import from their hosts.
export * from '../../module/child/provided/lathe.ts';
export * from '../../module/child/provided/mcp.ts';
export * from '../../module/child/provided/opencode.ts';

const astray = {
  unhandledrejection: ['unhandledRejection', 'reason'],
  error: ['uncaughtException', 'error'],
} as const;

/** Runs the program of a module's process, which is written for Deno, in Node. */
export async function runModule(): Promise<void> {
  const addEventListener = (type: keyof typeof astray, hear: (event: object) => void) => {
    const [name, key] = astray[type];
    process.on(name, (thrown: unknown) => hear({ preventDefault: () => undefined, [key]: thrown }));
  };
  Object.assign(globalThis, { Deno: denoPipes, addEventListener });
  await import('../../module/child/main.ts');
  process.exit();
}

/** Repeats the write if the pipe is full. */
function write(descriptor: number, bytes: Uint8Array): number {
  for (;;) {
    try {
      return writeSync(descriptor, bytes);
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'EAGAIN')) throw cause;
    }
  }
}
