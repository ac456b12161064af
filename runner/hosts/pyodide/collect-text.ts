/** Gathers the first bytes of a stream as text: for the few lines in which a program says what ails it. */
export function collectText(maxBytes: number): {
  take(bytes: Uint8Array): void;
  text(): string;
} {
  const pieces: Uint8Array[] = [];
  let held = 0;
  return {
    take(bytes) {
      if (held >= maxBytes) return;
      pieces.push(bytes.slice(0, maxBytes - held));
      held += bytes.length;
    },
    text: () => {
      const decoder = new TextDecoder();
      return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('');
    },
  };
}
