import { languages } from '../../../shared/languages/languages.ts';
import type { Declare } from '../../../shared/tool/declared.ts';
import type { Host } from '../../../shared/tool/run/host.ts';
import { createScriptHost } from '../process/process-host.ts';
import { bashHere } from './bash/bash.ts';
import type { LanguageGround, LanguageHere } from './language-here.ts';
import { powershellHere } from './powershell/powershell.ts';

/** What the runner adds to languages: a row each. One whose `program` says it all needs none. */
const rows: readonly LanguageHere[] = [bashHere, powershellHere];
const here = new Map(rows.map((row) => [row.id, row]));

/** The hosts of the languages whose jobs a program of this machine performs. */
export function openProcessHosts(ground: LanguageGround): Host[] {
  return [...languages.values()].flatMap(({ id, program }) => {
    const row = here.get(id);
    if (row?.open) return [row.open(ground)];
    return program ? [createScriptHost({ id, program }, ground)] : [];
  });
}

/** What reads the modules of languages that no host reads, by their ids. */
export const readersHere: ReadonlyMap<string, Declare> = new Map(
  rows.flatMap(({ id, declare }) => (declare ? [[id, declare] as const] : [])),
);

/** What judges the commands of shells, by the ids of their languages. */
export const classifiersHere: ReadonlyMap<string, NonNullable<LanguageHere['classify']>> = new Map(
  rows.flatMap(({ id, classify }) => (classify ? [[id, classify] as const] : [])),
);

/** What judges the jobs of hosts, by the hosts' ids. */
export const judgesHere: ReadonlyMap<string, NonNullable<LanguageHere['judge']>> = new Map(
  rows.flatMap(({ id, judge }) => {
    const host = languages.get(id)?.host;
    return judge && host !== undefined ? [[host, judge] as const] : [];
  }),
);
