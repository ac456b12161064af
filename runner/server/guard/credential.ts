import { SESSION_HEADER } from '../../../shared/protocol/session.ts';
import { sha256 } from '../../platform/sha256.ts';
import { sameText } from '../../store/secrets.ts';
import type { Sessions } from '../../store/sessions.ts';

/**
 * The kinds of callers: the person's page, a program that acts for the person, and a program that may only
 * use built-in tools.
 */
export const callers = ['page', 'admin', 'user'] as const;
export type Caller = (typeof callers)[number];

/** What each caller may do with tools. Source: seed 001, where only the admin role has custom tools. */
export const reach: Record<
  Caller,
  {
    /** May list, search and call tools. */
    seesTools: boolean;
    /** May call tools that are turned off for programs. */
    callsSwitchedOff: boolean;
    /** May send the files of a tool with a call. */
    sendsFolders: boolean;
    /** May read and cancel the runs of others. */
    seesAllRuns: boolean;
    /** How many milliseconds a list waits for modules that must be read; the page hears of them later. */
    patienceMs?: number;
  }
> = {
  page: {
    ...{ seesTools: true, callsSwitchedOff: true, sendsFolders: true, seesAllRuns: true },
    patienceMs: 250,
  },
  admin: { seesTools: true, callsSwitchedOff: false, sendsFolders: true, seesAllRuns: true },
  user: { seesTools: false, callsSwitchedOff: false, sendsFolders: false, seesAllRuns: false },
};

export interface Credentials {
  sessions: Sessions;
  /** Hashes of the programs' tokens. */
  admin: string;
  user: string;
}

/** The name of the session cookie. All ports of a host share cookies, so it contains the port. */
export const cookieName = (port: number): string => `lathe_${port}`;

/**
 * The sender of a request; undefined without a valid credential. One invalid credential invalidates the
 * others.
 */
export function callerOf(
  request: Request,
  credentials: Credentials,
  port: number,
): Caller | undefined {
  const authorization = request.headers.get('Authorization');
  if (authorization !== null) {
    const token = /^Bearer ([\w-]{32,256})$/.exec(authorization)?.[1];
    if (token === undefined) return undefined;
    const given = sha256(token);
    const isAdmin = sameText(given, credentials.admin);
    const isUser = sameText(given, credentials.user);
    if (isAdmin) return 'admin';
    return isUser ? 'user' : undefined;
  }
  const key = request.headers.get(SESSION_HEADER);
  const cookies = (request.headers.get('Cookie') ?? '').split(/;\s*/);
  const prefix = `${cookieName(port)}=`;
  const cookie = cookies.find((one) => one.startsWith(prefix))?.slice(prefix.length);
  if (key === null || cookie === undefined) return undefined;
  return credentials.sessions.knows(cookie, key) ? 'page' : undefined;
}
