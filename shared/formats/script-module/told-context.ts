import { contentHash } from './content-hash.ts';

/** A hash of each part of the context that lazy tools read when they were made. */
export type ToldContext = Readonly<Record<string, string>>;

type Known = Readonly<Record<string, unknown>>;

/** The parts that can change. The others are the same everywhere, so they never require another reading. */
const changing = new Set(['skills', 'agents', 'workingDirectory', 'workspace']);

const hashOf = (value: unknown): string => contentHash(JSON.stringify(value ?? null));

/** Returns the hashes of the parts that were read; undefined if none of them can change. */
export function toldContext(known: Known, uses: Iterable<string>): ToldContext | undefined {
  const parts = [...uses].filter((part) => changing.has(part)).sort();
  if (parts.length === 0) return undefined;
  return Object.fromEntries(parts.map((part) => [part, hashOf(known[part])]));
}

/** Whether the tools would read the same context now. */
export const isToldTheSame = (told: ToldContext, known: Known): boolean =>
  Object.entries(told).every(([part, hash]) => hash === hashOf(known[part]));
