import { SESSION_HEADER } from '../../../shared/protocol/session.ts';
import { sha256 } from '../../platform/sha256.ts';
import { sameText } from '../../store/secrets.ts';
import type { Sessions } from '../../store/sessions.ts';

/** Who calls: the person's page, a program that may act for them, or one that may use built-in tools alone. */
export const callers = ['page', 'admin', 'user'] as const;
export type Caller = (typeof callers)[number];

/** What callers may see and do with tools. Source: seed 001, where only the admin role has custom tools. */
export const reach: Record<
  Caller,
  {
    /** Lists, searches and calls tools. */
    seesTools: boolean;
    /** Calls what is switched off for programs. */
    callsSwitchedOff: boolean;
    /** Sends the files of a tool along with a call. */
    sendsFolders: boolean;
    /** Reads and cancels the runs of others. */
    seesAllRuns: boolean;
    /** Waits for modules that have to be read, in milliseconds; the page hears of them later. */
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
  /** Digests of the programs' tokens. */
  admin: string;
  user: string;
}

/** The session's cookie. Cookies are shared by all ports of a host, hence the port in its name. */
export const cookieName = (port: number): string => `lathe_${port}`;

/** Who sent a request; undefined without a valid credential. One wrong credential spoils a right one. */
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
