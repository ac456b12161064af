import { sha256 } from '../platform/sha256.ts';

/** SHA-256 in lower-case hex. */
export const digest = (data: string | Uint8Array): Promise<string> => Promise.resolve(sha256(data));
