import type { Language } from '../tool/language.ts';
import { agent } from './agent/agent.ts';
import { bash } from './bash/bash.ts';
import { powershell } from './powershell/powershell.ts';
import { python } from './python/python.ts';
import { typescript } from './typescript/typescript.ts';

const table = new Map<string, Language>();

/** Every language by id, in the order of the menus. */
export const languages: ReadonlyMap<string, Language> = table;

/**
 * Adds a language. Its folder defines its name, and how Lathe checks, runs and exports its code. Throws if
 * its id or its extension is taken.
 */
export function addLanguage(language: Language): void {
  const { id, extension } = language;
  const other = [...table.values()].find((one) => one.id === id || one.extension === extension);
  if (other) throw new Error(`"${id}" has the id or the extension of the language "${other.id}"`);
  table.set(id, language);
}

// A new language is a folder, and its name here.
for (const language of [python, bash, powershell, typescript, agent]) addLanguage(language);
