import { fillText, type Reason } from '../tool/problem/reason.ts';

/**
 * Warnings of an Ending and progress texts, by code. Programs and older records carry only the English text;
 * the page finds the code and words it. Guest files in other languages use exactly these texts.
 */
export const said = {
  'said-unboxed':
    "Bubblewrap is not installed, so the script ran with the runner's own permissions",
  'said-limit-cut': 'The time limit of {asked} ms was reduced to the maximum of {most} ms',
  'said-abort-ignored':
    '"{tool}" ignored its abort signal, so its module was stopped; it restarts at the next call',
  'said-history-cut': 'The history keeps the first {most} characters of each output',
  'said-no-terminal':
    'ui.custom draws in a terminal, and there is none: it answered undefined at once. Ask with ui.select, ui.confirm, ui.input or ui.editor',
  'said-formatter-of': 'The formatter of "{name}" failed, so the plain result is shown: {why}',
  'said-formatter': 'The formatter "{name}" failed, so the plain result is shown: {why}',
  'said-ended-early':
    'It ended before its last line, by "exit", or by "break" or "continue" outside of a loop; its output up to that point is kept',
  'said-deep': 'The answer is nested deeper than {most} levels; deeper parts are given as text',
  'said-result-not-kept':
    'The session does not keep this result, because it is larger than {most} MB; return smaller details',
  'said-steps-left-out':
    'Further steps of this run were left out: it keeps at most {count} steps with {most} MB of text; report fewer or shorter ones',
  'said-too-much-memory': "The script's processes held more than {most} MiB of memory together",
  'said-too-many-processes': 'The script ran more than {most} processes at once',
  'said-no-box': 'The sandbox could not be set up ({why})',
  'said-host-broke': 'The runtime of {name} failed: {why}',
  'said-no-folder': 'its folder is not known',
  'said-runner-away': 'the runner is not responding',
  'step-starting': 'Starting Python',
  'step-library': 'Compiling the standard library',
  'step-modules': 'Loading common modules',
  'step-image': 'Writing the image',
  'step-written': 'Image written',
} as const;

export type SaidCode = keyof typeof said;

export const say = (code: SaidCode, values: Record<string, string | number> = {}): string =>
  fillText(said[code], values);

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The code and the values of an English text; undefined for any other text. */
export function readSaid(message: string): Reason | undefined {
  for (const [code, text] of Object.entries(said)) {
    const parts = text.split(/\{(\w+)\}/);
    const pattern = parts.map((part, at) => (at % 2 === 0 ? escaped(part) : `(?<${part}>[^]*)`));
    const found = new RegExp(`^${pattern.join('')}$`).exec(message);
    if (found) return { code, values: { ...found.groups }, message };
  }
  return undefined;
}
