import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { z } from 'zod';

/**
 * The rows of one page: enough that clients which read only the first page miss nothing of an ordinary workspace.
 */
const PAGE = 5000;

const Cursor = z.strictObject({ of: z.string(), after: z.array(z.string()).length(3) });

const wrong = () =>
  new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'The cursor is none of this list; begin again without one',
  );

function read(cursor: string, list: string): string[] {
  try {
    const { of, after } = Cursor.parse(JSON.parse(decodeURIComponent(atob(cursor))));
    if (of === list) return after;
  } catch {
    // Not a cursor of Lathe.
  }
  throw wrong();
}

const isAfter = (place: readonly string[], cursor: readonly string[]): boolean => {
  const at = place.findIndex((part, index) => part !== cursor[index]);
  return at >= 0 && (place[at] ?? '') > (cursor[at] ?? '');
};

/** A row with its sort key. */
export interface Placed<T> {
  place: readonly [string, string, string];
  row: T;
}

const inOrder = <T>(a: Placed<T>, b: Placed<T>): number => (isAfter(a.place, b.place) ? 1 : -1);

/**
 * Returns one page of a list. A cursor contains the sort key of the last row, so it stays valid while rows appear
 * and disappear: no remaining row is skipped or repeated.
 */
export function page<T>(
  list: 'tools' | 'prompts' | 'resources',
  all: Iterable<Placed<T>>,
  cursor: string | undefined,
): { rows: T[]; nextCursor?: string } {
  const after = cursor === undefined ? undefined : read(cursor, list);
  const left = [...all].sort(inOrder).filter(({ place }) => !after || isAfter(place, after));
  const given = left.slice(0, PAGE);
  const last = given.at(-1);
  const rows = given.map(({ row }) => row);
  if (left.length <= PAGE || !last) return { rows };
  const next = JSON.stringify({ of: list, after: last.place });
  return { rows, nextCursor: btoa(encodeURIComponent(next)) };
}
