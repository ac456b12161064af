import type { PartGroup, RequestPart } from './request-part.ts';

/** As many messages as are drawn before more are wanted; the last ones are what matters. */
const MOST = 120;

/** The parts of a group that are drawn: of a long conversation the last messages. */
export const lastOf = (
  group: PartGroup,
  parts: readonly RequestPart[],
  all: boolean,
): readonly RequestPart[] =>
  all || group !== 'messages' || parts.length <= MOST ? parts : parts.slice(-MOST);
