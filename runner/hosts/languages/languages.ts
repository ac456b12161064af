import { languages } from '../../../shared/languages/languages.ts';
import type { Declare } from '../../../shared/tool/declared.ts';
import type { Host } from '../../../shared/tool/run/host.ts';
import { createScriptHost } from '../process/process-host.ts';
import { bashHere } from './bash/bash.ts';
import type { LanguageGround, LanguageHere } from './language-here.ts';
import { powershellHere } from './powershell/powershell.ts';

/** The rows of what the runner adds to languages. A language whose `program` suffices needs none. */
const rows: readonly LanguageHere[] = [bashHere, powershellHere];
const here = new Map(rows.map((row) => [row.id, row]));

/** Opens the hosts of the languages whose jobs run in a program of this machine. */
export function openProcessHosts(ground: LanguageGround): Host[] {
  return [...languages.values()].flatMap(({ id, program }) => {
    const row = here.get(id);
    if (row?.open) return [row.open(ground)];
    return program ? [createScriptHost({ id, program }, ground)] : [];
  });
}

/** The readers of modules that need no host, by the language's id. */
export const readersHere: ReadonlyMap<string, Declare> = new Map(
  rows.flatMap(({ id, declare }) => (declare ? [[id, declare] as const] : [])),
);

/** The classifiers of shell commands, by the language's id. */
export const classifiersHere: ReadonlyMap<string, NonNullable<LanguageHere['classify']>> = new Map(
  rows.flatMap(({ id, classify }) => (classify ? [[id, classify] as const] : [])),
);

/** The judges of jobs, by the host's id. */
export const judgesHere: ReadonlyMap<string, NonNullable<LanguageHere['judge']>> = new Map(
  rows.flatMap(({ id, judge }) => {
    const host = languages.get(id)?.host;
    return judge && host !== undefined ? [[host, judge] as const] : [];
  }),
);
