import { randomBytes } from 'node:crypto';

const pattern = /^\.lathe-[0-9a-f]{16}\.tmp$/;

/** The name of a file that is not finished yet; what lists folders passes over it. */
export const temporaryName = (): string => `.lathe-${randomBytes(8).toString('hex')}.tmp`;

export const isTemporaryName = (name: string): boolean => pattern.test(name);
