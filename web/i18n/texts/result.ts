export const resultTexts = { en: {}, zh: {} };
