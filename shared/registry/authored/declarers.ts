import { Declared } from '../../tool/declared.ts';
import type { Declare, Declarers } from '../../tool/declared.ts';
import type { Host } from '../../tool/run/host.ts';
import type { Language } from '../../tool/language.ts';

/** The module readers of the hosts. A host only reads a module; it runs nothing of it. */
export function declarers(
  languages: ReadonlyMap<string, Language>,
  hosts: ReadonlyMap<string, Pick<Host, 'perform'>>,
): Declarers {
  const found = new Map<string, Declare>();
  for (const language of languages.values()) {
    const { declareJob } = language;
    const host = hosts.get(language.host);
    if (declareJob === undefined || host === undefined) continue;
    found.set(language.id, async (asked) => {
      const never = new AbortController().signal;
      const ending = await host.perform(declareJob(asked), () => undefined, never);
      const declared = Declared.safeParse(ending.value);
      if (ending.kind === 'finished' && declared.success) return declared.data;
      if ('reason' in ending) return { unavailable: ending.reason };
      if (ending.kind === 'failed' && ending.fault) {
        return { unavailable: `${ending.fault.class}: ${ending.fault.message}` };
      }
      return { unavailable: `its reader ended as "${ending.kind}"` };
    });
  }
  return found;
}
