export const runTexts = { en: {}, zh: {} };
