import type { ExecAnswer, ExecRequest } from '../../../../../shared/tool/run/host.ts';

interface Programs {
  start(request: ExecRequest, signal: AbortSignal | undefined): Promise<ExecAnswer>;
  /** Where they start where nobody says so. */
  cwd(): string;
}

/** How programs are started; known once the runner has said which module this is. */
export let programs: Programs = {
  start: () => Promise.reject(new Error('No program can be started here')),
  cwd: () => '/',
};

export const openPrograms = (given: Programs): void => void (programs = given);
