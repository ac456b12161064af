import { languages } from '../../shared/languages/languages.ts';
import { pageLanguages } from '../languages/languages.ts';
import type { monaco } from './monaco.ts';

const mono = "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'PingFang SC', monospace";

/** How every editor of the page looks and behaves. */
export const editorOptions: monaco.editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  fontFamily: mono,
  fontSize: 13,
  lineHeight: 20,
  fontLigatures: false,
  minimap: { enabled: false },
  padding: { top: 8, bottom: 8 },
  lineNumbersMinChars: 4,
  lineDecorationsWidth: 12,
  glyphMargin: false,
  folding: true,
  showFoldingControls: 'mouseover',
  scrollBeyondLastLine: false,
  overviewRulerLanes: 0,
  hideCursorInOverviewRuler: true,
  renderLineHighlightOnlyWhenFocus: true,
  fixedOverflowWidgets: true,
  wordWrap: 'off',
  guides: { indentation: false },
  stickyScroll: { enabled: false },
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
  // Full-width punctuation is ordinary in Chinese texts, and 2028 is data, not a line end.
  unicodeHighlight: { ambiguousCharacters: false },
  unusualLineTerminators: 'off',
  accessibilitySupport: 'auto',
  tabFocusMode: false,
  quickSuggestions: { other: true, strings: true, comments: false },
  // What is typed stands, and Enter is a line: Tab alone takes a suggestion.
  acceptSuggestionOnCommitCharacter: false,
  acceptSuggestionOnEnter: 'off',
  'semanticHighlighting.enabled': false,
};

/** What belongs to a file rather than to the view of it. */
export const modelOptions = (path: string): monaco.editor.ITextModelUpdateOptions => ({
  tabSize: path.endsWith('.json') ? 2 : 4,
  insertSpaces: true,
});

const others: Readonly<Record<string, string>> = Object.assign(
  {
    json: 'json',
    md: 'markdown',
  },
  ...[...pageLanguages.values()].map(({ editors }) => editors),
);

/** The editor's grammar for a file, by its extension. */
export const editorLanguage = (path: string): string => {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const language = [...languages.values()].find((one) => one.extension === extension);
  return language?.editor ?? others[extension] ?? 'plaintext';
};
