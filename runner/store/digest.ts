const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** SHA-256 in lower-case hex. */
export const digest = async (data: string | Uint8Array<ArrayBuffer>): Promise<string> =>
  hex(
    await crypto.subtle.digest(
      'SHA-256',
      typeof data === 'string' ? new TextEncoder().encode(data) : data,
    ),
  );
