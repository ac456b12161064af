import { contentHash } from './content-hash.ts';

/** What tools were told of that are made when they are first wanted: a hash of each part that they looked at. */
export type ToldContext = Readonly<Record<string, string>>;

type Known = Readonly<Record<string, unknown>>;

/** Parts that say the same in every workspace at every time are no reason to read a module again. */
const changing = new Set(['skills', 'agents', 'workingDirectory', 'workspace']);

const hashOf = (value: unknown): string => contentHash(JSON.stringify(value ?? null));

/** The hashes of what was looked at; undefined where nothing was that can change. */
export function toldContext(known: Known, uses: Iterable<string>): ToldContext | undefined {
  const parts = [...uses].filter((part) => changing.has(part)).sort();
  if (parts.length === 0) return undefined;
  return Object.fromEntries(parts.map((part) => [part, hashOf(known[part])]));
}

/** Whether tools would be told the same now. */
export const isToldTheSame = (told: ToldContext, known: Known): boolean =>
  Object.entries(told).every(([part, hash]) => hash === hashOf(known[part]));
