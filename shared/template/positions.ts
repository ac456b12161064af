export interface Position {
  line: number;
  column: number;
}

/** Line and column from 1, in code points, of an offset in code points. Lines end as Python's do. */
export function positions(source: string): (offset: number) => Position {
  const starts = [0];
  const characters = Array.from(source);
  characters.forEach((character, at) => {
    if (character === '\n' || (character === '\r' && characters[at + 1] !== '\n')) {
      starts.push(at + 1);
    }
  });
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
