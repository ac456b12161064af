export const approvalTexts = { en: {}, zh: {} };
