import type { ExecAnswer, ExecRequest } from '../../../../../shared/tool/run/host.ts';

interface Programs {
  start(request: ExecRequest, signal: AbortSignal | undefined): Promise<ExecAnswer>;
  /** Returns the default working directory. */
  cwd(): string;
}

/** How to start programs; set once the runner has named the module. */
export let programs: Programs = {
  start: () => Promise.reject(new Error('No program can be started here')),
  cwd: () => '/',
};

export const openPrograms = (given: Programs): void => void (programs = given);
