import { agent } from './agent/agent.ts';
import { bash } from './bash/bash.ts';
import type { Guide, PageHost, PageLanguage } from './language.ts';
import { powershell } from './powershell/powershell.ts';
import { python } from './python/python.ts';
import { typescript } from './typescript/typescript.ts';

/** What the page knows of each language, by id. A new one is a folder and a line here. */
export const pageLanguages: ReadonlyMap<string, PageLanguage> = new Map(
  [python, powershell, bash, typescript, agent].map((language) => [language.id, language]),
);

/** The writing rules by the id of their language; each is fetched when it is wanted. */
export const guides: ReadonlyMap<string, () => Promise<Guide>> = new Map(
  [...pageLanguages.values()].flatMap(({ id, guide }) => (guide ? [[id, guide]] : [])),
);

/** The hosts that live in the page, by their id. */
export const pageHosts: ReadonlyMap<string, PageHost> = new Map(
  [...pageLanguages.values()].flatMap(({ host }) => (host ? [[host.id, host]] : [])),
);

/** The languages whose modules are read in the page, by a reader or by their host. */
export const readableLanguages: readonly string[] = [...pageLanguages.values()]
  .filter(({ host, readModule }) => (host ?? readModule) !== undefined)
  .map(({ id }) => id);
