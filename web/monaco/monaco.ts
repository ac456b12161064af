import * as monaco from 'monaco-editor/editor';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/markdown/register';
import JsonWorker from 'monaco-editor/languages/features/json/json.worker?worker';
import * as json from 'monaco-editor/languages/features/json/register';
import type { EditorLanguage } from '../languages/language.ts';

/** Importing them registers the grammars of the languages. */
const files = import.meta.glob<{ editor?: EditorLanguage }>('../languages/*/monaco.ts', {
  eager: true,
});

/** The languages that the editor knows more of than how they look. */
export const editorLanguages = Object.values(files).flatMap(({ editor }) => editor ?? []);

self.MonacoEnvironment = {
  getWorker(_id, label) {
    if (label === 'json') return new JsonWorker();
    const language = editorLanguages.find(({ ids }) => ids.includes(label));
    return language?.open() ?? new EditorWorker();
  },
};

export { json, monaco };
