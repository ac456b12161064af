import 'monaco-editor/languages/definitions/javascript/register';
import 'monaco-editor/languages/definitions/typescript/register';
import TypeScriptWorker from 'monaco-editor/languages/features/typescript/ts.worker?worker';
import 'monaco-editor/languages/features/typescript/register';
import type { EditorLanguage } from '../language.ts';

export const editor: EditorLanguage = {
  ids: ['typescript', 'javascript'],
  open: () => new TypeScriptWorker(),
  // Their types are large, and most people open no such file.
  teach: async () => (await import('./teach-editor.ts')).teachEditor(),
};
