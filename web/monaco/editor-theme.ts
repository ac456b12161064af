import { monaco } from './monaco.ts';

/** A token's colour as `rrggbb`, as the page shows it now. */
const colour = (token: string): string => {
  const probe = document.createElement('i');
  probe.style.color = `var(--${token})`;
  document.body.append(probe);
  const parts = getComputedStyle(probe).color.match(/[\d.]+/g) ?? [];
  probe.remove();
  return parts
    .slice(0, 3)
    .map((part) => Math.round(Number(part)).toString(16).padStart(2, '0'))
    .join('');
};

/** What code is made of, by the names of the editor's grammars, in the page's tokens. */
const syntax: readonly (readonly [token: string, colour: string])[] = [
  ['', 'text'],
  ['string', 'code-string'],
  ['string.value.json', 'code-string'],
  ['string.key.json', 'code-key'],
  ['string.escape', 'code-number'],
  ['number', 'code-number'],
  ['keyword', 'code-word'],
  ['keyword.json', 'code-number'],
  ['comment', 'code-quiet'],
  ['tag', 'code-call'],
  ['type', 'code-call'],
  ['type.identifier', 'code-call'],
  ['variable', 'code-key'],
  ['variable.predefined', 'code-key'],
  ['attribute.name', 'code-number'],
  ['metatag', 'code-quiet'],
  ['delimiter', 'text'],
  ['operator', 'text'],
];

/** The editor's own surfaces: a token, `token/alpha` with its last two digits, or a colour as it is. */
const surfaces: Readonly<Record<string, string>> = {
  'editor.background': 'surface',
  'editor.foreground': 'text',
  'editorLineNumber.foreground': 'text-3',
  'editorLineNumber.activeForeground': 'text',
  // The editor would fade the number of a last line that is empty.
  'editorLineNumber.dimmedForeground': 'text-3',
  'editor.lineHighlightBackground': 'sunken',
  'editor.lineHighlightBorder': 'line',
  'editorCursor.foreground': 'accent',
  'editor.inactiveSelectionBackground': 'accent-soft',
  'editorIndentGuide.background1': 'line',
  'editorIndentGuide.activeBackground1': 'soft',
  'editorBracketMatch.background': 'accent-soft',
  'editorBracketMatch.border': 'accent',
  'editorWidget.background': 'raised',
  'editorWidget.border': 'line',
  'editorHoverWidget.background': 'raised',
  'editorHoverWidget.border': 'line',
  'editorSuggestWidget.background': 'raised',
  'editorSuggestWidget.border': 'line',
  'editorSuggestWidget.selectedBackground': 'accent-soft',
  'editorSuggestWidget.selectedForeground': 'text',
  'editorSuggestWidget.highlightForeground': 'accent',
  'menu.background': 'raised',
  'menu.selectionBackground': 'accent-soft',
  'menu.selectionForeground': 'text',
  'list.hoverBackground': 'hover',
  'list.focusBackground': 'accent-soft',
  'list.activeSelectionBackground': 'accent-soft',
  'list.activeSelectionForeground': 'text',
  'quickInput.background': 'raised',
  'quickInputList.focusBackground': 'accent-soft',
  'quickInputList.focusForeground': 'text',
  'editorActionList.background': 'raised',
  'editorActionList.foreground': 'text',
  'editorActionList.focusBackground': 'accent-soft',
  'editorActionList.focusForeground': 'text',
  'editorLightBulb.foreground': 'accent',
  'editorLightBulbAutoFix.foreground': 'accent',
  'editor.rangeHighlightBackground': 'accent-soft',
  'widget.shadow': '#00000022',
  focusBorder: 'accent',
  'input.background': 'surface',
  'input.border': 'edge',
  'diffEditor.insertedTextBackground': 'ok/33',
  'diffEditor.insertedLineBackground': 'ok-soft',
  'diffEditor.removedTextBackground': 'err/33',
  'diffEditor.removedLineBackground': 'err-soft',
  'editorError.foreground': 'err',
  'editorWarning.foreground': 'warn',
  'editorInfo.foreground': 'accent',
  'editorGutter.background': 'surface',
  'scrollbarSlider.background': 'text-3/33',
  'scrollbarSlider.hoverBackground': 'text-3/55',
  'scrollbarSlider.activeBackground': 'text-3/77',
  'scrollbar.shadow': '#00000000',
  'editorOverviewRuler.border': '#00000000',
};

/** Brackets are not told apart by colour: what an author looks for is the placeholder. */
const brackets = [1, 2, 3, 4, 5, 6].map((level) => `editorBracketHighlight.foreground${level}`);

const paint = (surface: string): string => {
  if (surface.startsWith('#')) return surface;
  const [token = '', alpha = ''] = surface.split('/');
  return `#${colour(token)}${alpha}`;
};

/** Dresses the editor in the page's tokens. Called anew whenever the theme changes. */
export const editorTheme = (dark: boolean): void => {
  const name = dark ? 'lathe-dark' : 'lathe-light';
  const text = paint('text');
  monaco.editor.defineTheme(name, {
    base: dark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: syntax.map(([token, from]) => ({ token, foreground: colour(from) })),
    colors: {
      ...Object.fromEntries(Object.entries(surfaces).map(([key, from]) => [key, paint(from)])),
      ...Object.fromEntries(brackets.map((key) => [key, text])),
      'editor.selectionBackground': dark ? '#323c78' : '#cfd6fb',
    },
  });
  monaco.editor.setTheme(name);
};
