import type { ToolResult } from '../../../../shared/tool/run/result.ts';
import { failed } from '../failed.ts';

export interface TextEdit {
  old_string: string;
  new_string: string;
  replace_all: boolean;
}

/**
 * Replaces an exact text. A model writes `\n`; in a file with other line ends, the text is found with those. Source
 * of texts: seed 004, Edit.
 */
export function editText(
  content: string,
  { old_string, new_string, replace_all }: TextEdit,
): { ok: true; text: string; replacements: number } | { ok: false; result: ToolResult } {
  const no = (message: string, llm: string, display: string) => ({
    ok: false as const,
    result: failed('validation_error', message, llm, display),
  });
  if (old_string === new_string) {
    const message = 'old_string and new_string are identical';
    return no(message, `Error: ${message}`, '❌ old_string 和 new_string 相同');
  }
  if (old_string === '') {
    const message = 'old_string is empty';
    const llm = `Error: ${message}: give the text to replace, or use the Write tool for a new file`;
    return no(message, llm, '❌ old_string 不能为空');
  }
  const [wanted, given] = withLineEnds(content, old_string, new_string);
  const parts = content.split(wanted);
  const exact = { text: parts.join(given), count: parts.length - 1 };
  const { text, count } =
    exact.count > 0 ? exact : withAnyLineEnds(content, old_string, new_string);
  if (count === 0) {
    return no(
      'old_string not found in file',
      'Error: old_string not found in file. Make sure you have read the file first and the content is up to date.',
      '❌ 未找到要替换的内容',
    );
  }
  if (count > 1 && !replace_all) {
    return no(
      `Multiple matches (${count}) found`,
      `Error: Multiple matches (${count}) found for old_string. Either:\n1. Provide more context in old_string to make it unique\n2. Set replace_all=true to replace all occurrences`,
      `❌ 找到 ${count} 个匹配,请提供更多上下文或使用 replace_all`,
    );
  }
  return { ok: true, text, replacements: count };
}

/**
 * Finds a text with any line ends, because a file may mix them and a model does not see them. The replacement gets
 * the line ends of what it replaces.
 */
function withAnyLineEnds(content: string, old: string, next: string) {
  const literal = old.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const wanted = new RegExp(literal.replaceAll(/\r?\n/g, '\\r?\\n'), 'g');
  const plain = next.replaceAll('\r\n', '\n');
  const windows = plain.replaceAll('\n', '\r\n');
  let count = 0;
  const text = content.replace(wanted, (taken) => {
    count += 1;
    return taken.includes('\r\n') ? windows : plain;
  });
  return { text, count };
}

function withLineEnds(content: string, old: string, next: string): [string, string] {
  const mixed = /(?<!\r)\n/.test(content);
  if (mixed || !content.includes('\r\n')) return [old, next];
  const ended = (text: string) => text.replaceAll(/(?<!\r)\n/g, '\r\n');
  return [ended(old), ended(next)];
}
