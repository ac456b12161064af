import { createHash } from 'node:crypto';

/** SHA-256 in lower-case hex. At once: the web's own sends a few bytes to another thread and back. */
export const sha256 = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex');
