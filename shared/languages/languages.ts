import type { Language } from '../tool/language.ts';
import { bash } from './bash/bash.ts';
import { powershell } from './powershell/powershell.ts';
import { python } from './python/python.ts';
import { typescript } from './typescript/typescript.ts';

/** Every language, by id. A new one is a folder and a line here. */
export const languages: ReadonlyMap<string, Language> = new Map(
  [python, bash, powershell, typescript].map((language) => [language.id, language]),
);
