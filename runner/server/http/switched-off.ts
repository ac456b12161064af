import { refuse } from './refuse.ts';
import type { Call } from './route.ts';

/** The refusal of a call that the person's settings switched off; the page may still try a single tool. */
export function switchedOff(
  { caller, parts }: Pick<Call<unknown>, 'caller' | 'parts'>,
  name: string,
): Response | undefined {
  if (!parts.settings.current.enableToolCalls) {
    const hint = 'Switch "Tool calls" on in the settings';
    return refuse(403, 'tool-calls-off', 'Tool calls are switched off', { hint });
  }
  if (caller === 'page' || parts.settings.isToolEnabled(name)) return undefined;
  const hint = 'Enable it in the settings of the page first';
  return refuse(403, 'disabled', `The tool "${name}" is disabled`, { path: 'tool', hint });
}
