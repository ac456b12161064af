import { languages } from '../../../shared/languages/languages.ts';
import { declarers } from '../../../shared/registry/authored/declarers.ts';
import type { Declare, Declarers } from '../../../shared/tool/declared.ts';
import type { Host } from '../../../shared/tool/run/host.ts';
import { aside } from '../../aside/aside.ts';
import { readersHere } from '../../hosts/languages/languages.ts';

/** Returns the readers of modules: those of hosts, and those of languages that need no host. */
export const declarersHere = (hosts: ReadonlyMap<string, Host>): Declarers =>
  new Map([...declarers(languages, hosts), ...[...readersHere.keys()].map(beside)]);

/** A reader in the runner itself, outside the event loop for long scripts. */
const beside = (id: string): [string, Declare] => [
  id,
  async ({ folder: _, ...asked }) => {
    const done = await aside('declare', [id, asked], { key: asked.file, isPatient: true });
    if (done.ok) return done.value ?? { unavailable: `nothing here reads "${id}"` };
    return { unavailable: done.reason };
  },
];
