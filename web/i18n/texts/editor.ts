export const editorTexts = { en: {}, zh: {} };
