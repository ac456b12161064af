import { createHash } from 'node:crypto';

/**
 * Returns the SHA-256 in lower-case hex, synchronously: Web Crypto sends even a few bytes to another thread.
 */
export const sha256 = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex');
