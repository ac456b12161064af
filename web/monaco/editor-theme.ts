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

/** Brackets are not told apart by colour: what an author looks for is the placeholder. */
const plainBrackets = (): Record<string, string> =>
  Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((level) => [
      `editorBracketHighlight.foreground${level}`,
      `#${colour('text')}`,
    ]),
  );

/** Dresses the editor in the page's tokens. Called anew whenever the theme changes. */
export const editorTheme = (dark: boolean): void => {
  const rule = (token: string, from: string) => ({ token, foreground: colour(from) });
  const name = dark ? 'lathe-dark' : 'lathe-light';
  monaco.editor.defineTheme(name, {
    base: dark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      rule('', 'text'),
      rule('string', 'code-string'),
      rule('string.value.json', 'code-string'),
      rule('string.key.json', 'code-key'),
      rule('string.escape', 'code-number'),
      rule('number', 'code-number'),
      rule('keyword', 'code-word'),
      rule('keyword.json', 'code-number'),
      rule('comment', 'code-quiet'),
      rule('tag', 'code-call'),
      rule('type', 'code-call'),
      rule('type.identifier', 'code-call'),
      rule('variable', 'code-key'),
      rule('variable.predefined', 'code-key'),
      rule('attribute.name', 'code-number'),
      rule('metatag', 'code-quiet'),
      rule('delimiter', 'text'),
      rule('operator', 'text'),
    ],
    colors: {
      'editor.background': `#${colour('surface')}`,
      'editor.foreground': `#${colour('text')}`,
      'editorLineNumber.foreground': `#${colour('text-3')}`,
      'editorLineNumber.activeForeground': `#${colour('text')}`,
      'editor.lineHighlightBackground': `#${colour('sunken')}`,
      'editor.lineHighlightBorder': `#${colour('line')}`,
      'editorCursor.foreground': `#${colour('accent')}`,
      'editor.selectionBackground': dark ? '#323c78' : '#cfd6fb',
      'editor.inactiveSelectionBackground': `#${colour('accent-soft')}`,
      'editorIndentGuide.background1': `#${colour('line')}`,
      'editorIndentGuide.activeBackground1': `#${colour('soft')}`,
      ...plainBrackets(),
      'editorBracketMatch.background': `#${colour('accent-soft')}`,
      'editorBracketMatch.border': `#${colour('accent')}`,
      'editorWidget.background': `#${colour('raised')}`,
      'editorWidget.border': `#${colour('line')}`,
      'editorHoverWidget.background': `#${colour('raised')}`,
      'editorHoverWidget.border': `#${colour('line')}`,
      'editorSuggestWidget.background': `#${colour('raised')}`,
      'editorSuggestWidget.border': `#${colour('line')}`,
      'editorSuggestWidget.selectedBackground': `#${colour('accent-soft')}`,
      'editorSuggestWidget.selectedForeground': `#${colour('text')}`,
      'editorSuggestWidget.highlightForeground': `#${colour('accent')}`,
      'menu.background': `#${colour('raised')}`,
      'menu.selectionBackground': `#${colour('accent-soft')}`,
      'menu.selectionForeground': `#${colour('text')}`,
      'list.hoverBackground': `#${colour('hover')}`,
      'list.focusBackground': `#${colour('accent-soft')}`,
      'list.activeSelectionBackground': `#${colour('accent-soft')}`,
      'list.activeSelectionForeground': `#${colour('text')}`,
      'quickInput.background': `#${colour('raised')}`,
      'quickInputList.focusBackground': `#${colour('accent-soft')}`,
      'quickInputList.focusForeground': `#${colour('text')}`,
      'editorActionList.background': `#${colour('raised')}`,
      'editorActionList.foreground': `#${colour('text')}`,
      'editorActionList.focusBackground': `#${colour('accent-soft')}`,
      'editorActionList.focusForeground': `#${colour('text')}`,
      'editorLightBulb.foreground': `#${colour('accent')}`,
      'editorLightBulbAutoFix.foreground': `#${colour('accent')}`,
      'editor.rangeHighlightBackground': `#${colour('accent-soft')}`,
      'widget.shadow': '#00000022',
      focusBorder: `#${colour('accent')}`,
      'input.background': `#${colour('surface')}`,
      'input.border': `#${colour('edge')}`,
      'diffEditor.insertedTextBackground': `#${colour('ok')}33`,
      'diffEditor.insertedLineBackground': `#${colour('ok-soft')}`,
      'diffEditor.removedTextBackground': `#${colour('err')}33`,
      'diffEditor.removedLineBackground': `#${colour('err-soft')}`,
      'editorError.foreground': `#${colour('err')}`,
      'editorWarning.foreground': `#${colour('warn')}`,
      'editorInfo.foreground': `#${colour('accent')}`,
      'editorGutter.background': `#${colour('surface')}`,
      'scrollbarSlider.background': `#${colour('text-3')}33`,
      'scrollbarSlider.hoverBackground': `#${colour('text-3')}55`,
      'scrollbarSlider.activeBackground': `#${colour('text-3')}77`,
      'scrollbar.shadow': '#00000000',
      'editorOverviewRuler.border': '#00000000',
    },
  });
  monaco.editor.setTheme(name);
};
