/** Puts the kit of modules together and answers where it lies. */
export function buildKit(target?: string): Promise<string>;
