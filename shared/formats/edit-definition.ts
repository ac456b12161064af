import { writeJson } from '../tool/exact-number.ts';
import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';
import type { Node } from 'jsonc-parser';
import type { Json } from '../tool/json.ts';

/** Keys and indexes from the root to a value. */
type JsonPath = (string | number)[];

/** Sets the value at `path`, creates missing objects, and leaves every other byte unchanged. */
export function setIn(text: string, path: JsonPath, value: Json): string {
  const root = parseTree(text);
  if (!root) return `${writeJson(wrapped(path, value), 2)}\n`;
  let depth = path.length;
  let node = findNodeAtLocation(root, path);
  while (!node && depth > 0) node = findNodeAtLocation(root, path.slice(0, (depth -= 1)));
  if (!node) return text;
  if (depth === path.length || (node.type !== 'object' && node.type !== 'array')) {
    return replace(text, node, wrapped(path.slice(depth), value));
  }
  return insert(text, node, path[depth] ?? '', wrapped(path.slice(depth + 1), value));
}

/** Removes the value at `path` with its key and one comma; returns the same text if there is none. */
export function removeIn(text: string, path: JsonPath): string {
  const root = parseTree(text);
  const found = root && path.length > 0 ? findNodeAtLocation(root, path) : undefined;
  if (!found) return text;
  const item = found.parent?.type === 'property' ? found.parent : found;
  const items = item.parent?.children ?? [];
  const at = items.indexOf(item);
  const [before, next] = [items[at - 1], items[at + 1]];
  // jsonc-parser would join the second item to the brace, and leave half of the last item of a list.
  if (before) return text.slice(0, endOf(before)) + text.slice(endOf(item));
  if (next) return text.slice(0, item.offset) + text.slice(next.offset);
  return applyEdits(text, modify(text, path, undefined, {}));
}

const endOf = ({ offset, length }: Node): number => offset + length;

const wrapped = (path: JsonPath, value: Json): Json =>
  path.reduceRight<Json>(
    (inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }),
    value,
  );

const isOneLine = (text: string, node: Node) =>
  !text.slice(node.offset, node.offset + node.length).includes('\n');

/** The indentation of the line at an offset. */
function indentAt(text: string, offset: number): string {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line))?.[0] ?? '';
}

/** JSON in the author's style: on one line, or with the indentation and line endings of the text. */
function written(text: string, value: Json, indent: string, oneLine: boolean): string {
  if (oneLine)
    return writeJson(value, 1)
      .replaceAll(/([[{])\n\s*|\n\s*([\]}])/g, '$1$2')
      .replaceAll(/\n\s*/g, ' ');
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return writeJson(value, unitOf(text)).replaceAll('\n', eol + indent);
}

const unitOf = (text: string): string => /^[ \t]+(?=\S)/m.exec(text)?.[0] ?? '  ';

function replace(text: string, node: Node, value: Json): string {
  const isContainer = node.type === 'object' || node.type === 'array';
  const oneLine = isContainer && node.length > 2 && isOneLine(text, node);
  const next = written(text, value, indentAt(text, node.offset), oneLine);
  return text.slice(0, node.offset) + next + text.slice(node.offset + node.length);
}

function insert(text: string, parent: Node, key: string | number, value: Json): string {
  const children = parent.children ?? [];
  const last = children.at(-1);
  const name = parent.type === 'object' ? `${writeJson(String(key))}: ` : '';
  const indent = last ? indentAt(text, last.offset) : indentAt(text, parent.offset) + unitOf(text);
  const oneLine = children.length > 0 && isOneLine(text, parent);
  const item = name + written(text, value, indent, oneLine);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  if (last) {
    const end = last.offset + last.length;
    return `${text.slice(0, end)},${oneLine ? ' ' : eol + indent}${item}${text.slice(end)}`;
  }
  const close = parent.offset + parent.length - 1;
  const before = text.slice(0, close).trimEnd();
  return before + eol + indent + item + eol + indentAt(text, parent.offset) + text.slice(close);
}
