import type { Guide } from './guide.ts';

/** The writing rules by the id of their language; each is fetched when it is wanted. */
export const guides: ReadonlyMap<string, () => Promise<Guide>> = new Map([
  ['python', async () => (await import('./python.ts')).pythonGuide],
  ['powershell', async () => (await import('./powershell.ts')).powershellGuide],
  ['bash', async () => (await import('./bash.ts')).bashGuide],
  ['typescript', async () => (await import('./typescript.ts')).typescriptGuide],
]);
