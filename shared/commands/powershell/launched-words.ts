/** The words of texts that are run, those of commands in base64 included. */
export function launchedWords(values: readonly string[]): string[] {
  const texts = values.flatMap((value) => [value, decoded(value)]);
  return texts.flatMap((text) => text.split(/[^\w.\-`]+/)).filter((word) => word !== '');
}

/** What `-EncodedCommand` would run: base64 over UTF-16; empty for anything else. */
function decoded(value: string): string {
  if (!/^[A-Za-z0-9+/]{8,}={0,2}$/.test(value)) return '';
  try {
    const bytes = Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0));
    return new TextDecoder('utf-16le').decode(bytes);
  } catch {
    return '';
  }
}
