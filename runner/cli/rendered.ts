import type { Ending } from '../../shared/tool/ending.ts';
import { type ExitCode, exitCode } from './exit-code.ts';

/** What `lathe render` answers. `class` is an exception's, or a word for what kept it from filling. */
export type Rendered =
  | { ok: true; text: string }
  | { ok: false; error: { class: string; message: string; missing?: string } };

export interface RenderedWithCode {
  answer: Rendered;
  code: ExitCode;
}

const failed = (name: string, message: string, code: ExitCode): RenderedWithCode => ({
  answer: { ok: false, error: { class: name, message } },
  code,
});

/** A row or a path that cannot be rendered at all. */
export const refusedRender = (message: string) => failed('RenderError', message, exitCode.problems);

export function renderedOf(ending: Ending): RenderedWithCode {
  if (ending.filled !== undefined && ending.kind === 'finished') {
    return { answer: { ok: true, text: ending.filled.text }, code: exitCode.done };
  }
  switch (ending.kind) {
    case 'finished':
      return failed('RenderError', 'The host answered without a program', exitCode.misused);
    case 'failed': {
      const { fault } = ending;
      if (fault === undefined) return failed('RenderError', 'It cannot be filled', exitCode.failed);
      const { class: name, message, missing } = fault;
      const error = { class: name, message, ...(missing === undefined ? {} : { missing }) };
      return { answer: { ok: false, error }, code: exitCode.problems };
    }
    case 'timed-out':
      return failed('TimeoutError', `Stopped after ${ending.afterMs} ms`, exitCode.timedOut);
    case 'cancelled':
      return failed('Cancelled', 'It was cancelled', exitCode.cancelled);
    case 'denied':
      return failed('Denied', ending.reason, exitCode.denied);
    case 'unavailable':
      return failed('Unavailable', ending.reason, exitCode.failed);
    case 'crashed':
      return failed('Crashed', ending.reason, exitCode.failed);
  }
}
