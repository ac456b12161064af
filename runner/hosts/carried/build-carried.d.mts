/** Puts together what is taken along and answers where it lies. */
export function buildCarried(target?: string): Promise<string>;
