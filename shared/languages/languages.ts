import type { Language } from '../tool/language.ts';
import { agent } from './agent/agent.ts';
import { bash } from './bash/bash.ts';
import { powershell } from './powershell/powershell.ts';
import { python } from './python/python.ts';
import { typescript } from './typescript/typescript.ts';

const table = new Map<string, Language>();

/** Every language, by id, in the order in which an author is offered them. */
export const languages: ReadonlyMap<string, Language> = table;

/**
 * Adds a language. What it is called, how its code is checked, run and taken along is all said by its
 * folder. Throws where another one has its id or its extension.
 */
export function addLanguage(language: Language): void {
  const { id, extension } = language;
  const other = [...table.values()].find((one) => one.id === id || one.extension === extension);
  if (other) throw new Error(`"${id}" has the id or the extension of the language "${other.id}"`);
  table.set(id, language);
}

// A new language is a folder and its name here.
for (const language of [python, bash, powershell, typescript, agent]) addLanguage(language);
