import { languages } from '../../../shared/languages/languages.ts';
import { openReader } from '../../../shared/languages/powershell/open-reader.ts';
import { declarers } from '../../../shared/registry/declarers.ts';
import type { Declare, Declarers } from '../../../shared/tool/declared.ts';
import type { Host } from '../../../shared/tool/host.ts';
import { readerFiles } from '../../platform/reader-files.ts';

let opened: ReturnType<typeof openReader> | undefined;

/** Opened at its first use; it needs no PowerShell to be there. */
const readPowerShell: Declare = async ({ file, source }) =>
  (await (opened ??= readerFiles().then(openReader)))(file, source);

/** The readers of modules that this runner has: those of its hosts, and the one of PowerShell. */
export const declarersHere = (hosts: ReadonlyMap<string, Host>): Declarers =>
  new Map([...declarers(languages, hosts), ['powershell', readPowerShell]]);
