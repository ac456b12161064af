export const libraryTexts = { en: {}, zh: {} };
