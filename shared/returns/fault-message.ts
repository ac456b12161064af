import type { Fault } from '../tool/ending.ts';

/**
 * The message of a fault. A missing argument keeps the words of the three-layer system: a name as it
 * is, and what is no name (an unescaped brace made it one) as Python writes a string.
 */
export function faultMessage(fault: Fault): string {
  const { missing } = fault;
  if (missing === undefined) return fault.message || fault.class;
  if (fault.message.startsWith('缺少必填参数')) return fault.message;
  return `缺少必填参数: ${/^[\p{L}_][\p{L}\p{N}_]*$/u.test(missing) ? missing : quoted(missing)}`;
}

/** The quotes that Python's `repr` chooses. */
function quoted(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  if (text.includes("'") && !text.includes('"')) return `"${escaped}"`;
  return `'${escaped.replaceAll("'", "\\'")}'`;
}
