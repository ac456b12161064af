/** Puts together what sandboxes start from, by default in `dist/sandbox`; answers with the folder. */
export function buildChild(target?: string): Promise<string>;
