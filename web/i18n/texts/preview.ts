export const previewTexts = { en: {}, zh: {} };
