/** Returns the words of texts that run as code, including base64-encoded commands. */
export function launchedWords(values: readonly string[]): string[] {
  const texts = values.flatMap((value) => [value, decoded(value)]);
  return texts.flatMap((text) => text.split(/[^\w.\-`]+/)).filter((word) => word !== '');
}

/** Decodes the value of `-EncodedCommand`: base64 over UTF-16. Returns '' for any other text. */
function decoded(value: string): string {
  if (!/^[A-Za-z0-9+/]{8,}={0,2}$/.test(value)) return '';
  try {
    const bytes = Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0));
    return new TextDecoder('utf-16le').decode(bytes);
  } catch {
    return '';
  }
}
