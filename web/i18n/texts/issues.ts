import type { BodyFaultCode } from '../../../shared/schema/checking/body-faults.ts';
import type { RuleFaultCode } from '../../../shared/returns/rule-faults.ts';
import type { IssueCode } from '../../../shared/schema/checking/issue-texts.ts';
import type { JsonFaultCode } from '../../../shared/schema/json/parse-json.ts';
import type { PhraseText, PhraseWords } from '../../../shared/tool/problem/phrase.ts';
import type { Locale } from '../message.ts';
import { hostTexts } from './said.ts';

/** Why a value does not match a schema, by code; English is worded where it is found. */
const chinese: Record<IssueCode, PhraseText> = {
  unlike: '应为{expected}，实际是{given}',
  'matches-none': '应为{expected}，但都不符合；实际是{given}',
  'matches-several': '应恰好符合 {count} 种形式之一，却符合其中 {matching} 种；实际是{given}',
  missing: '缺少必填的“{name}”；应为{expected}',
  'unknown-name': '未知的名称“{name}”；可用的名称：{names}',
  'unknown-name-of-many': '未知的名称“{name}”；可用的名称：{names} 等',
  'no-name-here': '这里不能有“{name}”',
  'schema-too-deep': 'Schema 的嵌套超过 {most} 层',
  'value-too-deep': '值的嵌套超过 {most} 层',
  'schema-parts': 'Schema 超过 {most} 个部分',
  'value-parts': '值超过 {most} 个部分',
  'schema-characters': 'Schema 超过 {most} 个字符',
  'value-characters': '值超过 {most} 个字符',
  'value-unchecked': '无法检查这个值：{why}',
  'pattern-unchecked': '无法检查正则表达式“{pattern}”：{why}',
  'pattern-invalid': '它不是正则表达式',
  'pattern-endless': '环视旁边的重复分组可能永远运行下去',
  'pattern-text-too-long': '{count} 个字符的文本对它来说太长',
  'schema-endless': 'Schema 无止境地引用自身，或检查这个值的时间过长',
  'schema-unmatched': '值不符合 Schema',
  'schema-type': 'Schema 中有未知的类型“{type}”；请使用 {types} 之一',
  'reference-nowhere': '引用“{ref}”在 Schema 中没有对应的内容',
  'reference-outside': '引用“{ref}”指向 Schema 之外；从不联网获取内容',
  'number-inexact': '{text} 无法精确地传给工具',

  forms: '{count} 种{expected}之一',
  literal: '{text}',
  string: '字符串',
  number: '数字',
  integer: '整数',
  boolean: '布尔值',
  array: '数组',
  object: '对象',
  null: 'null',
  value: '值',
  'value-of-type': '“{type}”类型的值',
  'no-value': '空（没有值能符合）',
  more: '另外 {count} 种',

  minimum: '不小于 {bound} 的数',
  maximum: '不大于 {bound} 的数',
  exclusiveMinimum: '大于 {bound} 的数',
  exclusiveMaximum: '小于 {bound} 的数',
  multipleOf: '{bound} 的倍数',
  minLength: '至少 {count} 个字符的字符串',
  maxLength: '最多 {count} 个字符的字符串',
  minItems: '至少 {count} 项的数组',
  maxItems: '最多 {count} 项的数组',
  minProperties: '至少 {count} 个属性的对象',
  maxProperties: '最多 {count} 个属性的对象',
  minContains: '至少有 {count} 项符合的数组',
  maxContains: '最多有 {count} 项符合的数组',
  uniqueItems: '没有重复项的数组',
  contains: '有一项符合的数组',
  propertyNames: '名称全部符合的对象',
  not: '不符合这种形式的值',
  format: '“{bound}”格式的字符串',
  pattern: '匹配“{bound}”的字符串',

  nothing: '空',
  'given-string': '字符串“{text}”',
  'given-characters': '{count} 个字符的字符串',
  'given-array': '{count} 项的数组',
};

/** Why a return rule is ignored. */
const rules: Record<RuleFaultCode, PhraseText> = {
  'rule-limit-no-number': '“truncate”应为字符数',
  'rule-limit-no-integer': '“truncate”应为整数，而不是 {given}',
  'rule-limit-too-low': '“truncate”应大于 0，而不是 {given}',
  'rule-template-no-string': '“template”应为字符串',
  'rule-single-brace': '孤立的“{brace}”；要一个花括号请写“{twice}”',
  'rule-conversion': '“{{field}}”中不支持“!{conversion}”',
  'rule-nested': '宽度不能是占位符，如“{{field}}”',
  'rule-no-value': '“{{name}}”没有值；请使用 {known}',
  'rule-unknown': '未知占位符“{{name}}”；请使用 {known}',
  'rule-format': '不支持“:{spec}”',
  'rule-format-number': '“:{spec}”不能用于数字',
  'rule-format-string': '“:{spec}”不能用于字符串',
};

/** Why a text is no JSON. */
const json: Record<JsonFaultCode, PhraseText> = {
  'json-symbol': '应为值的地方是名称或单词；字符串要加双引号',
  'json-name': '这里应为带双引号的名称；最后一项之后不能有逗号',
  'json-value': '这里应为值；最后一项之后不能有逗号',
  'json-colon': '名称和值之间要有“:”',
  'json-comma': '两项之间要有“,”',
  'json-brace': '缺少“}”',
  'json-bracket': '缺少“]”',
  'json-after-end': '值结束之后还有文本',
  'json-comment': 'JSON 没有注释',
  'json-quote': '字符串在这一行没有结束的引号',
  'json-number-end': '数字没有写完',
  'json-unicode': '“\\u0041”这样的转义没有写完',
  'json-escape': '反斜杠后面的字母不是 JSON 的转义',
  'json-character': '字符串中有控制字符；请写成转义',
  'json-too-deep': '嵌套超过 {most} 层',
  'json-other': '“{said}”',
};

/** Why the runner takes no body. */
const bodies: Record<BodyFaultCode, PhraseText> = {
  'body-absolute-path': '请填写绝对路径',
  'body-program': '请填写程序名，例如“mkdir”',
  'body-path': '请填写路径',
  'body-model': '请填写模型，例如“openai:gpt-5”',
  'body-answerer': '请填写“person”、PROVIDER:NAME 或 recording:ID',
  'body-which-tool': '请写明“folder”或“toolId”，或用“tool”写明工具，或把模型的调用作为“call”传入',
  'body-arguments': '请传入“arguments”，或含有参数的“call”',
  'body-plain-value': '“from”为“plain”时请填写值，其他情况请不要填写',
  'body-secret-name': '它的名称像是机密：请作为机密保存，或确认它不是机密',
  'body-password': '请去掉用户名和密码，改用请求头',
  'body-name': '请换一个名称',
  'body-client': '请填写密钥所属客户端的 ID',
  'body-prototype': '规则不能匹配名为“__proto__”的成员，请去掉它',
};

/** Chinese sets Latin letters and digits apart from what stands before them. */
const apart = (text: string): string => (/^[\w"-]/.test(text) ? ` ${text}` : text);

const join = (words: readonly string[]): string => {
  const others = words.slice(0, -1).join('、');
  if (others === '') return words[0] ?? '';
  return `${others}${/["\w]$/.test(others) ? ' ' : ''}或${apart(words.at(-1) ?? '')}`;
};

export const issueTexts: Partial<Record<Locale, PhraseWords>> = {
  zh: { texts: { ...chinese, ...rules, ...json, ...hostTexts, ...bodies }, join, within: apart },
};
