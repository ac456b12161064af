/** Everything of the editor, fetched once and only when it is wanted. */
const load = async () => {
  const [{ CodeEditor }, { compareTexts }, { editorTheme }, { fileSchemas }, { json, monaco }] =
    await Promise.all([
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
  // Their types are large, and most people open no such file.
  const teach = async () => (await import('./typescript.ts')).setUpTypeScript();
  for (const id of ['typescript', 'javascript']) {
    monaco.languages.onLanguageEncountered(id, () => void (teaching ??= teach()));
  }
  return { CodeEditor, compareTexts, editorTheme };
};

let teaching: Promise<void> | undefined;
let loading: ReturnType<typeof load> | undefined;

export const loadMonaco = (): ReturnType<typeof load> => (loading ??= load());
