import { t } from '../../../i18n/i18n.svelte.ts';
import { textsOf } from '../../../i18n/lazy-texts.svelte.ts';
import type { Message } from '../../../i18n/message.ts';

const en = {
  label: 'Arguments as JSON',
  syntax: 'Line {line}, column {column}: {problem}',
  notObject: 'Arguments must be an object such as {"a": 1}, not {found}',
  kept: 'The last valid arguments apply until you fix this',
  size: '{size} of JSON',
  tidy: 'Tidy',
  InvalidSymbol: 'not a JSON value; strings need double quotes',
  InvalidNumberFormat: 'not a JSON number',
  PropertyNameExpected: 'expected a name in double quotes; no comma before "}"',
  ValueExpected: 'expected a value; no comma before "]"',
  ColonExpected: 'expected ":" after the name',
  CommaExpected: 'expected "," between two values',
  CloseBraceExpected: 'missing "}"',
  CloseBracketExpected: 'missing "]"',
  EndOfFileExpected: 'the JSON ends before this; remove the rest',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfString: 'unterminated string; close it with "',
  InvalidEscapeCharacter: 'invalid escape; write \\\\ for a backslash',
  InvalidUnicode: 'a \\u escape needs four hex digits',
  InvalidCharacter: 'control characters must be escaped; write a line break as \\n',
};

const zh: Record<keyof typeof en, Message> = {
  label: 'JSON 形式的参数',
  syntax: '第 {line} 行，第 {column} 列：{problem}',
  notObject: '参数必须是对象，例如 {"a": 1}；这里是 {found}',
  kept: '改正之前，沿用上一次有效的参数',
  size: '{size} 的 JSON',
  tidy: '整理',
  InvalidSymbol: '不是 JSON 值；字符串要用双引号',
  InvalidNumberFormat: '不是 JSON 数字',
  PropertyNameExpected: '这里需要双引号中的名称；“}”前不能有逗号',
  ValueExpected: '这里需要一个值；“]”前不能有逗号',
  ColonExpected: '名称之后需要“:”',
  CommaExpected: '两个值之间需要“,”',
  CloseBraceExpected: '缺少“}”',
  CloseBracketExpected: '缺少“]”',
  EndOfFileExpected: 'JSON 在此之前已经结束，请删去其余部分',
  InvalidCommentToken: 'JSON 没有注释',
  UnexpectedEndOfString: '字符串没有用双引号结束',
  InvalidEscapeCharacter: '无效的转义；反斜杠请写成 \\\\',
  InvalidUnicode: '\\u 转义需要四位十六进制数',
  InvalidCharacter: '控制字符必须转义；换行请写成 \\n',
};

/** A text about arguments as JSON. */
export const jt = textsOf({ en, zh });

const KNOWN = [
  'InvalidSymbol',
  'InvalidNumberFormat',
  'PropertyNameExpected',
  'ValueExpected',
  'ColonExpected',
  'CommaExpected',
  'CloseBraceExpected',
  'CloseBracketExpected',
  'EndOfFileExpected',
  'InvalidCommentToken',
  'UnexpectedEndOfString',
  'InvalidEscapeCharacter',
  'InvalidUnicode',
  'InvalidCharacter',
] as const;

/** What a parser's code for a JSON error means, and what to do. */
export function syntaxText(code: string): string {
  const known = KNOWN.find((each) => each === code);
  return known ? jt(known) : t('run.json.other');
}
