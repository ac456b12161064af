export const historyTexts = { en: {}, zh: {} };
