/** Everything of the editor, fetched once and only when it is wanted. */
const load = async () => {
  const [
    { CodeEditor },
    { compareTexts },
    { editorTheme },
    { fileSchemas },
    { editorLanguages, json, monaco },
  ] = await Promise.all([
    import('./code-editor.ts'),
    import('./compare-texts.ts'),
    import('./editor-theme.ts'),
    import('./file-schemas.ts'),
    import('./monaco.ts'),
  ]);
  json.jsonDefaults.setDiagnosticsOptions({
    validate: true,
    allowComments: false,
    enableSchemaRequest: false,
    schemas: fileSchemas(),
  });
  for (const { ids, teach } of editorLanguages) {
    let taught: Promise<void> | undefined;
    for (const id of ids) {
      monaco.languages.onLanguageEncountered(id, () => void (taught ??= teach()));
    }
  }
  return { CodeEditor, compareTexts, editorTheme };
};

let loading: ReturnType<typeof load> | undefined;

export const loadMonaco = (): ReturnType<typeof load> => (loading ??= load());
