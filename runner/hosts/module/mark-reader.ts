/** More of one message than any tool has to say. */
const LARGEST = 32 * 1024 * 1024;
const NUL = 0;
const LINE = 10;

/**
 * Takes the runner's messages out of a stream on which a module may print as well. A message begins with
 * NUL and a mark that only this process was told, and ends with its line; all else is what was printed.
 * The reader answers false once a message is longer than any can be.
 */
export function markReader(
  mark: string,
  hear: { message(text: string): void; printed(bytes: Uint8Array): void },
): (piece: Uint8Array) => boolean {
  const sign = new TextEncoder().encode(`\0${mark}`);
  const pieces: Uint8Array[] = [];
  let held = 0;
  let inMessage = false;
  let rest = new Uint8Array();

  const begins = (bytes: Uint8Array, at: number): 'yes' | 'no' | 'perhaps' => {
    for (let offset = 0; offset < sign.length; offset += 1) {
      if (at + offset >= bytes.length) return 'perhaps';
      if (bytes[at + offset] !== sign[offset]) return 'no';
    }
    return 'yes';
  };
  const closeMessage = (): void => {
    const whole = new Uint8Array(held);
    let at = 0;
    for (const piece of pieces.splice(0)) {
      whole.set(piece, at);
      at += piece.length;
    }
    held = 0;
    inMessage = false;
    hear.message(new TextDecoder().decode(whole));
  };

  return (piece) => {
    let bytes = piece;
    if (rest.length > 0) {
      bytes = new Uint8Array(rest.length + piece.length);
      bytes.set(rest);
      bytes.set(piece, rest.length);
      rest = new Uint8Array();
    }
    let at = 0;
    while (at < bytes.length) {
      if (inMessage) {
        const end = bytes.indexOf(LINE, at);
        const part = bytes.slice(at, end < 0 ? bytes.length : end);
        pieces.push(part);
        held += part.length;
        if (held > LARGEST) return false;
        if (end < 0) return true;
        at = end + 1;
        closeMessage();
        continue;
      }
      let next = bytes.indexOf(NUL, at);
      while (next >= 0 && begins(bytes, next) === 'no') next = bytes.indexOf(NUL, next + 1);
      const end = next < 0 ? bytes.length : next;
      if (end > at) hear.printed(bytes.slice(at, end));
      if (next < 0) return true;
      if (begins(bytes, next) === 'perhaps') {
        rest = bytes.slice(next);
        return true;
      }
      inMessage = true;
      at = next + sign.length;
    }
    return true;
  };
}
