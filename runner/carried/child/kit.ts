import { denoPipes } from './deno-pipes.ts';

// What modules of each origin import of their hosts.
export * from '../../hosts/module/child/provided/lathe.ts';
export * from '../../hosts/module/child/provided/mcp.ts';
export * from '../../hosts/module/child/provided/opencode.ts';

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
  await import('../../hosts/module/child/main.ts');
  process.exit();
}
