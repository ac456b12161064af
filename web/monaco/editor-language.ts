import { languages } from '../../shared/languages/languages.ts';

const others: Record<string, string> = {
  json: 'json',
  md: 'markdown',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  mts: 'typescript',
};

/** The editor's grammar for a file, by its extension. */
export const editorLanguage = (path: string): string => {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const language = [...languages.values()].find((one) => one.extension === extension);
  return language?.editor ?? others[extension] ?? 'plaintext';
};
