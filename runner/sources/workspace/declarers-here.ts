import { languages } from '../../../shared/languages/languages.ts';
import { declarers } from '../../../shared/registry/declarers.ts';
import type { Declarers } from '../../../shared/tool/declared.ts';
import type { Host } from '../../../shared/tool/host.ts';
import { readersHere } from '../../hosts/languages/languages.ts';

/** The readers of modules that this runner has: those of its hosts, and those of languages that need none. */
export const declarersHere = (hosts: ReadonlyMap<string, Host>): Declarers =>
  new Map([...declarers(languages, hosts), ...readersHere]);
