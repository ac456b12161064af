/** Puts the program that speaks with providers together and answers where it lies. */
export function buildModels(target?: string): Promise<string>;
