export interface Measure {
  /** Values, containers included. */
  nodes: number;
  /** Containers within each other; 0 for a number or a text. */
  depth: number;
  /** UTF-16 units of all texts and keys. */
  characters: number;
}

/**
 * How large a JSON value is. Walks without recursion, so that depth cannot overflow the stack, and
 * stops at `stopAt` nodes, so that a circular value ends too.
 */
export function measure(value: unknown, stopAt = 1_000_000): Measure {
  const open: [unknown, number][] = [[value, 0]];
  const found: Measure = { nodes: 0, depth: 0, characters: 0 };
  for (let next = open.pop(); next !== undefined && found.nodes < stopAt; next = open.pop()) {
    const [current, above] = next;
    found.nodes++;
    if (typeof current === 'string') found.characters += current.length;
    if (typeof current !== 'object' || current === null) continue;
    found.depth = Math.max(found.depth, above + 1);
    if (!Array.isArray(current)) for (const key in current) found.characters += key.length;
    for (const child of Object.values(current)) open.push([child, above + 1]);
  }
  return found;
}
